//! What a stream is made of: supplies that are cut from the front, and what is done with a block.

use crate::plumbing::Producer;
use std::iter::Fuse;
use std::mem;
use tine_core::engine::clock;

/// A supply of items, cut by the thread that consumes.
pub(super) trait Supply {
    /// Some items, on their way to the thread that works on them.
    type Block: Send;
    /// Whether a cut may take long, as it is another's code that waits for something, perhaps.
    const MAY_WAIT: bool;

    /// The next block and the number of its items, which is at least one and should be `most` at most. None after the last.
    fn cut(&mut self, most: usize) -> Option<(Self::Block, usize)>;

    /// How many items are left, as the length of an iterator says it.
    fn left(&self) -> (usize, Option<usize>);
}

/// What is done with the items of a block.
pub(super) trait Work<B>: Sync {
    type Item: Send;

    /// Puts the results into `items`, where they stay if there is a panic.
    fn run(&self, block: B, items: &mut Vec<Self::Item>);
}

/// A producer, cut up from the left.
pub(super) struct Parts<P> {
    rest: Option<P>,
    len: usize,
}

impl<P: Producer> Parts<P> {
    pub(super) fn new(producer: P, len: usize) -> Self {
        Parts {
            rest: Some(producer),
            len,
        }
    }
}

impl<P: Producer> Supply for Parts<P> {
    type Block = P;
    const MAY_WAIT: bool = false;

    fn cut(&mut self, most: usize) -> Option<(P, usize)> {
        let rest = self.rest.take()?;
        let least = rest.min_len().max(1);
        let len = most.min(rest.max_len()).max(least);
        // What is left behind must be worth a block, too.
        if self.len.saturating_sub(len) < least {
            let len = mem::take(&mut self.len);
            return (len > 0).then_some((rest, len));
        }
        let (block, rest) = rest.split_at(len);
        self.rest = Some(rest);
        self.len -= len;
        Some((block, len))
    }

    fn left(&self) -> (usize, Option<usize>) {
        (self.len, Some(self.len))
    }
}

/// Takes the items of a producer as they are.
pub(super) struct Collected;

impl<P: Producer<Item: Send>> Work<P> for Collected {
    type Item = P::Item;

    fn run(&self, block: P, items: &mut Vec<P::Item>) {
        put(block.into_iter(), items);
    }
}

/// A block of a sequential iterator is not pulled for longer than this, in microseconds.
const PULL_US: u64 = 50;
/// Every so many items the clock is looked at.
const LOOK_EVERY: usize = 16;

/// A sequential iterator.
pub(super) struct Pulled<I: Iterator>(Fuse<I>);

impl<I: Iterator> Pulled<I> {
    pub(super) fn new(iter: I) -> Self {
        Pulled(iter.fuse())
    }
}

impl<I: Iterator<Item: Send>> Supply for Pulled<I> {
    type Block = Vec<I::Item>;
    const MAY_WAIT: bool = true;

    fn cut(&mut self, most: usize) -> Option<(Vec<I::Item>, usize)> {
        let begin = clock::ticks();
        let mut items = vec![self.0.next()?];
        while items.len() < most {
            // A look at the clock may take longer than a pull.
            let looks = items.len().is_power_of_two() || items.len() % LOOK_EVERY == 0;
            if looks && clock::since(begin) > clock::micros(PULL_US) {
                break;
            }
            let Some(item) = self.0.next() else { break };
            items.push(item);
        }
        let len = items.len();
        Some((items, len))
    }

    fn left(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

/// Calls a function for each item.
pub(super) struct Mapped<F>(pub(super) F);

impl<T, R: Send, F: Fn(T) -> R + Sync> Work<Vec<T>> for Mapped<F> {
    type Item = R;

    fn run(&self, block: Vec<T>, items: &mut Vec<R>) {
        put(block.into_iter().map(&self.0), items);
    }
}

/// As `extend`, but whatever came before a panic is there.
fn put<T>(from: impl ExactSizeIterator<Item = T>, items: &mut Vec<T>) {
    items.reserve_exact(from.len());
    for item in from {
        items.push(item);
    }
}
