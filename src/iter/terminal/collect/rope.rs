//! Collecting an unknown number of items: every block fills a rope of chunks; the ropes are tied together in order, and at the
//! end all chunks move to their places in parallel.
//!
//! Invariant: at no time do slack and copies add up to much more than the result itself: a chunk is at most an eighth of what
//! its rope already holds (above a small minimum, and except for the first, which grows by as much, or has the length of what is known to come), and
//! is freed as soon as it has moved.

use super::refill::Refill;
use super::tail::Tail;
use crate::iter::ParallelIterator;
use crate::plumbing::{Aim, Consumer, Folder, Reducer, UnindexedConsumer};
use std::cell::Cell;
use std::mem::{self, MaybeUninit};
use std::ptr;
use tine_core::current_num_threads;
use tine_kernels::base::heap::{CACHED_BYTES, uncached};

/// Up to so many bytes the first chunk of all grows: if all items are in it, it is the result, and none is copied. Further chunks are allocated
/// at their final size.
const GROWN_BYTES: usize = 2 * 1024 * 1024;

/// The same where there is only one thread. Larger blocks some allocators map anew in any case.
const GROWN_ALONE_BYTES: usize = 32 * 1024 * 1024;

/// So many moves of the first chunk, once it is as large as a further one, and it grows no more. Before the first move something may lie behind it;
/// if it does not grow in place thereafter, either, further chunks are no dearer.
const MOVES: u8 = 2;

/// A further chunk has no fewer bytes than this. Up to as many the first one of a rope doubles, as a vector does, and then grows by an eighth: for
/// a moment there may be two of it.
const CHUNK_BYTES: usize = 32 * 1024;

/// Up to so many bytes together, neighbouring chunks of two blocks become one: no more than that is copied again and again.
const JOINT_BYTES: usize = 128 * 1024;

/// So few bytes of a chunk may be left empty.
const SLACK_BYTES: usize = 2048;

/// A chunk begins with so many bytes, or with room for an item.
const FIRST_BYTES: usize = 128;

/// Fewer items than this are pushed one by one, even if their number is known: what the vector knows takes longer than they.
pub(crate) const FEW: usize = 16;

/// All items in order, in as many chunks as came about.
pub(crate) fn collect_rope<I>(par_iter: I) -> Rope<I::Item>
where
    I: ParallelIterator,
{
    par_iter.drive_unindexed(RopeConsumer::new())
}

/// Makes room for so many more items. No small block grows in place: see `CACHED_BYTES`.
pub(super) fn grow<T>(chunk: &mut Vec<T>, more: usize) {
    if chunk.capacity().saturating_mul(mem::size_of::<T>()) > CACHED_BYTES {
        return chunk.reserve_exact(more);
    }
    let mut grown = Vec::with_capacity(chunk.len() + more);
    grown.append(chunk);
    *chunk = grown;
}

/// Gives back what a chunk has too much.
#[inline]
pub(super) fn trim<T>(chunk: &mut Vec<T>) {
    let slack = chunk.capacity() - chunk.len();
    if slack > chunk.len() / 8 && slack.saturating_mul(mem::size_of::<T>()) > SLACK_BYTES {
        chunk.shrink_to_fit();
    }
}

/// A number that no other thread has.
#[inline]
fn current_thread() -> usize {
    thread_local! {
        static PLACE: u8 = const { 0 };
    }
    PLACE.with(|place| ptr::from_ref(place).addr())
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
    /// After so many more moves the first chunk grows no more.
    moves: u8,
    /// Which thread has filled the last chunk.
    thread: usize,
}

impl<T> Rope<T> {
    /// The length from which on the first chunk is full rather than growing. Items of no size are never too many.
    pub(super) const GROWN: usize = Self::fitting(GROWN_BYTES);

    /// The same where there is only one thread.
    const GROWN_ALONE: usize = Self::fitting(GROWN_ALONE_BYTES);

    /// The least room of a further chunk.
    const CHUNK: usize = Self::fitting(CHUNK_BYTES);

    /// So many items are few enough to have room for them in vain.
    const SLACK: usize = Self::fitting(SLACK_BYTES);

    /// The first room in a chunk is for so many items.
    const FIRST: usize = Self::fitting(FIRST_BYTES);

    /// The length up to which two chunks are made one.
    const JOINT: usize = Self::fitting(JOINT_BYTES);

    /// How many items fit so many bytes; at least one.
    pub(super) const fn fitting(bytes: usize) -> usize {
        match mem::size_of::<T>() {
            0 => usize::MAX,
            size if size < bytes => bytes / size,
            _ => 1,
        }
    }

    /// The one with which the result begins, if there is a `lead`: room for so many items. Called once for a part, from many places.
    #[inline(never)]
    fn new(lead: Option<usize>) -> Self {
        Rope {
            closed: Vec::new(),
            closed_len: 0,
            last: Vec::with_capacity(lead.unwrap_or(0)),
            leads: lead.is_some(),
            moves: lead.map_or(0, |_| MOVES),
            thread: current_thread(),
        }
    }

    /// Whether all items are in one chunk.
    #[inline]
    pub(super) fn is_one(&self) -> bool {
        self.closed.is_empty()
    }

    /// The last chunk.
    #[inline]
    pub(super) fn into_last(self) -> Vec<T> {
        self.last
    }

    /// All chunks, none of them empty.
    pub(crate) fn into_chunks(mut self) -> Vec<Vec<T>> {
        self.close_last();
        self.closed
    }

    /// The place behind the last item.
    #[inline]
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
            // If that is all that a vector had, its memory is taken over, and nothing is copied.
            (count, Some(most)) if count == most && self.is_unused(count) => {
                self.last = items.collect();
            }
            // No more than fit a chunk: the vector knows best how to take them.
            (count, Some(most)) if count == most && count <= Self::GROWN => {
                if count > self.last.capacity() - self.last.len() {
                    self.make_room(count);
                }
                self.last.extend(items);
            }
            _ => drop(items.fold(Refill::new(self), Refill::push)),
        }
    }

    /// Whether a chunk is wanted for so many items, and there is none as yet.
    fn is_unused(&self, count: usize) -> bool {
        self.last.is_empty() && count > self.last.capacity()
    }

    /// What is left of the last chunk's room.
    #[inline]
    pub(super) fn room(&mut self) -> &mut [MaybeUninit<T>] {
        self.last.spare_capacity_mut()
    }

    /// Adds items to the last chunk that lie behind its own.
    ///
    /// # Safety
    ///
    /// 1. So many of the first slots of [`room`](Self::room) hold items.
    pub(super) unsafe fn add(&mut self, more: usize) {
        let len = self.last.len() + more;
        // SAFETY: (1) as promised here.
        unsafe { self.last.set_len(len) };
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
            let more = count.max(Self::usual(len)).max(Self::FIRST);
            let place = self.last.as_ptr();
            grow(&mut self.last, more.min(grown - len));
            if len >= Self::CHUNK && self.last.as_ptr() != place {
                self.moves = self.moves.saturating_sub(1);
            }
        } else {
            self.trim();
            self.close_last();
            self.last
                .reserve_exact((self.closed_len / 8).max(Self::CHUNK).max(count));
        }
    }

    /// By how much a chunk of so many items grows.
    fn usual(len: usize) -> usize {
        len.min(Self::CHUNK.saturating_sub(len)).max(len / 8)
    }

    /// The length up to which the last chunk grows. If there is nobody else, who might make other chunks, all of the result is best made in one.
    fn grown(&self) -> usize {
        let large = self.last.len() >= Self::CHUNK;
        match self.closed_len {
            0 if self.moves > 0 && large && current_num_threads() == 1 => Self::GROWN_ALONE,
            0 if self.moves > 0 => Self::GROWN,
            0 => Self::CHUNK,
            _ => 0,
        }
    }

    fn close_last(&mut self) {
        if !self.last.is_empty() {
            self.closed_len += self.last.len();
            let last = mem::take(&mut self.last);
            self.list_room(1).push(last);
        }
    }

    /// The list of closed chunks, with room for some more. It does not grow in place, since another thread may have made it, nor is it
    /// small: see `CACHED_BYTES`.
    #[inline]
    fn list_room(&mut self, more: usize) -> &mut Vec<Vec<T>> {
        let len = self.closed.len();
        if self.closed.capacity() - len < more {
            let mut list = Vec::with_capacity(uncached::<Vec<T>>().max(len + len.max(more)));
            list.append(&mut self.closed);
            self.closed = list;
        }
        &mut self.closed
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

    /// Appends another rope. Small ones of the same thread are copied, so that many small ones do not become many small chunks. What another
    /// thread has made neither grows nor shrinks.
    fn append(&mut self, mut other: Self) {
        let joint = self.last.len().saturating_add(other.last.len());
        let is_joined = other.closed.is_empty() && joint <= Self::JOINT;
        let here = current_thread();
        if is_joined && self.thread == here && other.thread == here {
            if joint > self.last.capacity() {
                let len = self.last.len();
                let more = Self::usual(len).max(other.last.len());
                let more = more.min(Self::JOINT - len);
                grow(&mut self.last, more);
            }
            self.last.append(&mut other.last);
            return;
        }
        if self.thread == here {
            self.trim();
        }
        self.close_last();
        self.list_room(other.closed.len()).append(&mut other.closed);
        self.closed_len += other.closed_len;
        self.last = other.last;
        self.thread = other.thread;
    }
}

/// Fills the rope of one block.
pub(crate) struct RopeFolder<T>(Box<Rope<T>>);

impl<T: Send> Folder<T> for RopeFolder<T> {
    const TAKES_SOME: bool = true;
    const NEVER_FULL: bool = true;
    type Result = Rope<T>;

    #[inline]
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

    #[inline]
    fn written(&self) -> usize {
        self.0.written()
    }

    fn complete(mut self) -> Rope<T> {
        self.0.trim();
        *self.0
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

/// Makes ropes.
pub(crate) struct RopeConsumer {
    /// Whether what is made begins the result, and for how many items it has room at once. Said once.
    lead: Cell<Option<usize>>,
}

impl RopeConsumer {
    /// Makes the whole result.
    pub(crate) fn new() -> Self {
        Self::with_room(0)
    }

    /// Makes the whole result, which has so many items or more.
    pub(crate) fn with_room(items: usize) -> Self {
        RopeConsumer {
            lead: Cell::new(Some(items)),
        }
    }

    /// What makes the part before, of any length.
    pub(crate) fn split_off_left(&self) -> Self {
        RopeConsumer {
            lead: Cell::new(self.lead.take()),
        }
    }

    /// A rope for the items of a block. In a box, since a folder is moved at every item.
    #[inline]
    pub(crate) fn into_rope<T>(self) -> Box<Rope<T>> {
        Box::new(Rope::new(self.lead.get()))
    }
}

impl<T: Send> Consumer<T> for RopeConsumer {
    type Folder = RopeFolder<T>;
    type Reducer = Tie;
    type Result = Rope<T>;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Tie) {
        (self.split_off_left(), self, Tie)
    }

    #[inline]
    fn into_folder(self) -> RopeFolder<T> {
        RopeFolder(self.into_rope())
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T: Send> UnindexedConsumer<T> for RopeConsumer {
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        RopeConsumer::split_off_left(self)
    }

    #[inline]
    fn to_reducer(&self) -> Tie {
        Tie
    }

    #[inline]
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
