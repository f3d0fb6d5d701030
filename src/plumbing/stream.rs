//! The driver for consumers that split anywhere: one folder per run of blocks, not one per block.
//!
//! The halving is that of [`drive`](super::drive), but a folder goes on from a left part into the right
//! one unless that was stolen. Thieves take the oldest part first, so what one folder consumes is
//! always a contiguous range, and all that was stolen lies to its right.

use super::consumer::{Folder, UnindexedConsumer};
use super::runs::{Spares, Walked, close};
use super::supply::Supply;
use tine_core::engine::grain::{Step, Timer, Way};
use tine_core::engine::{Forked, fork};

/// The whole, or a part that was stolen: with a folder of its own. Called in three places.
#[inline(never)]
pub(super) fn begin<P, C>(supply: P, consumer: C, timer: &mut Timer<'_>) -> C::Result
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    let folder = consumer.split_off_left().into_folder();
    if supply.len() <= 1 {
        // Before there is a result, as below.
        drop(consumer);
        return whole(supply, folder);
    }
    go_on(supply, consumer, folder, timer)
}

/// All of a supply for a folder that has taken what came before, and whose consumer was split off the one that is there now.
pub(super) fn go_on<P, C>(
    supply: P,
    consumer: C,
    folder: C::Folder,
    timer: &mut Timer<'_>,
) -> C::Result
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    let mut spares = Spares::new();
    let walked = walk(supply, Some(consumer), folder, &mut spares, timer);
    // Before there is a result, which a panic in dropping would leak.
    drop(spares);
    walked.finish()
}

/// All of a supply as one block, and nobody wants to know how long it takes.
#[inline(never)]
pub(super) fn whole<P, F>(supply: P, folder: F) -> F::Result
where
    P: Supply,
    F: Folder<P::Item>,
{
    let folder = match folder.full() {
        true => {
            drop(supply);
            folder
        }
        false => supply.fold_with(folder),
    };
    folder.complete()
}

/// Takes the folder over a supply: as a block whole, if there is no consumer for what the folder does not reach; or block by block
/// until it is clear that sharing it pays, and then offering each right half to thieves on the way.
fn walk<P, C>(
    mut supply: P,
    mut consumer: Option<C>,
    mut folder: C::Folder,
    spares: &mut Spares<P::Item, C>,
    timer: &mut Timer<'_>,
) -> Walked<C::Folder, C::Result>
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    // What is left over is dropped, or kept, before there is a result, which a panic in dropping would leak.
    while let Some(rest) = consumer {
        if folder.full() {
            drop(supply);
            drop(rest);
            return Walked::of(folder);
        }
        let Step { way, index } = timer.step(supply.len());
        if way == Way::Whole {
            spares.add(rest);
            break;
        }
        let (left, right) = supply.cut(index);
        let Some(right) = right else {
            supply = left;
            spares.add(rest);
            break;
        };
        if way == Way::Walk {
            folder = block(left, folder, timer);
            (supply, consumer) = (right, Some(rest));
            continue;
        }
        let small = way == Way::Offer;
        let parts = (!small).then(|| rest.split_off_left_by(spares.take()));
        let reducer = rest.to_reducer();
        let (rules, behind) = (timer.rules(), timer.behind(index));
        let notice = timer.told();
        let first = || walk(left, parts, folder, spares, timer);
        let stolen = |(right, rest)| begin(right, rest, &mut behind.timer());
        match fork(notice, first, (right, rest), stolen) {
            (Walked::Open(open), Forked::Back((right, rest)))
                if !(C::SEAMS && rules.is_limited()) =>
            {
                (supply, consumer, folder) = (right, Some(rest), open);
            }
            (left, right) => {
                let go_on = |(right, rest)| begin(right, rest, timer);
                return close(left, right, reducer, go_on);
            }
        }
    }
    Walked::of(block(supply, folder, timer))
}

/// Takes the folder over all of a supply. A function of its own, since it is called in two places.
#[inline(never)]
fn block<P, F>(supply: P, folder: F, timer: &mut Timer<'_>) -> F
where
    P: Supply,
    F: Folder<P::Item>,
{
    let len = supply.len();
    let before = folder.written();
    let folder = supply.fold_with(folder);
    timer.note_written(len, folder.written() - before);
    folder
}
