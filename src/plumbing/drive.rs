//! The driver: halves producer and consumer together by recursive `join`, and runs blocks whole where the grain says so.
//!
//! Invariant: the pool is entered once, at the top; below that no thread but those of the pool touches a piece.

use super::consumer::{Consumer, Folder, Reducer, UnindexedConsumer};
use super::grain::{Budget, Rules};
use super::producer::{Producer, UnindexedProducer};
use super::timer::{Step, Timer};
use tine_core::{
    current_num_threads,
    engine::{Forked, fork, in_pool},
};

/// Runs `consumer` over the first `len` items of `producer`, in parallel.
///
/// The caller vouches that `producer` has `len` items and that `consumer` accepts as many. A wrong `len` gives a wrong result
/// or a panic, never undefined behaviour.
///
/// # Panics
///
/// Passes on what the producer or the consumer panics with.
///
/// # Examples
///
/// ```
/// use tine::iter::plumbing::{Producer, ProducerCallback, bridge_producer_consumer};
/// # use tine::iter::plumbing::{Consumer, Folder, Reducer};
/// use tine::prelude::*;
/// # struct Count;
/// # struct Counter(usize);
/// # struct Add;
/// # impl<T> Consumer<T> for Count {
/// #     type Folder = Counter;
/// #     type Reducer = Add;
/// #     type Result = usize;
/// #     fn split_at(self, _index: usize) -> (Self, Self, Add) { (Count, Count, Add) }
/// #     fn into_folder(self) -> Counter { Counter(0) }
/// #     fn full(&self) -> bool { false }
/// # }
/// # impl<T> Folder<T> for Counter {
/// #     type Result = usize;
/// #     fn consume(self, _item: T) -> Self { Counter(self.0 + 1) }
/// #     fn complete(self) -> usize { self.0 }
/// #     fn full(&self) -> bool { false }
/// # }
/// # impl Reducer<usize> for Add {
/// #     fn reduce(self, left: usize, right: usize) -> usize { left + right }
/// # }
///
/// struct CountAll(usize);
///
/// impl<T> ProducerCallback<T> for CountAll {
///     type Output = usize;
///     fn callback<P: Producer<Item = T>>(self, producer: P) -> usize {
///         bridge_producer_consumer(self.0, producer, Count) // a consumer that counts
///     }
/// }
///
/// assert_eq!((10..50usize).into_par_iter().with_producer(CountAll(40)), 40);
/// ```
pub fn bridge_producer_consumer<P, C>(len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    in_pool(move |_| {
        let rules = Rules::new(len, producer.min_len(), producer.max_len());
        let part = Part {
            len,
            producer,
            consumer,
        };
        drive(false, part, &mut rules.timer())
    })
}

/// A range that is still to be run.
pub(super) struct Part<P, C> {
    pub(super) len: usize,
    pub(super) producer: P,
    pub(super) consumer: C,
}

impl<P: Producer, C: Consumer<P::Item>> Part<P, C> {
    /// The first `index` items, the rest, and how their results are put together.
    pub(super) fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right) = self.producer.split_at(index);
        let (left_consumer, right_consumer, reducer) = self.consumer.split_at(index);
        (
            Part {
                len: index,
                producer: left,
                consumer: left_consumer,
            },
            Part {
                len: self.len - index,
                producer: right,
                consumer: right_consumer,
            },
            reducer,
        )
    }

    /// What it comes to if nobody wants the items. They go first: a panic in dropping them would leak the result.
    pub(super) fn skip(self) -> C::Result {
        drop(self.producer);
        self.consumer.into_folder().complete()
    }

    /// Runs all of it without a look at the clock.
    pub(super) fn run_whole(self) -> C::Result {
        self.producer
            .fold_with(self.consumer.into_folder())
            .complete()
    }
}

/// Runs a range: as a `block` whole; or block by block until it is clear that sharing it pays, and then by halves that can be
/// stolen.
fn drive<P, C>(block: bool, part: Part<P, C>, timer: &mut Timer<'_>) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    if !block && part.consumer.full() {
        return part.skip();
    }
    let len = part.len;
    let step = if block { Step::Whole } else { timer.step(len) };
    let (index, block, small) = match step {
        Step::Whole => {
            let result = part.run_whole();
            timer.note(len);
            return result;
        }
        Step::Walk(index) => (index, true, None),
        Step::Offer(index) => (index, true, Some(true)),
        Step::Halve => (len / 2, false, Some(false)),
    };
    let (left, right, reducer) = part.split_at(index);
    let (left, right) = match small {
        None => (drive(block, left, timer), Forked::Back(right)),
        Some(small) => {
            let rules = timer.rules();
            let first = || drive(block, left, timer);
            fork(small, first, right, |right| {
                drive(false, right, &mut rules.anew())
            })
        }
    };
    let right = match right {
        Forked::Back(right) => drive(false, right, timer),
        Forked::Stolen(right) => right,
    };
    reducer.reduce(left, right)
}

/// Runs `consumer` over all items of `producer`, in parallel.
///
/// # Panics
///
/// Passes on what the producer or the consumer panics with.
///
/// # Examples
///
/// An iterator over the odd numbers of a range:
///
/// ```
/// use tine::iter::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
/// use tine::prelude::*;
///
/// struct Odd(std::ops::Range<u32>);
///
/// impl UnindexedProducer for Odd {
///     type Item = u32;
///     fn split(self) -> (Self, Option<Self>) {
///         let mid = self.0.start + (self.0.end - self.0.start) / 2;
///         if mid == self.0.start {
///             return (self, None);
///         }
///         (Odd(self.0.start..mid), Some(Odd(mid..self.0.end)))
///     }
///     fn fold_with<F: Folder<u32>>(self, folder: F) -> F {
///         folder.consume_iter(self.0.filter(|n| n % 2 == 1))
///     }
/// }
///
/// impl ParallelIterator for Odd {
///     type Item = u32;
///     fn drive_unindexed<C: UnindexedConsumer<u32>>(self, consumer: C) -> C::Result {
///         bridge_unindexed(self, consumer)
///     }
/// }
///
/// assert_eq!(Odd(0..10).collect::<Vec<_>>(), [1, 3, 5, 7, 9]);
/// ```
pub fn bridge_unindexed<P, C>(producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    in_pool(move |_| {
        let budget = Budget::new(current_num_threads());
        let rules = Rules::new(1, 1, 1);
        unindexed(&mut rules.timer(), budget, producer, consumer)
    })
}

/// One supply: split it and run the parts in parallel, or run it whole.
fn unindexed<P, C>(timer: &mut Timer<'_>, mut budget: Budget, producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    if consumer.full() {
        return consumer.into_folder().complete();
    }
    if !budget.split() {
        return producer.fold_with(consumer.into_folder()).complete();
    }
    let (left_producer, right_producer) = producer.split();
    let Some(right_producer) = right_producer else {
        return left_producer.fold_with(consumer.into_folder()).complete();
    };
    let reducer = consumer.to_reducer();
    let left_consumer = consumer.split_off_left();
    let early = timer.is_early();
    let rules = timer.rules();
    let (left, right) = fork(
        early,
        || unindexed(timer, budget, left_producer, left_consumer),
        (right_producer, consumer),
        move |(producer, consumer)| {
            budget.refresh();
            unindexed(&mut rules.anew(), budget, producer, consumer)
        },
    );
    let right = match right {
        Forked::Back((producer, consumer)) => {
            if early {
                timer.look();
            }
            unindexed(timer, budget, producer, consumer)
        }
        Forked::Stolen(right) => right,
    };
    reducer.reduce(left, right)
}
