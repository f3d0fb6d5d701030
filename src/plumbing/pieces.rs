//! The driver for supplies of unknown length, and consumers that split anywhere: one folder per run of pieces, as in
//! [`stream`](super::stream).

use super::consumer::{Folder, UnindexedConsumer};
use super::producer::UnindexedProducer;
use super::runs::{Spares, Walked, close};
use tine_core::engine::grain::{Budget, Timer};
use tine_core::engine::{Forked, Notice, fork};

/// The whole, or a piece that was stolen: with a folder of its own. Not inlined: called in three places.
#[inline(never)]
pub(super) fn begin<P, C>(
    timer: &mut Timer<'_>,
    budget: Budget,
    producer: P,
    consumer: C,
) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    let folder = consumer.split_off_left().into_folder();
    let mut spares = Spares::new();
    let walked = walk(timer, budget, producer, consumer, folder, &mut spares);
    // Before there is a result, which a panic in dropping would leak.
    drop(spares);
    walked.finish()
}

/// Takes the folder over a supply: whole, or split on the way, while each right part is offered to thieves.
fn walk<P, C>(
    timer: &mut Timer<'_>,
    mut budget: Budget,
    mut producer: P,
    mut consumer: C,
    mut folder: C::Folder,
    spares: &mut Spares<P::Item, C>,
) -> Walked<C::Folder, C::Result>
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    loop {
        if folder.full() {
            drop(producer);
            drop(consumer);
            return Walked::of(folder);
        }
        let (left, right) = match budget.split() {
            true => producer.split(),
            false => (producer, None),
        };
        let Some(right) = right else {
            spares.add(consumer);
            return block(left, folder);
        };
        let early = timer.is_early();
        let parts = consumer.split_off_left_by(spares.take());
        let reducer = consumer.to_reducer();
        let rules = timer.rules();
        let first = || walk(timer, budget, left, parts, folder, spares);
        let stolen = move |(right, rest)| {
            let mut budget = budget;
            budget.refresh();
            begin(&mut rules.anew(), budget, right, rest)
        };
        match fork(Notice::of(early), first, (right, consumer), stolen) {
            (Walked::Open(open), Forked::Back((right, rest))) => {
                if early {
                    timer.look();
                }
                (producer, consumer, folder) = (right, rest, open);
            }
            (left, right) => {
                let go_on = |(right, rest)| begin(timer, budget, right, rest);
                return close(left, right, reducer, go_on);
            }
        }
    }
}

/// Takes the folder over all of a piece.
#[inline(never)]
fn block<P, F>(piece: P, folder: F) -> Walked<F, F::Result>
where
    P: UnindexedProducer,
    F: Folder<P::Item>,
{
    Walked::of(piece.fold_with(folder))
}
