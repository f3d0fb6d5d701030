//! Quicksort in place: each partition is one thread's work, the two sides are sorted in parallel.

use super::leaf;
use super::partition::partition;
use crate::task::join::join;
use std::cmp::Ordering;

/// How many leaves a thread should meet if all pivots are good.
const LEAVES_PER_THREAD: usize = 16;
/// No leaf needs to be shorter than this.
const SHORT_LEAF: usize = 1024;
/// Levels that bad pivots may cost before std, which is safe from them, takes over.
const SPARE_LEVELS: u32 = 8;

/// Sorts `v` in the pool.
pub(super) fn sort<T, C>(v: &mut [T], compare: &C, threads: usize)
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let leaf = (v.len() / (LEAVES_PER_THREAD * threads)).max(SHORT_LEAF);
    let levels = (v.len() / leaf).ilog2() * 2 + SPARE_LEVELS;
    Quick { compare, leaf }.recurse(v, None, levels);
}

/// What all levels share.
struct Quick<'a, C> {
    compare: &'a C,
    /// Slices up to this length are sorted by one thread.
    leaf: usize,
}

impl<C> Quick<'_, C> {
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
            let middle = near_median(v, self.compare);
            v.swap(0, middle);
            let (pivot, rest) = v.split_at_mut(1);
            let pivot = &pivot[0];
            let is_least = floor.as_ref().is_some_and(|floor| !less(floor, pivot));
            if is_least {
                // What equals the pivot is in its place then.
                let equal = partition(rest, |element| !less(pivot, element));
                v = &mut v[equal + 1..];
                continue;
            }
            let middle = partition(rest, |element| less(element, pivot));
            v.swap(0, middle);
            let (left, rest) = v.split_at_mut(middle);
            let (pivot, right) = rest.split_at_mut(1);
            join(
                || self.recurse(left, floor, levels),
                || self.recurse(right, Some(&mut pivot[0]), levels),
            );
            return;
        }
        leaf::unstable(v, self.compare);
    }
}

/// The index of the median of a sample that is spread over `v`.
fn near_median<T>(v: &[T], compare: impl Fn(&T, &T) -> Ordering) -> usize {
    let mut sample = [0; 127];
    // Every pivot costs some of the time of its partition, and a bad one costs idle threads.
    let size = match v.len() {
        0..0x1000 => 9,
        0x1000..0x1_0000 => 31,
        _ => sample.len(),
    };
    let sample = &mut sample[..size.min(v.len())];
    let step = v.len() / sample.len();
    // A different place in each step, so that no rhythm of the input is met.
    let mut noise = v.len() as u64;
    for (i, place) in sample.iter_mut().enumerate() {
        noise = noise.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        *place = i * step + ((noise >> 33) as usize) % step;
    }
    leaf::unstable(sample, |&a, &b| compare(&v[a], &v[b]));
    sample[sample.len() / 2]
}
