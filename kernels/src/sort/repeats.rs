//! Whether a slice is made of few values. std takes the less time for those the fewer they are, which a sort by digits does not, and
//! the parts of such a slice hardly cost less than the whole.

use super::sample;
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;
use std::hint::black_box;

/// Most kinds that are told apart.
const MOST: usize = 64;

/// True if of `count` elements that are spread over `v`, which has more, at most `most` differ. All are compared by the caller.
pub(super) fn few_differ<T>(
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
    count: usize,
    most: usize,
) -> bool {
    // One of each kind that was found, in order.
    let mut kinds = [0; MOST];
    let mut found = 0;
    for place in sample::places(v.len(), v.len() / count).take(count) {
        let known = kinds[..found].binary_search_by(|&kind| compare(&v[kind], &v[place]));
        if let Err(rank) = known {
            if found == most {
                return false;
            }
            kinds.copy_within(rank..found, rank + 1);
            kinds[rank] = place;
            found += 1;
        }
    }
    true
}

/// How many ticks `count` comparisons take of elements that are spread over `v`, which has more, once these are in near caches.
pub(super) fn ticks_of<T>(
    on: impl ForkJoin,
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
    count: usize,
) -> u64 {
    let places = || sample::places(v.len(), v.len() / count).take(count);
    let compare_all = || places().filter(|&place| compare(&v[place], &v[0]).is_eq());
    black_box(compare_all().count());
    let begin = on.ticks();
    black_box(compare_all().count());
    on.since(begin)
}
