//! The items of a vector whose memory others write to meanwhile, behind them: whoever takes them has their slots for what is made of them.

mod sift;

pub(crate) use sift::{SMALL_BYTES, Sift};

use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::ptr::{self, NonNull};

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
