//! Orders and hashes that change all the time.

use crate::common::ledger::{Ledger, Token};
use crate::common::pool;
use crate::common::watchdog::watchdog;
use std::cmp::Ordering;
use std::collections::{BTreeSet, BinaryHeap, HashSet};
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

/// A comparison that is no order, on elements whose drops are counted.
#[test]
fn orders_that_are_none() {
    let _dog = watchdog();
    let turns = AtomicUsize::new(0);
    let random = |_: &Token, _: &Token| match turns.fetch_add(0x9E37_79B9, Relaxed) >> 7 & 3 {
        0 => Ordering::Less,
        1 => Ordering::Equal,
        _ => Ordering::Greater,
    };
    pool(3).install(|| {
        for len in [5, 300, 5000] {
            let ledger = Ledger::default();
            let mut tokens = ledger.tokens(len);
            tokens.par_sort_by(random);
            tokens.par_sort_unstable_by(random);
            let mut numbers: Vec<usize> = tokens.iter().map(|token| token.number).collect();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..len));
            assert!(tokens.par_iter().max_by(|a, b| random(a, b)).is_some());
            assert!(tokens.par_iter().min_by(|a, b| random(a, b)).is_some());
            drop(tokens);
            ledger.all_dropped_once();
        }
    });
}

/// A value whose order, equality and hash change all the time.
struct Fickle {
    _token: Token,
}

impl Fickle {
    fn new(token: Token) -> Fickle {
        Fickle { _token: token }
    }

    fn whim() -> usize {
        static TURNS: AtomicUsize = AtomicUsize::new(0);
        TURNS.fetch_add(0x9E37_79B9, Relaxed) >> 7
    }
}

impl PartialEq for Fickle {
    fn eq(&self, other: &Fickle) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fickle {}

impl PartialOrd for Fickle {
    fn partial_cmp(&self, other: &Fickle) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fickle {
    fn cmp(&self, _: &Fickle) -> Ordering {
        match Fickle::whim() & 3 {
            0 => Ordering::Less,
            1 => Ordering::Equal,
            _ => Ordering::Greater,
        }
    }
}

impl Hash for Fickle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (Fickle::whim() & 7).hash(state);
    }
}

/// What std makes of such items is its own affair, be it a panic; they are dropped once all the same.
#[test]
fn collections_without_order() {
    let _dog = watchdog();
    fn into<C>(len: usize)
    where
        C: FromParallelIterator<Fickle> + ParallelExtend<Fickle>,
    {
        let ledger = Ledger::default();
        let items = || ledger.tokens(len).into_par_iter().map(Fickle::new);
        let _ = catch_unwind(AssertUnwindSafe(|| drop(items().collect::<C>())));
        let _ = catch_unwind(AssertUnwindSafe(|| {
            let mut collection =
                C::from_par_iter(ledger.tokens(5).into_par_iter().map(Fickle::new));
            collection.par_extend(items());
        }));
        ledger.all_dropped_once();
    }
    pool(3).install(|| {
        for len in [0, 5, 300, 2000] {
            into::<BinaryHeap<_>>(len);
            into::<BTreeSet<_>>(len);
            into::<HashSet<_>>(len);
        }
    });
}
