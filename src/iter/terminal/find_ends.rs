//! `find_first` and `find_last`: the hit that comes first or last in order.
//!
//! Every consumer stands for a range of ranks, where a lower rank is a better place: nearer to the end that is asked for. A
//! split halves the range. A hit proposes its consumer's best rank; who can only do worse than the best proposal is full. The
//! range gives out after as many splits as a rank has bits, which is 128; then neighbours share a rank, do not prune each other any more,
//! and the reducer alone keeps the order. Whoever splits off one part after another, and waits for it, asks the reducer whether to
//! go on.

use crate::iter::ParallelIterator;
use crate::iter::signal::Best;
use crate::plumbing::{Aim, Consumer, Folder, Reducer, UnindexedConsumer, search, search_each};
use std::cell::Cell;

pub(crate) fn find_first<I, P>(par_iter: I, find_op: &P) -> Option<I::Item>
where
    I: ParallelIterator,
    P: Fn(&I::Item) -> bool + Sync,
{
    par_iter.drive_unindexed(FindEndConsumer::new(find_op, End::First, &Best::new()))
}

pub(crate) fn find_last<I, P>(par_iter: I, find_op: &P) -> Option<I::Item>
where
    I: ParallelIterator,
    P: Fn(&I::Item) -> bool + Sync,
{
    par_iter.drive_unindexed(FindEndConsumer::new(find_op, End::Last, &Best::new()))
}

/// Which hit is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    First,
    Last,
}

/// Ranks from the best to the worst, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ranks {
    best: u128,
    worst: u128,
}

impl Ranks {
    /// The ranks of the left and the right part.
    #[inline]
    fn split(self, end: End) -> (Ranks, Ranks) {
        let Ranks { best, worst } = self;
        let mid = best + (worst - best) / 2;
        let better = Ranks { best, worst: mid };
        let worse = Ranks {
            best: worst.min(mid.saturating_add(1)),
            worst,
        };
        match end {
            End::First => (better, worse),
            End::Last => (worse, better),
        }
    }
}

struct FindEndConsumer<'p, P> {
    find_op: &'p P,
    end: End,
    /// In a cell, since splitting off a left part leaves less to the rest.
    ranks: Cell<Ranks>,
    best_hit: &'p Best,
}

impl<'p, P> FindEndConsumer<'p, P> {
    fn new(find_op: &'p P, end: End, best_hit: &'p Best) -> Self {
        let ranks = Cell::new(Ranks {
            best: 0,
            worst: u128::MAX,
        });
        FindEndConsumer {
            find_op,
            end,
            ranks,
            best_hit,
        }
    }
}

impl<'p, T, P> Consumer<T> for FindEndConsumer<'p, P>
where
    T: Send,
    P: Fn(&T) -> bool + Sync,
{
    type Folder = FindEndFolder<'p, T, P>;
    type Reducer = FindEndReducer;
    type Result = Option<T>;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, FindEndReducer) {
        let left = self.split_off_left();
        let reducer = FindEndReducer(self.end);
        (left, self, reducer)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        let rank = self.ranks.get().best;
        FindEndFolder {
            find_op: self.find_op,
            end: self.end,
            rank,
            best_hit: self.best_hit,
            item: None,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.best_hit.is_better_than(self.ranks.get().best)
    }
}

impl<T, P> UnindexedConsumer<T> for FindEndConsumer<'_, P>
where
    T: Send,
    P: Fn(&T) -> bool + Sync,
{
    // Streaming would halve the ranks twice per steal, and run out of them before a long range is searched.
    const STREAMS: bool = false;

    #[inline]
    fn split_off_left(&self) -> Self {
        let (left, rest) = self.ranks.get().split(self.end);
        self.ranks.set(rest);
        FindEndConsumer {
            ranks: Cell::new(left),
            ..*self
        }
    }

    #[inline]
    fn to_reducer(&self) -> FindEndReducer {
        FindEndReducer(self.end)
    }

    fn aim(&self) -> Aim {
        match self.end {
            End::First => Aim::First,
            // As the last items decide, the latter half should be begun soon.
            End::Last => Aim::All,
        }
    }
}

struct FindEndReducer(End);

impl<T> Reducer<Option<T>> for FindEndReducer {
    const SETTLES: bool = true;

    #[inline]
    fn reduce(self, left: Option<T>, right: Option<T>) -> Option<T> {
        match self.0 {
            End::First => left.or(right),
            End::Last => right.or(left),
        }
    }

    #[inline]
    fn settles(&self, left: &Option<T>) -> bool {
        self.0 == End::First && left.is_some()
    }
}

struct FindEndFolder<'p, T, P> {
    find_op: &'p P,
    end: End,
    /// What a hit in this block proposes.
    rank: u128,
    best_hit: &'p Best,
    item: Option<T>,
}

impl<T, P> FindEndFolder<'_, T, P> {
    fn note(&mut self, item: T) {
        if self.item.is_none() {
            self.best_hit.propose(self.rank);
        }
        self.item = Some(item);
    }

    /// Whether no later item of this block can change the outcome.
    #[inline]
    fn is_settled(&self) -> bool {
        (self.end == End::First && self.item.is_some()) || self.best_hit.is_better_than(self.rank)
    }
}

impl<T, P> Folder<T> for FindEndFolder<'_, T, P>
where
    P: Fn(&T) -> bool,
{
    const TAKES_SOME: bool = true;
    type Result = Option<T>;

    #[inline]
    fn consume(mut self, item: T) -> Self {
        if !self.is_settled() && (self.find_op)(&item) {
            self.note(item);
        }
        self
    }

    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        self.consume_some(iter.into_iter().map(Some), || false)
    }

    #[inline]
    fn consume_some<I, S>(mut self, mut iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        let (find_op, best_hit, rank) = (self.find_op, self.best_hit, self.rank);
        let worse = || best_hit.is_better_than(rank);
        // A hit may have closed it as well.
        while !self.is_settled() && !closed() {
            let (found, rest) = search(iter, find_op, worse, &closed);
            iter = rest;
            let Some(item) = found else { break };
            self.note(item);
        }
        drop(iter);
        self
    }

    const TAKES_EACH: bool = true;

    fn consume_some_each<I, J, S>(mut self, mut iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<J>>,
        J: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        let (find_op, best_hit, rank) = (self.find_op, self.best_hit, self.rank);
        let worse = || best_hit.is_better_than(rank);
        while !self.is_settled() && !closed() {
            let (found, (within, rest)) = search_each(iter, find_op, worse, &closed);
            iter = rest;
            let Some(item) = found else { break };
            self.note(item);
            if let Some(inner) = within {
                self = self.consume_some(inner, &closed);
            }
        }
        drop(iter);
        self
    }

    #[inline]
    fn complete(self) -> Option<T> {
        self.item
    }

    #[inline]
    fn full(&self) -> bool {
        self.is_settled()
    }
}

#[cfg(test)]
mod tests;
