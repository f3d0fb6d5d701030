//! Items written behind those of a vector, which learns of them in the end.

use super::in_place::Growth;
use std::mem::{self, MaybeUninit};

/// Whether items are written before it is known whether they are there. That is in vain where they must be dropped, as those that are there were made
/// behind a jump already, such as texts; and where they are copied and do not fit two registers, as it is memory then from which they come by one way or
/// the other. Larger ones that are computed would be taken sooner so, but nothing tells them apart.
const fn is_small<T>() -> bool {
    !mem::needs_drop::<T>() && size_of::<T>() <= 2 * size_of::<usize>()
}

/// If so many small items are left out for one that is there, a jump over them is rarely guessed wrong.
const RARE: usize = 16;

/// So many items are taken without jumps at first before it is asked again how rare they are ...
const FIRST_RUN: usize = 16;

/// ... and so many at most.
const MOST_RUN: usize = 1024;

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
        let slots = self.vec.spare_capacity_mut();
        let fill = match const { is_small::<T>() } {
            true => fill_small,
            false => fill_some,
        };
        fill(slots, &mut self.more, items, closed)
    }
}

/// As [`fill_some`], for small items, which may be rare. Then the next one is looked for by jumps.
///
/// Both loops are functions of their own: in one with the other, each took up to a sixth longer.
fn fill_small<T, I, S>(
    slots: &mut [MaybeUninit<T>],
    count: &mut usize,
    items: I,
    closed: &S,
) -> Option<(T, I)>
where
    I: Iterator<Item = Option<T>>,
    S: Fn() -> bool,
{
    let left = |items: &I| items.size_hint().1.unwrap_or(0);
    let mut items = items;
    // None where they are rare, as they are taken to be until there is one.
    let mut run = 0;
    loop {
        let before = left(&items);
        let (item, others) = match run {
            0 => seek(items, closed)?,
            _ => {
                let end = slots.len().min(*count + run);
                fill_some(&mut slots[..end], count, items, closed)?
            }
        };
        match slots.get_mut(*count) {
            None => return Some((item, others)),
            Some(slot) => _ = slot.write(item),
        }
        *count += 1;
        if closed() {
            return None;
        }
        let passed = before.saturating_sub(left(&others));
        run = match passed / RARE > run {
            true => 0,
            false => (run * 4).clamp(FIRST_RUN, MOST_RUN),
        };
        items = others;
    }
}

/// The next item that is there, and the others.
#[inline(never)]
fn seek<T, I, S>(items: I, closed: &S) -> Option<(T, I)>
where
    I: Iterator<Item = Option<T>>,
    S: Fn() -> bool,
{
    let mut items = items;
    loop {
        if let Some(item) = items.next()? {
            return Some((item, items));
        }
        if closed() {
            return None;
        }
    }
}

/// Puts items into slots where they are there, and counts them, until there are no more or `closed` is true after one; or returns
/// the one for which there is no slot, and the others.
///
/// Small ones are put behind the last item in any case, and counted if they are there: a jump that depends on that would be
/// guessed wrong as often as not.
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
    let is_small = const { is_small::<T>() };
    let mut items = items;
    let mut filled = Growth {
        len: count,
        more: 0,
    };
    let slots = &mut slots[*filled.len..];
    while let Some(item) = items.next() {
        match (slots.get_mut(filled.more), item) {
            (Some(slot), item) if is_small => {
                filled.more += usize::from(item.is_some());
                *slot = item.map_or(MaybeUninit::uninit(), MaybeUninit::new);
            }
            (Some(slot), Some(item)) => {
                slot.write(item);
                filled.more += 1;
            }
            (None, Some(item)) => return Some((item, items)),
            (_, None) => {}
        }
        if closed() {
            return None;
        }
    }
    None
}

impl<T> Drop for Tail<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let len = self.vec.len() + self.more;
        // SAFETY: by the invariant of `more`.
        unsafe { self.vec.set_len(len) };
    }
}
