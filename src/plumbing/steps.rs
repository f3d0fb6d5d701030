//! The driver for supplies of unknown length that can be taken step by step: one thread does so for as long as it does not pay to share
//! them. From then on there is always a part that others can take: whoever walks on splits what is left when they have.

use super::boxed::{BoxedConsumer, is_large};
use super::consumer::{Folder, Reducer, UnindexedConsumer};
use super::drive::unindexed;
use super::producer::UnindexedProducer;
use super::runs::{Spares, Walked, close};
use tine_core::engine::grain::{Budget, Rules, Site, Timer};
use tine_core::{
    current_num_threads,
    engine::{Forked, Notice, fork, has_forks, in_pool, keep_shared},
};

/// So many splits may lie within each other; each needs a frame on a thread's stack. What was stolen counts on: who waits for it steals from
/// it, and may have the frames of all on its own stack. What lies deeper is one thread's.
const DEEPEST: usize = if cfg!(debug_assertions) { 100 } else { 250 };

/// A supply that can be taken step by step, each of which yields an item or gets nearer to one.
pub(crate) trait Steps: UnindexedProducer {
    /// Feeds `folder` for so many steps, or until it is full, or nothing is left.
    fn advance<F>(&mut self, folder: F, steps: usize) -> F
    where
        F: Folder<Self::Item>;

    /// Whether nothing is left.
    fn is_over(&self) -> bool;
}

/// As [`bridge_unindexed`](super::bridge_unindexed), but nothing is split before it is known to be worth sharing.
pub(crate) fn bridge_steps<P, C>(producer: P, consumer: C) -> C::Result
where
    P: Steps,
    C: UnindexedConsumer<P::Item>,
{
    let run: fn(P, C) -> C::Result = const {
        match is_large::<P::Item, C>() {
            true => |producer, consumer| *drive(producer, BoxedConsumer::new(consumer)),
            false => drive::<P, C>,
        }
    };
    run(producer, consumer)
}

/// The same for consumers that are not large, or in a box.
fn drive<P, C>(mut producer: P, consumer: C) -> C::Result
where
    P: Steps,
    C: UnindexedConsumer<P::Item>,
{
    in_pool(move |_| {
        let site = Site::of(drive::<P, C> as *const ());
        let rules = Rules::new(1, 1, usize::MAX);
        let mut timer = rules.timer(site, 1);
        let mut folder = consumer.split_off_left().into_folder();
        if !site.announces() {
            folder = alone(&mut producer, folder, &mut timer);
        }
        if producer.is_over() || folder.full() {
            // Before there is a result, which a panic in dropping would leak.
            drop((producer, consumer));
            return folder.complete();
        }
        let result = if C::STREAMS {
            share(&mut timer, DEEPEST, producer, consumer, folder)
        } else {
            let (left, reducer) = (folder.complete(), consumer.to_reducer());
            let budget = Budget::new(current_num_threads()).no_deeper(DEEPEST);
            reducer.reduce(left, unindexed(&mut timer, budget, producer, consumer))
        };
        timer.end_shared();
        result
    })
}

/// Takes the folder over a supply until others should have a part of it.
fn alone<P, F>(producer: &mut P, mut folder: F, timer: &mut Timer<'_>) -> F
where
    P: Steps,
    F: Folder<P::Item>,
{
    if current_num_threads() == 1 {
        return producer.advance(folder, usize::MAX);
    }
    while let Some(steps) = timer.tries() {
        folder = producer.advance(folder, steps);
        // The last one, too: if it took long, the next drive is announced.
        timer.note(steps);
        if producer.is_over() || folder.full() {
            break;
        }
    }
    folder
}

/// What was stolen, with a folder of its own.
fn begin<P, C>(timer: &mut Timer<'_>, depth: usize, producer: P, consumer: C) -> C::Result
where
    P: Steps,
    C: UnindexedConsumer<P::Item>,
{
    let folder = consumer.split_off_left().into_folder();
    share(timer, depth, producer, consumer, folder)
}

/// What is left of the whole, or was stolen: `folder` is for the items to the left of `consumer`'s.
fn share<P, C>(
    timer: &mut Timer<'_>,
    depth: usize,
    producer: P,
    consumer: C,
    folder: C::Folder,
) -> C::Result
where
    P: Steps,
    C: UnindexedConsumer<P::Item>,
{
    let mut spares = Spares::new();
    let walked = walk(timer, depth, producer, consumer, folder, &mut spares);
    // Before there is a result, which a panic in dropping would leak.
    drop(spares);
    walked.finish()
}

/// Takes the folder over a supply, block by block; before each, what is left is split if there is nothing else to steal. At most `depth` splits
/// lie within each other.
fn walk<P, C>(
    timer: &mut Timer<'_>,
    depth: usize,
    mut producer: P,
    mut consumer: C,
    mut folder: C::Folder,
    spares: &mut Spares<P::Item, C>,
) -> Walked<C::Folder, C::Result>
where
    P: Steps,
    C: UnindexedConsumer<P::Item>,
{
    while !producer.is_over() && !folder.full() {
        let right;
        (producer, right) = match depth > 0 && !has_forks() {
            true => producer.split(),
            false => (producer, None),
        };
        if let Some(right) = right {
            let early = timer.is_early();
            let parts = consumer.split_off_left_by(spares.take());
            let reducer = consumer.to_reducer();
            let rules = timer.rules();
            let below = depth - 1;
            let first = || walk(timer, below, producer, parts, folder, spares);
            let stolen = |(right, rest)| begin(&mut rules.anew(), below, right, rest);
            match fork(Notice::of(early), first, (right, consumer), stolen) {
                (Walked::Open(open), Forked::Back(back)) => {
                    ((producer, consumer), folder) = (back, open);
                }
                (left, right) => {
                    let go_on = |(right, rest)| begin(timer, below, right, rest);
                    return close(left, right, reducer, go_on);
                }
            }
        }
        if !timer.is_early() {
            keep_shared();
        }
        let steps = timer.steps();
        folder = producer.advance(folder, steps);
        timer.note(steps);
    }
    drop(producer);
    spares.add(consumer);
    Walked::of(folder)
}
