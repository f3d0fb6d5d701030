//! Texts of few values, sorted stably: each is compared with one of each value, and then dealt out at once.
//!
//! Texts lie elsewhere than their slice. Merge sort would meet each of them at every level; here each is met once, and fetched ahead.
//!
//! Invariant: only bytes are compared, and nothing that a user wrote is called until the slice holds each of its elements once again.

use super::partition::AHEAD;
use super::radix::{Digit, deal};
use super::room::{PIECE, as_filled, as_room, spread};
use super::text::{bytes_of, cmp_bytes, fetch, fetch_few};
use super::{leaf, sample, stable};
use crate::base::pages;
use crate::fork_join::ForkJoin;
use crate::share::each;
use std::cmp::Ordering;

/// In shorter slices std's sort finds most texts in near caches.
const LONG: usize = if cfg!(test) { 300 } else { 100_000 };
/// So many are looked at to tell whether they have few values,
const SAMPLE: usize = 64;
/// as they do if no more differ. So nearly all others are one of these, too.
const MOST: usize = 24;
/// Longer texts are not copied.
const LONGEST: usize = 1024;
/// Numbers of classes have so many bits: each kind is one, and so is what lies before the first, between two, and behind the last.
const BITS: u32 = 6;
/// So many that are of no kind are worth a sort by several threads.
const SHARED: usize = if cfg!(test) { 10 } else { 50_000 };

const _: () = assert!(2 * MOST < 1 << BITS, "a number for each class");

/// Sorts `v`, which are texts in the order of their bytes, if they seem to have few values and there are many of them. `order` is that order,
/// too. Tells whether it did; if not, nothing has changed.
pub(super) fn settle<T, O>(on: impl ForkJoin, v: &mut [T], order: &O, threads: usize) -> bool
where
    T: Send,
    O: Fn(&T, &T) -> Ordering + Sync,
{
    if v.len() < LONG {
        return false;
    }
    let Some(kinds) = kinds_of(v) else {
        return false;
    };
    let mut classes = vec![0; v.len()];
    let mut pieces: Vec<_> = v.chunks_mut(PIECE).zip(classes.chunks_mut(PIECE)).collect();
    each(on, &mut pieces, &|(v, classes)| {
        classify(v, classes, &kinds)
    });
    let mut buffer = Vec::with_capacity(v.len());
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    pages::will_fill(buffer);
    let class_of = |index: usize, _: &T| u64::from(classes[index]);
    let Some(ends) = deal(on, v, buffer, Digit::whole(BITS), threads, &class_of) else {
        return false;
    };
    // SAFETY: (1) `deal` has filled all of `buffer`.
    let dealt = unsafe { as_filled(buffer) };
    // SAFETY: (1) `spread` fills it, since all its parts are called: it calls no code that may panic.
    let room = unsafe { as_room(v) };
    spread(on, dealt, room);
    // Those of a kind are all equal.
    for class in (0..ends.len()).step_by(2) {
        let start = class.checked_sub(1).map_or(0, |before| ends[before]);
        let others = &mut v[start..ends[class]];
        match others.len() {
            0 | 1 => {}
            ..SHARED => {
                fetch_few(others);
                leaf::stable(others, order);
            }
            _ => stable::share::<true, _, _>(on, others, order, threads),
        }
    }
    true
}

/// The values that texts of a sample have, in ascending order. None if they are many, or long, or the elements are no texts.
fn kinds_of<T>(v: &[T]) -> Option<Vec<Box<[u8]>>> {
    let mut kinds: Vec<Box<[u8]>> = Vec::new();
    for place in sample::places(v.len(), v.len() / SAMPLE).take(SAMPLE) {
        let text = bytes_of(&v[place])?;
        if let Err(rank) = find(&kinds, text) {
            if kinds.len() == MOST || text.len() > LONGEST {
                return None;
            }
            kinds.insert(rank, text.into());
        }
    }
    Some(kinds)
}

/// Which kind a text is, or how many are less.
#[inline(always)]
fn find(kinds: &[Box<[u8]>], text: &[u8]) -> Result<usize, usize> {
    kinds.binary_search_by(|kind| cmp_bytes(kind, text))
}

/// Fills `classes`, which is as long as `v`. The kind of rank `r` is class `2 r + 1`, and what lies before that and behind the next lower one
/// is class `2 r`.
fn classify<T>(v: &[T], classes: &mut [u8], kinds: &[Box<[u8]>]) {
    v.iter().take(AHEAD).for_each(fetch);
    for (i, class) in classes.iter_mut().enumerate() {
        if let Some(later) = v.get(i + AHEAD) {
            fetch(later);
        }
        let number = match bytes_of(&v[i]).map(|text| find(kinds, text)) {
            Some(Ok(rank)) => 2 * rank + 1,
            Some(Err(rank)) => 2 * rank,
            None => 0,
        };
        *class = number as u8;
    }
}

#[cfg(all(test, not(tine_tsan)))]
mod tests {
    use super::{LONGEST, MOST, kinds_of, settle};
    use crate::tests::Engine;
    use std::fmt::Debug;

    /// Texts of a few values, of which the last is rare, each in a place of its own.
    fn texts(len: usize, values: usize) -> Vec<String> {
        let value = |i: usize| match i % 97 {
            5 => format!("{:03}, which is rare", i % 7),
            _ => format!("{:03} is frequent", i * i % 7919 % values * 10),
        };
        (0..len).map(value).collect()
    }

    fn check<T: Ord + Clone + Debug + Send>(v: &[T], place: impl Fn(&T) -> *const u8) {
        let mut sorted = v.to_vec();
        assert!(settle(Engine, &mut sorted, &T::cmp, 2));
        let mut wanted = v.to_vec();
        wanted.sort();
        assert_eq!(sorted, wanted);
        let moved = sorted.windows(2).filter(|pair| pair[0] == pair[1]);
        assert!(moved.clone().count() > v.len() / 2);
        for pair in moved {
            assert!(place(&pair[0]) < place(&pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn texts_of_few_values_are_sorted_stably() {
        for values in [1, 2, 3, 16] {
            let all = texts(1000, values).join("\n");
            let lines: Vec<&str> = all.lines().collect();
            check(&lines, |line| line.as_ptr());
            let bytes: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
            check(&bytes, |bytes| bytes.as_ptr());
        }
    }

    #[test]
    fn what_the_sample_does_not_know_is_sorted_as_well() {
        let value = |i: usize| match i {
            600..660 => format!("b{}", i * 7 % 10_000),
            _ => ["a", "c"][i % 2].to_string(),
        };
        let v: Vec<String> = (0..1000).map(value).collect();
        assert!(kinds_of(&v).is_some_and(|kinds| kinds.len() < 20));
        let mut sorted = v.clone();
        assert!(settle(Engine, &mut sorted, &String::cmp, 2));
        assert!(sorted.is_sorted());
    }

    #[test]
    fn texts_of_their_own_are_there_once() {
        for len in [300, 301, 5000] {
            let mut sorted = texts(len, 10);
            let mut wanted = sorted.clone();
            assert!(settle(Engine, &mut sorted, &String::cmp, 3));
            wanted.sort();
            assert_eq!(sorted, wanted);
        }
    }

    #[test]
    fn others_are_left_as_they_are() {
        let refused = |v: Vec<String>| {
            let mut same = v.clone();
            assert!(!settle(Engine, &mut same, &String::cmp, 2));
            assert_eq!(same, v);
        };
        refused(texts(299, 2));
        refused((0..1000).map(|i| (i * 7 % 1000).to_string()).collect());
        refused(vec!["a".repeat(LONGEST + 1); 1000]);
        assert!(kinds_of(&[(1_u64, 2_u64); 1000]).is_none(), "no texts");
        assert!(kinds_of(&texts(1000, MOST / 2)).is_some());
    }
}
