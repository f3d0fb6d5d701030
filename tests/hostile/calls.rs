//! Clones, comparisons, hashes, drops and closures that panic at the first call, the second, and so on.

use crate::common::ledger::{Ledger, Token};
use crate::common::watchdog::watchdog;
use crate::common::{boom, number_of, pool};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

/// What may panic.
#[derive(Clone, Copy, PartialEq)]
enum Call {
    Clone,
    Compare,
    Hash,
    Drop,
    Closure,
}

/// Panics at one call of one kind.
struct Fuse {
    call: Call,
    at: usize,
    calls: AtomicUsize,
    ledger: Ledger,
}

impl Fuse {
    fn meet(&self, call: Call) {
        if call == self.call && self.calls.fetch_add(1, Relaxed) == self.at {
            boom(self.at);
        }
    }

    /// A closure is called.
    fn run(&self) {
        self.meet(Call::Closure);
    }
}

/// A value all of whose methods may panic.
struct Fussy {
    token: Token,
    fuse: Arc<Fuse>,
}

impl Clone for Fussy {
    fn clone(&self) -> Fussy {
        self.fuse.meet(Call::Clone);
        Fussy {
            token: self.token.clone(),
            fuse: self.fuse.clone(),
        }
    }
}

impl Drop for Fussy {
    fn drop(&mut self) {
        self.fuse.meet(Call::Drop);
    }
}

impl PartialEq for Fussy {
    fn eq(&self, other: &Fussy) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fussy {}

impl PartialOrd for Fussy {
    fn partial_cmp(&self, other: &Fussy) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fussy {
    fn cmp(&self, other: &Fussy) -> Ordering {
        self.fuse.meet(Call::Compare);
        self.token.number.cmp(&other.token.number)
    }
}

impl Hash for Fussy {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fuse.meet(Call::Hash);
        self.token.number.hash(state);
    }
}

/// Makes values of one fuse.
#[derive(Clone)]
struct Maker(Arc<Fuse>);

impl Maker {
    fn one(&self, number: usize) -> Fussy {
        Fussy {
            token: self.0.ledger.token(number),
            fuse: self.0.clone(),
        }
    }

    /// So many, in no order.
    fn some(&self, count: usize) -> Vec<Fussy> {
        (0..count).map(|i| self.one(i * 7919 % 1009)).collect()
    }

    fn items(&self) -> tine::vec::IntoIter<Fussy> {
        self.some(30).into_par_iter()
    }
}

/// Runs `op` with a panic at every call in turn, until there are no more calls.
#[track_caller]
fn at_every_call<R>(call: Call, op: impl Fn(&Maker) -> R + Sync) {
    let _dog = watchdog();
    for threads in [1, 3] {
        let pool = pool(threads);
        let mut panics = 0;
        for at in (0..64).chain((6..).map(|power| 1 << power)) {
            let ledger = Ledger::default();
            let maker = Maker(Arc::new(Fuse {
                call,
                at,
                calls: AtomicUsize::new(0),
                ledger: ledger.clone(),
            }));
            let result = catch_unwind(AssertUnwindSafe(|| pool.install(|| drop(op(&maker)))));
            drop(maker);
            ledger.all_dropped_once();
            match result {
                Ok(()) => break,
                Err(payload) => assert_eq!(number_of(&*payload), at),
            }
            panics += 1;
        }
        assert!(panics > 0, "nothing was called");
    }
}

#[test]
fn clones() {
    let check = |op: fn(&Maker)| at_every_call(Call::Clone, op);
    check(|m| m.items().for_each_with(m.one(0).clone(), |_, _| ()));
    check(|m| drop(m.some(30).par_iter().cloned().collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.some(30)
                .par_iter()
                .cloned()
                .filter(|_| true)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(tine::iter::repeat_n(m.one(0), 30).collect::<Vec<_>>()));
    check(|m| drop(m.items().intersperse(m.one(0)).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .fold_chunks_with(4, m.one(0), |a, _| a)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.items()
                .chunks(4)
                .map(|chunk| chunk.clone())
                .collect::<Vec<_>>(),
        )
    });
}

#[test]
fn comparisons() {
    let check = |op: fn(&Maker)| at_every_call(Call::Compare, op);
    check(|m| drop(m.items().max()));
    check(|m| drop(m.items().min()));
    check(|m| {
        m.items().cmp(m.items());
    });
    check(|m| {
        m.items().eq(m.items());
    });
    check(|m| m.some(30).par_sort());
    check(|m| m.some(30).par_sort_unstable());
    check(|m| m.some(3000).par_sort());
    check(|m| m.some(3000).par_sort_unstable());
    check(|m| m.some(2500).par_sort_by_cached_key(Fussy::clone));
}

/// Drops the first one. Not at the closing brace: if that panics, the result is leaked by the compiler.
fn replace(old: Fussy, new: Fussy) -> Fussy {
    drop(old);
    new
}

#[test]
fn drops() {
    let check = |op: fn(&Maker)| at_every_call(Call::Drop, op);
    check(|m| drop(m.items()));
    check(|m| m.items().for_each(drop));
    check(|m| drop(m.items().collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .filter(|x| x.token.number % 2 == 0)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().take(7).collect::<Vec<_>>()));
    check(|m| drop(m.items().skip(7).collect::<Vec<_>>()));
    check(|m| drop(m.items().step_by(3).rev().collect::<Vec<_>>()));
    check(|m| drop(m.items().zip(m.some(9)).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .chain(m.some(9))
                .chunks(4)
                .map(|mut v| {
                    let last = v.pop();
                    drop(v);
                    last
                })
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().find_any(|x| x.token.number == 858)));
    check(|m| drop(m.items().reduce_with(replace)));
}

#[test]
fn drops_of_accumulators_and_targets() {
    let check = |op: fn(&Maker)| at_every_call(Call::Drop, op);
    check(|m| {
        m.items().fold(|| m.one(0), replace).count();
    });
    check(|m| {
        m.items()
            .for_each_with(m.one(0), |state, x| drop(mem::replace(state, x)))
    });
    check(|m| m.items().collect_into_vec(&mut m.some(9)));
    check(|m| m.some(30).par_drain(5..20).for_each(drop));
    check(|m| drop(m.some(30).par_drain(5..20)));
    check(|m| drop(m.some(30).par_drain(5..20).take(3).collect::<Vec<_>>()));
    check(|m| {
        [1, 2, 3].map(|n| m.one(n)).into_par_iter().take(1).count();
    });
    check(|m| {
        drop(
            tine::iter::repeat_n(m.one(0), 9)
                .take(3)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(tine::iter::once(m.one(0))));
    check(|m| {
        drop(
            m.items()
                .panic_fuse()
                .interleave(m.some(3))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| m.some(30).into_iter().par_bridge().for_each(drop));
}

#[test]
fn closures() {
    let check = |op: fn(&Maker)| at_every_call(Call::Closure, op);
    /// Says nothing of the item but whether it may pass.
    fn any<T>(maker: &Maker) -> impl Fn(&T) -> bool + Sync + Send {
        move |_| {
            maker.0.run();
            true
        }
    }
    /// Returns what it is given.
    fn same<T>(maker: &Maker) -> impl Fn(T) -> T + Sync + Send {
        move |item| {
            maker.0.run();
            item
        }
    }
    /// Drops one of two.
    fn first(maker: &Maker) -> impl Fn(Fussy, Fussy) -> Fussy + Sync + Send {
        move |a, _| {
            maker.0.run();
            a
        }
    }
    check(|m| drop(m.items().map(same(m)).collect::<Vec<_>>()));
    check(|m| drop(m.items().map(same(m)).rev().chunks(4).collect::<Vec<_>>()));
    check(|m| drop(m.items().filter(any(m)).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .filter_map(|x| Some(same(m)(x)))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.items()
                .flat_map_iter(|x| [same(m)(x)])
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().flat_map(|x| [same(m)(x)]).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .fold(|| same(m)(m.one(0)), first(m))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().reduce(|| same(m)(m.one(0)), first(m))));
    check(|m| {
        drop(
            m.items()
                .fold_chunks(4, || same(m)(m.one(0)), first(m))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().partition::<Vec<_>, Vec<_>, _>(any(m))));
    check(|m| {
        drop(
            m.items()
                .map(|x| (same(m)(x), m.one(1)))
                .unzip::<_, _, Vec<_>, Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.items()
                .map(|x| Some(same(m)(x)))
                .while_some()
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.items()
                .max_by(|a, b| same(m)(a.token.number.cmp(&b.token.number))),
        )
    });
    check(|m| {
        drop(
            m.items()
                .map_init(|| same(m)(m.one(0)), |_, x| x)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.some(30)
                .into_iter()
                .map(same(m))
                .par_bridge()
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        m.some(30)
            .par_iter_mut()
            .for_each(|x| x.token.number = same(m)(3))
    });
}

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
