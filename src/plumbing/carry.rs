//! The driver for indexed consumers whose folders hold something that is expensive to make: one folder per run of blocks, as in
//! [`stream`](super::stream).
//!
//! Invariant: a folder and the consumer beside it here were split from each other as neighbours; so were those of each two parts.

use super::consumer::{Consumer, Folder};
use super::part::Part;
use super::producer::Producer;
use super::runs::{Spares, Walked, close};
use tine_core::engine::grain::{Timer, Way};
use tine_core::engine::{Forked, fork};

/// Runs a range: the whole, or a part that was stolen.
pub(super) fn carry<P, C>(part: Part<P, C>, timer: &mut Timer<'_>) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    if part.consumer.full() {
        return part.skip();
    }
    if part.len <= 1 {
        return part.run_whole();
    }
    // The folder begins with nothing.
    let (nothing, consumer, _) = part.consumer.split_at(0);
    let part = Part { consumer, ..part };
    let mut spares = Spares::new();
    let walked = walk(part, nothing.into_folder(), &mut spares, timer);
    // Before there is a result, which a panic in dropping would leak.
    drop(spares);
    walked.finish()
}

/// Takes the folder over a part, which lies behind what it has taken: block by block until it is clear that sharing it pays, and then
/// offering each right half to thieves on the way.
fn walk<P, C>(
    mut part: Part<P, C>,
    mut folder: C::Folder,
    spares: &mut Spares<P::Item, C>,
    timer: &mut Timer<'_>,
) -> Walked<C::Folder, C::Result>
where
    P: Producer,
    C: Consumer<P::Item>,
{
    loop {
        if folder.full() || part.consumer.full() {
            drop(part);
            return Walked::of(folder);
        }
        let len = part.len;
        let step = timer.step(len);
        let index = step.index;
        match step.way {
            Way::Whole => return block(part, folder, spares, timer),
            Way::Walk => {
                let (left, right) = part.producer.split_at(index);
                // SAFETY: (1) by the module's invariant.
                let (open, rest) = unsafe { C::go_on(folder, part.consumer, index) };
                folder = left.fold_with(open);
                timer.note(index);
                part = Part {
                    len: len - index,
                    producer: right,
                    consumer: rest,
                };
                continue;
            }
            Way::Offer | Way::Cut => {}
        }
        let small = step.way == Way::Offer;
        let (left, right, reducer) = part.split_at_by(index, spares.take());
        let (notice, behind) = (timer.told(), timer.behind(index));
        let first = || match small {
            true => block(left, folder, spares, timer),
            false => walk(left, folder, spares, timer),
        };
        match fork(notice, first, right, |right| {
            carry(right, &mut behind.timer())
        }) {
            (Walked::Open(open), Forked::Back(right)) => {
                (part, folder) = (right, open);
            }
            (left, right) => return close(left, right, reducer, |right| carry(right, timer)),
        }
    }
}

/// Takes the folder over all of a part.
fn block<P, C>(
    part: Part<P, C>,
    folder: C::Folder,
    spares: &mut Spares<P::Item, C>,
    timer: &mut Timer<'_>,
) -> Walked<C::Folder, C::Result>
where
    P: Producer,
    C: Consumer<P::Item>,
{
    // SAFETY: (1) by the module's invariant.
    let (folder, spare) = unsafe { C::go_on(folder, part.consumer, part.len) };
    spares.add(spare);
    let folder = part.producer.fold_with(folder);
    timer.note(part.len);
    Walked::of(folder)
}
