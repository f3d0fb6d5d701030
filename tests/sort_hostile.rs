//! Sorting with comparisons and keys that panic, contradict themselves, or say anything at all: every element is there once
//! afterwards, and dropped once.

use std::any::Any;
use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

/// An element that counts its drops. Its number tells it from all others.
struct Item<'a> {
    key: u32,
    number: usize,
    drops: &'a [AtomicU32],
    /// Freed twice, or not, by an element that is dropped twice, or not.
    _memory: Box<usize>,
}

impl Drop for Item<'_> {
    fn drop(&mut self) {
        self.drops[self.number].fetch_add(1, Relaxed);
    }
}

/// Noise (splitmix64).
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// What a comparison does.
#[derive(Clone, Copy, Debug)]
enum Temper {
    /// It is honest, and panics when it has been called so often.
    Panics(usize),
    /// It says whatever it likes, but always the same of the same two elements.
    Wild,
    /// It says something else each time.
    Moody,
    /// It says the same of all.
    Stubborn(Ordering),
    Honest,
}

/// The comparison, and how often it was called.
struct Judge {
    temper: Temper,
    calls: AtomicUsize,
}

impl Judge {
    fn order(&self, a: u32, b: u32) -> Ordering {
        let call = self.calls.fetch_add(1, Relaxed);
        let any = |x: u64| [Ordering::Less, Ordering::Equal, Ordering::Greater][(x % 3) as usize];
        match self.temper {
            Temper::Panics(limit) if call >= limit => resume_unwind(Box::new("planned")),
            Temper::Wild => any(mix(u64::from(a) << 32 | u64::from(b))),
            Temper::Moody => any(mix(call as u64)),
            Temper::Stubborn(order) => order,
            Temper::Panics(_) | Temper::Honest => a.cmp(&b),
        }
    }

    /// A key that is as reliable as the comparison.
    fn key(&self, key: u32) -> u32 {
        let call = self.calls.fetch_add(1, Relaxed) as u64;
        match self.temper {
            Temper::Panics(limit) if call >= limit as u64 => resume_unwind(Box::new("planned")),
            Temper::Wild => key ^ (mix(call) >> 62) as u32,
            Temper::Moody => mix(call) as u32,
            Temper::Stubborn(_) => 7,
            Temper::Panics(_) | Temper::Honest => key,
        }
    }
}

/// A key whose order is that of a judge.
struct Judged<'a>(u32, &'a Judge);

impl Ord for Judged<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.1.order(self.0, other.0)
    }
}

impl PartialOrd for Judged<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Judged<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Judged<'_> {}

type Sort = fn(&mut [Item<'_>], &Judge);

/// Mostly few elements, now and then as many as several threads sort.
fn length(noise: &mut Noise) -> usize {
    match noise.below(100) {
        0..96 => noise.below(50),
        96..99 => 550 + noise.below(200),
        _ => 2000 + noise.below(2500),
    }
}

fn temper(noise: &mut Noise, len: usize) -> Temper {
    match noise.below(8) {
        0..3 => Temper::Panics(noise.below(1 + len * 3)),
        3 => Temper::Panics(noise.below(1 + len)),
        4 => Temper::Wild,
        5 => Temper::Moody,
        6 => Temper::Stubborn([Ordering::Less, Ordering::Greater, Ordering::Equal][noise.below(3)]),
        _ => Temper::Honest,
    }
}

/// How many cases each sort gets: all of them in a release build, fewer where each takes long.
const CASES: u64 = match (cfg!(tine_tsan), cfg!(debug_assertions)) {
    (true, _) => 1_000,
    (_, true) => 3_000,
    _ => 10_000,
};

/// Many cases of one sort.
fn torture(sort: Sort) {
    // std reports orders that contradict themselves by panics, of which nothing is to be heard.
    std::panic::set_hook(Box::new(|_| {}));
    let pool = tine::ThreadPoolBuilder::new().num_threads(3).build();
    let pool = pool.expect("a pool");
    for seed in 0..CASES {
        let mut noise = Noise(seed);
        let len = length(&mut noise);
        let judge = Judge {
            temper: temper(&mut noise, len),
            calls: AtomicUsize::new(0),
        };
        let bound = [2, 10, 1 << 30][noise.below(3)];
        let drops: Vec<AtomicU32> = (0..len).map(|_| AtomicU32::new(0)).collect();
        let item = |number| Item {
            key: noise.below(bound) as u32,
            number,
            drops: &drops,
            _memory: Box::new(number),
        };
        let mut v: Vec<Item<'_>> = (0..len).map(item).collect();
        let result = catch_unwind(AssertUnwindSafe(|| {
            if len < 600 {
                sort(&mut v, &judge)
            } else {
                pool.install(|| sort(&mut v, &judge))
            }
        }));
        let case = (seed, len, judge.temper);
        let planned = |payload: &Box<dyn Any + Send>| payload.is::<&str>();
        assert!(result.as_ref().err().is_none_or(planned), "{case:?}");
        if let (Temper::Honest, Ok(())) = (judge.temper, &result) {
            assert!(v.is_sorted_by_key(|item| item.key), "{case:?}");
        }
        let mut numbers: Vec<usize> = v.iter().map(|item| item.number).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..len), "{case:?}");
        drop(v);
        assert!(
            drops.iter().all(|drops| drops.load(Relaxed) == 1),
            "{case:?}"
        );
    }
}

#[test]
fn stable() {
    torture(|v, judge| v.par_sort_by(|a, b| judge.order(a.key, b.key)));
}

#[test]
fn unstable() {
    torture(|v, judge| v.par_sort_unstable_by(|a, b| judge.order(a.key, b.key)));
}

#[test]
fn cached_key() {
    torture(|v, judge| v.par_sort_by_cached_key(|item| Judged(judge.key(item.key), judge)));
}

#[test]
fn radix_key() {
    torture(|v, judge| v.par_sort_by_radix_key(|item| judge.key(item.key)));
}

#[test]
fn elements_without_a_size_are_left_alone() {
    let mut v = [(); 100_000];
    v.par_sort_by(|(), ()| panic!("there is nothing to compare"));
    v.par_sort_unstable_by(|(), ()| panic!("there is nothing to compare"));
    v.par_sort_by_radix_key(|()| -> u8 { panic!("there is no key") });
    v.par_sort_by_cached_key(|()| 3);
    assert_eq!(v.len(), 100_000);
}

#[test]
fn a_long_slice_is_whole_after_a_panic() {
    type SortBoxes = fn(&mut [Box<u32>], &Judge);
    let sorts: [SortBoxes; 3] = [
        |v, judge| v.par_sort_by(|a, b| judge.order(**a, **b)),
        |v, judge| v.par_sort_unstable_by(|a, b| judge.order(**a, **b)),
        |v, judge| v.par_sort_by_radix_key(|n| judge.key(**n)),
    ];
    // Enough for all threads to share a partition.
    let len = 250_000;
    // The last one is never reached.
    let limits: &[usize] = match cfg!(tine_tsan) {
        true => &[len * 2, usize::MAX],
        false => &[len, len * 2, len * 4, usize::MAX],
    };
    for sort in sorts {
        for &limit in limits {
            let judge = Judge {
                temper: Temper::Panics(limit),
                calls: AtomicUsize::new(0),
            };
            let mut noise = Noise(limit as u64);
            let mut v: Vec<Box<u32>> = (0..len as u32).map(Box::new).collect();
            for i in 1..len {
                v.swap(i, noise.below(i + 1));
            }
            let result = catch_unwind(AssertUnwindSafe(|| sort(&mut v, &judge)));
            let reached = judge.calls.load(Relaxed) > limit;
            assert_eq!(result.is_err(), reached);
            assert!(reached || v.is_sorted());
            let mut v: Vec<u32> = v.into_iter().map(|n| *n).collect();
            v.sort_unstable();
            assert!(v.into_iter().eq(0..len as u32));
        }
    }
}
