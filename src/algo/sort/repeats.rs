//! Whether a slice is made of few values. std takes the less time for those the fewer they are, which a sort by digits does not, and
//! the parts of such a slice hardly cost less than the whole.

use super::{leaf, sample};
use std::cmp::Ordering;

/// Most elements that are looked at.
const SAMPLE: usize = 64;

/// True if of `count` elements that are spread over `v`, which has more, at most `most` differ. All are compared by the caller.
pub(super) fn few_differ<T>(
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
    count: usize,
    most: usize,
) -> bool {
    let mut places = [0; SAMPLE];
    let places = &mut places[..count];
    let spread = sample::places(v.len(), v.len() / count);
    places
        .iter_mut()
        .zip(spread)
        .for_each(|(place, at)| *place = at);
    leaf::unstable(places, &|&a: &usize, &b: &usize| compare(&v[a], &v[b]));
    let neighbours = places.iter().zip(places.iter().skip(1));
    let differ = |&(&one, &next): &(&usize, &usize)| compare(&v[one], &v[next]).is_ne();
    neighbours.filter(differ).count() < most
}
