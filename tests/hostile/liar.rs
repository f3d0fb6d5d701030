//! An indexed iterator that says one length and has another.

use crate::common::ledger::{Ledger, Token};
use crate::common::pool;
use crate::common::watchdog::watchdog;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tine::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use tine::prelude::*;

/// What its parts say of their length, and what they have.
#[derive(Clone)]
struct Liar {
    said: usize,
    real: usize,
    ledger: Ledger,
}

impl ParallelIterator for Liar {
    type Item = Token;

    fn drive_unindexed<C: UnindexedConsumer<Token>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.said)
    }
}

impl IndexedParallelIterator for Liar {
    fn len(&self) -> usize {
        self.said
    }

    fn drive<C: Consumer<Token>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<CB: ProducerCallback<Token>>(self, callback: CB) -> CB::Output {
        callback.callback(self)
    }
}

impl Producer for Liar {
    type Item = Token;
    type IntoIter = LyingIter;

    fn into_iter(self) -> LyingIter {
        let tokens = self.ledger.tokens(self.real).into_iter();
        let said = self.said;
        LyingIter { tokens, said }
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        let left = index.min(self.real);
        let part = |said, real| Liar {
            said,
            real,
            ledger: self.ledger.clone(),
        };
        (
            part(index, left),
            part(self.said.saturating_sub(index), self.real - left),
        )
    }
}

/// The sequential one goes on lying.
struct LyingIter {
    tokens: std::vec::IntoIter<Token>,
    said: usize,
}

impl Iterator for LyingIter {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.tokens.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.said, Some(self.said))
    }
}

impl DoubleEndedIterator for LyingIter {
    fn next_back(&mut self) -> Option<Token> {
        self.tokens.next_back()
    }
}

impl ExactSizeIterator for LyingIter {}

/// Runs `op`, which may panic, with liars of all kinds; requires that all drops happen once.
fn with_liars<R>(op: impl Fn(Liar) -> R + Sync) {
    let _dog = watchdog();
    for threads in [1, 3] {
        let pool = pool(threads);
        for (said, real) in [
            (0, 1),
            (1, 0),
            (3, 4),
            (4, 3),
            (50, 80),
            (80, 50),
            (2000, 7),
        ] {
            let ledger = Ledger::default();
            let liar = Liar {
                said,
                real,
                ledger: ledger.clone(),
            };
            // Whether it panics is not promised.
            let _ = catch_unwind(AssertUnwindSafe(|| pool.install(|| drop(op(liar)))));
            ledger.all_dropped_once();
        }
    }
}

#[test]
fn collecting_a_lie() {
    with_liars(|liar| liar.collect::<Vec<_>>());
    with_liars(|liar| liar.filter(|_| true).collect::<Vec<_>>());
    with_liars(|liar| liar.deterministic().collect::<Vec<_>>());
    with_liars(|liar| liar.inclusive_scan(|_, b| b.clone()).collect::<Vec<_>>());
    with_liars(|liar| {
        let init = liar.ledger.token(1);
        liar.exclusive_scan(init, |a, _| a.clone())
            .collect::<Vec<_>>()
    });
    with_liars(|liar| {
        let mut target = liar.ledger.tokens(5);
        liar.collect_into_vec(&mut target);
        target
    });
    with_liars(|liar| {
        let (mut left, mut right) = (liar.ledger.tokens(5), Vec::new());
        let pairs = liar.map(|token| (token.clone(), token));
        pairs.unzip_into_vecs(&mut left, &mut right);
        (left, right)
    });
    with_liars(|liar| {
        let pairs = liar.map(|token| (token.clone(), token));
        pairs.unzip::<_, _, Vec<_>, Vec<_>>()
    });
    with_liars(|liar| liar.partition::<Vec<_>, Vec<_>, _>(|token| token.number % 2 == 0));
    with_liars(|liar| {
        let mut target = liar.ledger.tokens(5);
        target.par_extend(liar);
        target
    });
}

/// Requires drops of all kinds of terminals over a chain.
macro_rules! adapted {
    ($(|$liar:ident| $chain:expr;)*) => {$(
        with_liars(|$liar| $chain.collect::<Vec<_>>());
        with_liars(|$liar| $chain.rev().with_max_len(1).count());
        with_liars(|$liar| $chain.rev().collect::<Vec<_>>());
    )*};
}

#[test]
fn adapting_a_lie() {
    adapted! {
        |liar| liar.enumerate();
        |liar| liar.zip(0..60usize);
        |liar| liar.clone().zip(liar);
        |liar| liar.clone().chain(liar);
        |liar| liar.clone().interleave(liar);
        |liar| liar.clone().interleave_shortest(liar.ledger.tokens(9));
    }
}

#[test]
fn adapting_parts_of_a_lie() {
    adapted! {
        |liar| liar.skip(2);
        |liar| liar.take(3);
        |liar| liar.step_by(3);
        |liar| liar.chunks(3);
        |liar| liar.fold_chunks(2, Vec::new, |mut v, token| { v.push(token); v });
        |liar| { let between = liar.ledger.token(3); liar.intersperse(between) };
        |liar| liar.panic_fuse().with_min_len(2);
    }
}

#[test]
fn searching_in_a_lie() {
    with_liars(|liar| liar.find_any(|token| token.number == 9999));
    with_liars(|liar| liar.find_last(|token| token.number == 2));
    with_liars(|liar| liar.clone().eq(liar));
    with_liars(|liar| liar.by_uniform_blocks(2).count());
    with_liars(|liar| liar.reduce_with(|a, _| a));
}

/// A sequential iterator whose size hint is a lie too.
struct Hint(std::vec::IntoIter<Token>, (usize, Option<usize>));

impl Iterator for Hint {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.1
    }
}

#[test]
fn hints_that_are_lies() {
    let _dog = watchdog();
    for hint in [
        (0, Some(0)),
        (3, Some(3)),
        (9, Some(2)),
        (100, Some(100)),
        (usize::MAX, None),
    ] {
        let ledger = Ledger::default();
        let lying = |count: usize| Hint(ledger.tokens(count).into_iter(), hint);
        let found = catch_unwind(AssertUnwindSafe(|| {
            let nested = (0..40usize).into_par_iter().flat_map_iter(|n| lying(n % 7));
            nested.collect::<Vec<_>>().len()
        }));
        if let Ok(found) = found {
            assert_eq!(found, (0..40).map(|n| n % 7).sum::<usize>());
        }
        let found = catch_unwind(AssertUnwindSafe(|| lying(30).par_bridge().count()));
        assert!(found.is_err() || found.is_ok_and(|found| found == 30));
        ledger.all_dropped_once();
    }
}
