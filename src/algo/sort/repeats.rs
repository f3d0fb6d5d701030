//! Whether a slice is made of few values. std takes the less time for those the fewer they are, which a sort by digits does not, and
//! the parts of such a slice hardly cost less than the whole.

use super::leaf;
use std::cmp::Ordering;

/// Most elements that are looked at.
const SAMPLE: usize = 64;

/// True if of `sample` elements that are spread over `v`, which has more, at most `most` differ. All are compared by the caller.
pub(super) fn few_differ<T>(
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
    sample: usize,
    most: usize,
) -> bool {
    let mut places = [0; SAMPLE];
    let places = &mut places[..sample];
    let step = v.len() / sample;
    // A different place in each step, so that no rhythm of the input is met.
    let mut noise = v.len() as u64;
    for (i, place) in places.iter_mut().enumerate() {
        noise = noise.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        *place = i * step + ((noise >> 33) as usize) % step;
    }
    leaf::unstable(places, &|&a: &usize, &b: &usize| compare(&v[a], &v[b]));
    let neighbours = places.iter().zip(places.iter().skip(1));
    let differ = |&(&one, &next): &(&usize, &usize)| compare(&v[one], &v[next]).is_ne();
    neighbours.filter(differ).count() < most
}
