//! The driver for supplies of a known length, and consumers that want a folder for each block. The cutting is that of
//! [`drive`](super::drive).

use super::consumer::{Folder, Reducer, UnindexedConsumer};
use super::supply::Supply;
use tine_core::engine::grain::{Step, Timer, Way};
use tine_core::engine::{Forked, Notice, fork};

/// The whole, or a part that was shared.
pub(super) fn drive<S, C>(supply: S, consumer: C, timer: &mut Timer<'_>) -> C::Result
where
    S: Supply,
    C: UnindexedConsumer<S::Item>,
{
    if consumer.full() {
        // First: a panic in dropping it would leak the result.
        drop(supply);
        return consumer.into_folder().complete();
    }
    let Step { way, index } = timer.step(supply.len());
    if way == Way::Whole {
        return block(supply, consumer, timer);
    }
    let (left, right) = supply.cut(index);
    let Some(right) = right else {
        return block(left, consumer, timer);
    };
    let before = consumer.split_off_left();
    let reducer = consumer.to_reducer();
    let (notice, behind) = (timer.told(), timer.behind(index));
    let stolen = |(right, rest)| drive(right, rest, &mut behind.timer());
    let rest = (right, consumer);
    let (left, rest) = match way {
        Way::Walk => (block(left, before, timer), Forked::Back(rest)),
        Way::Offer => fork(notice, || block(left, before, timer), rest, stolen),
        Way::Cut | Way::Whole => fork(Notice::Loud, || drive(left, before, timer), rest, stolen),
    };
    let right = match rest {
        Forked::Back((right, rest)) => drive(right, rest, timer),
        Forked::Stolen(right) => right,
    };
    reducer.reduce(left, right)
}

/// Runs all of a supply.
fn block<S, C>(supply: S, consumer: C, timer: &mut Timer<'_>) -> C::Result
where
    S: Supply,
    C: UnindexedConsumer<S::Item>,
{
    let len = supply.len();
    let result = supply.fold_with(consumer.into_folder()).complete();
    timer.note(len);
    result
}
