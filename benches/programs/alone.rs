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
fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Pythagoras: whether the two numbers bring forth a triangle that is no multiple of another.
pub(crate) fn is_seed(m: u32, n: u32) -> bool {
    (m - n) % 2 == 1 && gcd(m, n) == 1
}

/// How many multiples of the triangle are within the limit.
pub(crate) fn times(limit: u32, m: u32, n: u32) -> u32 {
    limit / (2 * m * (m + n))
}

/// Pythagoras: the triangles of all pairs with that `m`.
#[inline(never)]
pub(crate) fn triangles(limit: u32, m: u32) -> u32 {
    let ns = (1..m).filter(|&n| is_seed(m, n));
    ns.map(|n| times(limit, m, n)).sum()
}

/// Flags of odd numbers that are crossed out together, so that they stay in a core's cache.
pub(crate) const SEGMENT: usize = 1 << 15;

/// Sieve: crosses out the multiples in the segment with that number; flag `i` of all stands for `2 * i + 1`. Returns what is left.
#[inline(never)]
pub(crate) fn cross_out(small: &[usize], nr: usize, segment: &mut [bool]) -> usize {
    let first = nr * SEGMENT;
    for &prime in small {
        let square = prime * prime / 2;
        let start = if square >= first {
            square - first
        } else {
            // The next flag of an odd multiple: those are `prime` flags apart.
            let gone = (first - square) % prime;
            if gone == 0 { 0 } else { prime - gone }
        };
        for flag in segment.iter_mut().skip(start).step_by(prime) {
            *flag = false;
        }
    }
    segment.iter().filter(|&&flag| flag).count()
}
