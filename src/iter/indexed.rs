//! The trait of iterators that know how many items they have: words and one-line bodies.

use super::adaptor::{Enumerate, Zip};
use super::convert::IntoParallelIterator;
use super::parallel::ParallelIterator;
use crate::plumbing::{Consumer, ProducerCallback};

/// A parallel iterator that knows its number of items and can be split at any position.
///
/// That allows what depends on positions: [`zip`](Self::zip), [`enumerate`](Self::enumerate), taking and skipping, walking
/// backwards, and collecting straight into place.
///
/// # Implementing it
///
/// [`len`](Self::len), [`drive`](Self::drive) and [`with_producer`](Self::with_producer) are required. See [`bridge`] for an
/// example.
///
/// [`bridge`]: super::plumbing::bridge
pub trait IndexedParallelIterator: ParallelIterator {
    /// Pairs the items with those of another iterator; the surplus of the longer one is left out.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut sums = [1, 2, 3];
    /// sums.par_iter_mut().zip([10, 20, 30, 40]).for_each(|(a, b)| *a += b);
    /// assert_eq!(sums, [11, 22, 33]);
    /// ```
    fn zip<Z>(self, zip_op: Z) -> Zip<Self, Z::Iter>
    where
        Z: IntoParallelIterator,
        Z::Iter: IndexedParallelIterator,
    {
        Zip::new(self, zip_op.into_par_iter())
    }

    /// Pairs each item with its position, counted from 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<_> = ['a', 'b'].into_par_iter().enumerate().collect();
    /// assert_eq!(v, [(0, 'a'), (1, 'b')]);
    /// ```
    fn enumerate(self) -> Enumerate<Self> {
        Enumerate::new(self)
    }

    /// The exact number of items.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 3].par_iter().len(), 3);
    /// ```
    #[allow(clippy::len_without_is_empty)]
    fn len(&self) -> usize;

    /// Runs the iterator into `consumer`, which is split by index only.
    ///
    /// # Examples
    ///
    /// See [`Consumer`].
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>;

    /// Turns the iterator into a producer and hands that to `callback`.
    ///
    /// Adaptors that pull items rather than have them pushed start here.
    ///
    /// # Examples
    ///
    /// See [`ProducerCallback`].
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>;
}
