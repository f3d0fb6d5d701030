//! Collecting an unknown number of items: every block fills a rope of chunks; the ropes are tied together in order, and at the
//! end all chunks move to their places in parallel.
//!
//! Invariant: at no time do slack and copies add up to much more than the result itself: a chunk is at most an eighth of what
//! its rope already holds (above a small minimum, and except for the first), and is freed as soon as it has moved.

use super::in_place::Growth;
use crate::iter::ParallelIterator;
use crate::plumbing::{Aim, Consumer, Folder, Reducer, UnindexedConsumer};
use std::cell::Cell;
use std::mem::{self, MaybeUninit};
use std::ptr;
use tine_core::{engine::in_pool, join_context};
use tine_kernels::base::{heap, pages};

/// Up to so many bytes the first chunk of a rope grows by doubling, as a vector does: if all items are in it, it is the result, and none is
/// copied. Further chunks are allocated at their final size.
const GROWN_BYTES: usize = 2 * 1024 * 1024;

/// A further chunk has no fewer bytes than this.
const CHUNK_BYTES: usize = 64 * 1024;

/// Up to so many bytes together, neighbouring chunks of two blocks become one: no more than that is copied twice.
const JOINT_BYTES: usize = 128 * 1024;

/// So few bytes of a chunk may be left empty.
const SLACK_BYTES: usize = 2048;

/// A chunk begins with so many bytes, or with room for an item.
const FIRST_BYTES: usize = 128;

/// The first chunk grows into a result of up to so many bytes of which it holds one item in so many or more. Less memory is given back at once
/// then: of much, an allocator returns some to the system, which takes longer to hand it out again than all items took.
const GROWING_BYTES: usize = PARALLEL_COPY_BYTES;
const GROWING_PART: usize = 4;

/// Below so many bytes, copying in parallel gains nothing.
const PARALLEL_COPY_BYTES: usize = 256 * 1024;

/// Fewer items than this are pushed one by one, even if their number is known: what the vector knows takes longer than they.
pub(crate) const FEW: usize = 16;

/// Items of so many bytes are written in less time than it takes to jump over them by mistake.
pub(crate) const SMALL_BYTES: usize = 32;

/// All items in order, in as many chunks as came about.
pub(crate) fn collect_rope<I>(par_iter: I) -> Rope<I::Item>
where
    I: ParallelIterator,
{
    par_iter.drive_unindexed(RopeConsumer::new())
}

/// Moves all items of the rope behind those of `vec`.
pub(crate) fn append<T: Send>(vec: &mut Vec<T>, rope: Rope<T>) {
    if vec.capacity() == 0 && rope.closed.is_empty() {
        *vec = rope.last;
        return;
    }
    let mut chunks = rope.into_chunks();
    let mut more = chunks.iter().map(Vec::len).sum();
    let mut placed = 0;
    if let Some(first) = chunks.first_mut()
        && vec.capacity() == 0
        && more <= Rope::<T>::fitting(GROWING_BYTES)
        && first.len() >= more / GROWING_PART
    {
        more -= first.len();
        placed = 1;
        *vec = mem::take(first);
        vec.reserve_exact(more);
    } else {
        // In a larger result it is worth it, and harmless: the allocator gets that back.
        if more > Rope::<T>::GROWN {
            chunks.first_mut().into_iter().for_each(trim);
        }
        vec.reserve(more);
    }
    heap::will_return(mem::size_of_val(&vec[..]).saturating_add(more * mem::size_of::<T>()));
    let chunks = &mut chunks[placed..];
    let target = &mut vec.spare_capacity_mut()[..more];
    pages::will_fill(target);
    if mem::size_of_val(target) <= PARALLEL_COPY_BYTES {
        place_in_order(chunks, target);
    } else {
        in_pool(|_| place(chunks, target));
    }
    let total = vec.len() + more;
    // SAFETY: `place` has moved `more` items into the slots behind the present length, for which there was room.
    unsafe { vec.set_len(total) };
}

/// Gives back what a chunk has too much.
fn trim<T>(chunk: &mut Vec<T>) {
    let slack = chunk.capacity() - chunk.len();
    if slack > chunk.len() / 8 && slack.saturating_mul(mem::size_of::<T>()) > SLACK_BYTES {
        chunk.shrink_to_fit();
    }
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

/// Items in order, in chunks. It is the result of a block and of several.
pub(crate) struct Rope<T> {
    /// Chunks that are closed, none of them empty.
    closed: Vec<Vec<T>>,
    /// How many items those hold.
    closed_len: usize,
    /// The last chunk, still open.
    last: Vec<T>,
    /// The result begins with it.
    leads: bool,
}

impl<T> Rope<T> {
    /// The length from which on the first chunk is full rather than growing. Items of no size are never too many.
    const GROWN: usize = Self::fitting(GROWN_BYTES);

    /// The least room of a further chunk.
    const CHUNK: usize = Self::fitting(CHUNK_BYTES);

    /// So many items are few enough to have room for them in vain.
    const SLACK: usize = Self::fitting(SLACK_BYTES);

    /// The first room in a chunk is for so many items.
    const FIRST: usize = Self::fitting(FIRST_BYTES);

    /// The length up to which two chunks are made one.
    const JOINT: usize = Self::fitting(JOINT_BYTES);

    /// How many items fit so many bytes; at least one.
    const fn fitting(bytes: usize) -> usize {
        match mem::size_of::<T>() {
            0 => usize::MAX,
            size if size < bytes => bytes / size,
            _ => 1,
        }
    }

    /// The one with which the result begins, if it `leads`.
    fn new(leads: bool) -> Self {
        Rope {
            closed: Vec::new(),
            closed_len: 0,
            last: Vec::new(),
            leads,
        }
    }

    /// All chunks, none of them empty.
    pub(crate) fn into_chunks(mut self) -> Vec<Vec<T>> {
        self.close_last();
        self.closed
    }

    /// The place behind the last item.
    pub(crate) fn tail(&mut self) -> Tail<'_, T> {
        Tail::new(&mut self.last)
    }

    #[inline]
    fn push(&mut self, item: T) {
        if self.last.len() == self.last.capacity() {
            self.make_room(1);
        }
        self.last.push(item);
    }

    /// Appends what is there of many items, until `closed` is true, which is asked after each.
    #[inline]
    fn extend_some<I, S>(&mut self, mut items: I, closed: S)
    where
        I: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        loop {
            let left_over = self.tail().fill(items, &closed);
            let Some((item, others)) = left_over else {
                return;
            };
            items = others;
            self.make_room_for_some(items.size_hint().1.unwrap_or(0));
            self.last.push(item);
            if closed() {
                return;
            }
        }
    }

    /// Appends many items.
    #[inline(never)]
    fn extend<I: Iterator<Item = T>>(&mut self, items: I) {
        match items.size_hint() {
            // No more than fit a chunk: the vector knows best how to take them.
            (count, Some(most)) if count == most && count <= Self::GROWN => {
                if count > self.last.capacity() - self.last.len() {
                    self.make_room(count);
                }
                self.last.extend(items);
            }
            _ => items.for_each(|item| self.push(item)),
        }
    }

    /// Makes room for one item or more, of which there may be up to `most`. Few reallocations for few items: what is left empty is
    /// little, or given back.
    fn make_room_for_some(&mut self, most: usize) {
        let len = self.last.len();
        let room = most.min(Self::SLACK);
        self.make_room(room.min(self.grown().saturating_sub(len)).max(1));
    }

    /// Makes the last chunk larger by at least `count`, or begins another one that has room for as many.
    #[cold]
    #[inline(never)]
    pub(crate) fn make_room(&mut self, count: usize) {
        let len = self.last.len();
        let grown = self.grown();
        if count <= grown.saturating_sub(len) {
            self.last
                .reserve_exact(count.max(len).max(Self::FIRST).min(grown - len));
        } else {
            self.trim();
            self.close_last();
            self.last
                .reserve_exact((self.closed_len / 8).max(Self::CHUNK).max(count));
        }
    }

    /// The length up to which the last chunk grows.
    fn grown(&self) -> usize {
        match (self.closed_len, self.leads) {
            (0, true) => Self::GROWN,
            (0, false) => Self::CHUNK,
            _ => 0,
        }
    }

    fn close_last(&mut self) {
        if !self.last.is_empty() {
            self.closed_len += self.last.len();
            self.closed.push(mem::take(&mut self.last));
        }
    }

    /// How many bytes the first chunk of all has: beyond that one moves what is written in any case.
    pub(crate) fn written(&self) -> usize {
        if !self.leads {
            return 0;
        }
        let items = self.closed.first().unwrap_or(&self.last);
        mem::size_of_val(&items[..])
    }

    /// Gives back what the last chunk has too much, unless that is the first of all. glibc maps what is larger than all that it ever got back:
    /// shrunk, a chunk that was mapped would be mapped anew at each call, which takes longer than to fill it.
    pub(crate) fn trim(&mut self) {
        if !self.leads || self.closed_len > 0 {
            trim(&mut self.last);
        }
    }

    /// Appends another rope. Small ones are copied, so that many small ones do not become many small chunks.
    fn append(&mut self, mut other: Self) {
        let joint = self.last.len().saturating_add(other.last.len());
        if other.closed.is_empty() && joint <= Self::JOINT {
            if joint > self.last.capacity() {
                let len = self.last.len();
                self.last
                    .reserve_exact(len.max(other.last.len()).min(Self::JOINT - len));
            }
            self.last.append(&mut other.last);
            return;
        }
        self.trim();
        self.close_last();
        self.closed.append(&mut other.closed);
        self.closed_len += other.closed_len;
        self.last = other.last;
    }
}

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
    pub(crate) fn room(&mut self) -> (&mut [MaybeUninit<T>], &mut usize) {
        (self.vec.spare_capacity_mut(), &mut self.more)
    }

    /// Takes items where they are there, until there are no more or `closed` is true after one; or returns the one for which there
    /// is no room, and the others.
    #[inline]
    fn fill<I, S>(&mut self, items: I, closed: &S) -> Option<(T, I)>
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
    let is_small = const { mem::size_of::<T>() <= SMALL_BYTES };
    let mut items = items;
    let mut filled = Growth {
        len: count,
        more: 0,
    };
    while let Some(item) = items.next() {
        let is_some = item.is_some();
        match slots.get_mut(filled.more) {
            None => {
                if let Some(item) = item {
                    return Some((item, items));
                }
            }
            Some(slot) if is_small || is_some => {
                *slot = item.map_or(MaybeUninit::uninit(), MaybeUninit::new);
                filled.more += usize::from(is_some);
            }
            _ => {}
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

/// Fills the rope of one block.
pub(crate) struct RopeFolder<T>(Box<Rope<T>>);

impl<T: Send> Folder<T> for RopeFolder<T> {
    const TAKES_SOME: bool = true;
    const NEVER_FULL: bool = true;
    type Result = Rope<T>;

    fn consume(mut self, item: T) -> Self {
        self.0.push(item);
        self
    }

    #[inline]
    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let rope = &mut *self.0;
        let iter = iter.into_iter();
        // Apart, so that very few items, as those of a small array, cost one comparison more than themselves.
        if iter.size_hint().1.is_some_and(|most| most < FEW) {
            iter.for_each(|item| rope.push(item));
        } else {
            rope.extend(iter);
        }
        self
    }

    #[inline]
    fn consume_some<I, S>(mut self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        self.0.extend_some(iter, closed);
        self
    }

    const HAS_SLOTS: bool = true;

    unsafe fn put<R>(
        &mut self,
        most: usize,
        put: impl FnOnce(&mut [MaybeUninit<T>], &mut usize) -> R,
    ) -> R {
        let rope = &mut *self.0;
        // Not down to the last slot: others may be asked for slots each time as well.
        if rope.last.capacity() - rope.last.len() < most.min(FEW) {
            rope.make_room_for_some(most);
        }
        let mut tail = rope.tail();
        let (slots, count) = tail.room();
        put(slots, count)
    }

    fn written(&self) -> usize {
        self.0.written()
    }

    fn complete(mut self) -> Rope<T> {
        self.0.trim();
        *self.0
    }

    fn full(&self) -> bool {
        false
    }
}

/// Makes ropes.
pub(crate) struct RopeConsumer {
    /// Whether what is made begins the result. Said once.
    leads: Cell<bool>,
}

impl RopeConsumer {
    /// Makes the whole result.
    pub(crate) fn new() -> Self {
        RopeConsumer {
            leads: Cell::new(true),
        }
    }

    /// What makes the part before, of any length.
    pub(crate) fn split_off_left(&self) -> Self {
        RopeConsumer {
            leads: Cell::new(self.leads.take()),
        }
    }

    /// A rope for the items of a block. In a box, since a folder is moved at every item.
    pub(crate) fn into_rope<T>(self) -> Box<Rope<T>> {
        Box::new(Rope::new(self.leads.get()))
    }
}

impl<T: Send> Consumer<T> for RopeConsumer {
    type Folder = RopeFolder<T>;
    type Reducer = Tie;
    type Result = Rope<T>;

    fn split_at(self, _index: usize) -> (Self, Self, Tie) {
        (self.split_off_left(), self, Tie)
    }

    fn into_folder(self) -> RopeFolder<T> {
        RopeFolder(self.into_rope())
    }

    fn full(&self) -> bool {
        false
    }
}

impl<T: Send> UnindexedConsumer<T> for RopeConsumer {
    const STREAMS: bool = true;

    fn split_off_left(&self) -> Self {
        RopeConsumer::split_off_left(self)
    }

    fn to_reducer(&self) -> Tie {
        Tie
    }

    fn aim(&self) -> Aim {
        Aim::Gather
    }
}

/// Ties ropes together.
pub(crate) struct Tie;

impl<T> Reducer<Rope<T>> for Tie {
    fn reduce(self, mut left: Rope<T>, right: Rope<T>) -> Rope<T> {
        left.append(right);
        left
    }
}
