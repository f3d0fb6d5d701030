//! What hashing does: groups, values by key, different elements; and buckets.

use crate::harness::contest::{Contest, Spread};
use crate::harness::report::{Report, Target};
use crate::numbers::noise;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::hint::black_box;
use tine::prelude::*;

const LEN: usize = 10_000_000;
/// What two threads may take of the best sequential way's time.
const LIMIT: f64 = 1.0 / 1.6;

/// The quickest hasher of numbers: one multiplication (that of Firefox).
#[derive(Default)]
pub(crate) struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("only numbers are hashed");
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = n.wrapping_mul(0x517C_C1B7_2722_0A95);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}

type QuickMap<V> = HashMap<u64, V, BuildHasherDefault<Quick>>;
type QuickSet = HashSet<u64, BuildHasherDefault<Quick>>;

/// Fewer numbers of so many different ones, which one thread has done with in a millisecond or two.
const SOME: (usize, [u64; 2]) = (300_000, [10_000, 100_000]);

/// So many numbers with so many different ones.
fn some_numbers(len: usize, different: u64) -> Vec<u64> {
    noise(len).iter().map(|n| (n >> 20) % different).collect()
}

/// Numbers with so many different ones.
fn numbers(different: u64) -> Vec<u64> {
    some_numbers(LEN, different)
}

/// Plays `contest` and requires that tine is faster than each other contestant.
fn judge(report: &mut Report, what: &str, contest: Contest<'_>) {
    play(report, what, contest, |report, what, ratio| {
        report.check(what, ratio, Target::AtMost(LIMIT));
    });
}

/// Plays `contest` and notes what tine takes of each other contestant's time.
fn compare(report: &mut Report, what: &str, contest: Contest<'_>) {
    play(report, what, contest, |report, what, ratio| {
        report.note(what, ratio);
    });
}

fn play(
    report: &mut Report,
    what: &str,
    contest: Contest<'_>,
    tell: impl Fn(&mut Report, &str, Spread),
) {
    let outcome = contest.run();
    report.times(what, &outcome, 1.0);
    for name in outcome.names().iter().filter(|&&name| name != "tine") {
        let ratio = outcome.ratio("tine", name);
        tell(report, &format!("{what}, tine / {name}"), ratio);
    }
}

pub(crate) fn histogram(report: &mut Report) {
    let numbers = noise(LEN);
    for buckets in [256usize, 65_536] {
        let shift = 64 - buckets.ilog2();
        let bucket = |n: &u64| (n >> shift) as usize;
        let contest = Contest::new(report.rounds(21))
            .seat("loop", || {
                let mut counts = vec![0usize; buckets];
                black_box(&numbers)
                    .iter()
                    .for_each(|n| counts[bucket(n)] += 1);
                counts
            })
            .seat("tine", || {
                black_box(&numbers).par_histogram(buckets, bucket)
            });
        judge(report, &format!("{buckets} buckets"), contest);
    }
}

/// Groups as one would make them, and as flat ones.
pub(crate) fn group(report: &mut Report) {
    for different in [10, 1_000, 1_000_000] {
        let numbers = numbers(different);
        let contest = Contest::new(report.rounds(5))
            .seat("map of vectors", || {
                let mut groups: QuickMap<Vec<&u64>> = HashMap::default();
                for n in black_box(&numbers) {
                    groups.entry(*n).or_default().push(n);
                }
                groups
            })
            .seat("flat", || flat(black_box(&numbers)))
            .seat("tine", || black_box(&numbers).par_group_by_key(|n| *n));
        judge(report, &format!("{different} keys"), contest);
    }
}

/// Counts first, so that all items can lie in one vector.
fn flat(numbers: &[u64]) -> (Vec<usize>, Vec<&u64>) {
    let mut places: QuickMap<u32> = HashMap::default();
    let mut counts = Vec::new();
    let number_of = |n: &u64| {
        let next = counts.len() as u32;
        let number = *places.entry(*n).or_insert(next);
        if number == next {
            counts.push(0);
        }
        counts[number as usize] += 1;
        number
    };
    let numbers_of: Vec<u32> = numbers.iter().map(number_of).collect();
    let mut total = 0;
    for count in &mut counts {
        total += std::mem::replace(count, total);
    }
    let Some(first) = numbers.first() else {
        return (counts, Vec::new());
    };
    let mut items = vec![first; numbers.len()];
    for (item, number) in numbers.iter().zip(numbers_of) {
        let place = &mut counts[number as usize];
        items[*place] = item;
        *place += 1;
    }
    (counts, items)
}

/// Plays what `contest` makes of so many numbers and rounds, by how many different ones there are. Those of `judged` must be faster than
/// each other contestant.
fn play_all(
    report: &mut Report,
    judged: &[u64],
    contest: impl for<'a> Fn(&'a [u64], usize) -> Contest<'a>,
) {
    for different in [10, 1_000, 100_000, 1_000_000] {
        let numbers = numbers(different);
        let what = format!("{different} keys");
        let contest = contest(&numbers, report.rounds(9));
        match judged.contains(&different) {
            true => judge(report, &what, contest),
            false => compare(report, &what, contest),
        }
    }
    for different in SOME.1 {
        let numbers = some_numbers(SOME.0, different);
        let what = format!("{different} keys of {} numbers", SOME.0);
        compare(report, &what, contest(&numbers, report.rounds(9)));
    }
}

pub(crate) fn reduce(report: &mut Report) {
    play_all(report, &[10, 1_000, 1_000_000], |numbers, rounds| {
        Contest::new(rounds)
            .seat("map", move || {
                let mut sums: QuickMap<u64> = HashMap::default();
                for n in black_box(numbers) {
                    *sums.entry(*n).or_default() += n;
                }
                sums
            })
            .seat("tine", move || {
                black_box(numbers).par_reduce_by_key(|n| *n, |n| *n, |a, b| a + b)
            })
    });
}

/// The set grows: with room for all from the start it takes longer.
pub(crate) fn unique(report: &mut Report) {
    play_all(report, &[1_000, 1_000_000], |numbers, rounds| {
        Contest::new(rounds)
            .seat("set", move || {
                let mut set = QuickSet::default();
                for n in black_box(numbers) {
                    set.insert(*n);
                }
                set.len()
            })
            .seat("tine", move || black_box(numbers).par_unique_count())
    });
}
