//! Whether a slice is made of few values. std takes the less time for those the fewer they are, which a sort by digits does not, and
//! the parts of such a slice hardly cost less than the whole.

use super::sample;
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;
use std::hint::black_box;

/// Most kinds that are told apart.
const MOST: usize = 64;

/// How many of `count` elements that are spread over `v`, which has more, differ. None if more than `most` do. All are compared by the
/// caller.
pub(super) fn kinds<T>(
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
    count: usize,
    most: usize,
) -> Option<usize> {
    // One of each kind that was found, in order.
    let mut kinds = [0; MOST];
    let mut found = 0;
    for place in sample::places(v.len(), v.len() / count).take(count) {
        let known = kinds[..found].binary_search_by(|&kind| compare(&v[kind], &v[place]));
        if let Err(rank) = known {
            if found == most {
                return None;
            }
            kinds.copy_within(rank..found, rank + 1);
            kinds[rank] = place;
            found += 1;
        }
    }
    Some(found)
}

/// So often it is measured: neither the way into the caches nor an interruption must count.
pub(super) const TRIES: usize = 3;

/// How many ticks `COUNT` comparisons take of elements that are spread over `v`, which has more, once these are in near caches.
pub(super) fn ticks_of<const COUNT: usize, T>(
    on: impl ForkJoin,
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
) -> u64 {
    // Beforehand: to find a place takes longer than a quick comparison.
    let mut places = [0; COUNT];
    let spread = sample::places(v.len(), v.len() / COUNT);
    places.iter_mut().zip(spread).for_each(|(to, at)| *to = at);
    let mut least = u64::MAX;
    for _ in 0..TRIES {
        let begin = on.ticks();
        let are_equal = |&&place: &&usize| compare(&v[place], &v[0]).is_eq();
        black_box(places.iter().filter(are_equal).count());
        least = least.min(on.since(begin));
    }
    least
}
