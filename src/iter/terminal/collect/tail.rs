//! Items written behind those of a vector, which learns of them in the end.

use super::in_place::Growth;
use std::mem::{self, MaybeUninit};

/// Items of so many bytes are written in less time than it takes to jump over them by mistake.
pub(crate) const SMALL_BYTES: usize = 32;

/// If none of so many items are there, the next ones will hardly be.
const RUN: usize = 64;

/// For fewer slots than this, jumps guessed wrong are no matter.
const LEAST_RUN: usize = 8;

/// A vector to whose capacity items are added. It learns of them when this ends.
pub(crate) struct Tail<'v, T> {
    vec: &'v mut Vec<T>,
    /// So many items are in their places behind the vector's, and will be its own.
    more: usize,
}

impl<'v, T> Tail<'v, T> {
    pub(crate) fn new(vec: &'v mut Vec<T>) -> Self {
        Tail { vec, more: 0 }
    }

    /// The capacity that is left, and the count of those of its first places that have been filled.
    #[inline]
    pub(crate) fn room(&mut self) -> (&mut [MaybeUninit<T>], &mut usize) {
        (self.vec.spare_capacity_mut(), &mut self.more)
    }

    /// Takes items where they are there, until there are no more or `closed` is true after one; or returns the one for which there
    /// is no room, and the others.
    #[inline]
    pub(super) fn fill<I, S>(&mut self, items: I, closed: &S) -> Option<(T, I)>
    where
        I: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        fill_some(self.vec.spare_capacity_mut(), &mut self.more, items, closed)
    }
}

/// Puts items into slots where they are there, and counts them, until there are no more or `closed` is true after one; or returns
/// the one for which there is no slot, and the others.
///
/// Small ones are put behind the last item in any case, and counted if they are there: a jump that depends on that would be
/// guessed wrong as often as not. Unless few were there of those before: then it is rarely wrong, and takes less time.
///
/// Not inlined: what is borrowed exclusively by a function's parameter is known to be nothing that `items` read, so that what their
/// closures borrow is read once and not for each item. What has to be written at each step, the items' state and the count, is no
/// parameter's, so that it need not be in memory.
#[inline(never)]
fn fill_some<T, I, S>(
    slots: &mut [MaybeUninit<T>],
    count: &mut usize,
    items: I,
    closed: &S,
) -> Option<(T, I)>
where
    I: Iterator<Item = Option<T>>,
    S: Fn() -> bool,
{
    let mut items = items;
    let mut filled = Growth {
        len: count,
        more: 0,
    };
    let is_small = const { mem::size_of::<T>() <= SMALL_BYTES };
    let mut seldom = !is_small;
    loop {
        let before = filled.more;
        let run = RUN.min(slots.len() - before);
        if !seldom && run >= LEAST_RUN {
            for _ in 0..run {
                let item = items.next()?;
                let is_some = item.is_some();
                // SAFETY: each step adds at most one to `more`, and there are fewer before it than the `run` slots behind the first `before`.
                let slot = unsafe { slots.get_unchecked_mut(filled.more) };
                *slot = item.map_or(MaybeUninit::uninit(), MaybeUninit::new);
                filled.more += usize::from(is_some);
                if closed() {
                    return None;
                }
            }
            seldom = filled.more == before;
            continue;
        }
        let item = loop {
            if let Some(item) = items.next()? {
                break item;
            }
            if closed() {
                return None;
            }
        };
        match slots.get_mut(filled.more) {
            None => return Some((item, items)),
            Some(slot) => _ = slot.write(item),
        }
        filled.more += 1;
        if closed() {
            return None;
        }
        seldom = !is_small;
    }
}

impl<T> Drop for Tail<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let len = self.vec.len() + self.more;
        // SAFETY: by the invariant of `more`.
        unsafe { self.vec.set_len(len) };
    }
}
