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
use super::timer::{Step, Timer};
use tine_core::engine::{Forked, fork, in_pool};

/// As [`bridge_producer_consumer`], with as few folders as there are steals, or with one for each block where the producer limits
/// their length and that shows. Falls back on it where the consumer does not stream, which the compiler knows: it makes one driver, not two.
pub(crate) fn stream_producer<P, C>(len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    if C::STREAMS {
        in_pool(move |_| {
            let rules = Rules::new(len, producer.min_len(), producer.max_len());
            let supply = Counted { len, producer };
            begin(supply, consumer, &mut rules.timer())
        })
    } else {
        bridge_producer_consumer(len, producer, consumer)
    }
}

/// As [`bridge_unindexed`], for what has a length nevertheless, so that it need not be cut up before it is known to be long
/// enough. Falls back on it where the consumer does not stream.
pub(crate) fn stream_supply<P, I, C>(supply: P, consumer: C) -> C::Result
where
    P: Supply<Item = I> + UnindexedProducer<Item = I>,
    C: UnindexedConsumer<I>,
{
    if C::STREAMS {
        in_pool(move |_| {
            let rules = Rules::for_items(supply.len(), supply.likely_items());
            begin(supply, consumer, &mut rules.timer())
        })
    } else {
        bridge_unindexed(supply, consumer)
    }
}

/// How a part ended.
enum Walked<F, R> {
    /// The folder has reached its end and can go on behind it.
    Open(F),
    /// Something on the right was stolen: this is the result of all of it.
    Closed(R),
}

impl<F, R> Walked<F, R> {
    fn finish<T>(self) -> R
    where
        F: Folder<T, Result = R>,
    {
        match self {
            Walked::Open(folder) => folder.complete(),
            Walked::Closed(result) => result,
        }
    }
}

/// The whole, or a part that was stolen: with a folder of its own.
fn begin<P, C>(supply: P, consumer: C, timer: &mut Timer<'_>) -> C::Result
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    let folder = consumer.split_off_left().into_folder();
    walk(supply, Some(consumer), folder, timer).finish()
}

/// Takes the folder over a supply: as a block whole, if there is no consumer for what the folder does not reach; or block by block
/// until it is clear that sharing it pays, and then offering each right half to thieves on the way.
fn walk<P, C>(
    mut supply: P,
    mut consumer: Option<C>,
    mut folder: C::Folder,
    timer: &mut Timer<'_>,
) -> Walked<C::Folder, C::Result>
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    // What is left over is dropped before there is a result, which a panic in dropping would leak.
    while let Some(rest) = consumer {
        if folder.full() {
            drop(supply);
            drop(rest);
            return Walked::Open(folder);
        }
        let step = timer.step(supply.len());
        let Some(index) = step.index(supply.len()) else {
            break;
        };
        let (left, right) = supply.cut(index);
        let Some(right) = right else {
            supply = left;
            break;
        };
        if matches!(step, Step::Walk(_)) {
            folder = block(left, folder, timer);
            (supply, consumer) = (right, Some(rest));
            continue;
        }
        let small = matches!(step, Step::Offer(_));
        let parts = (!small).then(|| rest.split_off_left());
        let reducer = rest.to_reducer();
        let rules = timer.rules();
        let first = || walk(left, parts, folder, timer);
        let stolen = |(right, rest)| begin(right, rest, &mut rules.anew());
        match fork(small, first, (right, rest), stolen) {
            (Walked::Open(open), Forked::Back((right, rest)))
                if !(C::SEAMS && rules.bounds.is_limited()) =>
            {
                (supply, consumer, folder) = (right, Some(rest), open);
            }
            (left, right) => {
                let left = left.finish();
                let right = match right {
                    Forked::Back((right, rest)) => begin(right, rest, timer),
                    Forked::Stolen(right) => right,
                };
                return Walked::Closed(reducer.reduce(left, right));
            }
        }
    }
    Walked::Open(block(supply, folder, timer))
}

/// Takes the folder over all of a supply.
fn block<P, F>(supply: P, folder: F, timer: &mut Timer<'_>) -> F
where
    P: Supply,
    F: Folder<P::Item>,
{
    let len = supply.len();
    let folder = supply.fold_with(folder);
    timer.note(len);
    folder
}
