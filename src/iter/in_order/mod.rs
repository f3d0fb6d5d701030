//! Results in order while later ones are still being made: a stream from many threads to one, with bounded look-ahead.
//!
//! Invariant: the thread that consumes is the one that cuts the supply into blocks, so neither the consumer nor a sequential
//! source need be `Send`; only blocks and what becomes of them travel.

mod supply;
mod window;

use crate::iter::IndexedParallelIterator;
use crate::plumbing::{Producer, ProducerCallback};
use std::fmt;
use std::iter::FusedIterator;
use std::vec;
use supply::{Collected, Mapped, Parts, Pulled};
use tine_core::engine::unwind::{self, Payload};
use window::with_window;

/// The results of [`in_order`](IndexedParallelIterator::in_order) or [`par_map_in_order`](ParallelMapInOrder::par_map_in_order), one
/// after the other: a sequential iterator, for the thread that made it.
///
/// # Panics
///
/// [`next`](Iterator::next) passes on what the making of an item panicked with, when the turn of that item has come. After that
/// there are no more items.
///
/// # Examples
///
/// ```
/// use tine::iter::InOrder;
/// use tine::prelude::*;
///
/// fn longest_run(items: InOrder<'_, bool>) -> usize {
///     let runs = items.scan(0, |run, yes| {
///         *run = if yes { *run + 1 } else { 0 };
///         Some(*run)
///     });
///     runs.max().unwrap_or(0)
/// }
/// let v = [1, 2, 4, 6, 3, 8];
/// assert_eq!(v.par_iter().map(|n| n % 2 == 0).in_order(longest_run), 3);
/// ```
pub struct InOrder<'s, T> {
    stream: &'s mut dyn Blocks<T>,
    /// What is left of the current block.
    block: vec::IntoIter<T>,
    /// What the item after the block panicked with.
    panic: Pending,
}

/// Where the blocks come from.
trait Blocks<T> {
    /// The next one; none after the last.
    fn next_block(&mut self) -> Option<Made<T>>;

    /// How many items are in blocks to come, as the length of an iterator says it.
    fn left(&self) -> (usize, Option<usize>);
}

/// A block that was worked on.
struct Made<T> {
    items: Vec<T>,
    /// What the item after those panicked with.
    panic: Pending,
    /// How long it took.
    ticks: u64,
}

/// What an item panicked with, until its turn comes.
struct Pending(Option<Payload>);

/// Its turn does not come. Dropping it is user code, whose panic nobody shall meet either.
impl Drop for Pending {
    #[inline]
    fn drop(&mut self) {
        if let Some(payload) = self.0.take() {
            unwind::discard(payload);
        }
    }
}

impl<'s, T> InOrder<'s, T> {
    fn new(stream: &'s mut dyn Blocks<T>) -> Self {
        InOrder {
            stream,
            block: Vec::new().into_iter(),
            panic: Pending(None),
        }
    }
}

impl<T> Iterator for InOrder<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        loop {
            if let Some(item) = self.block.next() {
                return Some(item);
            }
            if let Some(payload) = self.panic.0.take() {
                unwind::resume(payload);
            }
            let made = self.stream.next_block()?;
            self.block = made.items.into_iter();
            self.panic = made.panic;
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let (least, most) = self.stream.left();
        let here = self.block.len();
        (
            least.saturating_add(here),
            most.and_then(|most| most.checked_add(here)),
        )
    }
}

impl<T> FusedIterator for InOrder<'_, T> {}

impl<T> fmt::Debug for InOrder<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InOrder").finish_non_exhaustive()
    }
}

/// Sequential iterators whose items can be worked on in parallel without losing their order.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let lines = "3 4\n5 12\n8 15".lines();
/// let longest = |line: &str| line.split(' ').map(|n| n.parse::<f64>().unwrap()).fold(0.0, f64::hypot);
/// let lengths = lines.par_map_in_order(longest, |lengths| lengths.collect::<Vec<_>>());
/// assert_eq!(lengths, [5.0, 13.0, 17.0]);
/// ```
pub trait ParallelMapInOrder: Iterator<Item: Send> + Sized {
    /// Calls `map` for the items on all threads of the pool, and hands the results to `op` in the order of the items, as an iterator.
    ///
    /// The calling thread runs `op`, pulls the items and helps with them; so neither `op` nor the iterator need be `Send`. The stream is
    /// bounded at both ends: no more than four blocks for each thread of the pool are pulled ahead of what `op` has asked for, and
    /// nothing is pulled while `op` does not ask. A block is a single item at first, and later as many as take some 100 us. If the
    /// iterator takes longer for an item than `map`, nothing waits for the item after that. Call from a thread of a pool, as by
    /// [`install`](crate::ThreadPool::install), to have that pool's threads; elsewhere it is the global one.
    ///
    /// If `op` returns before the end, items that were pulled and not begun are dropped, those that have begun are waited for, and their
    /// results are dropped.
    ///
    /// # Panics
    ///
    /// If the iterator or `op` panics, with that. If `map` does, `op` meets the panic where the result should have been; if it
    /// returns before, nobody does.
    ///
    /// # Examples
    ///
    /// Numbered lines from a reader that must be read in order, to a writer that must be written in order:
    ///
    /// ```
    /// use std::io::{self, BufRead, Write};
    /// use tine::prelude::*;
    ///
    /// fn shout(from: impl BufRead, mut to: impl Write) -> io::Result<()> {
    ///     let costly = |line: io::Result<String>| line.map(|line| line.to_uppercase());
    ///     from.lines().par_map_in_order(costly, |mut lines| {
    ///         lines.try_for_each(|line| writeln!(to, "{}!", line?))
    ///     })
    /// }
    /// let mut out = Vec::new();
    /// shout("one\ntwo".as_bytes(), &mut out).unwrap();
    /// assert_eq!(out, b"ONE!\nTWO!\n");
    /// ```
    fn par_map_in_order<F, R, OP, O>(self, map: F, op: OP) -> O
    where
        F: Fn(Self::Item) -> R + Sync,
        R: Send,
        OP: FnOnce(InOrder<'_, R>) -> O,
    {
        with_window(Pulled::new(self), &Mapped(map), op)
    }
}

impl<I: Iterator<Item: Send>> ParallelMapInOrder for I {}

/// What [`in_order`](IndexedParallelIterator::in_order) does.
pub(super) fn in_order<I, OP, O>(par_iter: I, op: OP) -> O
where
    I: IndexedParallelIterator,
    OP: FnOnce(InOrder<'_, I::Item>) -> O,
{
    let len = par_iter.len();
    par_iter.with_producer(Callback { len, op })
}

struct Callback<OP> {
    len: usize,
    op: OP,
}

impl<T, OP, O> ProducerCallback<T> for Callback<OP>
where
    T: Send,
    OP: FnOnce(InOrder<'_, T>) -> O,
{
    type Output = O;

    #[inline]
    fn callback<P>(self, producer: P) -> O
    where
        P: Producer<Item = T>,
    {
        with_window(Parts::new(producer, self.len), &Collected, self.op)
    }
}
