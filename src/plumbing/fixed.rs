//! The driver for fixed shapes: where a range is split depends on its length alone, and only the schedule on time.
//!
//! Invariant: the tree of splits and reductions follows from the length and the producer's wishes. The clock decides which
//! parts of the tree are offered to other threads, and nothing else.

use super::consumer::{Consumer, Reducer};
use super::grain::Rules;
use super::part::Part;
use super::producer::Producer;
use super::timer::Timer;
use tine_core::engine::{Forked, fork, in_pool};

/// A range is cut into this many blocks at least, if it has as many items: enough for many threads and for skewed costs.
const BLOCKS: usize = 128;
/// No block needs to be longer than this: its share of the splits costs nothing beside it.
const LONGEST: usize = 1024;

/// As [`bridge_producer_consumer`](super::bridge_producer_consumer), but consumers are split and results are reduced in the
/// same places every time.
pub(crate) fn fixed_producer<P, C>(len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let block = (len / BLOCKS).min(producer.max_len()).min(LONGEST);
    let block = block.max(producer.min_len()).max(1);
    in_pool(move |_| {
        let rules = Rules::new(len, 1, producer.max_len());
        let part = Part {
            len,
            producer,
            consumer,
        };
        tree(part, len, block, &mut rules.timer())
    })
}

/// Whether a part of `len` items is run without offering any of it; `rest` items are left to this task.
fn keeps(len: usize, rest: usize, block: usize, timer: &mut Timer<'_>) -> bool {
    if len <= block {
        return true;
    }
    match timer.walks_on(rest) {
        Some(next) => len <= next,
        None => !timer.splits(len),
    }
}

/// Runs one part of the tree, whose blocks have `block` items. `rest` is the number of items from its start to the end of what this
/// task may come to.
fn tree<P, C>(part: Part<P, C>, rest: usize, block: usize, timer: &mut Timer<'_>) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let len = part.len;
    if keeps(len, rest, block, timer) {
        let result = whole(part, block);
        timer.note(len);
        return result;
    }
    if part.consumer.full() {
        return part.skip();
    }
    let (left, right, reducer) = part.split_at(middle(len, block));
    let right_rest = rest - left.len;
    let alone = timer.is_alone();
    let (left, right) = if alone && !timer.offers() {
        (tree(left, rest, block, timer), Forked::Back(right))
    } else {
        let rules = timer.rules();
        let first = || tree(left, rest, block, timer);
        fork(alone, first, right, |right| {
            let rest = right.len;
            tree(right, rest, block, &mut rules.anew())
        })
    };
    let right = match right {
        Forked::Back(right) => tree(right, right_rest, block, timer),
        Forked::Stolen(right) => right,
    };
    reducer.reduce(left, right)
}

/// Runs a part of the tree by this thread alone.
fn whole<P, C>(part: Part<P, C>, block: usize) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    if part.consumer.full() {
        return part.skip();
    }
    if part.len <= block {
        return part.run_whole();
    }
    let middle = middle(part.len, block);
    let (left, right, reducer) = part.split_at(middle);
    let left = whole(left, block);
    reducer.reduce(left, whole(right, block))
}

/// Where a part of more than one block is split: between two blocks.
fn middle(len: usize, block: usize) -> usize {
    len.div_ceil(block) / 2 * block
}
