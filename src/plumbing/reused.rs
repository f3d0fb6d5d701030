//! The items of a vector whose memory others write to meanwhile, behind them: whoever takes them has their slots for what is made of them.

use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::ptr::{self, NonNull};
use std::slice;

/// Items of so many bytes are written in less time than it takes to jump over them by mistake.
pub(crate) const SMALL_BYTES: usize = 32;

/// Items that are taken out from the first one on.
#[derive(Debug)]
pub struct ReusedItems<T> {
    /// The first of `len` items, which this value alone owns, and drops if they are not taken. Others may write to the memory before, but not to
    /// that of these.
    start: NonNull<T>,
    len: usize,
    marker: PhantomData<T>,
}

// SAFETY: it owns items, and may go where they may.
unsafe impl<T: Send> Send for ReusedItems<T> {}

impl<T> ReusedItems<T> {
    /// Takes over the items.
    ///
    /// # Safety
    ///
    /// 1. `len` items begin at `start`, and nobody else owns them.
    /// 2. Their memory outlives the result and what it is split into, and nobody but these touches that of an item which has not been taken.
    pub(crate) unsafe fn new(start: NonNull<T>, len: usize) -> Self {
        ReusedItems {
            start,
            len,
            marker: PhantomData,
        }
    }

    /// How many there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Where the first one is, if an `R` fits there.
    pub(crate) fn place<R>(&self) -> Option<*mut R> {
        let alike = size_of::<T>() == size_of::<R>() && align_of::<T>() == align_of::<R>();
        alike.then_some(self.start.as_ptr().cast())
    }

    /// Whether that is this place.
    pub(crate) fn lie_at<R>(&self, place: *const R) -> bool {
        self.place::<R>().is_some_and(|first| ptr::eq(first, place))
    }

    /// The items from `index` on, which this value lets go of.
    ///
    /// # Panics
    ///
    /// If there are fewer.
    pub(crate) fn cut(&mut self, index: usize) -> Self {
        assert!(index <= self.len, "split at {index} of {} items", self.len);
        let len = mem::replace(&mut self.len, index) - index;
        ReusedItems {
            // SAFETY: within or one past the items.
            start: unsafe { self.start.add(index) },
            len,
            marker: PhantomData,
        }
    }

    /// The first one.
    pub(crate) fn take(&mut self) -> Option<T> {
        let rest = self.cut(self.len.min(1));
        let mut first = mem::replace(self, rest);
        // SAFETY: there is one item if one was let go of just now, by the value it had belonged to.
        (mem::take(&mut first.len) == 1).then(|| unsafe { first.start.read() })
    }
}

impl<T> Drop for ReusedItems<T> {
    fn drop(&mut self) {
        let items = ptr::slice_from_raw_parts_mut(self.start.as_ptr(), mem::take(&mut self.len));
        // SAFETY: they are initialised, and owned by this value, which has just let go of them.
        unsafe { ptr::drop_in_place(items) };
    }
}

/// Items on their way to become others in the same slots.
pub(crate) struct Turn<'c, T> {
    /// So many of the first ones have become others, and the one behind may be on its way.
    pub(crate) made: &'c mut usize,
    pub(crate) items: ReusedItems<T>,
}

impl<T> Turn<'_, T> {
    /// Makes of each what `make` does.
    ///
    /// # Safety
    ///
    /// 1. The slots are those of the items, and nobody else uses them meanwhile.
    /// 2. None has become another yet.
    pub(crate) unsafe fn run<R>(self, slots: &mut [MaybeUninit<R>], make: impl FnMut(T) -> R) {
        // SAFETY: (1) by (1); and as the items are let go of as they are counted, each is there.
        unsafe { turn(slots, make, self.made) };
    }
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        let gone = self.items.len.min(*self.made + 1);
        let rest = self.items.cut(gone);
        // What is gone belongs to others, or was dropped by who panicked.
        self.items.len = 0;
        drop(rest);
    }
}

/// Makes what is in each slot into what is to be there, and counts in `made`, which begins with none.
///
/// Not inlined: what is borrowed exclusively by a function's parameter is known to be nothing that `make` reads. And as items come from where
/// results go, by one pointer, the loop can be vectorised, which with two of them no compiler dares.
///
/// # Safety
///
/// 1. Each slot holds a `T`, as large as an `R`, and as aligned, that nobody else uses.
#[inline(never)]
unsafe fn turn<T, R>(slots: &mut [MaybeUninit<R>], mut make: impl FnMut(T) -> R, made: &mut usize) {
    // A panic leaves nothing to drop, so that nobody need know meanwhile how far it went.
    let plain = const { !mem::needs_drop::<T>() && !mem::needs_drop::<R>() };
    let len = slots.len();
    for slot in slots {
        // SAFETY: (1) says so; what was read is overwritten, or not looked at again.
        let item = unsafe { slot.as_ptr().cast::<T>().read() };
        slot.write(make(item));
        if !plain {
            *made += 1;
        }
    }
    *made = len;
}

/// Items that are sifted into the first of some slots, of which theirs are the last.
pub(crate) struct Sift<'c, T> {
    /// How many there are in those slots.
    pub(crate) left: &'c mut usize,
    pub(crate) items: ReusedItems<T>,
}

impl<T> Sift<'_, T> {
    /// Puts what `make` makes of each there, from slot number `left` on, and counts it, until it is `closed` by one of which nothing is made.
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
        while let Some(item) = items.take() {
            match make(item) {
                Some(item) => {
                    // SAFETY: as many slots at least have been given up as items are left of them, by (2), so that it is one of those.
                    let slot = unsafe { start.add(*left) };
                    // SAFETY: it is this value's, by (1), and what was there has been taken.
                    unsafe { slot.write(item) };
                    *left += 1;
                }
                None if closed() => return,
                None => {}
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

/// Puts what `make` makes of the last `len` of them into the first slots, and counts it, until it is `closed` by one of which nothing is made.
///
/// # Safety
///
/// 1. Each of the last `len` slots holds a `T`, as large as an `R`, and as aligned, and neither needs to be dropped.
unsafe fn sift<T, R>(
    slots: &mut [MaybeUninit<R>],
    len: usize,
    mut make: impl FnMut(T) -> Option<R>,
    closed: impl Fn() -> bool,
) -> usize {
    let (mut from, mut left) = (slots.len() - len, 0);
    let (mut run, mut alike) = (FIRST_RUN, false);
    while from < slots.len() && !closed() {
        let to = slots.len().min(from + run);
        let sift = match alike {
            true => sift_run::<true, _, _, _, _>,
            false => sift_run::<false, _, _, _, _>,
        };
        // SAFETY: (1) by (1); no more are left than have been read before.
        let more = unsafe { sift(&mut slots[..to], left, from, &mut make, &closed) };
        alike = more.min(to - from - more) * RARE < to - from;
        run = (run * 4).min(MOST_RUN);
        (from, left) = (to, left + more);
    }
    left
}

/// Puts what `make` makes of those from number `from` on into the slots from number `left` on, and counts it: by a jump over what is not there, or without, so
/// that it is put behind the last one in any case, and counted if it is there, since a jump that depends on that would be guessed wrong as often as not.
///
/// Not inlined, as [`turn`].
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
