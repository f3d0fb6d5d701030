//! The driver for consumers that split anywhere: one folder per run of blocks, not one per block.
//!
//! The halving is that of [`drive`](super::drive), but a folder goes on from a left part into the right
//! one unless that was stolen. Thieves take the oldest part first, so what one folder consumes is
//! always a contiguous range, and all that was stolen lies to its right.

use super::consumer::{Folder, Reducer, UnindexedConsumer};
use super::drive::{bridge_producer_consumer, bridge_unindexed};
use super::grain::Rules;
use super::producer::{Producer, UnindexedProducer};
use super::supply::{Counted, Supply};
use super::timer::Timer;
use crate::task::join::{Forked, fork, in_pool};

/// As [`bridge_producer_consumer`], with as few folders as there are steals. Falls back on it where
/// the producer limits the length of blocks, or the consumer does not stream.
pub(crate) fn stream_producer<P, C>(len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    if !C::STREAMS || producer.max_len() != usize::MAX {
        return bridge_producer_consumer(len, producer, consumer);
    }
    in_pool(move |_| {
        let rules = Rules::new(len, producer.min_len(), producer.max_len());
        let supply = Counted { len, producer };
        alone(Part { supply, consumer }, rules.timer())
    })
}

/// As [`bridge_unindexed`], for what has a length nevertheless, so that it need not be cut up before it is known to be long
/// enough. Falls back on it where the consumer does not stream.
pub(crate) fn stream_supply<P, I, C>(supply: P, consumer: C) -> C::Result
where
    P: Supply<Item = I> + UnindexedProducer<Item = I>,
    C: UnindexedConsumer<I>,
{
    if !C::STREAMS {
        return bridge_unindexed(supply, consumer);
    }
    in_pool(move |_| {
        let rules = Rules::for_items(supply.len(), supply.likely_items());
        alone(Part { supply, consumer }, rules.timer())
    })
}

/// A range that is still to be run, and the consumer for what a folder does not reach.
struct Part<P, C> {
    supply: P,
    consumer: C,
}

/// A folder under way, and what its task knows.
struct Run<'a, F> {
    folder: F,
    timer: Timer<'a>,
}

impl<F> Run<'_, F> {
    /// Takes the folder over a block.
    fn take<P>(mut self, block: P) -> Self
    where
        P: Supply,
        F: Folder<P::Item>,
    {
        let len = block.len();
        self.folder = block.fold_with(self.folder);
        self.timer.note(len);
        self
    }
}

/// How a part ended.
enum Walked<'a, F, R> {
    /// The folder has reached its end and can go on behind it.
    Open(Run<'a, F>),
    /// Something on the right was stolen: this is the result of all of it.
    Closed(R),
}

/// Walks a range block by block until it is clear that sharing it pays.
fn alone<P, C>(mut part: Part<P, C>, timer: Timer<'_>) -> C::Result
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    let folder = part.consumer.split_off_left().into_folder();
    let mut run = Run { folder, timer };
    while let Some(block) = run.timer.walks_on(part.supply.len()) {
        if run.folder.full() {
            // Before there is a result: a panic in dropping it would leak that.
            drop(part);
            return run.folder.complete();
        }
        if block >= part.supply.len() {
            drop(part.consumer);
            return part.supply.fold_with(run.folder).complete();
        }
        let (left, right) = part.supply.cut(block);
        let Some(right) = right else {
            drop(part.consumer);
            return left.fold_with(run.folder).complete();
        };
        let right = Part {
            supply: right,
            consumer: part.consumer,
        };
        if !run.timer.offers() {
            part = right;
            run = run.take(left);
            continue;
        }
        match fork_right(left, None, right, run) {
            Ok(on) => (run, part) = on,
            Err(result) => return result,
        }
    }
    finish(walk(part, run))
}

/// A part that was stolen: a folder of its own.
fn begin<P, C>(part: Part<P, C>, timer: Timer<'_>) -> C::Result
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    let folder = part.consumer.split_off_left().into_folder();
    finish(walk(part, Run { folder, timer }))
}

fn finish<T, F: Folder<T>>(walked: Walked<'_, F, F::Result>) -> F::Result {
    match walked {
        Walked::Open(run) => run.folder.complete(),
        Walked::Closed(result) => result,
    }
}

/// Takes the folder over a part, offering each right half to thieves on the way.
fn walk<P, C>(mut part: Part<P, C>, mut run: Run<'_, C::Folder>) -> Walked<'_, C::Folder, C::Result>
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    loop {
        if run.folder.full() {
            // Now and not on the way out, where a panic in dropping it would leak the result.
            drop(part);
            return Walked::Open(run);
        }
        let len = part.supply.len();
        if !run.timer.splits(len) {
            drop(part.consumer);
            return Walked::Open(run.take(part.supply));
        }
        let (left, right) = part.supply.cut(len / 2);
        let Some(right) = right else {
            drop(part.consumer);
            return Walked::Open(run.take(left));
        };
        let consumer = part.consumer.split_off_left();
        let right = Part {
            supply: right,
            consumer: part.consumer,
        };
        match fork_right(left, Some(consumer), right, run) {
            Ok(on) => (run, part) = on,
            Err(result) => return Walked::Closed(result),
        }
    }
}

/// Takes the folder over the left part, as one block if there is no consumer for parts of it, while the right part can be stolen.
/// Returns what to go on with, or the result if nothing is left. One function for both walks, since each compiled fork is
/// hundreds of instructions.
#[allow(clippy::type_complexity)]
fn fork_right<P, C>(
    left: P,
    consumer: Option<C>,
    right: Part<P, C>,
    run: Run<'_, C::Folder>,
) -> Result<(Run<'_, C::Folder>, Part<P, C>), C::Result>
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    let timer = run.timer;
    let reducer = right.consumer.to_reducer();
    let small = consumer.is_none();
    let first = move |_| match consumer {
        None => Walked::Open(run.take(left)),
        Some(consumer) => walk(
            Part {
                supply: left,
                consumer,
            },
            run,
        ),
    };
    let (left, right) = fork(small, first, right, move |right| begin(right, timer.anew()));
    match (left, right) {
        (Walked::Open(run), Forked::Back(right)) => Ok((run, right)),
        (left, Forked::Stolen(right)) => Err(reducer.reduce(finish(left), right)),
        (Walked::Closed(left), Forked::Back(right)) => {
            let right = begin(right, timer.anew());
            Err(reducer.reduce(left, right))
        }
    }
}
