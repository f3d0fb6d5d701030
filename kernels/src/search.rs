//! Keys looked up in a sorted slice.

use crate::fork_join::ForkJoin;
use crate::share;
use std::cmp::Ordering;
use std::ops::Range;

/// So many searches go on at once: while one waits for memory, the others do.
const AT_ONCE: usize = 16;
/// If the elements take no more bytes than this, no search waits for memory.
const NEAR: usize = if cfg!(test) { 64 } else { 128 << 10 };
/// So many keys are not worth sharing.
const FEW: usize = 256;

/// Where each key is in `v`, or would be; the first place if there are several. `compare` tells how an element compares with a
/// key.
pub fn search_all<T, K, C>(
    on: impl ForkJoin,
    v: &[T],
    keys: &[K],
    compare: C,
) -> Vec<Result<usize, usize>>
where
    T: Sync,
    K: Sync,
    C: Fn(&T, &K) -> Ordering + Sync,
{
    let mut results = vec![Err(0); keys.len()];
    let done = share::start(on, keys.len(), |range| {
        some(v, &keys[range.clone()], &mut results[range], &compare);
    });
    if done < keys.len() {
        on.enter(|| halves(on, v, &keys[done..], &mut results[done..], &compare));
    }
    results
}

fn halves<T, K, C>(
    on: impl ForkJoin,
    v: &[T],
    keys: &[K],
    results: &mut [Result<usize, usize>],
    compare: &C,
) where
    T: Sync,
    K: Sync,
    C: Fn(&T, &K) -> Ordering + Sync,
{
    if keys.len() <= FEW {
        return some(v, keys, results, compare);
    }
    let middle = keys.len() / 2;
    let (left_keys, right_keys) = keys.split_at(middle);
    let (left, right) = results.split_at_mut(middle);
    on.join(
        || halves(on, v, left_keys, left, compare),
        || halves(on, v, right_keys, right, compare),
    );
}

fn some<T, K>(
    v: &[T],
    keys: &[K],
    results: &mut [Result<usize, usize>],
    compare: &impl Fn(&T, &K) -> Ordering,
) {
    let is_key = |start: usize, key| v.get(start).is_some_and(|it| compare(it, key).is_eq());
    let found = |start, key| {
        if is_key(start, key) {
            Ok(start)
        } else {
            Err(start)
        }
    };
    if size_of_val(v) <= NEAR {
        for (key, result) in keys.iter().zip(results) {
            let start = v.partition_point(|element| compare(element, key).is_lt());
            *result = found(start, key);
        }
        return;
    }
    for (keys, results) in keys.chunks(AT_ONCE).zip(results.chunks_mut(AT_ONCE)) {
        let starts = first_places(v, keys, |element, key| compare(element, key).is_lt());
        for ((key, start), result) in keys.iter().zip(starts).zip(results) {
            *result = found(start, key);
        }
    }
}

/// For each of at most [`AT_ONCE`] keys the number of elements that are less, all of them in step.
fn first_places<T, K>(v: &[T], keys: &[K], less: impl Fn(&T, &K) -> bool) -> [usize; AT_ONCE] {
    let mut starts = [0; AT_ONCE];
    // Each answer is between its start and `len` elements behind.
    let mut len = v.len();
    while len > 0 {
        let half = len.div_ceil(2);
        for (start, key) in starts.iter_mut().zip(keys) {
            // No branch: it would be guessed wrong every other time.
            *start += if less(&v[*start + half - 1], key) {
                half
            } else {
                0
            };
        }
        len -= half;
    }
    starts
}

/// Where the elements are that are equal to something, if `compare` tells how each element compares with it.
pub fn equal_range<T>(v: &[T], compare: impl Fn(&T) -> Ordering) -> Range<usize> {
    let start = v.partition_point(|element| compare(element).is_lt());
    let len = v[start..].partition_point(|element| compare(element).is_le());
    start..start + len
}
