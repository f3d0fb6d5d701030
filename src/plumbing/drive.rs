//! The driver: cuts producer and consumer together by recursive `join`, in halves but for searches, and runs blocks whole where the grain says so.

use super::consumer::{Consumer, Folder, Reducer, UnindexedConsumer};
use super::part::Part;
use super::producer::{Producer, UnindexedProducer};
use tine_core::engine::grain::{Budget, Step, Timer, Way};
use tine_core::engine::{Forked, Notice, fork};

/// Runs a range that is no block yet.
pub(super) fn begin<P, C>(part: Part<P, C>, timer: &mut Timer<'_>) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    drive(false, part, timer)
}

/// Runs a range: as a `block` whole; or block by block until it is clear that sharing it pays, and then by pieces whose
/// rest can be stolen.
fn drive<P, C>(block: bool, part: Part<P, C>, timer: &mut Timer<'_>) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    if !block && part.consumer.full() {
        return part.skip();
    }
    let len = part.len;
    let Step { way, index } = match block {
        true => Step::whole(len),
        false => timer.step(len),
    };
    if way == Way::Whole {
        let result = part.run_whole();
        timer.note(len);
        return result;
    }
    let (left, right, reducer) = part.split_at(index);
    let block = way != Way::Cut;
    let (left, right) = if way == Way::Walk {
        (drive(block, left, timer), Forked::Back(right))
    } else {
        let (notice, behind) = (timer.told(), timer.behind(index));
        let first = || drive(block, left, timer);
        fork(notice, first, right, |right| {
            drive(false, right, &mut behind.timer())
        })
    };
    let right = match right {
        Forked::Back(right) => drive(false, right, timer),
        Forked::Stolen(right) => right,
    };
    reducer.reduce(left, right)
}

/// One supply: split it and run the parts in parallel, or run it whole.
pub(super) fn unindexed<P, C>(
    timer: &mut Timer<'_>,
    mut budget: Budget,
    producer: P,
    consumer: C,
) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    if consumer.full() {
        return consumer.into_folder().complete();
    }
    if !budget.split() {
        return producer.fold_with(consumer.into_folder()).complete();
    }
    let (left_producer, right_producer) = producer.split();
    let Some(right_producer) = right_producer else {
        return left_producer.fold_with(consumer.into_folder()).complete();
    };
    let reducer = consumer.to_reducer();
    let left_consumer = consumer.split_off_left();
    let early = timer.is_early();
    let rules = timer.rules();
    let (left, right) = fork(
        Notice::of(early),
        || unindexed(timer, budget, left_producer, left_consumer),
        (right_producer, consumer),
        move |(producer, consumer)| {
            budget.refresh();
            unindexed(&mut rules.anew(), budget, producer, consumer)
        },
    );
    let right = match right {
        Forked::Back((producer, consumer)) => {
            if early {
                timer.look();
            }
            unindexed(timer, budget, producer, consumer)
        }
        Forked::Stolen(right) => right,
    };
    reducer.reduce(left, right)
}
