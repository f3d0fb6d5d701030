//! The driver for fixed shapes: where a range is split depends on its length alone, and only the schedule on time.
//!
//! Invariant: the tree of splits and reductions follows from the length and the producer's wishes. The clock decides which
//! parts of the tree are offered to other threads, and nothing else.

use super::consumer::{Consumer, Reducer};
use super::drive::Part;
use super::grain::Rules;
use super::producer::Producer;
use super::timer::Timer;
use crate::task::join::{Forked, fork, in_pool};

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
        let walk = Walk {
            timer: rules.timer(),
            alone: true,
            block,
        };
        let part = Part {
            len,
            producer,
            consumer,
        };
        tree(part, len, walk).0
    })
}

/// What a task knows on its way through the tree.
#[derive(Clone, Copy)]
struct Walk<'a> {
    timer: Timer<'a>,
    /// Nothing is shared yet, because it may be over before anybody else can begin.
    alone: bool,
    /// The length of a block; not 0.
    block: usize,
}

impl Walk<'_> {
    /// For a part that was stolen.
    fn anew(&self) -> Self {
        Walk {
            timer: self.timer.anew(),
            alone: false,
            ..*self
        }
    }

    /// Whether a part of `len` items is run without offering any of it; `rest` items are left to this task.
    fn keeps(&mut self, len: usize, rest: usize) -> bool {
        if len <= self.block {
            return true;
        }
        if self.alone {
            if let Some(next) = self.timer.walks_on(rest) {
                return len <= next;
            }
            self.alone = false;
        }
        !self.timer.splits(len)
    }
}

/// Runs one part of the tree. `rest` is the number of items from its start to the end of what this task may come to.
fn tree<P, C>(part: Part<P, C>, rest: usize, mut walk: Walk<'_>) -> (C::Result, Walk<'_>)
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let len = part.len;
    if walk.keeps(len, rest) {
        let result = whole(part, walk.block);
        walk.timer.note(len);
        return (result, walk);
    }
    if part.consumer.full() {
        return (part.skip(), walk);
    }
    let (left, right, reducer) = part.split_at(middle(len, walk.block));
    let right_rest = rest - left.len;
    if walk.alone && !walk.timer.offers() {
        let (left, walk) = tree(left, rest, walk);
        let (right, walk) = tree(right, right_rest, walk);
        return (reducer.reduce(left, right), walk);
    }
    let ((left, walk), right) = fork(
        walk.alone,
        move |_| tree(left, rest, walk),
        right,
        move |right| {
            let rest = right.len;
            tree(right, rest, walk.anew()).0
        },
    );
    let (right, walk) = match right {
        Forked::Back(right) => tree(right, right_rest, walk),
        Forked::Stolen(right) => (right, walk),
    };
    (reducer.reduce(left, right), walk)
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
