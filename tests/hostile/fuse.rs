//! Values and closures that panic at the first call, the second, and so on.

use crate::common::ledger::{Ledger, Token};
use crate::common::watchdog::watchdog;
use crate::common::{boom, number_of, pool};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

/// What may panic.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Call {
    Clone,
    Compare,
    Hash,
    Drop,
    Closure,
}

/// Panics at one call of one kind.
pub(crate) struct Fuse {
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
    pub(crate) fn run(&self) {
        self.meet(Call::Closure);
    }
}

/// A value all of whose methods may panic.
pub(crate) struct Fussy {
    pub(crate) token: Token,
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
pub(crate) struct Maker(pub(crate) Arc<Fuse>);

impl Maker {
    pub(crate) fn one(&self, number: usize) -> Fussy {
        Fussy {
            token: self.0.ledger.token(number),
            fuse: self.0.clone(),
        }
    }

    /// So many, in no order.
    pub(crate) fn some(&self, count: usize) -> Vec<Fussy> {
        (0..count).map(|i| self.one(i * 7919 % 1009)).collect()
    }

    pub(crate) fn items(&self) -> tine::vec::IntoIter<Fussy> {
        self.some(30).into_par_iter()
    }
}

/// So many first calls panic, each in its turn; of those behind 64 only some.
const EACH: usize = if cfg!(tine_tsan) { 12 } else { 64 };

/// Runs `op` with a panic at every call in turn, until there are no more calls, and requires that nothing leaks.
#[track_caller]
pub(crate) fn at_every_call<R>(call: Call, op: impl Fn(&Maker) -> R + Sync) {
    each_call(call, Ledger::all_dropped_once, op);
}

#[track_caller]
pub(crate) fn each_call<R>(call: Call, check: fn(&Ledger), op: impl Fn(&Maker) -> R + Sync) {
    let _dog = watchdog();
    for threads in [1, 3] {
        let pool = pool(threads);
        let mut panics = 0;
        for at in (0..EACH).chain((6..).map(|power| 1 << power)) {
            let ledger = Ledger::default();
            let maker = Maker(Arc::new(Fuse {
                call,
                at,
                calls: AtomicUsize::new(0),
                ledger: ledger.clone(),
            }));
            let result = catch_unwind(AssertUnwindSafe(|| pool.install(|| drop(op(&maker)))));
            drop(maker);
            check(&ledger);
            match result {
                Ok(()) => break,
                Err(payload) => assert_eq!(number_of(&*payload), at),
            }
            panics += 1;
        }
        assert!(panics > 0, "nothing was called");
    }
}
