//! Producers: divisible supplies of items. They say where items come from, never what happens to them.

use super::consumer::Folder;

/// A computation that is waiting for a producer.
///
/// It stands for a generic closure `|producer| ...`, which must accept a producer of any type, since an iterator may only
/// know the type of its producer while it runs.
///
/// # Examples
///
/// ```
/// use tine::iter::plumbing::{Producer, ProducerCallback};
/// use tine::prelude::*;
///
/// /// Pulls the items out one by one, without any parallelism.
/// struct InOrder;
///
/// impl<T> ProducerCallback<T> for InOrder {
///     type Output = Vec<T>;
///     fn callback<P: Producer<Item = T>>(self, producer: P) -> Vec<T> {
///         producer.into_iter().collect()
///     }
/// }
///
/// assert_eq!([1, 2, 3].par_iter().rev().with_producer(InOrder), [&3, &2, &1]);
/// ```
pub trait ProducerCallback<T> {
    /// What the computation returns, and `with_producer` hands on.
    type Output;

    /// Runs the computation on `producer`.
    fn callback<P>(self, producer: P) -> Self::Output
    where
        P: Producer<Item = T>;
}

/// A supply of items with a known length that splits at any index.
///
/// A producer is the parallel counterpart of a [`DoubleEndedIterator`] with an exact size. The length itself is carried
/// beside the producer, not in it.
///
/// Items need not be [`Send`] for the trait's sake; most users of a producer demand it.
///
/// # Examples
///
/// A supply of even numbers:
///
/// ```
/// use tine::iter::plumbing::{Producer, bridge_producer_consumer};
///
/// struct Evens(std::ops::Range<usize>);
///
/// impl Producer for Evens {
///     type Item = usize;
///     type IntoIter = std::iter::Map<std::ops::Range<usize>, fn(usize) -> usize>;
///
///     fn into_iter(self) -> Self::IntoIter {
///         self.0.map(|i| 2 * i)
///     }
///     fn split_at(self, index: usize) -> (Self, Self) {
///         let mid = self.0.start + index;
///         (Evens(self.0.start..mid), Evens(mid..self.0.end))
///     }
/// }
///
/// let (left, right) = Evens(0..5).split_at(2);
/// assert!(left.into_iter().eq([0, 2]));
/// assert!(right.into_iter().rev().eq([8, 6, 4]));
/// ```
pub trait Producer: Send + Sized {
    /// What it supplies.
    type Item;

    /// The sequential iterator over one block.
    type IntoIter: Iterator<Item = Self::Item> + DoubleEndedIterator + ExactSizeIterator;

    /// Turns the whole remaining supply into a sequential iterator.
    fn into_iter(self) -> Self::IntoIter;

    /// The least number of items worth running as a block of its own; 1 unless overridden.
    ///
    /// Adaptors combine several such wishes by taking the largest.
    #[inline]
    fn min_len(&self) -> usize {
        1
    }

    /// The largest number of items that should run as one block; unlimited unless overridden.
    ///
    /// Where it contradicts [`min_len`](Self::min_len), that one wins.
    #[inline]
    fn max_len(&self) -> usize {
        usize::MAX
    }

    /// Splits into the first `index` items and the rest.
    ///
    /// # Panics
    ///
    /// May panic if `index` is beyond the length; the driver never asks for that.
    fn split_at(self, index: usize) -> (Self, Self);

    /// Feeds all items to `folder`, or until it is full.
    ///
    /// Override it where pushing is cheaper than pulling.
    #[inline]
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<Self::Item>,
    {
        // A constant, so that one way is compiled: see `choice.rs`.
        let consume: fn(F, Self::IntoIter) -> F = const {
            match (Self::EXACT, Self::NUMBERED) {
                (true, false) => F::consume_exact,
                (true, true) => F::consume_numbered,
                (false, _) => F::consume_iter,
            }
        };
        consume(folder, self.into_iter())
    }

    /// Whether its sequential iterators are std's, which have as many items as they say, and nobody need count them.
    #[doc(hidden)]
    const EXACT: bool = false;

    /// Whether items hold their positions, as pairs do that [`enumerate`](crate::iter::IndexedParallelIterator::enumerate) makes.
    #[doc(hidden)]
    const NUMBERED: bool = false;

    /// Whether it turns into a sequential iterator at all, or is only folded.
    #[doc(hidden)]
    const HAS_ITER: bool = true;

    /// Whether its items are computed from numbers, so that a loop over them need not hold an address.
    #[doc(hidden)]
    const NUMBERS: bool = false;
}

/// A supply of items of unknown number, which splits somewhere or not at all.
///
/// # Examples
///
/// A stack of ranges that are still to be walked:
///
/// ```
/// use tine::iter::plumbing::{Folder, UnindexedProducer};
///
/// struct Odd(std::ops::Range<u32>);
///
/// impl UnindexedProducer for Odd {
///     type Item = u32;
///
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
/// let (left, right) = Odd(0..10).split();
/// assert_eq!((left.0, right.unwrap().0), (0..5, 5..10));
/// ```
pub trait UnindexedProducer: Send + Sized {
    /// What it supplies.
    type Item;

    /// Splits off a right part if there is one worth having.
    ///
    /// The items of the left part come before those of the right part, for order-keeping consumers.
    fn split(self) -> (Self, Option<Self>);

    /// Feeds all items to `folder`, or until it is full.
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<Self::Item>;
}
