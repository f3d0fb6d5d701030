//! The largest elements of a slice.

use super::blocks::blocks;
use super::engine::Engine;
use crate::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use std::cmp::Ordering;
use tine_kernels::select::select;
use tine_kernels::sort;

/// Elements that are looked at without a look at the clock.
const BLOCK: usize = 128;
/// If more than this part of the elements is wanted, they are better sorted.
const MANY: usize = 8;
/// Candidates are weeded out when there are so many times as many as wanted, and at least `FEW`.
const SPARE: usize = 2;
const FEW: usize = 32;
/// Of so many there are never more than wanted: each is put into its place among them.
const IN_ORDER: usize = 16;

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
    let best = Best {
        count,
        limit: count.saturating_mul(SPARE).max(FEW),
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
    /// The largest first, if few are wanted. Else in their order in the slice, except that the first `count` may have been weeded out, which are in
    /// any order.
    candidates: Vec<(usize, &'v T)>,
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
            candidates: Vec::new(),
            ..*self
        }
    }

    fn offer_all(mut self, v: &'v [T], range: std::ops::Range<usize>) -> Self {
        let mut next = range.start;
        while let Some(item) = v[..range.end].get(next) {
            self.offer(next, item);
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
    fn offer(&mut self, place: usize, item: &'v T) {
        if self
            .floor
            .is_none_or(|floor| (self.compare)(item, floor).is_gt())
        {
            match self.is_in_order() {
                true => self.insert(place, item),
                false => self.push(place, item),
            }
        }
    }

    fn is_in_order(&self) -> bool {
        self.count <= IN_ORDER
    }

    /// Puts an element behind those that are not smaller. Apart from the loop over all others, as is [`weed`](Self::weed).
    #[inline(never)]
    fn insert(&mut self, place: usize, item: &'v T) {
        let Best {
            count, candidates, ..
        } = self;
        candidates.reserve_exact(*count + 1 - candidates.len());
        let stays_ahead = |(_, other): &(usize, &T)| (self.compare)(item, other).is_le();
        let behind = candidates.iter().rposition(stays_ahead);
        candidates.insert(behind.map_or(0, |at| at + 1), (place, item));
        candidates.truncate(*count);
        if candidates.len() == *count {
            self.floor = candidates.last().map(|least| least.1);
        }
    }

    #[inline]
    fn push(&mut self, place: usize, item: &'v T) {
        self.candidates.push((place, item));
        if self.candidates.len() == self.limit {
            self.weed();
        }
    }

    /// Leaves as many as are wanted, and the least of them at the end.
    #[cold]
    #[inline(never)]
    fn weed(&mut self) {
        let Some(last) = self.count.checked_sub(1) else {
            return;
        };
        if last < self.candidates.len() {
            let order = self.order();
            let (_, floor, _) = select(Engine, &mut self.candidates, last, order);
            self.floor = Some(floor.1);
            self.candidates.truncate(self.count);
        }
    }

    /// The largest first; their places make this stable.
    fn order(
        &self,
    ) -> impl Fn(&(usize, &'v T), &(usize, &'v T)) -> Ordering + Sync + use<'c, 'v, T, C> {
        let compare = self.compare;
        move |a, b| compare(b.1, a.1).then(a.0.cmp(&b.0))
    }

    /// Takes the elements of a part behind this one.
    fn append(mut self, mut other: Self) -> Self {
        if !self.is_in_order() {
            // In their order in the slice again.
            let of_place = |candidate: &(usize, &T)| candidate.0;
            other.candidates.sort_unstable_by_key(of_place);
        }
        for (place, item) in other.candidates {
            self.offer(place, item);
        }
        self
    }

    fn finish(mut self) -> Vec<&'v T> {
        if !self.is_in_order() {
            self.weed();
            let order = self.order();
            sort::unstable(Engine, &mut self.candidates, order);
        }
        self.candidates.into_iter().map(|(_, item)| item).collect()
    }
}
