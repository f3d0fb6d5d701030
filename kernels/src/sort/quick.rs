//! Quicksort in place: while there are fewer parts than threads a partition is shared, later the parts are.

use super::crowd::partition_by;
use super::partition::{LARGE, SMALL, partition};
use super::{leaf, repeats, sample, strays, text, three_way};
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;

/// How many leaves a thread should meet if all pivots are good.
const LEAVES_PER_THREAD: usize = 16;
/// No leaf needs to be shorter than this, nor is one longer if its elements are small: [`partition`] is quicker with them than std's.
const SHORT_LEAF: usize = if cfg!(test) { 32 } else { 1024 };
/// No partition of fewer elements is worth more than one thread: these take longer than a thread to wake.
const SHARED: usize = if cfg!(test) { 300 } else { 200_000 };
/// Levels that bad pivots may cost before std, which is safe from them, takes over.
const SPARE_LEVELS: u32 = 8;
/// If so large a part of a sample equals the one in its middle, those are taken out at once.
const REPEATED: usize = 32;
/// But not so large a part of elements that are expensive to move.
const FREQUENT: usize = 4;
/// Nor of small ones whose comparisons take less than this, in nanoseconds: to move more of them takes longer than to compare them more
/// often.
pub(super) const SLOW_NS: u64 = if cfg!(test) { 0 } else { 3 };
/// Most pivots of a shared partition.
const PIVOTS: usize = 16;

/// Sorts `v` in the pool.
pub(super) fn sort<T, C>(on: impl ForkJoin, v: &mut [T], compare: &C, threads: usize)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let leaf = (v.len() / (LEAVES_PER_THREAD * threads)).max(SHORT_LEAF);
    let leaf = match size_of::<T>() {
        0..=SMALL => SHORT_LEAF,
        leaf::LARGE.. => leaf.min(leaf::FEW),
        _ if text::are_texts(v) => leaf.min(text::NEAR),
        _ => leaf,
    };
    let levels = (v.len() / leaf).ilog2() * 2 + SPARE_LEVELS;
    let quick = Quick {
        on,
        compare,
        leaf,
        pivots: threads.next_power_of_two().min(PIVOTS),
        // Half of what a thread has to do more than its share.
        shared: (v.len() / threads * 3 / 2).max(SHARED),
    };
    quick.recurse(v, None, levels);
}

/// What all levels share.
struct Quick<'a, E, C> {
    on: E,
    compare: &'a C,
    /// Slices up to this length are sorted by one thread.
    leaf: usize,
    /// How many pivots a shared partition has: a power of two; 1 if nothing is shared.
    pivots: usize,
    /// Slices up to this length are partitioned by one thread.
    shared: usize,
}

impl<E: ForkJoin, C> Quick<'_, E, C> {
    /// Sorts `v`, none of whose elements is less than `floor`.
    ///
    /// The floor is passed on as an exclusive reference, because a thread compares with it.
    fn recurse<'v, T>(&self, mut v: &'v mut [T], floor: Option<&'v mut T>, mut levels: u32)
    where
        T: Send,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        let less = |a: &T, b: &T| (self.compare)(a, b).is_lt();
        while v.len() > self.leaf && levels > 0 {
            levels -= 1;
            let sample = Sample::of(v, self.compare);
            let median = sample.at(1, 2);
            let repeats = sample.repeats(self.on, v, self.compare);
            if let Some(floor) = &floor
                && !less(floor, &v[median])
            {
                // What equals the pivot is in its place then.
                v.swap(0, median);
                let (pivot, rest) = v.split_at_mut(1);
                let equal = partition(rest, |element| !less(&pivot[0], element));
                v = &mut v[equal + 1..];
                continue;
            }
            if v.len() > self.shared && self.pivots > 1 {
                for i in 0..self.pivots {
                    v.swap(i, sample.at(i + 1, self.pivots + 1));
                }
                // A gate.
                let partition: fn(_, _, _, _) -> _ = partition_by;
                let places: Vec<usize> = partition(self.on, v, self.pivots, self.compare);
                return self.parts(v, 0, &places, floor, levels);
            }
            v.swap(0, median);
            if repeats {
                let (pivot, rest) = v.split_at_mut(1);
                let equal =
                    three_way::partition(rest, |element| (self.compare)(element, &pivot[0]));
                v.swap(0, equal.start);
                let (left, right) = v.split_at_mut(equal.end + 1);
                let left = &mut left[..equal.start];
                self.on.join(
                    || self.recurse(left, floor, levels),
                    // None of these equals the pivot.
                    || self.recurse(right, None, levels),
                );
                return;
            }
            let (pivot, rest) = v.split_at_mut(1);
            let middle = partition(rest, |element| less(element, &pivot[0]));
            v.swap(0, middle);
            return self.parts(v, 0, &[middle], floor, levels);
        }
        if !strays::settle(v, self.compare) {
            text::fetch_few(v);
            leaf::unstable(v, self.compare);
        }
    }

    /// Sorts what lies around the pivots at `places`. `v` begins at place `start`.
    fn parts<'v, T>(
        &self,
        v: &'v mut [T],
        start: usize,
        places: &[usize],
        floor: Option<&'v mut T>,
        levels: u32,
    ) where
        T: Send,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        let Some(&place) = places.get(places.len() / 2) else {
            return self.recurse(v, floor, levels);
        };
        let (before, after) = places.split_at(places.len() / 2);
        let (left, rest) = v.split_at_mut(place - start);
        let (pivot, right) = rest.split_at_mut(1);
        self.on.join(
            || self.parts(left, start, before, floor, levels),
            || self.parts(right, place + 1, &after[1..], Some(&mut pivot[0]), levels),
        );
    }
}

/// Places of elements that are spread over a slice, in the order of those elements.
struct Sample {
    places: [usize; Sample::LARGEST],
    len: usize,
}

impl Sample {
    const LARGEST: usize = 127;

    /// The first elements of `v` are not among them, so that pivots can be put there.
    fn of<T>(v: &[T], compare: impl Fn(&T, &T) -> Ordering) -> Self {
        let mut places = [0; Sample::LARGEST];
        // Every pivot costs some of the time of its partition, and a bad one costs idle threads.
        let len = match v.len() {
            0..0x1000 => 9,
            0x1000..0x1_0000 => 31,
            _ => Sample::LARGEST,
        };
        let step = v.len() / (len + 1);
        let spread = sample::places(v.len(), step).map(|place| place + step);
        let own = places[..len].iter_mut();
        own.zip(spread).for_each(|(place, at)| *place = at);
        leaf::unstable(&mut places[..len], &|&a: &usize, &b: &usize| {
            compare(&v[a], &v[b])
        });
        Sample { places, len }
    }

    /// Whether it pays to take out what equals the middle one: it is frequent, and comparisons take long, or moves do.
    fn repeats<T>(&self, on: impl ForkJoin, v: &[T], compare: impl Fn(&T, &T) -> Ordering) -> bool {
        let sample = &self.places[..self.len];
        let middle = &v[self.at(1, 2)];
        let is_equal = |&place: &usize| compare(&v[place], middle).is_eq();
        let neighbours = &sample[self.len / 2 - 1..self.len / 2 + 2];
        if neighbours.iter().filter(|place| is_equal(place)).count() < 2 {
            return false;
        }
        let count = || sample.iter().filter(|place| is_equal(place)).count();
        let equal = count();
        match size_of::<T>() {
            _ if equal * REPEATED < self.len => false,
            LARGE.. => equal * FREQUENT < self.len,
            _ => {
                let ticks = repeats::least_ticks(on, count);
                ticks * 1000 > on.micros(SLOW_NS) * self.len as u64
            }
        }
    }

    /// The place of the element below which `part` of `parts` equal parts of the sample lie.
    #[inline]
    fn at(&self, part: usize, parts: usize) -> usize {
        self.places[..self.len][self.len * part / parts]
    }
}
