//! Promise: any chain of adaptors gives what the same chain of std's adaptors gives, and so does any terminal behind it.
//!
//! The chains are random; a failing one is shrunk and printed. Indexed adaptors are put on each other behind pointers, so that
//! each is compiled once.
#![cfg(not(any(loom, tine_lean)))]

mod common;

use common::erased::{Erased, Then};
use common::oracle::POOLS;
use proptest::prelude::*;
use tine::iter::plumbing::{Consumer, ProducerCallback, UnindexedConsumer, bridge};
use tine::prelude::*;

/// An adaptor that keeps the positions.
#[derive(Clone, Debug)]
enum Step {
    Map(u64),
    MapWith(u64),
    MapInit(u64),
    Update(u64),
    Enumerate,
    Rev,
    Skip(usize),
    Take(usize),
    Every(usize),
    Zip(Vec<u64>),
    Chain(Vec<u64>),
    Chunks(usize),
    FoldChunks(usize),
    FoldChunksWith(usize),
    Interleave(Vec<u64>),
    InterleaveShortest(Vec<u64>),
    Intersperse(u64),
    MinLen(usize),
    MaxLen(usize),
    PanicFuse,
    Inspect,
}

/// One that does not.
#[derive(Clone, Copy, Debug)]
enum Sieve {
    Filter(u64),
    FilterMap(u64),
    FlatMap(u64),
    FlatMapIter(u64),
    Intersperse(u64),
    Blocks(usize),
    Nothing,
}

fn mix(a: u64, b: u64) -> u64 {
    (a ^ b).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(17)
}

fn sum(items: impl IntoIterator<Item = u64>) -> u64 {
    items.into_iter().fold(3, mix)
}

/// An indexed iterator behind a pointer.
trait Link: Send {
    fn len(&self) -> usize;
    fn run(self: Box<Self>, then: &mut dyn FnMut(Erased<'_>));
}

impl<I: IndexedParallelIterator<Item = u64>> Link for I {
    fn len(&self) -> usize {
        IndexedParallelIterator::len(self)
    }

    fn run(self: Box<Self>, then: &mut dyn FnMut(Erased<'_>)) {
        let number = std::convert::identity;
        self.with_producer(Then { number, then });
    }
}

struct Chained(Box<dyn Link>);

impl ParallelIterator for Chained {
    type Item = u64;

    fn drive_unindexed<C: UnindexedConsumer<u64>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

impl IndexedParallelIterator for Chained {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn drive<C: Consumer<u64>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<CB: ProducerCallback<u64>>(self, callback: CB) -> CB::Output {
        let mut callback = Some(callback);
        let mut output = None;
        self.0.run(&mut |producer| {
            output = callback.take().map(|callback| callback.callback(producer));
        });
        output.expect("each iterator calls back")
    }
}

fn ours(iter: Chained, step: Step) -> Chained {
    fn link(iter: impl IndexedParallelIterator<Item = u64> + 'static) -> Chained {
        Chained(Box::new(iter))
    }
    match step {
        Step::Map(n) => link(iter.map(move |x| mix(x, n))),
        Step::MapWith(n) => link(iter.map_with(n, |n, x| mix(x, *n))),
        Step::MapInit(n) => link(iter.map_init(move || n, |n, x| mix(x, *n))),
        Step::Update(n) => link(iter.update(move |x| *x ^= n)),
        Step::Enumerate => link(iter.enumerate().map(|(i, x)| mix(i as u64, x))),
        Step::Rev => link(iter.rev()),
        Step::Skip(n) => link(iter.skip(n)),
        Step::Take(n) => link(iter.take(n)),
        Step::Every(n) => link(iter.step_by(n)),
        Step::Zip(v) => link(iter.zip(v).map(|(a, b)| mix(a, b))),
        Step::Chain(v) => link(iter.chain(v)),
        Step::Chunks(n) => link(iter.chunks(n).map(sum)),
        Step::FoldChunks(n) => link(iter.fold_chunks(n, || 3, mix)),
        Step::FoldChunksWith(n) => link(iter.fold_chunks_with(n, 3, mix)),
        Step::Interleave(v) => link(iter.interleave(v)),
        Step::InterleaveShortest(v) => link(iter.interleave_shortest(v)),
        Step::Intersperse(n) => link(iter.intersperse(n)),
        Step::MinLen(n) => link(iter.with_min_len(n)),
        Step::MaxLen(n) => link(iter.with_max_len(n)),
        Step::PanicFuse => link(iter.panic_fuse()),
        Step::Inspect => link(iter.inspect(|_| ())),
    }
}

fn interleaved(left: Vec<u64>, right: Vec<u64>, shortest: bool) -> Vec<u64> {
    let mut right = right.into_iter();
    let mut out = Vec::new();
    for a in left {
        out.push(a);
        match right.next() {
            Some(b) => out.push(b),
            None if shortest => return out,
            None => {}
        }
    }
    if !shortest {
        out.extend(right);
    }
    out
}

fn interspersed(items: Vec<u64>, n: u64) -> Vec<u64> {
    items.into_iter().flat_map(|x| [n, x]).skip(1).collect()
}

fn stds(items: Vec<u64>, step: Step) -> Vec<u64> {
    let iter = items.into_iter();
    match step {
        Step::Map(n) | Step::MapWith(n) | Step::MapInit(n) => iter.map(|x| mix(x, n)).collect(),
        Step::Update(n) => iter.map(|x| x ^ n).collect(),
        Step::Enumerate => iter.enumerate().map(|(i, x)| mix(i as u64, x)).collect(),
        Step::Rev => iter.rev().collect(),
        Step::Skip(n) => iter.skip(n).collect(),
        Step::Take(n) => iter.take(n).collect(),
        Step::Every(n) => iter.step_by(n).collect(),
        Step::Zip(v) => iter.zip(v).map(|(a, b)| mix(a, b)).collect(),
        Step::Chain(v) => iter.chain(v).collect(),
        Step::Chunks(n) | Step::FoldChunks(n) | Step::FoldChunksWith(n) => {
            let chunks = iter.as_slice().chunks(n);
            chunks.map(|chunk| sum(chunk.iter().copied())).collect()
        }
        Step::Interleave(v) => interleaved(iter.collect(), v, false),
        Step::InterleaveShortest(v) => interleaved(iter.collect(), v, true),
        Step::Intersperse(n) => interspersed(iter.collect(), n),
        Step::MinLen(_) | Step::MaxLen(_) | Step::PanicFuse | Step::Inspect => iter.collect(),
    }
}

/// What some terminals give.
#[derive(Debug, PartialEq)]
struct Results {
    items: Vec<u64>,
    count: usize,
    sum: u64,
    least: Option<u64>,
    largest: Option<u64>,
    first: Option<u64>,
    last: Option<u64>,
    any: bool,
    halves: (Vec<u64>, Vec<u64>),
}

fn wanted(x: &u64) -> bool {
    x.is_multiple_of(3)
}

/// Terminals behind an iterator that can be made again.
fn ended<I: ParallelIterator<Item = u64>>(make: &dyn Fn() -> I) -> Results {
    Results {
        items: make().collect(),
        count: make().count(),
        sum: make().map(|x| x >> 32).sum(),
        least: make().min(),
        largest: make().max(),
        first: make().find_first(wanted),
        last: make().find_last(wanted),
        any: make().any(|x| wanted(&x)),
        halves: make().partition(wanted),
    }
}

fn std_ended(items: Vec<u64>) -> Results {
    let iter = || items.iter().copied();
    Results {
        count: iter().count(),
        sum: iter().map(|x| x >> 32).sum(),
        least: iter().min(),
        largest: iter().max(),
        first: iter().find(wanted),
        last: iter().rfind(wanted),
        any: iter().any(|x| wanted(&x)),
        halves: iter().partition(wanted),
        items,
    }
}

fn chosen(x: u64, n: u64) -> bool {
    !mix(x, n).is_multiple_of(3)
}

fn many(x: u64, n: u64) -> Vec<u64> {
    (0..mix(x, n) % 4).map(|i| mix(x, i)).collect()
}

/// The terminals behind the chain and one adaptor that loses the positions.
fn sieved(make: &dyn Fn() -> Chained, sieve: Sieve) -> Results {
    match sieve {
        Sieve::Filter(n) => ended(&|| make().filter(move |x| chosen(*x, n))),
        Sieve::FilterMap(n) => ended(&|| make().filter_map(move |x| chosen(x, n).then_some(x ^ n))),
        Sieve::FlatMap(n) => ended(&|| make().flat_map(move |x| many(x, n))),
        Sieve::FlatMapIter(n) => ended(&|| make().flat_map_iter(move |x| many(x, n))),
        Sieve::Intersperse(n) => ended(&|| make().filter(wanted).intersperse(n)),
        Sieve::Blocks(n) => ended(&|| make().by_uniform_blocks(n)),
        Sieve::Nothing => ended(make),
    }
}

fn std_sieved(items: Vec<u64>, sieve: Sieve) -> Results {
    let iter = items.into_iter();
    std_ended(match sieve {
        Sieve::Filter(n) => iter.filter(|x| chosen(*x, n)).collect(),
        Sieve::FilterMap(n) => iter.filter_map(|x| chosen(x, n).then_some(x ^ n)).collect(),
        Sieve::FlatMap(n) | Sieve::FlatMapIter(n) => iter.flat_map(|x| many(x, n)).collect(),
        Sieve::Intersperse(n) => interspersed(iter.filter(wanted).collect(), n),
        Sieve::Blocks(_) | Sieve::Nothing => iter.collect(),
    })
}

fn numbers() -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(any::<u64>(), 0..80)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        any::<u64>().prop_map(Step::Map),
        any::<u64>().prop_map(Step::MapWith),
        any::<u64>().prop_map(Step::MapInit),
        any::<u64>().prop_map(Step::Update),
        Just(Step::Enumerate),
        Just(Step::Rev),
        (0..30usize).prop_map(Step::Skip),
        (0..100usize).prop_map(Step::Take),
        (1..5usize).prop_map(Step::Every),
        numbers().prop_map(Step::Zip),
        numbers().prop_map(Step::Chain),
        (1..5usize).prop_map(Step::Chunks),
        (1..5usize).prop_map(Step::FoldChunks),
        (1..5usize).prop_map(Step::FoldChunksWith),
        numbers().prop_map(Step::Interleave),
        numbers().prop_map(Step::InterleaveShortest),
        any::<u64>().prop_map(Step::Intersperse),
        (0..9usize).prop_map(Step::MinLen),
        (0..9usize).prop_map(Step::MaxLen),
        Just(Step::PanicFuse),
        Just(Step::Inspect),
    ]
}

fn sieve() -> impl Strategy<Value = Sieve> {
    prop_oneof![
        any::<u64>().prop_map(Sieve::Filter),
        any::<u64>().prop_map(Sieve::FilterMap),
        any::<u64>().prop_map(Sieve::FlatMap),
        any::<u64>().prop_map(Sieve::FlatMapIter),
        any::<u64>().prop_map(Sieve::Intersperse),
        (1..9usize).prop_map(Sieve::Blocks),
        Just(Sieve::Nothing),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_chains(
        source in proptest::collection::vec(any::<u64>(), 0..300),
        steps in proptest::collection::vec(step(), 0..7),
        sieve in sieve(),
    ) {
        let items = steps.iter().cloned().fold(source.clone(), stds);
        let len = items.len();
        let expected = std_sieved(items, sieve);
        for pool in &*POOLS {
            let (source, steps) = (source.clone(), steps.clone());
            let make = move || {
                let first = Chained(Box::new(source.clone().into_par_iter()));
                steps.iter().cloned().fold(first, ours)
            };
            let (found_len, found) = pool.install(move || (make().0.len(), sieved(&make, sieve)));
            prop_assert_eq!(found_len, len);
            prop_assert_eq!(&found, &expected);
        }
    }
}
