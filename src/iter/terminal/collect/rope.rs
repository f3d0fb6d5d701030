//! Collecting an unknown number of items: every block fills a rope of chunks; the ropes are tied together in order, and at the
//! end all chunks move to their places in parallel.
//!
//! Invariant: at no time do slack and copies add up to much more than the result itself: a chunk is at most an eighth of what
//! its rope already holds (above a small minimum), and is freed as soon as it has moved.

use crate::iter::ParallelIterator;
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer, feed};
use crate::task::join::{in_pool, join_context};
use std::collections::LinkedList;
use std::mem::{self, MaybeUninit};
use std::ops::ControlFlow;
use std::ptr;

/// Chunks in order. Appending one rope to another takes constant time.
pub(crate) type Rope<T> = LinkedList<Vec<T>>;

/// Up to so many bytes a chunk grows as a vector does; further chunks are allocated at their final size.
const FIRST_CHUNK_BYTES: usize = 16 * 1024;

/// Below so many bytes, copying in parallel gains nothing.
const PARALLEL_COPY_BYTES: usize = 256 * 1024;

/// All items in order, in as many chunks as came about.
pub(crate) fn collect_rope<I>(par_iter: I) -> Rope<I::Item>
where
    I: ParallelIterator,
{
    par_iter.drive_unindexed(RopeConsumer)
}

/// Moves all items of the rope behind those of `vec`.
pub(crate) fn append<T: Send>(vec: &mut Vec<T>, rope: Rope<T>) {
    let mut chunks: Vec<Vec<T>> = rope.into_iter().collect();
    if vec.capacity() == 0 && chunks.len() == 1 {
        *vec = chunks.swap_remove(0);
        return;
    }
    let more = chunks.iter().map(Vec::len).sum();
    vec.reserve(more);
    let target = &mut vec.spare_capacity_mut()[..more];
    if mem::size_of_val(target) <= PARALLEL_COPY_BYTES {
        place_in_order(&mut chunks, target);
    } else {
        in_pool(|_| place(&mut chunks, target));
    }
    let total = vec.len() + more;
    // SAFETY: `place` has moved `more` items into the slots behind the present length, which `reserve` made room for.
    unsafe { vec.set_len(total) };
}

/// Moves the chunks to `target`, which is just as long, in parallel.
fn place<T: Send>(chunks: &mut [Vec<T>], target: &mut [MaybeUninit<T>]) {
    if chunks.len() < 2 || mem::size_of_val(target) <= PARALLEL_COPY_BYTES / 2 {
        return place_in_order(chunks, target);
    }
    // Cuts where about half of the items lie on either side, so that neither side is empty.
    let mut before = chunks[0].len();
    let mut cut = 1;
    while cut + 1 < chunks.len() && before + chunks[cut].len() <= target.len() / 2 {
        before += chunks[cut].len();
        cut += 1;
    }
    let (left_chunks, right_chunks) = chunks.split_at_mut(cut);
    let (left, right) = target.split_at_mut(before);
    join_context(|_| place(left_chunks, left), |_| place(right_chunks, right));
}

/// Moves the chunks to `target`, which is just as long, and frees each as soon as it is empty.
fn place_in_order<T>(chunks: &mut [Vec<T>], mut target: &mut [MaybeUninit<T>]) {
    for chunk in chunks {
        let mut chunk = mem::take(chunk);
        let (slots, rest) = target.split_at_mut(chunk.len());
        let from: *const T = chunk.as_ptr();
        let to: *mut T = slots.as_mut_ptr().cast();
        // SAFETY: `from` is valid for the `chunk`'s items and `to` for as many, since `slots` has that length; they belong to
        // different vectors. The items are not used again through `chunk`, whose length is set to nothing next.
        unsafe { ptr::copy_nonoverlapping(from, to, slots.len()) };
        // SAFETY: no length is shorter than none; the items have moved.
        unsafe { chunk.set_len(0) };
        target = rest;
    }
}

/// Makes a rope.
struct RopeConsumer;

impl<T: Send> Consumer<T> for RopeConsumer {
    type Folder = RopeFolder<T>;
    type Reducer = Self;
    type Result = Rope<T>;

    fn split_at(self, _index: usize) -> (Self, Self, Self) {
        (RopeConsumer, RopeConsumer, RopeConsumer)
    }

    fn into_folder(self) -> RopeFolder<T> {
        RopeFolder {
            full: LinkedList::new(),
            full_len: 0,
            last: Vec::new(),
        }
    }

    fn full(&self) -> bool {
        false
    }
}

impl<T: Send> UnindexedConsumer<T> for RopeConsumer {
    fn split_off_left(&self) -> Self {
        RopeConsumer
    }

    fn to_reducer(&self) -> Self {
        RopeConsumer
    }
}

impl<T> Reducer<Rope<T>> for RopeConsumer {
    fn reduce(self, mut left: Rope<T>, mut right: Rope<T>) -> Rope<T> {
        left.append(&mut right);
        left
    }
}

struct RopeFolder<T> {
    /// Chunks that are full.
    full: Rope<T>,
    /// How many items those hold.
    full_len: usize,
    /// The chunk that is being filled.
    last: Vec<T>,
}

impl<T> RopeFolder<T> {
    /// The length up to which the first chunk grows.
    const FIRST_CHUNK: usize = if mem::size_of::<T>() == 0 {
        usize::MAX
    } else if mem::size_of::<T>() < FIRST_CHUNK_BYTES {
        FIRST_CHUNK_BYTES / mem::size_of::<T>()
    } else {
        1
    };

    fn push(&mut self, item: T) {
        if self.last.len() == self.last.capacity() && self.last.len() >= Self::FIRST_CHUNK {
            self.start_chunk();
        }
        self.last.push(item);
    }

    #[cold]
    fn start_chunk(&mut self) {
        self.full_len += self.last.len();
        let next = Vec::with_capacity((self.full_len / 8).max(Self::FIRST_CHUNK));
        self.full.push_back(mem::replace(&mut self.last, next));
    }
}

impl<T: Send> Folder<T> for RopeFolder<T> {
    type Result = Rope<T>;

    fn consume(mut self, item: T) -> Self {
        self.push(item);
        self
    }

    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        feed(
            self,
            iter,
            |_| false,
            |mut folder, item| {
                folder.push(item);
                ControlFlow::Continue(folder)
            },
        )
    }

    fn complete(mut self) -> Rope<T> {
        if self.last.capacity() - self.last.len() > self.last.len() / 8 {
            self.last.shrink_to_fit();
        }
        if !self.last.is_empty() {
            self.full.push_back(self.last);
        }
        self.full
    }

    fn full(&self) -> bool {
        false
    }
}
