//! Sifting: what is left of the items moves up in their slots. Each loop is a function of its own, for one mix of what is left and what is not.

use super::ReusedItems;
use std::mem::{self, MaybeUninit};
use std::slice;

/// Items of so many bytes are written in less time than it takes to jump over them by mistake.
pub(crate) const SMALL_BYTES: usize = 32;

/// Items that are sifted into the first of some slots, of which theirs are the last.
pub(crate) struct Sift<'c, T> {
    /// How many there are in those slots.
    pub(crate) left: &'c mut usize,
    pub(crate) items: ReusedItems<T>,
}

impl<T> Sift<'_, T> {
    /// Puts what `make` makes of each there, from slot number `left` on, and counts it, until it is `closed`, by one of which
    /// nothing is made or by another thread.
    ///
    /// # Safety
    ///
    /// 1. There are `before` slots from `start` on, and then those of the items. Nobody else uses them meanwhile.
    /// 2. `left` is no more than `before`.
    pub(crate) unsafe fn run<R>(
        self,
        start: *mut R,
        before: usize,
        mut make: impl FnMut(T) -> Option<R>,
        closed: impl Fn() -> bool,
    ) {
        let Sift { left, mut items } = self;
        if const { !mem::needs_drop::<T>() && !mem::needs_drop::<R>() && size_of::<R>() <= SMALL_BYTES }
        {
            let from = *left;
            // SAFETY: `left` is within the slots, by (2).
            let first = unsafe { start.add(from) };
            // There is nothing to drop.
            let len = mem::take(&mut items.len);
            // SAFETY: (1) tells of so many slots, which are free or hold items; `MaybeUninit` needs none.
            let slots = unsafe { slice::from_raw_parts_mut(first.cast(), before - from + len) };
            // SAFETY: (1) the last ones are the items'; and it was asked above.
            *left += unsafe { sift(slots, len, make, closed) };
            return;
        }
        while !closed()
            && let Some(item) = items.take()
        {
            if let Some(item) = make(item) {
                // SAFETY: as many slots at least have been given up as items are left of them, by (2), so that it is one of those.
                let slot = unsafe { start.add(*left) };
                // SAFETY: it is this value's, by (1), and what was there has been taken.
                unsafe { slot.write(item) };
                *left += 1;
            }
        }
    }
}

/// If only one of so many is left, or left out, a jump that depends on it is rarely guessed wrong.
const RARE: usize = 16;

/// So many are sifted in one way at first before it is asked again which suits them ...
const FIRST_RUN: usize = 64;

/// ... and so many at most.
const MOST_RUN: usize = 4096;

/// Puts what `make` makes of the last `len` of them into the first slots, and counts it, until it is `closed`, by one of which nothing
/// is made or by another thread; the latter is seen after [`FIRST_RUN`] of them.
///
/// # Safety
///
/// 1. Each of the last `len` slots holds a `T`, as large as an `R`, and as aligned, and neither needs to be dropped.
unsafe fn sift<T, R, S: Fn() -> bool>(
    slots: &mut [MaybeUninit<R>],
    len: usize,
    mut make: impl FnMut(T) -> Option<R>,
    closed: S,
) -> usize {
    // What has nothing to look at is never true.
    let never = const { size_of::<S>() == 0 };
    let (mut from, mut left) = (slots.len() - len, 0);
    let (mut run, mut alike, mut all) = (FIRST_RUN, false, false);
    while from < slots.len() && !closed() {
        let to = slots.len().min(from + run);
        if all && !never {
            // SAFETY: (1) by (1); no more are left than have been read before.
            let (next, more) = unsafe { sift_to_missing(&mut slots[..to], left, from, &mut make) };
            all = more >= RARE || next == to;
            (from, left) = (next, left + more);
            continue;
        }
        let sift = match alike {
            true => sift_run::<true, _, _, _, _>,
            false => sift_run::<false, _, _, _, _>,
        };
        // SAFETY: (1) by (1); no more are left than have been read before.
        let more = unsafe { sift(&mut slots[..to], left, from, &mut make, &closed) };
        alike = more.min(to - from - more) * RARE < to - from;
        all = alike && more * 2 > to - from;
        // Others may close, too, which is seen after a run.
        if never {
            run = (run * 4).min(MOST_RUN);
        }
        (from, left) = (to, left + more);
    }
    left
}

/// Puts what `make` makes of those from number `from` on into the slots from number `left` on, and counts it: by a jump over what is not there, or without, so
/// that it is put behind the last one in any case, and counted if it is there, since a jump that depends on that would be guessed wrong as often as not.
///
/// Not inlined, so that what is borrowed exclusively by its parameter is known to be nothing that `make` reads.
///
/// # Safety
///
/// 1. From slot number `from` on, each holds a `T` that fits, and `left` is no more than that.
#[inline(never)]
unsafe fn sift_run<const BY_JUMPS: bool, T, R, M, S>(
    slots: &mut [MaybeUninit<R>],
    left: usize,
    from: usize,
    make: &mut M,
    closed: &S,
) -> usize
where
    M: FnMut(T) -> Option<R>,
    S: Fn() -> bool,
{
    let mut more = 0;
    for index in from..slots.len() {
        let place = slots[index].as_ptr().cast::<T>();
        // SAFETY: (1) says so; what was read is overwritten, or not looked at again.
        let item = unsafe { place.read() };
        let made = make(item);
        let is_some = made.is_some();
        if !BY_JUMPS || is_some {
            // SAFETY: no more have come than were read, so it lies before `index` or there.
            let slot = unsafe { slots.get_unchecked_mut(left + more) };
            *slot = made.map_or(MaybeUninit::uninit(), MaybeUninit::new);
            more += usize::from(is_some);
        }
        if !is_some && closed() {
            break;
        }
    }
    more
}

/// The same by jumps, up to the first of which nothing is made. Returns the number of the one behind it, too.
///
/// What `make` does then, which may be anything, is no part of the loop, so that what it reads otherwise is read once, and not for each item.
///
/// # Safety
///
/// 1. From slot number `from` on, each holds a `T` that fits, and `left` is no more than that.
#[inline(never)]
unsafe fn sift_to_missing<T, R, M>(
    slots: &mut [MaybeUninit<R>],
    left: usize,
    from: usize,
    make: &mut M,
) -> (usize, usize)
where
    M: FnMut(T) -> Option<R>,
{
    let (mut index, mut more) = (from, 0);
    while index < slots.len() {
        // SAFETY: it is one of them, as was asked.
        let slot = unsafe { slots.get_unchecked(index) };
        let place = slot.as_ptr().cast::<T>();
        // SAFETY: (1) says so; what was read is overwritten, or not looked at again.
        let item = unsafe { place.read() };
        index += 1;
        let Some(made) = make(item) else {
            break;
        };
        // SAFETY: no more have come than were read, so it lies before `index`.
        let slot = unsafe { slots.get_unchecked_mut(left + more) };
        *slot = MaybeUninit::new(made);
        more += 1;
    }
    (index, more)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{FIRST_RUN, Sift};
    use crate::plumbing::{Buffer, ReusedItems};
    use std::cell::Cell;

    const LEN: usize = 10_000;
    const CLOSED_AT: usize = 5_000;

    /// How many items something is made of if somebody else closes at a given one; what is left is checked.
    fn made_until_closed<T, R: PartialEq + std::fmt::Debug>(
        vec: Vec<T>,
        make: impl Fn(T) -> R,
        expected: impl Fn(usize) -> R,
    ) -> usize {
        let (buffer, start) = Buffer::of(vec).expect("they take memory");
        // SAFETY: (1) they were the vector's. (2) The buffer outlives them.
        let items = unsafe { ReusedItems::new(start, LEN) };
        let place = items.place::<R>().expect("they fit");
        let (made, mut left) = (Cell::new(0), 0);
        let count = |item| {
            made.set(made.get() + 1);
            Some(make(item))
        };
        let sift = Sift {
            left: &mut left,
            items,
        };
        // SAFETY: (1) there are none before, and nobody else has them. (2) None.
        unsafe { sift.run(place, 0, count, || made.get() >= CLOSED_AT) };
        // SAFETY: (1) it was asked. (2) So many have been put there, and belong to nobody.
        let left = unsafe { buffer.into_vec::<R>(left) };
        assert_eq!(left, (0..made.get()).map(expected).collect::<Vec<_>>());
        made.get()
    }

    #[test]
    fn what_others_close_is_seen_soon() {
        let numbers = (0..LEN as u64).collect();
        let made = made_until_closed(numbers, |n| n as f64, |n| n as f64);
        assert!((CLOSED_AT..CLOSED_AT + FIRST_RUN).contains(&made), "{made}");
        let texts = (0..LEN).map(|n| n.to_string()).collect();
        let made = made_until_closed(texts, String::into_bytes, |n| n.to_string().into_bytes());
        assert_eq!(made, CLOSED_AT);
    }
}
