//! The law of company: what holds for one thread holds while several work at the same iterator, whose items are costly enough for
//! that, and both the panic of one thread and its having enough end the work of the others.

use crate::common::caught;
use crate::drive::same;
use crate::mishap::drive;
use crate::probe::Orders;
use crate::subject::{Plan, Subject};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use tine::{ThreadPool, ThreadPoolBuilder};

/// Their threads stay awake between one drive and the next.
static POOLS: LazyLock<[ThreadPool; 2]> = LazyLock::new(|| {
    [2, 3].map(|threads| {
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        let builder = builder.linger(Duration::from_millis(5));
        builder.build().expect("a pool")
    })
});

const LENGTH: usize = 40;

/// Of an item: all of them take longer than a sleeping thread is ever believed to need until it comes, 200 us, and a quarter more.
const TOIL: Duration = Duration::from_micros(10);

/// What the law counts.
#[derive(Default)]
pub(crate) struct Shared {
    drives: AtomicUsize,
    shared: AtomicUsize,
}

impl Shared {
    pub(crate) fn law(&self, subject: &dyn Subject) {
        let expected = subject.expected(&Plan::new(LENGTH));
        let places = [0, 1, expected.len() / 2, expected.len().saturating_sub(1)];
        for pool in &*POOLS {
            for indexed in [false, true] {
                pool.install(|| self.whole(subject, &expected, indexed));
                for place in places {
                    pool.install(|| self.ended(subject, place, &expected, indexed));
                    if place < expected.len() {
                        pool.install(|| self.panics(subject, place, indexed));
                    }
                }
            }
        }
    }

    /// Some drives cannot be shared, such as that of one item; but of all together many must have been.
    #[track_caller]
    pub(crate) fn must_have_been(&self) {
        let (drives, shared) = (self.drives.load(Relaxed), self.shared.load(Relaxed));
        assert!(shared >= drives / 4, "{shared} of {drives} were shared");
    }

    fn note(&self, orders: &Orders) {
        self.drives.fetch_add(1, Relaxed);
        self.shared.fetch_add(orders.were_shared().into(), Relaxed);
    }

    fn whole(&self, subject: &dyn Subject, expected: &[u64], indexed: bool) {
        let plan = Plan::new(LENGTH);
        let orders = Orders::strict().toilsome(TOIL);
        let found = drive(subject, &plan, &orders, indexed).concat();
        same(subject, &plan, "shared", found, expected);
        self.note(&orders);
        plan.ledger.all_dropped_once();
    }

    fn panics(&self, subject: &dyn Subject, place: usize, indexed: bool) {
        let plan = Plan::new(LENGTH);
        let orders = Orders::new(Some(place), None).toilsome(TOIL);
        let number = caught(|| drive(subject, &plan, &orders, indexed));
        assert_eq!(number, place, "{}", subject.name());
        self.note(&orders);
        plan.ledger.all_dropped_once();
    }

    fn ended(&self, subject: &dyn Subject, enough: usize, expected: &[u64], indexed: bool) {
        let plan = Plan::new(LENGTH);
        let orders = Orders::new(None, Some(enough)).toilsome(TOIL);
        let found = drive(subject, &plan, &orders, indexed).concat();
        assert!(found.len() >= enough.min(expected.len()));
        self.note(&orders);
        plan.ledger.all_dropped_once();
    }
}
