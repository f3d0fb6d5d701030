//! The contestants behind one trait.

use crossbeam_deque as crossbeam;
use std::thread;
use tine::deque;

/// What an attempt to steal met, in words common to both libraries.
pub(crate) enum Got {
    Item(usize),
    Nothing,
    Retry,
}

/// A kind of queue.
pub(crate) trait Kind {
    type Worker: Send;
    type Thief: Send + Sync;
    /// A queue with room for so many items, if it does not grow.
    fn make(room: usize) -> (Self::Worker, Self::Thief);
    fn push(worker: &Self::Worker, item: usize);
    fn pop(worker: &Self::Worker) -> Option<usize>;
    fn is_empty(worker: &Self::Worker) -> bool;
    fn steal(thief: &Self::Thief) -> Got;
    fn batch(worker: &Self::Worker, victim: &Self::Thief) -> Got;
}

pub(crate) struct Growable;
pub(crate) struct Bounded;
pub(crate) struct Ring;
pub(crate) struct Crossbeam<const LIFO: bool>;
pub(crate) type CrossbeamLifo = Crossbeam<true>;
pub(crate) type CrossbeamFifo = Crossbeam<false>;

fn ours(steal: deque::Steal<usize>) -> Got {
    match steal {
        deque::Steal::Item(item) => Got::Item(item),
        deque::Steal::Empty => Got::Nothing,
        deque::Steal::Retry => Got::Retry,
    }
}

fn theirs(steal: crossbeam::Steal<usize>) -> Got {
    match steal {
        crossbeam::Steal::Success(item) => Got::Item(item),
        crossbeam::Steal::Empty => Got::Nothing,
        crossbeam::Steal::Retry => Got::Retry,
    }
}

impl Kind for Growable {
    type Worker = deque::GrowableWorker<usize>;
    type Thief = deque::Stealer<usize>;
    fn make(_: usize) -> (Self::Worker, Self::Thief) {
        deque::growable()
    }
    #[inline(always)]
    fn push(worker: &Self::Worker, item: usize) {
        worker.push(item);
    }
    #[inline(always)]
    fn pop(worker: &Self::Worker) -> Option<usize> {
        worker.pop()
    }
    fn is_empty(worker: &Self::Worker) -> bool {
        worker.is_empty()
    }
    #[inline(always)]
    fn steal(thief: &Self::Thief) -> Got {
        ours(thief.steal())
    }
    fn batch(worker: &Self::Worker, victim: &Self::Thief) -> Got {
        ours(worker.steal_half(victim))
    }
}

/// Waits for the next seat. There is room for all, but a thief that lost its processor may not have left it.
#[cold]
fn push_later(worker: &deque::BoundedWorker<usize>, mut item: usize) {
    while let Err(back) = worker.push(item) {
        item = back;
        thread::yield_now();
    }
}

impl Kind for Bounded {
    type Worker = deque::BoundedWorker<usize>;
    type Thief = deque::Stealer<usize>;
    fn make(room: usize) -> (Self::Worker, Self::Thief) {
        deque::bounded(room.next_power_of_two())
    }
    #[inline(always)]
    fn push(worker: &Self::Worker, item: usize) {
        if let Err(item) = worker.push(item) {
            push_later(worker, item);
        }
    }
    #[inline(always)]
    fn pop(worker: &Self::Worker) -> Option<usize> {
        worker.pop()
    }
    fn is_empty(worker: &Self::Worker) -> bool {
        worker.is_empty()
    }
    #[inline(always)]
    fn steal(thief: &Self::Thief) -> Got {
        ours(thief.steal())
    }
    fn batch(worker: &Self::Worker, victim: &Self::Thief) -> Got {
        ours(worker.steal_half(victim))
    }
}

impl Kind for Ring {
    type Worker = deque::RingWorker<usize>;
    type Thief = deque::RingStealer<usize>;
    fn make(_: usize) -> (Self::Worker, Self::Thief) {
        deque::ring()
    }
    #[inline(always)]
    fn push(worker: &Self::Worker, item: usize) {
        worker.push(item).expect("room for all");
    }
    #[inline(always)]
    fn pop(worker: &Self::Worker) -> Option<usize> {
        worker.pop()
    }
    fn is_empty(worker: &Self::Worker) -> bool {
        worker.is_empty()
    }
    #[inline(always)]
    fn steal(thief: &Self::Thief) -> Got {
        ours(thief.steal())
    }
    fn batch(worker: &Self::Worker, victim: &Self::Thief) -> Got {
        ours(worker.steal_half(victim))
    }
}

impl<const LIFO: bool> Kind for Crossbeam<LIFO> {
    type Worker = crossbeam::Worker<usize>;
    type Thief = crossbeam::Stealer<usize>;
    fn make(_: usize) -> (Self::Worker, Self::Thief) {
        let worker = if LIFO {
            crossbeam::Worker::new_lifo()
        } else {
            crossbeam::Worker::new_fifo()
        };
        let thief = worker.stealer();
        (worker, thief)
    }
    #[inline(always)]
    fn push(worker: &Self::Worker, item: usize) {
        worker.push(item);
    }
    #[inline(always)]
    fn pop(worker: &Self::Worker) -> Option<usize> {
        worker.pop()
    }
    fn is_empty(worker: &Self::Worker) -> bool {
        worker.is_empty()
    }
    #[inline(always)]
    fn steal(thief: &Self::Thief) -> Got {
        theirs(thief.steal())
    }
    fn batch(worker: &Self::Worker, victim: &Self::Thief) -> Got {
        theirs(victim.steal_batch_and_pop(worker))
    }
}
