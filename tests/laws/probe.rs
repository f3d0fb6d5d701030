//! A consumer that looks closely: notes the items of each leaf, holds the driver to the number of items it promised, panics or
//! closes at the item it is told, and takes its time with each if it shall.

use crate::common::boom;
use crate::subject::{Leaves, plain};
use std::hash::Hash;
use std::hint::spin_loop;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};
use tine::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};

/// So many items are waited for with courtesy.
const COURTEOUS: usize = 8;

/// What all parts of a probe share.
#[derive(Default)]
pub(crate) struct Orders {
    /// Panic at the item with this number, in the order of arrival.
    bad: Option<usize>,
    /// Be full from so many items on.
    enough: Option<usize>,
    /// Nothing goes wrong, so each leaf gets what it was promised.
    strict: bool,
    /// What each item costs at least.
    toil: Duration,
    seen: AtomicUsize,
    /// Who took the first item, and whether somebody else took any.
    beginner: OnceLock<ThreadId>,
    shared: AtomicBool,
}

impl Orders {
    /// For drives that panic at an item, or have enough after some.
    pub(crate) fn new(bad: Option<usize>, enough: Option<usize>) -> Self {
        Orders {
            bad,
            enough,
            ..Orders::default()
        }
    }

    /// For drives in which nothing goes wrong.
    pub(crate) fn strict() -> Self {
        Orders {
            strict: true,
            ..Orders::default()
        }
    }

    /// The same, with items that cost so much.
    pub(crate) fn toilsome(self, toil: Duration) -> Self {
        Orders { toil, ..self }
    }

    /// Whether more than one thread took items.
    pub(crate) fn were_shared(&self) -> bool {
        self.shared.load(Relaxed)
    }

    fn full(&self) -> bool {
        let enough = self.enough;
        enough.is_some_and(|enough| self.seen.load(Relaxed) >= enough)
    }

    /// An item has arrived.
    fn see(&self) {
        let number = self.seen.fetch_add(1, Relaxed);
        if !self.toil.is_zero() {
            self.work(number);
        }
        if Some(number) == self.bad {
            boom(number);
        }
    }

    /// Spends the time of the item of that number. The first ones let others have the processor; if all did, a machine with other things to do
    /// would do those between any two.
    fn work(&self, number: usize) {
        let me = thread::current().id();
        if *self.beginner.get_or_init(|| me) != me {
            self.shared.store(true, Relaxed);
        }
        let begin = Instant::now();
        while begin.elapsed() < self.toil {
            match number < COURTEOUS && !self.were_shared() {
                true => thread::yield_now(),
                false => spin_loop(),
            }
        }
    }
}

/// The consumer.
#[derive(Clone, Copy)]
pub(crate) struct Probe<'o> {
    /// How many items must arrive, unless it was split without a number.
    pub(crate) promised: Option<usize>,
    pub(crate) orders: &'o Orders,
}

impl<'o, T: Hash> Consumer<T> for Probe<'o> {
    type Folder = Leaf<'o>;
    type Reducer = Concat;
    type Result = Leaves;

    fn split_at(self, index: usize) -> (Self, Self, Concat) {
        let rest = self.promised.map(|promised| {
            let rest = promised.checked_sub(index);
            rest.expect("a split beyond the end")
        });
        let part = |promised| Probe { promised, ..self };
        (part(Some(index)), part(rest), Concat)
    }

    fn into_folder(self) -> Leaf<'o> {
        let items = Vec::new();
        Leaf { probe: self, items }
    }

    fn full(&self) -> bool {
        self.orders.full()
    }
}

impl<T: Hash> UnindexedConsumer<T> for Probe<'_> {
    const STREAMS: bool = true;

    fn split_off_left(&self) -> Self {
        Probe {
            promised: None,
            ..*self
        }
    }

    fn to_reducer(&self) -> Concat {
        Concat
    }
}

/// What came to one leaf.
pub(crate) struct Leaf<'o> {
    probe: Probe<'o>,
    items: Vec<u64>,
}

impl<T: Hash> Folder<T> for Leaf<'_> {
    type Result = Leaves;

    fn consume(mut self, item: T) -> Self {
        self.probe.orders.see();
        self.items.push(plain(item));
        self
    }

    fn complete(self) -> Leaves {
        if let (Some(promised), true) = (self.probe.promised, self.probe.orders.strict) {
            assert_eq!(promised, self.items.len(), "promised and given");
        }
        vec![self.items]
    }

    fn full(&self) -> bool {
        self.probe.orders.full()
    }
}

pub(crate) struct Concat;

impl Reducer<Leaves> for Concat {
    fn reduce(self, mut left: Leaves, right: Leaves) -> Leaves {
        left.extend(right);
        left
    }
}
