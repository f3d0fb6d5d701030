//! The trait of all parallel iterators: words and one-line bodies; the work is done by adaptors and terminals.

use super::adaptor::{Filter, Map};
use super::convert::FromParallelIterator;
use super::terminal;
use crate::plumbing::UnindexedConsumer;

/// A supply of items that several threads can work through at once.
///
/// The methods fall into two kinds. *Adaptors* ([`map`](Self::map), [`filter`](Self::filter)) make another parallel iterator
/// and compute nothing. *Terminals* ([`for_each`](Self::for_each), [`sum`](Self::sum), [`collect`](Self::collect)) run the
/// whole chain and return when every item has been dealt with.
///
/// Closures are called from several threads at once, so they are `Fn` and may share only what is [`Sync`]. In which order
/// they are called is unspecified, unless a method says otherwise. If a closure panics, the terminal panics with the same
/// payload after all blocks that had been started are finished; items that were handed in are dropped exactly once.
///
/// Most iterators are also [`IndexedParallelIterator`](super::IndexedParallelIterator)s, which have more methods.
///
/// # Implementing it
///
/// [`drive_unindexed`](Self::drive_unindexed) is the one required method. See [`bridge_unindexed`] for an example.
///
/// [`bridge_unindexed`]: super::plumbing::bridge_unindexed
pub trait ParallelIterator: Sized + Send {
    /// What the iterator yields.
    type Item: Send;

    /// Calls `op` with every item.
    ///
    /// The calls happen in no particular order, and on several threads at once.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use tine::prelude::*;
    ///
    /// let total = AtomicU32::new(0);
    /// (1..=100).into_par_iter().for_each(|n| {
    ///     total.fetch_add(n, Ordering::Relaxed);
    /// });
    /// assert_eq!(total.into_inner(), 5050);
    /// ```
    fn for_each<OP>(self, op: OP)
    where
        OP: Fn(Self::Item) + Sync + Send,
    {
        terminal::for_each::for_each(self, &op);
    }

    /// Counts the items, all of which are computed.
    ///
    /// Where the iterator is indexed and only the number matters, [`len`](super::IndexedParallelIterator::len) computes
    /// nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!((0..100).into_par_iter().filter(|n| n % 7 == 0).count(), 15);
    /// ```
    fn count(self) -> usize {
        terminal::sum::sum(self.map(|_| 1))
    }

    /// Passes every item through `map_op`.
    ///
    /// The result is indexed if `self` is.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let lengths: Vec<usize> = ["a", "bcd", ""].par_iter().map(|s| s.len()).collect();
    /// assert_eq!(lengths, [1, 3, 0]);
    /// ```
    fn map<F, R>(self, map_op: F) -> Map<Self, F>
    where
        F: Fn(Self::Item) -> R + Sync + Send,
        R: Send,
    {
        Map::new(self, map_op)
    }

    /// Lets through the items for which `filter_op` returns true.
    ///
    /// The result is not indexed, since the positions are not known before all items have been looked at.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let even: Vec<u32> = (0..10).into_par_iter().filter(|n| n % 2 == 0).collect();
    /// assert_eq!(even, [0, 2, 4, 6, 8]);
    /// ```
    fn filter<P>(self, filter_op: P) -> Filter<Self, P>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        Filter::new(self, filter_op)
    }

    /// Puts all items together with `op`, two at a time, beginning with what `identity` returns.
    ///
    /// The items keep their order, but how they are grouped is unspecified, and `identity` may take part any number of times.
    /// So the result is that of a sequential fold if `op` is associative and `identity` neutral; `op` need not be commutative.
    /// Without items the result is `identity()`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// // The sums of both coordinates at once.
    /// let sums = [(0, 1), (5, 6), (16, 2)]
    ///     .par_iter()
    ///     .copied()
    ///     .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    /// assert_eq!(sums, (21, 9));
    /// ```
    fn reduce<OP, ID>(self, identity: ID, op: OP) -> Self::Item
    where
        OP: Fn(Self::Item, Self::Item) -> Self::Item + Sync + Send,
        ID: Fn() -> Self::Item + Sync + Send,
    {
        terminal::reduce::reduce(self, &identity, &op)
    }

    /// Puts all items together with `op`, two at a time; `None` if there are no items.
    ///
    /// As with [`reduce`](Self::reduce), `op` should be associative; the items keep their order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let longest = ["yew", "alder", "beech"].par_iter().copied().reduce_with(|a, b| if b.len() > a.len() { b } else { a });
    /// assert_eq!(longest, Some("alder"));
    /// ```
    fn reduce_with<OP>(self, op: OP) -> Option<Self::Item>
    where
        OP: Fn(Self::Item, Self::Item) -> Self::Item + Sync + Send,
    {
        terminal::reduce::reduce_with(self, &op)
    }

    /// Adds up all items.
    ///
    /// How the items are grouped is unspecified. Floating-point addition is not associative, so such sums may differ in their
    /// last digits from run to run.
    ///
    /// # Panics
    ///
    /// Panics where the addition does, as integers do on overflow in debug builds.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let total: i32 = [1, -5, 10].par_iter().sum();
    /// assert_eq!(total, 6);
    /// ```
    fn sum<S>(self) -> S
    where
        S: Send + std::iter::Sum<Self::Item> + std::iter::Sum<S>,
    {
        terminal::sum::sum(self)
    }

    /// Multiplies all items.
    ///
    /// How the items are grouped is unspecified; see [`sum`](Self::sum) about floating-point numbers.
    ///
    /// # Panics
    ///
    /// Panics where the multiplication does, as integers do on overflow in debug builds.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let factorial: u64 = (1..=10u64).into_par_iter().product();
    /// assert_eq!(factorial, 3_628_800);
    /// ```
    fn product<P>(self) -> P
    where
        P: Send + std::iter::Product<Self::Item> + std::iter::Product<P>,
    {
        terminal::sum::product(self)
    }

    /// Finds the smallest item; the first of several equal ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([45, 74, 32].par_iter().min(), Some(&32));
    /// assert_eq!([0i32; 0].par_iter().min(), None);
    /// ```
    fn min(self) -> Option<Self::Item>
    where
        Self::Item: Ord,
    {
        self.reduce_with(Ord::min)
    }

    /// Finds the largest item; the last of several equal ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([45, 74, 32].par_iter().max(), Some(&74));
    /// assert_eq!([0i32; 0].par_iter().max(), None);
    /// ```
    fn max(self) -> Option<Self::Item>
    where
        Self::Item: Ord,
    {
        self.reduce_with(Ord::max)
    }

    /// Finds some item that `predicate` likes; which one of several is unspecified.
    ///
    /// Soon after the first hit all threads stop looking. It is quicker than looking for the first or the last one.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let multiple = (1..1000).into_par_iter().find_any(|n| n % 91 == 0).unwrap();
    /// assert_eq!(multiple % 91, 0);
    /// ```
    fn find_any<P>(self, predicate: P) -> Option<Self::Item>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        terminal::find::find_any(self, &predicate)
    }

    /// Tells whether `predicate` holds for at least one item.
    ///
    /// Soon after the first such item all threads stop looking. Without items the answer is false.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!([0, 12, 3, 4].par_iter().any(|&n| n > 10));
    /// ```
    fn any<P>(self, predicate: P) -> bool
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        self.map(predicate).find_any(|&holds| holds).is_some()
    }

    /// Tells whether `predicate` holds for every item.
    ///
    /// Soon after the first counterexample all threads stop looking. Without items the answer is true.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!(![0, 12, 3, 4].par_iter().all(|&n| n > 10));
    /// ```
    fn all<P>(self, predicate: P) -> bool
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        self.map(predicate).find_any(|&holds| !holds).is_none()
    }

    /// Gathers all items in a collection.
    ///
    /// A sequence gets them in the order of the iterator. Where the length is known, items are written straight to their
    /// places; where it is not, each block gathers its own, and they are put together in parallel at the end.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<_> = (0..5).into_par_iter().map(|n| n * 10).collect();
    /// assert_eq!(v, [0, 10, 20, 30, 40]);
    /// ```
    fn collect<C>(self) -> C
    where
        C: FromParallelIterator<Self::Item>,
    {
        C::from_par_iter(self)
    }

    /// Runs the iterator into `consumer`: the one thing that every parallel iterator has to know.
    ///
    /// It is called by terminals, and implemented by sources and adaptors; programs that only use iterators need neither.
    ///
    /// # Examples
    ///
    /// See [`UnindexedConsumer`].
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>;

    /// The exact number of items, if it is known and the iterator will split its consumers by index only.
    ///
    /// It lets `collect` reserve the places beforehand, for iterators that are indexed without saying so in their type.
    /// Whoever returns `Some` promises to drive the consumer as an [`IndexedParallelIterator`] does; breaking the promise
    /// makes `collect` panic.
    ///
    /// [`IndexedParallelIterator`]: super::IndexedParallelIterator
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!((0..100u64).into_par_iter().opt_len(), Some(100));
    /// assert_eq!((0..100u64).into_par_iter().filter(|n| n % 2 == 0).opt_len(), None);
    /// ```
    fn opt_len(&self) -> Option<usize> {
        None
    }
}
