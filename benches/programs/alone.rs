//! What one thread does by itself in programs that fork. Compiled once for both engines: where the compiler happens to lay out such a
//! loop is worth some hundredths of the time, which would be taken for the engine's.

/// The numbers on either side of a pivot, which lies between them; none if fewer than two are left.
#[inline(never)]
pub(crate) fn partition(v: &mut [u32]) -> Option<(&mut [u32], &mut [u32])> {
    let last = v.len().checked_sub(1).filter(|&last| last > 0)?;
    v.swap(v.len() / 2, last);
    let pivot = v[last];
    let mut small = 0;
    for place in 0..last {
        let is_small = v[place] <= pivot;
        v.swap(small, place);
        small += usize::from(is_small);
    }
    v.swap(small, last);
    let (low, high) = v.split_at_mut(small);
    Some((low, &mut high[1..]))
}

/// Two sorted runs into one, as long as both; of equal numbers those of `a` come first.
#[inline(never)]
pub(crate) fn merge<'a>(mut a: &'a [u32], mut b: &'a [u32], to: &mut [u32]) {
    for place in to {
        let from = if b.is_empty() || !a.is_empty() && a[0] <= b[0] {
            &mut a
        } else {
            &mut b
        };
        *place = from[0];
        *from = &from[1..];
    }
}

/// How many numbers of a sorted run are less than `limit`.
#[inline(never)]
pub(crate) fn rank(limit: u32, run: &[u32]) -> usize {
    run.partition_point(|&n| n < limit)
}

/// Sorts as std does.
#[inline(never)]
pub(crate) fn sort(v: &mut [u32]) {
    v.sort();
}

/// The greatest common divisor, by Euclid.
#[inline(never)]
pub(crate) fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
