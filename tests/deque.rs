//! The queues in the hands of users: each item leaves once and is dropped once, whatever thieves, growth and panics do.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::thread;
use tine::deque::{self, BoundedWorker, GrowableWorker, RingStealer, RingWorker, Steal, Stealer};

const ITEMS: usize = if cfg!(tine_tsan) { 10_000 } else { 60_000 };

/// An item that knows itself and where its drop is counted. Boxed parts of odd sizes, so that a torn or stale copy would show.
struct Counted<'a> {
    id: usize,
    text: Box<str>,
    drops: &'a [AtomicU32],
    // Makes it larger than any word that a machine could move at once.
    ballast: [usize; 3],
}

impl<'a> Counted<'a> {
    fn new(id: usize, drops: &'a [AtomicU32]) -> Self {
        Counted {
            id,
            text: id.to_string().into(),
            drops,
            ballast: [id; 3],
        }
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        assert_eq!(*self.text, *self.id.to_string());
        assert_eq!(self.ballast, [self.id; 3]);
        // Relaxed: read after the threads are joined.
        self.drops[self.id].fetch_add(1, Ordering::Relaxed);
    }
}

/// What the kinds of queues have in common.
trait Kind {
    type Worker<T: Send>: Send;
    type Thief<T: Send>: Send + Sync + Clone;
    fn make<T: Send>() -> (Self::Worker<T>, Self::Thief<T>);
    /// Pushes, and gives back what did not stay.
    fn push<T: Send>(worker: &Self::Worker<T>, item: T) -> Vec<T>;
    fn pop<T: Send>(worker: &Self::Worker<T>) -> Option<T>;
    fn steal<T: Send>(thief: &Self::Thief<T>) -> Steal<T>;
    fn half<T: Send>(worker: &Self::Worker<T>, victim: &Self::Thief<T>) -> Steal<T>;
}

struct Bounded;
struct Growable;
struct Ring;

impl Kind for Bounded {
    type Worker<T: Send> = BoundedWorker<T>;
    type Thief<T: Send> = Stealer<T>;
    fn make<T: Send>() -> (BoundedWorker<T>, Stealer<T>) {
        deque::bounded(8)
    }
    fn push<T: Send>(worker: &BoundedWorker<T>, item: T) -> Vec<T> {
        Vec::from_iter(worker.push(item).err())
    }
    fn pop<T: Send>(worker: &BoundedWorker<T>) -> Option<T> {
        worker.pop()
    }
    fn steal<T: Send>(thief: &Stealer<T>) -> Steal<T> {
        thief.steal()
    }
    fn half<T: Send>(worker: &BoundedWorker<T>, victim: &Stealer<T>) -> Steal<T> {
        worker.steal_half(victim)
    }
}

impl Kind for Growable {
    type Worker<T: Send> = GrowableWorker<T>;
    type Thief<T: Send> = Stealer<T>;
    fn make<T: Send>() -> (GrowableWorker<T>, Stealer<T>) {
        deque::growable()
    }
    fn push<T: Send>(worker: &GrowableWorker<T>, item: T) -> Vec<T> {
        worker.push(item);
        Vec::new()
    }
    fn pop<T: Send>(worker: &GrowableWorker<T>) -> Option<T> {
        worker.pop()
    }
    fn steal<T: Send>(thief: &Stealer<T>) -> Steal<T> {
        thief.steal()
    }
    fn half<T: Send>(worker: &GrowableWorker<T>, victim: &Stealer<T>) -> Steal<T> {
        worker.steal_half(victim)
    }
}

impl Kind for Ring {
    type Worker<T: Send> = RingWorker<T>;
    type Thief<T: Send> = RingStealer<T>;
    fn make<T: Send>() -> (RingWorker<T>, RingStealer<T>) {
        deque::ring()
    }
    fn push<T: Send>(worker: &RingWorker<T>, item: T) -> Vec<T> {
        worker.push(item).err().unwrap_or_default()
    }
    fn pop<T: Send>(worker: &RingWorker<T>) -> Option<T> {
        worker.pop()
    }
    fn steal<T: Send>(thief: &RingStealer<T>) -> Steal<T> {
        thief.steal()
    }
    fn half<T: Send>(worker: &RingWorker<T>, victim: &RingStealer<T>) -> Steal<T> {
        worker.steal_half(victim)
    }
}

fn zeros(count: usize) -> Vec<AtomicU32> {
    (0..count).map(|_| AtomicU32::new(0)).collect()
}

#[track_caller]
fn assert_once(drops: &[AtomicU32]) {
    for (id, drops) in drops.iter().enumerate() {
        assert_eq!(drops.load(Ordering::Relaxed), 1, "item {id}");
    }
}

/// An owner and three thieves, which rob the owner and each other and keep much of the spoils in their own queues. At the end some
/// items are left in all of these.
fn everything_is_dropped_once<K: Kind>() {
    let drops = zeros(ITEMS);
    let ends: Vec<_> = (0..4).map(|_| K::make::<Counted<'_>>()).collect();
    let (workers, open): (Vec<_>, Vec<_>) = ends.into_iter().unzip();
    let over = AtomicUsize::new(0);
    thread::scope(|s| {
        let mut workers = workers.into_iter();
        let owner = workers.next().unwrap();
        for (me, mine) in workers.enumerate() {
            let (open, over) = (&open, &over);
            s.spawn(move || {
                let mut turn = me;
                while over.load(Ordering::Relaxed) == 0 {
                    turn += 1;
                    let victim = &open[(turn * turn + me) % open.len()];
                    let stolen = match turn % 3 {
                        0 => K::steal(victim),
                        _ => K::half(&mine, victim),
                    };
                    match stolen {
                        Steal::Item(item) if turn % 2 == 0 => drop(K::push(&mine, item)),
                        Steal::Item(item) => drop(item),
                        Steal::Empty | Steal::Retry => thread::yield_now(),
                    }
                    if turn % 5 < 2 {
                        drop(K::pop(&mine));
                    }
                }
            });
        }
        for id in 0..ITEMS {
            drop(K::push(&owner, Counted::new(id, &drops)));
            if id % 3 == 0 {
                drop((K::pop(&owner), K::pop(&owner)));
            }
        }
        over.store(1, Ordering::Relaxed);
    });
    drop(open);
    assert_once(&drops);
}

#[test]
fn bounded_drops_once() {
    everything_is_dropped_once::<Bounded>();
}

#[test]
fn growable_drops_once() {
    everything_is_dropped_once::<Growable>();
}

#[test]
fn ring_drops_once() {
    everything_is_dropped_once::<Ring>();
}

/// A bomb among the items that are left: the others are dropped all the same, and the panic arrives.
fn a_panicking_drop<K: Kind>() {
    struct Bomb<'a>(&'a AtomicUsize, bool);
    impl Drop for Bomb<'_> {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
            assert!(!self.1, "a bomb");
        }
    }
    let drops = AtomicUsize::new(0);
    let (worker, thief) = K::make();
    for i in 0..8 {
        assert!(K::push(&worker, Bomb(&drops, i == 5)).is_empty());
    }
    drop(worker);
    // The thieves' handle keeps the items.
    drop(K::steal(&thief).item().expect("an item"));
    assert_eq!(drops.load(Ordering::Relaxed), 1);
    catch_unwind(AssertUnwindSafe(|| drop(thief))).expect_err("the bomb");
    assert_eq!(drops.load(Ordering::Relaxed), 8);
}

#[test]
fn a_panicking_drop_loses_nothing() {
    a_panicking_drop::<Bounded>();
    a_panicking_drop::<Growable>();
    a_panicking_drop::<Ring>();
}

/// Items without a size, and items of an odd one.
fn any_size<K: Kind>() {
    let (worker, thief) = K::make();
    for _ in 0..5 {
        assert!(K::push(&worker, ()).is_empty());
    }
    assert_eq!(K::steal(&thief), Steal::Item(()));
    assert_eq!(std::iter::from_fn(|| K::pop(&worker)).count(), 4);
    let (worker, thief) = K::make();
    for i in 0..5 {
        assert!(K::push(&worker, [i; 37]).is_empty());
    }
    assert_eq!(K::steal(&thief), Steal::Item([0u8; 37]));
    assert_eq!(std::iter::from_fn(|| K::pop(&worker)).count(), 4);
}

#[test]
fn items_of_any_size() {
    any_size::<Bounded>();
    any_size::<Growable>();
    any_size::<Ring>();
}

#[test]
fn a_deque_of_one_place() {
    let (worker, thief) = deque::bounded(1);
    for i in 0..100 {
        assert_eq!(worker.push(i), Ok(()));
        assert_eq!(worker.push(-1), Err(-1));
        let got = if i % 3 == 0 {
            thief.steal().item()
        } else {
            worker.pop()
        };
        assert_eq!(got, Some(i));
        assert_eq!((worker.pop(), thief.steal()), (None, Steal::Empty));
    }
}

#[test]
fn an_odd_capacity_is_refused() {
    for capacity in [0, 3, 100] {
        let refused = catch_unwind(|| drop(deque::bounded::<u8>(capacity)));
        let words = *refused.expect_err("a panic").downcast::<String>().unwrap();
        assert!(words.contains("power of two"), "{words}");
        assert!(words.contains(&capacity.to_string()), "{words}");
    }
}

/// A worker may go to another thread, with items in it that may not be shared.
#[test]
fn a_worker_travels() {
    let (worker, thief) = deque::growable();
    worker.push(Cell::new(1));
    let worker = thread::spawn(move || {
        worker.push(Cell::new(2));
        worker
    });
    let worker = worker.join().unwrap();
    assert_eq!(thief.steal().item().map(Cell::into_inner), Some(1));
    assert_eq!(worker.pop().map(Cell::into_inner), Some(2));
    // What may not leave its thread may still use the deque on that.
    let (worker, _) = deque::bounded(2);
    assert!(worker.push(Rc::new(1)).is_ok());
    assert_eq!(worker.pop().as_deref(), Some(&1));
}

/// The stealers of workers that are gone give what is left.
#[test]
fn what_a_worker_leaves_can_be_stolen() {
    let (worker, thief) = deque::ring();
    (0..3).for_each(|i| worker.push(i).unwrap());
    drop(worker);
    let (mine, _) = deque::ring();
    assert_eq!(mine.steal_half(&thief), Steal::Item(0));
    assert_eq!(mine.steal_half(&thief), Steal::Item(2));
    assert_eq!((mine.pop(), mine.pop()), (Some(1), None));
}

#[test]
fn handles_may_pass_through_a_panic() {
    fn usable<T: std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    usable::<BoundedWorker<Cell<u8>>>();
    usable::<GrowableWorker<Cell<u8>>>();
    usable::<RingWorker<Cell<u8>>>();
    usable::<Stealer<Cell<u8>>>();
    usable::<RingStealer<Cell<u8>>>();
    let (mine, open) = deque::growable();
    let unwound = catch_unwind(|| {
        mine.push(1);
        panic!("beside the deque");
    });
    assert!(unwound.is_err());
    assert_eq!(open.steal(), Steal::Item(1));
}
