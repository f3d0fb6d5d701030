//! The driver for fixed shapes: where a range is split depends on its length alone, and only the schedule on time.
//!
//! Invariant: the tree of splits and reductions follows from the length and the producer's wishes. The clock decides which
//! parts of the tree are offered to other threads, and nothing else.

use super::boxed::{BoxedConsumer, is_large};
use super::consumer::{Consumer, Reducer};
use super::part::Part;
use super::producer::Producer;
use tine_core::engine::grain::{self, Aim, Site, Start, Timer};
use tine_core::engine::{Forked, Notice, fork};

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
    let run: fn(usize, P, C) -> C::Result = const {
        match is_large::<P::Item, C>() {
            true => |len, producer, consumer| *drive(len, producer, BoxedConsumer::new(consumer)),
            false => drive::<P, C>,
        }
    };
    run(len, producer, consumer)
}

/// The same for consumers that are not large, or in a box.
fn drive<P, C>(len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let least = producer.min_len().max(1);
    let most = (len / BLOCKS).min(producer.max_len()).min(LONGEST);
    let blocks = Blocks {
        len: most.max(least),
        least,
    };
    let start = Start {
        len,
        items: None,
        wishes: (1, producer.max_len()),
        aim: Aim::All,
        site: Site::of(tree::<P, C> as *const ()),
        streamed: false,
    };
    let part = Part {
        len,
        producer,
        consumer,
    };
    let count = blocks.count(len);
    let alone = |part| whole(part, count, blocks);
    grain::drive(start, part, alone, |part, timer| {
        tree(part, count, len, blocks, timer)
    })
}

/// Where a range is cut.
#[derive(Clone, Copy, Debug)]
struct Blocks {
    /// The length of all blocks but the last.
    len: usize,
    /// What is shorter than this belongs to the block before it; at least 1, and no more than `len`.
    least: usize,
}

impl Blocks {
    /// How many blocks a range of `len` items has, if the last one may be as short as it likes. A part knows this of itself, since it would take longer
    /// to divide than to run a short block.
    fn count(self, len: usize) -> usize {
        len.div_ceil(self.len)
    }

    /// Whether a part of `len` items is a single block.
    #[inline]
    fn has_one(self, len: usize) -> bool {
        len.saturating_sub(self.len) < self.least
    }

    /// Whether a part of `len` items is run without offering any of it; `rest` items are left to this task.
    #[inline]
    fn keeps(self, len: usize, rest: usize, timer: &mut Timer<'_>) -> bool {
        if self.has_one(len) {
            return true;
        }
        match timer.walks_on(rest) {
            Some(next) => len <= next,
            None => !timer.splits(len),
        }
    }
}

/// Runs one part of the tree, which has `count` blocks. `rest` is the number of items from its start to the end of what this task may come to.
fn tree<P, C>(
    part: Part<P, C>,
    count: usize,
    rest: usize,
    blocks: Blocks,
    timer: &mut Timer<'_>,
) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let len = part.len;
    if blocks.keeps(len, rest, timer) {
        let result = whole(part, count, blocks);
        timer.note(len);
        return result;
    }
    if part.consumer.full() {
        return part.skip();
    }
    let half = count / 2;
    let right_count = count - half;
    let (left, right, reducer) = part.split_at(half * blocks.len);
    let right_rest = rest - left.len;
    let alone = timer.is_alone();
    let (left, right) = if alone && !timer.offers() {
        (tree(left, half, rest, blocks, timer), Forked::Back(right))
    } else {
        let rules = timer.rules();
        let first = || tree(left, half, rest, blocks, timer);
        fork(Notice::of(alone), first, right, |right| {
            let rest = right.len;
            tree(right, right_count, rest, blocks, &mut rules.anew())
        })
    };
    let right = match right {
        Forked::Back(right) => tree(right, right_count, right_rest, blocks, timer),
        Forked::Stolen(right) => right,
    };
    reducer.reduce(left, right)
}

/// Runs a part of the tree, which has `count` blocks, by this thread alone.
fn whole<P, C>(part: Part<P, C>, count: usize, blocks: Blocks) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    if blocks.has_one(part.len) {
        return part.whole();
    }
    if part.consumer.full() {
        return part.skip();
    }
    // A block is run from here: the call would take as long as a short one.
    let down = |part: Part<P, C>, count| match blocks.has_one(part.len) {
        true => part.whole(),
        false => whole(part, count, blocks),
    };
    let half = count / 2;
    let (left, right, reducer) = part.split_at(half * blocks.len);
    let left = down(left, half);
    reducer.reduce(left, down(right, count - half))
}
