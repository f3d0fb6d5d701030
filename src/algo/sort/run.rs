//! Inputs that are sorted already, or in reverse.

use std::cmp::Ordering;

/// True if `v` was one run, in which case it is in order now. Costs one comparison more than the run that `v` begins with.
pub(super) fn settle<T>(v: &mut [T], compare: impl Fn(&T, &T) -> Ordering) -> bool {
    let falls = |pair: &[T]| compare(&pair[1], &pair[0]).is_lt();
    let mut pairs = v.windows(2);
    let Some(first) = pairs.next() else {
        return true;
    };
    let falling = falls(first);
    if pairs.any(|pair| falls(pair) != falling) {
        return false;
    }
    if falling {
        // No two are equal, so this is stable.
        v.reverse();
    }
    true
}
