//! Collections against std: walked, drained, collected.

use crate::ThreadPoolBuilder;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    IntoParallelRefMutIterator, ParallelDrainFull, ParallelDrainRange, ParallelExtend,
    ParallelIterator,
};
use std::cmp;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

#[test]
fn maps_and_sets_come_back_as_they_were() {
    let pairs = (0..1000).map(|n| (n, n * n));
    let (mut hashed, mut sorted): (HashMap<_, _>, BTreeMap<_, _>) =
        (pairs.clone().collect(), pairs.clone().collect());
    assert_eq!(
        hashed
            .par_iter()
            .map(|(k, v)| (*k, *v))
            .collect::<HashMap<_, _>>(),
        hashed
    );
    assert!(
        sorted
            .par_iter()
            .collect::<Vec<_>>()
            .into_iter()
            .eq(sorted.iter())
    );
    hashed.par_iter_mut().for_each(|(_, v)| *v += 1);
    sorted.par_iter_mut().for_each(|(_, v)| *v += 1);
    let drained: BTreeMap<_, _> = hashed.par_drain().collect();
    assert!(hashed.is_empty());
    assert_eq!(drained, sorted);
    assert!(
        sorted
            .into_par_iter()
            .collect::<Vec<_>>()
            .into_iter()
            .eq(drained)
    );
    let mut set: HashSet<_> = (0..1000).into_par_iter().map(|n| n / 2).collect();
    let tree: BTreeSet<_> = set.par_iter().copied().collect();
    assert!(
        tree.par_iter()
            .copied()
            .collect::<Vec<_>>()
            .into_iter()
            .eq(0..500)
    );
    assert_eq!(set.par_drain().count(), 500);
    assert_eq!((set.len(), tree.into_par_iter().count()), (0, 500));
}

#[test]
fn of_equal_keys_the_last_value_stays() {
    let pairs = || (0..1000).into_par_iter().map(|n| (n % 7, n));
    let hashed: HashMap<_, _> = pairs().collect();
    let sorted: BTreeMap<_, _> = pairs().filter(|_| true).collect();
    let mut extended = BTreeMap::from([(3, 0), (9, 9)]);
    extended.par_extend(&hashed);
    assert_eq!((hashed[&6], sorted[&6]), (993, 993));
    assert_eq!((extended[&3], extended[&9]), (hashed[&3], 9));
}

/// Enough for a table of which the caches would not hold much, as far as tests go.
const FAR: usize = 20_000;
/// Enough for one of which a processor's own caches would not.
const NEAR: usize = 6_000;

#[test]
fn large_tables_are_those_of_std() {
    // One thread has no race.
    let widths: &[usize] = if cfg!(tine_tsan) {
        &[2, 8]
    } else {
        &[1, 2, 3, 8]
    };
    for &threads in widths {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(|| {
            // All different, some twice and far from each other, few.
            for (len, values) in [NEAR, FAR]
                .into_iter()
                .flat_map(|len| [usize::MAX, len * 2 / 3, 1000, 1].map(|values| (len, values)))
            {
                let keys = (0..len).map(move |i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 8);
                let keys = keys.map(move |key| key % values);
                let list: Vec<usize> = keys.collect();
                let pairs: Vec<(usize, usize)> = list.iter().copied().zip(0..).collect();
                let set: HashSet<usize> = list.par_iter().copied().collect();
                assert_eq!(set, list.iter().copied().collect());
                let map: HashMap<usize, usize> = pairs.par_iter().copied().collect();
                assert_eq!(map, pairs.iter().copied().collect());
                let boxed = pairs.par_iter().map(|&(key, n)| ((key, key), Box::new(n)));
                let boxed: HashMap<(usize, usize), Box<usize>> = boxed.collect();
                let pairs = pairs.iter().map(|&(key, n)| ((key, key), Box::new(n)));
                assert_eq!(boxed, pairs.collect());
            }
        });
    }
}

#[test]
fn tables_of_many_pages_are_those_of_std() {
    type Hasher = std::hash::BuildHasherDefault<std::hash::DefaultHasher>;
    let pairs: Vec<(usize, usize)> = (0..950_000).map(|i| (i % 500_000, i)).collect();
    let map: HashMap<_, _, Hasher> = pairs.par_iter().copied().collect();
    assert_eq!(map, pairs.iter().copied().collect());
    if cfg!(tine_tsan) {
        // Sets take the same way, and each of these takes half a minute.
        return;
    }
    let set: HashSet<_, Hasher> = pairs.par_iter().copied().collect();
    assert_eq!(set, pairs.iter().copied().collect());
    let mut extended = set.clone();
    extended.par_extend(pairs.par_iter().map(|&(key, n)| (n, key)));
    let swapped = pairs.iter().map(|&(key, n)| (n, key));
    assert_eq!(extended, set.into_iter().chain(swapped).collect());
}

/// Equal to others that it can be told from.
#[derive(Clone, Copy, Debug)]
struct Twin {
    name: usize,
    number: usize,
}

impl PartialEq for Twin {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Twin {}

impl PartialOrd for Twin {
    fn partial_cmp(&self, other: &Self) -> Option<cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Twin {
    fn cmp(&self, other: &Self) -> cmp::Ordering {
        self.name.cmp(&other.name)
    }
}

#[test]
fn of_equal_keys_those_stay_that_stay_in_std() {
    for len in [2, 100, 10_000] {
        let twins = (0..len).map(|number| Twin {
            name: number * 7 % len / 2,
            number,
        });
        let twins: Vec<Twin> = twins.collect();
        let pairs: Vec<(Twin, usize)> = twins.iter().copied().zip(0..).collect();
        for before in [0, 1] {
            let (mut ours, mut theirs) = (BTreeSet::new(), BTreeSet::new());
            let (mut map, mut their_map) = (BTreeMap::new(), BTreeMap::new());
            for _ in 0..before {
                let first = Twin {
                    name: len,
                    number: len,
                };
                ours.insert(first);
                theirs.insert(first);
                map.insert(first, len);
                their_map.insert(first, len);
            }
            ours.par_extend(twins.clone());
            theirs.extend(twins.clone());
            let numbers = ours.iter().map(|twin| twin.number);
            assert!(numbers.eq(theirs.iter().map(|twin| twin.number)));
            map.par_extend(pairs.clone());
            their_map.extend(pairs.clone());
            let numbers = map.iter().map(|(twin, value)| (twin.number, *value));
            assert!(numbers.eq(their_map.iter().map(|(twin, value)| (twin.number, *value))));
        }
        let ours: BTreeSet<_> = twins.clone().into_par_iter().collect();
        let theirs: BTreeSet<_> = twins.into_iter().collect();
        let numbers = ours.iter().map(|twin| twin.number);
        assert!(numbers.eq(theirs.iter().map(|twin| twin.number)));
    }
}

#[test]
fn large_values_need_little_stack() {
    const LEN: usize = 60_000;
    let pool = ThreadPoolBuilder::new().num_threads(2).stack_size(2 << 20);
    let pool = pool.build().expect("a pool");
    let pages = || (0..50).into_par_iter().map(|n| (n, [n as u8; LEN]));
    let book: HashMap<usize, [u8; LEN]> = pool.install(|| pages().collect());
    assert!((0..50).all(|n| book[&n] == [n as u8; LEN]));
}

#[test]
fn lists_and_deques_keep_their_order() {
    let mut list: LinkedList<_> = (0..1000).into_par_iter().collect();
    list.par_extend(&[1000, 1001]);
    list.par_iter_mut().for_each(|n| *n += 1);
    assert!(
        list.par_iter()
            .copied()
            .collect::<Vec<_>>()
            .into_iter()
            .eq(1..1003)
    );
    let mut deque: VecDeque<_> = list.into_par_iter().collect();
    deque.rotate_left(300);
    deque.par_extend(vec![7]);
    assert_eq!(deque.par_iter().len(), 1003);
    assert!(deque.par_iter().collect::<Vec<_>>().into_iter().eq(&deque));
    deque.par_iter_mut().for_each(|n| *n *= 2);
    let plain: Vec<_> = deque.iter().copied().collect();
    assert_eq!(deque.into_par_iter().collect::<Vec<_>>(), plain);
}

#[test]
fn draining_a_deque_is_that_of_std() {
    for start in 0..=8 {
        for end in start..=8 {
            let mut ours: VecDeque<_> = (0..8).collect();
            ours.rotate_left(5);
            let (mut theirs, mut unused) = (ours.clone(), ours.clone());
            let removed: Vec<_> = ours.par_drain(start..end).collect();
            assert!(removed.into_iter().eq(theirs.drain(start..end)));
            assert_eq!(ours, theirs);
            drop(unused.par_drain(start..end));
            assert_eq!(unused, theirs);
        }
    }
    let mut deque = VecDeque::from([1, 2]);
    assert!(std::panic::catch_unwind(move || drop(deque.par_drain(1..=2))).is_err());
}

#[test]
fn heaps_are_walked_drained_and_made() {
    let mut heap: BinaryHeap<_> = (0..100).into_par_iter().collect();
    heap.par_extend(&[100]);
    assert_eq!(
        (heap.par_iter().len(), heap.par_iter().sum::<i32>()),
        (101, 5050)
    );
    assert_eq!(heap.clone().into_par_iter().max(), heap.pop());
    let capacity = heap.capacity();
    assert_eq!(heap.par_drain().count(), 100);
    assert_eq!((heap.len(), heap.capacity()), (0, capacity));
    heap.push(1);
    drop(heap.par_drain());
    assert!(heap.is_empty());
}

#[test]
fn what_becomes_costly_late_is_shared() {
    const CHEAP: u64 = 60_000;
    let map: BTreeMap<u64, u64> = (0..CHEAP + 10_000).map(|n| (n, n)).collect();
    let helped = AtomicUsize::new(0);
    let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let all: Vec<u64> = pool.install(|| {
        let caller = std::thread::current().id();
        let work = |(&key, &value): (&u64, &u64)| {
            let start = Instant::now();
            while key >= CHEAP && start.elapsed() < Duration::from_micros(10) {
                std::hint::spin_loop();
            }
            helped.fetch_add(usize::from(std::thread::current().id() != caller), Relaxed);
            value
        };
        // The first drive of a loop is announced, and its items are listed.
        [0, 1]
            .map(|_| map.par_iter().map(work).collect())
            .into_iter()
            .last()
            .unwrap()
    });
    assert!(all.iter().eq(map.values()));
    assert!(helped.into_inner() > 0);
}

/// Counts how many were dropped.
struct Counted<'c>(usize, &'c AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.1.fetch_add(1, Relaxed);
    }
}

#[test]
fn what_nobody_takes_from_a_map_is_dropped_once() {
    const ITEMS: usize = 5_000;
    let dropped = AtomicUsize::new(0);
    for wanted in [0, 10, 2_000, ITEMS] {
        let map = || -> HashMap<usize, Counted<'_>> {
            dropped.store(0, Relaxed);
            (0..ITEMS).map(|n| (n, Counted(n, &dropped))).collect()
        };
        let check = |way: &str| assert_eq!(dropped.load(Relaxed), ITEMS, "{way}");
        drop(map().into_par_iter().find_any(|(n, _)| *n == wanted));
        check("find_any");
        drop(map().into_par_iter().find_first(|(n, _)| *n == wanted));
        check("find_first");
        let seen = AtomicUsize::new(0);
        let boom = |(_, item): (usize, Counted<'_>)| {
            let before = seen.fetch_add(1, Relaxed);
            assert!(before != wanted, "boom");
            item.0
        };
        let sum = catch_unwind(AssertUnwindSafe(|| {
            map().into_par_iter().map(boom).sum::<usize>()
        }));
        assert_eq!(sum.is_ok(), wanted == ITEMS);
        check("sum");
        seen.store(0, Relaxed);
        let list: Result<Vec<_>, _> = catch_unwind(AssertUnwindSafe(|| {
            map().into_par_iter().map(boom).collect()
        }));
        assert_eq!(list.is_ok(), wanted == ITEMS);
        drop(list);
        check("collect");
    }
}
