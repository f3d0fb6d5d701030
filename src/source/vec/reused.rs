//! The producer for the items of a vector whose memory others write to meanwhile, behind it: it hands on what it has copied, and never borrows what
//! lies in the vector.

use super::drain::OwnedProducer;
use crate::plumbing::{Folder, Producer};
use std::iter::Empty;
use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::ptr::{self, NonNull};
use std::slice;

/// What items are copied to, some at a time: the nearest cache holds it.
type Aside = [u128; 256];
/// Larger items are handed on one by one.
const LARGE: usize = size_of::<Aside>() / 16;

/// Items that are taken out from the first one on.
pub(super) struct ReusedItems<T> {
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
    pub(super) unsafe fn new(start: NonNull<T>, len: usize) -> Self {
        ReusedItems {
            start,
            len,
            marker: PhantomData,
        }
    }

    /// The items from `index` on, which this value lets go of.
    fn cut(&mut self, index: usize) -> Self {
        assert!(index <= self.len, "split at {index} of {} items", self.len);
        let len = mem::replace(&mut self.len, index) - index;
        ReusedItems {
            // SAFETY: within or one past the items.
            start: unsafe { self.start.add(index) },
            len,
            marker: PhantomData,
        }
    }

    /// Moves all items to `aside`.
    ///
    /// # Safety
    ///
    /// 1. There are places for as many, which nobody else uses as long as the result lives.
    unsafe fn into_aside<'a>(mut self, aside: *mut T) -> OwnedProducer<'a, T>
    where
        T: 'a,
    {
        let count = mem::take(&mut self.len);
        // SAFETY: so many items begin at `start`; by (1) there are places for them, elsewhere.
        unsafe { ptr::copy_nonoverlapping(self.start.as_ptr(), aside, count) };
        // SAFETY: they are there now, and by (1) nobody else uses them.
        let items = unsafe { slice::from_raw_parts_mut(aside, count) };
        // SAFETY: (1) this value has let go of what it copied them from.
        unsafe { OwnedProducer::new(items) }
    }

    /// The only item.
    fn into_one(mut self) -> T {
        assert!(mem::take(&mut self.len) == 1, "an item is handed on alone");
        // SAFETY: there was one item, which this value has just let go of.
        unsafe { self.start.read() }
    }
}

impl<T> Drop for ReusedItems<T> {
    fn drop(&mut self) {
        let items = ptr::slice_from_raw_parts_mut(self.start.as_ptr(), mem::take(&mut self.len));
        // SAFETY: they are initialised, and owned by this value, which has just let go of them.
        unsafe { ptr::drop_in_place(items) };
    }
}

impl<T: Send> Producer for ReusedItems<T> {
    type Item = T;
    type IntoIter = Empty<T>;

    /// Not by any driver: it would be asked how many items there are, and memory be claimed for all of them.
    fn into_iter(self) -> Empty<T> {
        unreachable!("drivers fold what producers have")
    }

    fn split_at(mut self, index: usize) -> (Self, Self) {
        let right = self.cut(index);
        (self, right)
    }

    fn fold_with<F>(mut self, mut folder: F) -> F
    where
        F: Folder<T>,
    {
        let mut aside = MaybeUninit::<Aside>::uninit();
        let most = match size_of::<T>() {
            1..=LARGE if align_of::<T>() <= align_of::<Aside>() => {
                size_of::<Aside>() / size_of::<T>()
            }
            _ => 1,
        };
        while self.len > 0 && !folder.full() {
            let rest = self.cut(most.min(self.len));
            let piece = mem::replace(&mut self, rest);
            if most == 1 {
                folder = folder.consume(piece.into_one());
                continue;
            }
            // SAFETY: (1) `aside` is large enough for `most` of them, and as aligned; it is used for those of one piece at a time.
            let items = unsafe { piece.into_aside(aside.as_mut_ptr().cast()) };
            folder = folder.consume_iter(items.into_iter());
        }
        folder
    }
}
