//! The largest elements of a slice.

use super::blocks::blocks;
use super::engine::Engine;
use crate::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::cmp::Ordering;
use tine_kernels::sort;

/// Elements that are looked at without a look at the clock.
const BLOCK: usize = 128;
/// If more than this part of the elements is wanted, they are better sorted.
const MANY: usize = 8;
/// So many candidates are kept in order. Of more, those that are too many are weeded out from time to time.
const FEW: usize = 16;
/// Then there are so many times as many as wanted.
const SPARE: usize = 2;

/// The `count` largest elements, the largest first, equal ones in their order.
pub(crate) fn top<T, C>(v: &[T], count: usize, compare: C) -> Vec<&T>
where
    T: Sync,
    C: Fn(&T, &T) -> Ordering + Sync + Send,
{
    if count > v.len() / MANY {
        let mut all: Vec<&T> = v.par_iter().collect();
        sort::stable(Engine, &mut all, |a, b| compare(b, a));
        all.truncate(count);
        return all;
    }
    if count == 0 {
        return Vec::new();
    }
    let limit = match count {
        ..=FEW => count + 1,
        _ => count.saturating_mul(SPARE),
    };
    let best = Best {
        count,
        limit,
        compare: &compare,
        candidates: Vec::new(),
        floor: None,
    };
    blocks(v.len(), BLOCK)
        .with_min_len(best.limit / BLOCK)
        .fold(|| best.anew(), |best, range| best.offer_all(v, range))
        .reduce_with(|left, right| left.append(right))
        .map_or_else(Vec::new, Best::finish)
}

/// The largest elements of a part of the slice.
struct Best<'c, 'v, T, C> {
    /// How many are wanted.
    count: usize,
    /// How many candidates are too many.
    limit: usize,
    compare: &'c C,
    /// Equal ones in their order in the slice. Others are, too, as far as they have not been weeded out: those come first, the largest first.
    candidates: Vec<&'v T>,
    /// What is not larger is not wanted: so many larger ones are there already.
    floor: Option<&'v T>,
}

impl<'c, 'v, T, C> Best<'c, 'v, T, C>
where
    T: Sync,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    fn anew(&self) -> Self {
        Best {
            candidates: Vec::with_capacity(self.limit.min(FEW + 1)),
            ..*self
        }
    }

    fn offer_all(mut self, v: &'v [T], range: std::ops::Range<usize>) -> Self {
        let mut next = range.start;
        while let Some(item) = v[..range.end].get(next) {
            self.offer(item);
            next += 1;
            if let Some(floor) = self.floor {
                let is_wanted = |item: &T| (self.compare)(item, floor).is_gt();
                let mut rest = v[next..range.end].iter();
                next = rest.position(is_wanted).map_or(range.end, |at| next + at);
            }
        }
        self
    }

    /// Takes an element that comes behind all others.
    #[inline]
    fn offer(&mut self, item: &'v T) {
        let is_larger = |than: &&T| (self.compare)(item, than).is_gt();
        if !self.floor.as_ref().is_none_or(is_larger) {
            return;
        }
        if self.count > FEW {
            self.candidates.push(item);
            if self.candidates.len() == self.limit {
                self.weed();
            }
            return;
        }
        let smaller = self.candidates.iter().rev().take_while(|c| is_larger(c));
        let place = self.candidates.len() - smaller.count();
        self.candidates.insert(place, item);
        self.candidates.truncate(self.count);
        self.floor = self.candidates.get(self.count - 1).copied();
    }

    /// Leaves as many as are wanted, and puts them in order.
    #[cold]
    #[inline(never)]
    fn weed(&mut self) {
        let compare = self.compare;
        sort::stable(Engine, &mut self.candidates, |a, b| compare(b, a));
        self.candidates.truncate(self.count);
        self.floor = self.candidates.get(self.count - 1).copied();
    }

    /// Takes the elements of a part behind this one.
    fn append(mut self, other: Self) -> Self {
        for item in other.candidates {
            self.offer(item);
        }
        self
    }

    fn finish(mut self) -> Vec<&'v T> {
        if self.count > FEW {
            self.weed();
        }
        self.candidates
    }
}
