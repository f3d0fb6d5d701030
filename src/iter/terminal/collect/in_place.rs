//! Collecting a known number of items: every block writes its items straight to their final places.
//!
//! Invariant: each `Filled` owns a run of slots that no other value touches, of which it counts the initialised ones. What is
//! missing at the end is found out by that count, so that nobody needs to trust the length that an iterator states.

use crate::plumbing::{
    Aim, Consumer, Folder, Reducer, ReusedItems, Turn, UnindexedConsumer, feed_all,
};
use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::{ptr, slice};
use tine_kernels::base::{pages, room};

/// Appends `len` items to `vec`, which `drive` gets by running its iterator with the given consumer.
///
/// Panics if they turn out to be more or fewer; then `vec` is as it was, and the items are dropped.
pub(crate) fn extend_in_place<T, D>(vec: &mut Vec<T>, len: usize, drive: D)
where
    T: Send,
    D: FnOnce(SlotsConsumer<'_, T>) -> Filled<'_, T>,
{
    room::had(vec.try_reserve(len));
    fill_in_place(&mut vec.spare_capacity_mut()[..len], drive);
    let total = vec.len() + len;
    // SAFETY: `fill_in_place` has initialised the first `len` slots of the spare capacity.
    unsafe { vec.set_len(total) };
}

/// Fills all slots with the items that `drive` gets by running its iterator with the given consumer.
///
/// Panics if they turn out to be more or fewer; then they are dropped. When it returns, all slots are initialised.
pub(super) fn fill_in_place<'c, T, D>(slots: &'c mut [MaybeUninit<T>], drive: D)
where
    T: Send,
    D: FnOnce(SlotsConsumer<'c, T>) -> Filled<'c, T>,
{
    let len = slots.len();
    pages::will_fill(slots);
    drive(SlotsConsumer::new(slots)).finish(len);
}

/// As [`extend_in_place`], but at most `most` items; those that come after a missing one are dropped.
pub(super) fn extend_at_most<T, D>(vec: &mut Vec<T>, most: usize, drive: D)
where
    T: Send,
    D: FnOnce(SlotsConsumer<'_, T>) -> Filled<'_, T>,
{
    room::had(vec.try_reserve(most));
    let slots = &mut vec.spare_capacity_mut()[..most];
    pages::will_fill(slots);
    let first = slots.as_ptr();
    let count = drive(SlotsConsumer::new(slots)).begins_at(first);
    let total = vec.len() + count;
    // SAFETY: `begins_at` has counted `count` initialised slots at the start of the spare capacity, and gave up their ownership.
    unsafe { vec.set_len(total) };
}

/// A consumer that puts item number i into slot number i.
pub(crate) struct SlotsConsumer<'c, T> {
    slots: Slots<'c, T>,
}

/// A run of slots, none of them initialised yet.
struct Slots<'c, T> {
    /// First of `capacity` slots that are this value's alone for `'c`; or each from then on when the item for it comes in. A pointer instead of a slice, so that neighbours can be
    /// put together again.
    start: *mut T,
    capacity: usize,
    marker: PhantomData<&'c mut [MaybeUninit<T>]>,
}

// SAFETY: `start` stands for exclusive access to slots of `T`, which may change threads just as `&mut T` may.
unsafe impl<T: Send> Send for Slots<'_, T> {}

impl<'c, T> SlotsConsumer<'c, T> {
    /// A consumer that puts items where others were. What is made of it claims a slot when it gets the item for it, and not before.
    ///
    /// # Safety
    ///
    /// 1. From `start` on there are `capacity` slots, for as long as the result and what is made of it live.
    /// 2. Nobody else touches slot number i from then on when item number i is given to these.
    pub(super) unsafe fn over(start: *mut T, capacity: usize) -> Self {
        let slots = Slots {
            start,
            capacity,
            marker: PhantomData,
        };
        SlotsConsumer { slots }
    }

    fn new(slots: &'c mut [MaybeUninit<T>]) -> Self {
        SlotsConsumer {
            slots: Slots {
                start: slots.as_mut_ptr().cast(),
                capacity: slots.len(),
                marker: PhantomData,
            },
        }
    }
}

impl<'c, T: Send> Consumer<T> for SlotsConsumer<'c, T> {
    type Folder = Filled<'c, T>;
    type Reducer = Neighbours;
    type Result = Filled<'c, T>;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, Neighbours) {
        let Slots {
            start,
            capacity,
            marker,
        } = self.slots;
        assert!(index <= capacity, "split at {index} of {capacity} slots");
        // SAFETY: `index` is at most `capacity`, so the result is within or one past the slots that begin at `start`.
        let mid = unsafe { start.add(index) };
        let left = Slots {
            start,
            capacity: index,
            marker,
        };
        let right = Slots {
            start: mid,
            capacity: capacity - index,
            marker,
        };
        (
            SlotsConsumer { slots: left },
            SlotsConsumer { slots: right },
            Neighbours,
        )
    }

    #[inline]
    fn into_folder(self) -> Filled<'c, T> {
        Filled {
            slots: self.slots,
            len: 0,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }

    const GOES_ON: bool = true;

    unsafe fn go_on(mut folder: Filled<'c, T>, next: Self, index: usize) -> (Filled<'c, T>, Self) {
        let (SlotsConsumer { slots }, rest, Neighbours) = next.split_at(index);
        debug_assert!(ptr::eq(
            folder.slots.start.wrapping_add(folder.slots.capacity),
            slots.start
        ));
        // By obligation (1) these slots lie behind those of the folder, in the same allocation: they are one run.
        folder.slots.capacity += slots.capacity;
        (folder, rest)
    }
}

impl<T: Send> UnindexedConsumer<T> for SlotsConsumer<'_, T> {
    #[inline]
    fn split_off_left(&self) -> Self {
        panic!("an iterator that states its length must split its consumer by index");
    }

    #[inline]
    fn to_reducer(&self) -> Neighbours {
        Neighbours
    }

    #[inline]
    fn aim(&self) -> Aim {
        Aim::Fill
    }
}

/// Slots of which the first `len` hold items; folder and result in one. Drops the items unless they are taken over.
pub(crate) struct Filled<'c, T> {
    slots: Slots<'c, T>,
    /// The first so many slots are initialised, and owned by this value.
    len: usize,
}

impl<T> Filled<'_, T> {
    /// Gives up the items, having made sure that there are `expected` of them; panics if there are not.
    pub(super) fn finish(self, expected: usize) {
        assert!(
            self.len == expected,
            "the iterator stated its length: expected {expected} total writes, but got {} in their places",
            self.len
        );
        mem::forget(self);
    }

    /// Whether the first slot is this one.
    #[inline]
    pub(super) fn is_at(&self, first: *const T) -> bool {
        ptr::eq(self.slots.start, first)
    }

    /// Gives up the items, and tells how many there are, having made sure that they begin at `first`.
    fn begins_at(self, first: *const MaybeUninit<T>) -> usize {
        let count = self.len;
        assert!(
            ptr::eq(self.slots.start, first.cast()),
            "the iterator returned the result of another part"
        );
        mem::forget(self);
        count
    }
}

impl<T> Drop for Filled<'_, T> {
    #[inline]
    fn drop(&mut self) {
        let items = ptr::slice_from_raw_parts_mut(self.slots.start, self.len);
        // SAFETY: the first `len` slots are initialised and owned by this value, which ends here.
        unsafe { ptr::drop_in_place(items) };
    }
}

impl<T: Send> Folder<T> for Filled<'_, T> {
    type Result = Self;

    fn consume(mut self, item: T) -> Self {
        if self.len >= self.slots.capacity {
            too_many();
        }
        // SAFETY: `len` is below `capacity`, so this is one of the slots that begin at `start`.
        let slot = unsafe { self.slots.start.add(self.len) };
        // SAFETY: the slot is valid, exclusively this value's, and not initialised yet, so nothing is overwritten.
        unsafe { slot.write(item) };
        self.len += 1;
        self
    }

    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let iter = iter.into_iter();
        let room = self.slots.capacity - self.len;
        let (least, most) = iter.size_hint();
        if most != Some(least) || least > room {
            // No telling how many will come.
            return feed_all(self, iter, &Self::consume);
        }
        // SAFETY: (1) `fill` counts the slots it has filled.
        unsafe { self.put(least, |slots, count| fill(slots, iter, count)) };
        self
    }

    #[inline]
    fn consume_exact<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let iter = iter.into_iter();
        let (least, _) = iter.size_hint();
        if least > self.slots.capacity - self.len {
            too_many();
        }
        // SAFETY: (1) `fill_exact` counts the slots it has filled.
        unsafe { self.put(least, |slots, count| fill_exact(slots, iter, count)) };
        self
    }

    const TAKES_ONE: bool = true;
    const HAS_SLOTS: bool = true;
    const NEVER_FULL: bool = true;

    #[inline]
    unsafe fn put<R>(
        &mut self,
        most: usize,
        put: impl FnOnce(&mut [MaybeUninit<T>], &mut usize) -> R,
    ) -> R {
        let room = self.slots.capacity - self.len;
        // SAFETY: `len` never exceeds `capacity`, so the result is within or one past the slots.
        let first = unsafe { self.slots.start.add(self.len) };
        // SAFETY: the `room` slots from `first` on are free and exclusively this value's by the invariant of `Slots::start`;
        // `MaybeUninit` needs no initialisation, and nothing else looks at them before `len` covers them.
        let free = unsafe { slice::from_raw_parts_mut(first.cast(), room.min(most)) };
        let mut growth = Growth {
            len: &mut self.len,
            more: 0,
        };
        put(free, &mut growth.more)
    }

    fn consume_over<U, M>(mut self, mut items: ReusedItems<U>, mut make: M) -> Self
    where
        M: FnMut(U) -> T,
    {
        let len = items.len();
        let next = self.slots.start.wrapping_add(self.len);
        if !items.lie_at(next) || len > self.slots.capacity - self.len {
            while let Some(item) = items.take() {
                self = self.consume(make(item));
            }
            return self;
        }
        let turn = |slots: &mut [MaybeUninit<T>], made: &mut usize| {
            // SAFETY: (1) as asked above: these are the next slots; the items are the folder's now. (2) They have just come.
            unsafe { Turn { made, items }.run(slots, make) };
        };
        // SAFETY: (1) `Turn` counts what has become others.
        unsafe { self.put(len, turn) };
        self
    }

    #[inline]
    fn complete(self) -> Self {
        self
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

/// A length that learns of more items when this ends, however it ends.
pub(crate) struct Growth<'f> {
    pub(crate) len: &'f mut usize,
    pub(crate) more: usize,
}

impl Drop for Growth<'_> {
    #[inline]
    fn drop(&mut self) {
        *self.len += self.more;
    }
}

/// How many items fill a vector register, or one if none do.
pub(crate) const fn in_register<T>() -> usize {
    match size_of::<T>() {
        size @ 1..=16 => 16 / size,
        _ => 1,
    }
}

/// Puts items into as many slots, and counts them, which begins with none.
///
/// Not inlined: what is borrowed exclusively by a function's parameter is known to be nothing that `items` read. So what their
/// closures borrow is read once and not for each item, and the loop can be vectorised.
#[inline(never)]
fn fill<T>(slots: &mut [MaybeUninit<T>], mut items: impl Iterator<Item = T>, count: &mut usize) {
    let len = slots.len();
    // The caller knows this. But here it tells the compiler that the check in the loop is in vain.
    if items.size_hint() != (len, Some(len)) {
        return;
    }
    if const { !mem::needs_drop::<T>() } {
        // A panic leaves nothing to drop, so that nobody need know meanwhile how far it went.
        let mut filled = 0;
        // Behind a first item whatever closures borrow has been read, however many pointers lie in between. Without one it would be read in
        // the loop, behind the check, and not dared to be read ahead of that. Some more of them, so that what a register holds does not lie across
        // two lines.
        let head = const { in_register::<T>() }.min(len);
        while filled < head {
            let Some(item) = items.next() else { break };
            slots[filled].write(item);
            filled += 1;
        }
        for item in items {
            if filled == len {
                too_many();
            }
            slots[filled].write(item);
            filled += 1;
        }
        *count = filled;
        return;
    }
    // Not by `for_each`, which std often compiles apart from this.
    for item in items {
        if *count == len {
            too_many();
        }
        slots[*count].write(item);
        *count += 1;
    }
}

/// As [`fill`], for items of which there are as many as slots, and no more are looked for. So std may walk both by one index, without
/// a check for each item.
#[inline(never)]
fn fill_exact<T>(slots: &mut [MaybeUninit<T>], items: impl Iterator<Item = T>, count: &mut usize) {
    let filling = slots.iter_mut().zip(items);
    if const { !mem::needs_drop::<T>() } {
        let mut filled = 0;
        for (slot, item) in filling {
            slot.write(item);
            filled += 1;
        }
        *count = filled;
        return;
    }
    for (slot, item) in filling {
        slot.write(item);
        *count += 1;
    }
}

#[cold]
#[inline]
pub(crate) fn too_many() -> ! {
    panic!("too many values: the iterator yielded more items than its length says");
}

/// Puts neighbouring runs together.
pub(crate) struct Neighbours;

impl<'c, T> Reducer<Filled<'c, T>> for Neighbours {
    #[inline]
    fn reduce(self, mut left: Filled<'c, T>, right: Filled<'c, T>) -> Filled<'c, T> {
        // Where items are missing in between, the right ones are dropped; `finish` will notice.
        let end = left.slots.start.wrapping_add(left.slots.capacity);
        if left.len == left.slots.capacity && ptr::eq(end, right.slots.start) {
            left.slots.capacity += right.slots.capacity;
            left.len += right.len;
            mem::forget(right);
        } else {
            // Not on the way out, where a panic in dropping it would leak the left ones.
            drop(right);
        }
        left
    }
}
