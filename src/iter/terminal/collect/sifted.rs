//! Collecting what is left of a vector's items, or made of those: its memory becomes that of the result, as in std. Each folder moves what
//! it is given up to what it has, and in the end what the folders have is moved together.
//!
//! Invariant: the slots of a run, and those of the items that have come to it, are touched by nobody else.

use crate::iter::ParallelIterator;
use crate::plumbing::{
    Aim, Buffer, Consumer, Folder, Reducer, ReusedItems, Sift, UnindexedConsumer,
};
use std::{mem, ptr};

/// Results that take less than one in so many slots get memory of their own ...
const FEW: usize = 4;
/// ... if otherwise so many bytes would be kept in vain.
const KEPT_BYTES: usize = 64 * 1024;

/// Whether the items are left of those of a vector, in whose slots they fit.
pub(super) const fn fits<I: ParallelIterator>() -> bool {
    match I::LEFT_OF {
        Some(shape) => shape.fits::<I::Item>(),
        None => false,
    }
}

/// All items, in order.
///
/// # Panics
///
/// If they do not [`fit`](fits).
pub(super) fn collect<I: ParallelIterator>(par_iter: I) -> Vec<I::Item> {
    assert!(fits::<I>(), "the items are not left of such ones");
    // SAFETY: (1) as asserted. (2) A folder writes to the slots of what it was given.
    let (runs, buffer) = unsafe { par_iter.drive_over(|_| SiftedConsumer) };
    runs.close_up(buffer)
}

/// Makes [`Runs`].
struct SiftedConsumer;

/// Items one behind the other.
struct Run<T> {
    /// The first of `len` items that this value owns. From there on there are `reach` slots that are its own, theirs the first.
    start: *mut T,
    len: usize,
    reach: usize,
}

// SAFETY: it owns items, and may go where they may.
unsafe impl<T: Send> Send for Run<T> {}

impl<T> Run<T> {
    /// None, at that place.
    fn at(start: *mut T) -> Self {
        Run {
            start,
            len: 0,
            reach: 0,
        }
    }
}

impl<T> Drop for Run<T> {
    fn drop(&mut self) {
        let items = ptr::slice_from_raw_parts_mut(self.start, self.len);
        // SAFETY: they are initialised, and owned by this value, which ends here.
        unsafe { ptr::drop_in_place(items) };
    }
}

/// Runs in the order of their slots; folder and result in one.
struct Runs<T> {
    /// None of them empty.
    closed: Vec<Run<T>>,
    last: Run<T>,
}

impl<T> Runs<T> {
    fn close_last(&mut self, next: Run<T>) {
        let last = mem::replace(&mut self.last, next);
        if last.len > 0 {
            self.closed.push(last);
        }
    }

    /// The items, in the memory where they lie, or in memory of their own if they are few.
    fn close_up(mut self, buffer: Buffer) -> Vec<T> {
        let Some(start) = buffer.slots::<T>() else {
            unreachable!("they lie in such slots");
        };
        self.close_last(Run::at(ptr::dangling_mut()));
        let (mut len, mut end) = (0, start.cast_const());
        for run in self.closed {
            assert!(
                end <= run.start,
                "parts must be put together in their order"
            );
            // SAFETY: no more items than slots lie ahead, so that it is one of the slots.
            let place = unsafe { start.add(len) };
            // SAFETY: as many items are there as it counts, which it owns, and so it does the slots from `place` to those: what was in them has been
            // moved on, or dropped.
            unsafe { ptr::copy(run.start, place, run.len) };
            len += run.len;
            // As far as its slots go, which lie in the buffer.
            end = run.start.wrapping_add(run.reach);
            mem::forget(run);
        }
        // SAFETY: (1) `slots` has asked. (2) They were put there just now, and nobody else owns them.
        let mut vec = unsafe { buffer.into_vec::<T>(len) };
        let kept = (vec.capacity() - len).saturating_mul(size_of::<T>());
        if vec.capacity() / FEW > len && kept >= KEPT_BYTES {
            // Not given back in part: see `Rope::trim`.
            let mut own = Vec::with_capacity(len);
            own.append(&mut vec);
            return own;
        }
        vec
    }
}

impl<T: Send> Folder<T> for Runs<T> {
    type Result = Self;

    fn consume(self, _: T) -> Self {
        unreachable!("items come with their slots");
    }

    fn consume_sifted<U, M, S>(mut self, items: ReusedItems<U>, make: M, closed: S) -> Self
    where
        M: FnMut(U) -> Option<T>,
        S: Fn() -> bool,
    {
        let Some(place) = items.place::<T>() else {
            unreachable!("the items that are left fit");
        };
        let Run { start, reach, .. } = self.last;
        if !ptr::eq(start.wrapping_add(reach), place) {
            self.close_last(Run::at(place));
        }
        let Run { start, len, reach } = &mut self.last;
        let before = mem::replace(reach, *reach + items.len());
        let sift = Sift { left: len, items };
        // SAFETY: (1) the slots before are the run's, the items were given away, and their slots lie behind. (2) So says the field.
        unsafe { sift.run(*start, before, make, closed) };
        self
    }

    const NEVER_FULL: bool = true;

    #[inline]
    fn complete(self) -> Self {
        self
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

/// Lines runs up.
struct LineUp;

impl<T> Reducer<Runs<T>> for LineUp {
    fn reduce(self, mut left: Runs<T>, right: Runs<T>) -> Runs<T> {
        for run in right.closed.into_iter().chain([right.last]) {
            left.close_last(run);
        }
        left
    }
}

impl<T: Send> Consumer<T> for SiftedConsumer {
    type Folder = Runs<T>;
    type Reducer = LineUp;
    type Result = Runs<T>;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, LineUp) {
        (SiftedConsumer, SiftedConsumer, LineUp)
    }

    #[inline]
    fn into_folder(self) -> Runs<T> {
        Runs {
            closed: Vec::new(),
            last: Run::at(ptr::dangling_mut()),
        }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T: Send> UnindexedConsumer<T> for SiftedConsumer {
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        SiftedConsumer
    }

    #[inline]
    fn to_reducer(&self) -> LineUp {
        LineUp
    }

    #[inline]
    fn aim(&self) -> Aim {
        Aim::Gather
    }
}
