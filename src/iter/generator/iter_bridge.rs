//! `par_bridge`: the items of a sequential iterator, handed out to whichever thread asks.

mod alone;
mod batch;
mod relay;

use crate::iter::ParallelIterator;
use crate::plumbing::{Folder, Reducer, Site, UnindexedConsumer};
use alone::{Alone, alone};
use relay::{Turn, share};
use tine_core::engine::{clock, in_pool};

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
    /// The order of the items is lost. One thread at a time has the iterator and pulls a batch of items: a single one at
    /// first, more while that is quick, so that a batch takes some microseconds. Of an iterator that is slow no more than one
    /// item is pulled before there is a thread to work on it. Items that cost no more than their handing out, some nanoseconds, or some forty if
    /// they own memory, stay with one thread, whatever it takes to pull them. Where there is a choice, iterate a collection or a range in
    /// parallel directly.
    ///
    /// The iterator may take as long as it likes for an item, may use the pool itself, and may wait for what becomes of items
    /// that it has yielded before: no thread of the pool waits for another one's call of `next`, and what was pulled along
    /// with an item that is long in coming is taken over by the others. An item may wait for later ones, too, as long as there are
    /// threads for all that wait, with two exceptions: after cheap items, if there were more of them than there are threads, and among the first of more than 64 (by the iterator's lower
    /// bound) if the last such drive was short, each item is consumed before the next one is pulled. In a pool of one thread nothing is pulled ahead.
    /// But if all other threads of the pool are blocked until an item that was pulled ahead is done, nobody is left to take it over.
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
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<I::Item>,
    {
        run(self.iter, consumer)
    }
}

/// What a folder and what came behind come to. Not inlined, as `consume_one` in `alone`.
#[inline(never)]
fn finish<T, F: Folder<T>>(
    folder: F,
    rest: F::Result,
    reducer: impl Reducer<F::Result>,
) -> F::Result {
    reducer.reduce(folder.complete(), rest)
}

/// Feeds all items of `iter` to `consumer`.
fn run<I, C>(iter: I, consumer: C) -> C::Result
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    in_pool(move |_| {
        let (site, begun) = (Site::of(run::<I, C> as *const ()), clock::ticks());
        let Turn { folder, reducer } = Turn::new(consumer.split_off_left());
        let share_rest = |iter, part: C| {
            let turn = Turn::new(part.split_off_left());
            share(turn, iter, part).0
        };
        let (folder, iter, part) = match alone(folder, site, &consumer, iter, share_rest) {
            Alone::More(folder, iter, part) => (folder, iter, part),
            Alone::Over(folder) => {
                drop(consumer);
                return folder.complete();
            }
            Alone::Stolen(folder, rest) => {
                drop(consumer);
                site.note(clock::since(begun));
                return finish(folder, rest, reducer);
            }
        };
        let part = part.unwrap_or_else(|| consumer.split_off_left());
        drop(consumer);
        let (result, cheap) = share(Turn { folder, reducer }, iter, part);
        if !cheap {
            site.note(clock::since(begun));
        }
        result
    })
}
