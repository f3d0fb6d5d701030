//! `par_bridge`: the items of a sequential iterator, handed out one by one to whichever thread asks.
//!
//! Invariant: at most one loop per thread pulls from one bridge. A thread that comes upon the same bridge again, because it has
//! stolen another piece of it inside `next` or inside an item's closure, leaves that piece to the loop further down its stack:
//! it would wait for itself if it pulled while it holds the lock.

use crate::iter::ParallelIterator;
use crate::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, ThreadId};

/// Sequential iterators that can feed parallel ones.
///
/// # Examples
///
/// ```
/// use std::sync::mpsc;
/// use tine::prelude::*;
///
/// let (sender, receiver) = mpsc::channel();
/// std::thread::spawn(move || (1..=10).for_each(|n| sender.send(n).unwrap()));
/// assert_eq!(receiver.into_iter().par_bridge().map(|n| n * n).sum::<i32>(), 385);
/// ```
pub trait ParallelBridge: Sized {
    /// Hands the items out to the threads of the pool as they ask for them.
    ///
    /// The order of the items is lost. They are pulled one at a time under a lock, so this suits items that take much longer
    /// to work on than to produce. Where there is a choice, iterate a collection or a range in parallel directly.
    ///
    /// # Panics
    ///
    /// If the iterator panics, the panic goes to the terminal's caller, and no further item is pulled.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let words = "fork join steal".split(' ');
    /// let mut lengths: Vec<usize> = words.par_bridge().map(str::len).collect();
    /// lengths.sort();
    /// assert_eq!(lengths, [4, 4, 5]);
    /// ```
    fn par_bridge(self) -> IterBridge<Self>;
}

impl<T: Iterator<Item: Send> + Send> ParallelBridge for T {
    fn par_bridge(self) -> IterBridge<Self> {
        IterBridge { iter: self }
    }
}

/// An iterator over the items of a sequential one; see [`par_bridge`](ParallelBridge::par_bridge).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let bridge: tine::iter::IterBridge<_> = "abc".chars().par_bridge();
/// assert_eq!(bridge.count(), 3);
/// ```
#[derive(Debug, Clone)]
pub struct IterBridge<I> {
    iter: I,
}

impl<I: Iterator<Item: Send> + Send> ParallelIterator for IterBridge<I> {
    type Item = I::Item;

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<I::Item>,
    {
        let shared = Shared {
            iter: Mutex::new(Some(self.iter)),
            pulling: Mutex::new(Vec::new()),
        };
        bridge_unindexed(BridgeProducer { shared: &shared }, consumer)
    }
}

struct Shared<I> {
    /// `None` once it has ended. Poisoned if it has panicked.
    iter: Mutex<Option<I>>,
    /// The threads that are inside a pulling loop.
    pulling: Mutex<Vec<ThreadId>>,
}

impl<I: Iterator> Shared<I> {
    /// The next item, if there is one; none after a panic.
    fn pull(&self) -> Option<I::Item> {
        let mut iter = self.iter.lock().ok()?;
        let item = iter.as_mut()?.next();
        if item.is_none() {
            *iter = None;
        }
        item
    }

    /// Tells whether pulling could still bring something; does not wait for anyone.
    fn is_over(&self) -> bool {
        match self.iter.try_lock() {
            Ok(iter) => iter.is_none(),
            Err(error) => matches!(error, std::sync::TryLockError::Poisoned(_)),
        }
    }

    fn pulling(&self) -> MutexGuard<'_, Vec<ThreadId>> {
        // Nothing panics while it is held.
        self.pulling
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// This thread's entry among those that pull, taken back when the loop ends.
struct Entry<'s, I: Iterator> {
    shared: &'s Shared<I>,
    thread: ThreadId,
}

impl<'s, I: Iterator> Entry<'s, I> {
    /// Enters this thread, unless it pulls already.
    fn new(shared: &'s Shared<I>) -> Option<Self> {
        let thread = thread::current().id();
        let mut pulling = shared.pulling();
        if pulling.contains(&thread) {
            return None;
        }
        pulling.push(thread);
        Some(Entry { shared, thread })
    }
}

impl<I: Iterator> Drop for Entry<'_, I> {
    fn drop(&mut self) {
        self.shared
            .pulling()
            .retain(|&thread| thread != self.thread);
    }
}

struct BridgeProducer<'s, I> {
    shared: &'s Shared<I>,
}

impl<I: Iterator<Item: Send> + Send> UnindexedProducer for BridgeProducer<'_, I> {
    type Item = I::Item;

    fn split(self) -> (Self, Option<Self>) {
        let right = (!self.shared.is_over()).then_some(BridgeProducer {
            shared: self.shared,
        });
        (self, right)
    }

    fn fold_with<F>(self, mut folder: F) -> F
    where
        F: Folder<I::Item>,
    {
        let Some(_entry) = Entry::new(self.shared) else {
            return folder;
        };
        // Asks for every item whether it is still wanted, since the next one may take forever to come.
        while !folder.full() {
            let Some(item) = self.shared.pull() else {
                break;
            };
            folder = folder.consume(item);
        }
        folder
    }
}
