//! Where an iterator enters the pool, and which driver takes it over.
//!
//! Invariant: the pool is entered once, here, by what has more than one item; below that no thread but those of the pool touches a piece.

use super::choice;
use super::consumer::{Consumer, Folder, UnindexedConsumer};
use super::part::Part;
use super::producer::{Producer, UnindexedProducer};
use super::stream;
use super::supply::{Counted, Supply};
use tine_core::engine::grain::{self, Aim, Budget, Rules, Site, Start};
use tine_core::{current_num_threads, engine::in_pool};

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
    bridge(len, producer, consumer, Aim::All)
}

/// So many items are run where the call is made, for nobody can help.
const ALONE: usize = 1;

/// The same with that aim. Not inlined, as [`stream_producer`].
#[inline(never)]
fn bridge<P, C>(len: usize, producer: P, consumer: C, aim: Aim) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let part = Part {
        len,
        producer,
        consumer,
    };
    if len <= ALONE {
        return part.whole();
    }
    let run = const { choice::of_range::<P, C>() };
    let start = Start {
        len,
        items: None,
        wishes: (part.producer.min_len(), part.producer.max_len()),
        aim,
        site: Site::of(run as *const ()),
        streamed: false,
    };
    grain::drive(start, part, Part::whole, run)
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
    let run = const { choice::of_pieces::<P, C>() };
    in_pool(move |_| {
        let budget = Budget::new(current_num_threads());
        run(&mut Rules::new(1, 1, 1).anew(), budget, producer, consumer)
    })
}

/// As [`bridge_producer_consumer`], with as few folders as there are steals, or with one for each block where the producer limits
/// their length and that shows. Falls back on it where the consumer does not stream, which the compiler knows: it makes one driver, not two.
///
/// Not inlined: it would be compiled again in each layer of the call.
#[inline(never)]
pub(crate) fn stream_producer<P, C>(len: usize, producer: P, consumer: C) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    let aim = consumer.aim();
    let most = match aim {
        Aim::Short { most, .. } => most.max(ALONE),
        _ => ALONE,
    };
    if len <= ALONE && const { C::Folder::TAKES_ONE && P::HAS_ITER } {
        // No loop, which may be a call. If there is no item, the iterator says so.
        let mut folder = consumer.into_folder();
        if !folder.full()
            && let Some(item) = producer.into_iter().next()
        {
            folder = folder.consume(item);
        }
        return folder.complete();
    }
    if len <= most {
        return stream::whole(Counted { len, producer }, consumer.into_folder());
    }
    let run: fn(usize, P, C, Aim) -> C::Result = const {
        match C::STREAMS {
            true => stream::<P, C>,
            false => bridge::<P, C>,
        }
    };
    run(len, producer, consumer, aim)
}

/// Runs a consumer that streams.
fn stream<P, C>(len: usize, producer: P, consumer: C, aim: Aim) -> C::Result
where
    P: Producer,
    C: UnindexedConsumer<P::Item>,
{
    let run = const { choice::of_supply::<Counted<P>, C>() };
    let start = Start {
        len,
        items: None,
        wishes: (producer.min_len(), producer.max_len()),
        aim,
        site: Site::of(run as *const ()),
        streamed: true,
    };
    let range = (Counted { len, producer }, consumer);
    let whole = |(supply, consumer): (_, C)| stream::whole(supply, consumer.into_folder());
    grain::drive(start, range, whole, |(supply, consumer), timer| {
        // Anew: who captured it would carry a pointer.
        let run = const { choice::of_supply::<Counted<P>, C>() };
        run(supply, consumer, timer)
    })
}

/// As [`bridge_unindexed`], for what has a length nevertheless, so that it need not be cut up before it is known to be long
/// enough.
#[inline]
pub(crate) fn stream_supply<P, C>(supply: P, consumer: C) -> C::Result
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    let run = const { choice::of_supply::<P, C>() };
    let start = Start {
        len: supply.len(),
        items: Some(supply.likely_items()),
        wishes: (1, usize::MAX),
        aim: consumer.aim(),
        site: Site::of(run as *const ()),
        streamed: true,
    };
    let whole = |(supply, consumer): (_, C)| stream::whole(supply, consumer.into_folder());
    let range = (supply, consumer);
    grain::drive(start, range, whole, |(supply, consumer), timer| {
        run(supply, consumer, timer)
    })
}
