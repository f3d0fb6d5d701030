//! Conversions: what turns into a parallel iterator, and what a parallel iterator turns into. Only words; the work is done
//! by sources and terminals.

use super::parallel::ParallelIterator;
use std::ops::RangeBounds;

/// Anything that turns into a parallel iterator by value.
///
/// Every parallel iterator is one, so functions that take `impl IntoParallelIterator` accept collections, ranges and
/// iterators alike.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// fn longest(words: impl IntoParallelIterator<Item = String>) -> usize {
///     words.into_par_iter().map(|word| word.len()).max().unwrap_or(0)
/// }
///
/// assert_eq!(longest(vec!["spade".to_string(), "rake".to_string()]), 5);
/// ```
pub trait IntoParallelIterator {
    /// The iterator it turns into.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What the iterator yields.
    type Item: Send;

    /// Turns `self` into a parallel iterator. Nothing is computed yet.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let squares: Vec<u32> = (1..5u32).into_par_iter().map(|n| n * n).collect();
    /// assert_eq!(squares, [1, 4, 9, 16]);
    /// ```
    fn into_par_iter(self) -> Self::Iter;
}

/// Anything that can be walked in parallel by shared reference.
///
/// It holds for every `I` whose reference `&I` is an [`IntoParallelIterator`], and is not implemented directly.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let words = vec!["fork", "join"];
/// let letters: usize = words.par_iter().map(|word| word.len()).sum();
/// assert_eq!(letters, 8);
/// ```
pub trait IntoParallelRefIterator<'data> {
    /// The iterator over shared references.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What the iterator yields, as a rule `&'data T`.
    type Item: Send + 'data;

    /// Walks `self` in parallel by shared reference.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v = [3, 1, 2];
    /// assert_eq!(v.par_iter().max(), Some(&3));
    /// ```
    fn par_iter(&'data self) -> Self::Iter;
}

impl<'data, I: 'data + ?Sized> IntoParallelRefIterator<'data> for I
where
    &'data I: IntoParallelIterator,
{
    type Iter = <&'data I as IntoParallelIterator>::Iter;
    type Item = <&'data I as IntoParallelIterator>::Item;

    #[inline]
    fn par_iter(&'data self) -> Self::Iter {
        self.into_par_iter()
    }
}

/// Anything that can be walked in parallel by exclusive reference.
///
/// It holds for every `I` whose reference `&mut I` is an [`IntoParallelIterator`], and is not implemented directly.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = vec![1, 2, 3];
/// v.par_iter_mut().for_each(|n| *n *= 10);
/// assert_eq!(v, [10, 20, 30]);
/// ```
pub trait IntoParallelRefMutIterator<'data> {
    /// The iterator over exclusive references.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What the iterator yields, as a rule `&'data mut T`.
    type Item: Send + 'data;

    /// Walks `self` in parallel by exclusive reference.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut hours = [23, 11, 24];
    /// hours.par_iter_mut().for_each(|hour| *hour %= 12);
    /// assert_eq!(hours, [11, 11, 0]);
    /// ```
    fn par_iter_mut(&'data mut self) -> Self::Iter;
}

impl<'data, I: 'data + ?Sized> IntoParallelRefMutIterator<'data> for I
where
    &'data mut I: IntoParallelIterator,
{
    type Iter = <&'data mut I as IntoParallelIterator>::Iter;
    type Item = <&'data mut I as IntoParallelIterator>::Item;

    #[inline]
    fn par_iter_mut(&'data mut self) -> Self::Iter {
        self.into_par_iter()
    }
}

impl<I: ParallelIterator> IntoParallelIterator for I {
    type Iter = I;
    type Item = I::Item;

    #[inline]
    fn into_par_iter(self) -> I {
        self
    }
}

/// A collection that is made from the items of a parallel iterator; the target of
/// [`collect`](ParallelIterator::collect).
///
/// # Examples
///
/// A collection of one's own, built from folded parts:
///
/// ```
/// use tine::iter::FromParallelIterator;
/// use tine::prelude::*;
///
/// #[derive(Debug, PartialEq)]
/// struct Bits(u64);
///
/// impl FromParallelIterator<u32> for Bits {
///     fn from_par_iter<I: IntoParallelIterator<Item = u32>>(par_iter: I) -> Self {
///         Bits(par_iter.into_par_iter().map(|bit| 1 << bit).reduce(|| 0, |a, b| a | b))
///     }
/// }
///
/// assert_eq!([0, 2, 3].par_iter().copied().collect::<Bits>(), Bits(0b1101));
/// ```
pub trait FromParallelIterator<T>
where
    T: Send,
{
    /// Makes the collection from all items.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::iter::FromParallelIterator;
    ///
    /// let letters = String::from_par_iter('k'..='n');
    /// assert_eq!(letters, "klmn");
    /// ```
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>;
}

/// A collection to which the items of a parallel iterator can be added.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = vec![1, 2];
/// v.par_extend([3, 4].par_iter());
/// v.par_extend(5..7);
/// assert_eq!(v, [1, 2, 3, 4, 5, 6]);
/// ```
pub trait ParallelExtend<T>
where
    T: Send,
{
    /// Adds all items; a sequence gets them at its end, in order.
    ///
    /// Where keys are equal a map keeps the value that comes last, and the first of the keys; a set keeps the first of equal items.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut odd = vec![];
    /// odd.par_extend((0..10).into_par_iter().filter(|n| n % 2 == 1));
    /// assert_eq!(odd, [1, 3, 5, 7, 9]);
    /// ```
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>;
}

/// A collection that can be emptied in parallel, while its memory stays with it.
///
/// It is implemented for exclusive references. Whatever the iterator has not yielded when it is dropped is removed all the
/// same; after a leak of the iterator it is unspecified how much is left.
///
/// # Examples
///
/// ```
/// use tine::iter::{Empty, ParallelDrainFull};
/// use tine::prelude::*;
///
/// struct Nothing;
///
/// impl ParallelDrainFull for &mut Nothing {
///     type Iter = Empty<u8>;
///     type Item = u8;
///     fn par_drain(self) -> Empty<u8> {
///         tine::iter::empty()
///     }
/// }
///
/// assert_eq!((&mut Nothing).par_drain().count(), 0);
/// ```
pub trait ParallelDrainFull {
    /// The iterator over the removed items.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What is removed.
    type Item: Send;

    /// Removes all items and yields them. Those that are not asked for are removed, too, when the iterator is dropped; after a leak of
    /// the iterator it is unspecified how many are left.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::collections::HashSet;
    /// use tine::prelude::*;
    ///
    /// let mut awake = HashSet::from(["owl", "bat", "moth"]);
    /// assert_eq!(awake.par_drain().map(str::len).sum::<usize>(), 10);
    /// assert!(awake.is_empty());
    /// ```
    fn par_drain(self) -> Self::Iter;
}

/// A sequence of which a range of positions can be removed in parallel.
///
/// It is implemented for exclusive references.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut queue = vec!["Ada", "Bob", "Cy", "Di"];
/// let served: String = queue.par_drain(1..3).collect();
/// assert_eq!(served, "BobCy");
/// assert_eq!(queue, ["Ada", "Di"]);
/// ```
pub trait ParallelDrainRange<Idx = usize> {
    /// The iterator over the removed items.
    type Iter: ParallelIterator<Item = Self::Item>;

    /// What is removed.
    type Item: Send;

    /// Removes the items in `range` and yields them. The rest closes up when the iterator is used up or dropped, whether or
    /// not it has yielded everything; after a leak of the iterator it is unspecified how much is left.
    ///
    /// # Panics
    ///
    /// Panics at once if `range` is out of bounds or ends before it starts.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = vec!['a', 'b', 'c'];
    /// v.par_drain(..2);
    /// assert_eq!(v, ['c']);
    /// ```
    fn par_drain<R>(self, range: R) -> Self::Iter
    where
        R: RangeBounds<Idx>;
}
