//! The driver for consumers that split anywhere: one folder per run of blocks, not one per block.
//!
//! The halving is that of [`drive`](super::drive), but a folder goes on from a left part into the right
//! one unless that was stolen. Thieves take the oldest part first, so what one folder consumes is
//! always a contiguous range, and all that was stolen lies to its right.

use super::consumer::{Folder, Reducer, UnindexedConsumer};
use super::drive::bridge_producer_consumer;
use super::producer::Producer;
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
        let timer = Timer::new(len, producer.min_len(), producer.max_len());
        alone(
            Part {
                len,
                producer,
                consumer,
            },
            timer,
        )
    })
}

/// A range that is still to be run, and the consumer for what a folder does not reach.
struct Part<P, C> {
    len: usize,
    producer: P,
    consumer: C,
}

/// A folder under way, and what its task knows.
struct Run<F> {
    folder: F,
    timer: Timer,
}

impl<F> Run<F> {
    /// Takes the folder over a block of `len` items.
    fn take<P>(mut self, producer: P, len: usize) -> Self
    where
        P: Producer,
        F: Folder<P::Item>,
    {
        self.folder = producer.fold_with(self.folder);
        self.timer.note(len);
        self
    }
}

/// How a part ended.
enum Walked<F, R> {
    /// The folder has reached its end and can go on behind it.
    Open(Run<F>),
    /// Something on the right was stolen: this is the result of all of it.
    Closed(R),
}

/// Walks a range block by block until it is clear that sharing it pays.
fn alone<P, C>(mut part: Part<P, C>, timer: Timer) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    let folder = part.consumer.split_off_left().into_folder();
    let mut run = Run { folder, timer };
    while let Some(block) = run.timer.walks_on(part.len) {
        if run.folder.full() {
            // Before there is a result: a panic in dropping it would leak that.
            drop(part);
            return run.folder.complete();
        }
        if block >= part.len {
            drop(part.consumer);
            return part.producer.fold_with(run.folder).complete();
        }
        let (left, right) = part.producer.split_at(block);
        let right = Part {
            len: part.len - block,
            producer: right,
            consumer: part.consumer,
        };
        if !run.timer.offers() {
            part = right;
            run = run.take(left, block);
            continue;
        }
        let timer = run.timer;
        let reducer = right.consumer.to_reducer();
        let stolen = move |right| begin(right, timer.anew());
        match fork(true, move || run.take(left, block), right, stolen) {
            (now, Forked::Back(right)) => (run, part) = (now, right),
            (now, Forked::Stolen(right)) => return reducer.reduce(now.folder.complete(), right),
        }
    }
    finish(walk(part, run))
}

/// A part that was stolen: a folder of its own.
fn begin<P, C>(part: Part<P, C>, timer: Timer) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    let folder = part.consumer.split_off_left().into_folder();
    finish(walk(part, Run { folder, timer }))
}

fn finish<T, F: Folder<T>>(walked: Walked<F, F::Result>) -> F::Result {
    match walked {
        Walked::Open(run) => run.folder.complete(),
        Walked::Closed(result) => result,
    }
}

/// Takes the folder over a part, offering each right half to thieves on the way.
fn walk<P, C>(mut part: Part<P, C>, mut run: Run<C::Folder>) -> Walked<C::Folder, C::Result>
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    loop {
        if run.folder.full() {
            // Now and not on the way out, where a panic in dropping it would leak the result.
            drop(part);
            return Walked::Open(run);
        }
        if !run.timer.splits(part.len) {
            drop(part.consumer);
            return Walked::Open(run.take(part.producer, part.len));
        }
        let mid = part.len / 2;
        let timer = run.timer;
        let (left, right) = part.producer.split_at(mid);
        let reducer = part.consumer.to_reducer();
        let left = Part {
            len: mid,
            producer: left,
            consumer: part.consumer.split_off_left(),
        };
        let right = Part {
            len: part.len - mid,
            producer: right,
            consumer: part.consumer,
        };
        let stolen = move |right| begin(right, timer.anew());
        match fork(false, move || walk(left, run), right, stolen) {
            (Walked::Open(now), Forked::Back(right)) => (run, part) = (now, right),
            (Walked::Open(now), Forked::Stolen(right)) => {
                return Walked::Closed(reducer.reduce(now.folder.complete(), right));
            }
            (Walked::Closed(left), Forked::Stolen(right)) => {
                return Walked::Closed(reducer.reduce(left, right));
            }
            (Walked::Closed(left), Forked::Back(right)) => {
                let right = begin(right, timer.anew());
                return Walked::Closed(reducer.reduce(left, right));
            }
        }
    }
}
