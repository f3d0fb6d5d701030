//! The trait of all parallel iterators: words and one-line bodies; the work is done by adaptors and terminals.

use super::Either;
#[cfg(feature = "full")]
use super::adaptor::Cancellable;
use super::adaptor::{
    Chain, Cloned, Copied, Filter, FilterMap, FlatMap, FlatMapIter, Flatten, FlattenIter, Fold,
    FoldWith, Inspect, Intersperse, Map, MapInit, MapWith, PanicFuse, SkipAny, SkipAnyWhile,
    TakeAny, TakeAnyWhile, TryFold, TryFoldWith, Update, WhileSome,
};
use super::attempt::Try;
use super::convert::{FromParallelIterator, IntoParallelIterator, ParallelExtend};
use super::terminal;
use crate::plumbing::{Buffer, Folder, Shape, UnindexedConsumer};
use std::cmp::Ordering;
use std::collections::LinkedList;
#[cfg(feature = "full")]
use tine_core::CancelToken;

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
    #[inline]
    fn for_each<OP>(self, op: OP)
    where
        OP: Fn(Self::Item) + Sync + Send,
    {
        terminal::for_each::for_each(self, &op);
    }

    /// Calls `op` with every item and a value, which is cloned from `init` where the work is split.
    ///
    /// A clone that turns out not to be needed is kept for the next split: at most some two for each level of halves, and as many for each
    /// steal.
    /// It suits values that are cheap to clone but must not be shared, such as the sending end of a channel.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// "a leaf on a tree".par_split_whitespace().for_each_with(sender, |sender, word| sender.send(word.len()).unwrap());
    /// assert_eq!(receiver.iter().sum::<usize>(), 12);
    /// ```
    #[inline]
    fn for_each_with<OP, T>(self, init: T, op: OP)
    where
        OP: Fn(&mut T, Self::Item) + Sync + Send,
        T: Send + Clone,
    {
        self.map_with(init, op).for_each(drop);
    }

    /// Calls `op` with every item and a value that `init` makes.
    ///
    /// It suits values that are too costly to make for every item, and cannot change threads, such as a random generator. A value
    /// serves a run of neighbouring items that one thread takes: one is made at the beginning and one for each steal, or two if the thread
    /// that was robbed goes on elsewhere. How many runs there are is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = ["a", "bc", "def"].map(String::from);
    /// v.par_iter_mut().for_each_init(String::new, |buffer, word| {
    ///     buffer.clear();
    ///     buffer.extend(word.chars().rev());
    ///     word.clone_from(buffer);
    /// });
    /// assert_eq!(v, ["a", "cb", "fed"]);
    /// ```
    #[inline]
    fn for_each_init<OP, INIT, T>(self, init: INIT, op: OP)
    where
        OP: Fn(&mut T, Self::Item) + Sync + Send,
        INIT: Fn() -> T + Sync + Send,
    {
        self.map_init(init, op).for_each(drop);
    }

    /// Calls `op` with every item until it fails.
    ///
    /// Soon after the first failure all threads stop. Which one of several failures is returned is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let checked = (0..100).into_par_iter().try_for_each(|n| if n < 99 { Ok(()) } else { Err(n) });
    /// assert_eq!(checked, Err(99));
    /// ```
    #[inline]
    fn try_for_each<OP, R>(self, op: OP) -> R
    where
        OP: Fn(Self::Item) -> R + Sync + Send,
        R: Try<Output = ()> + Send,
    {
        terminal::try_for_each::try_for_each(self.map(op))
    }

    /// Calls `op` with every item and a value of its own, as [`for_each_with`](Self::for_each_with) does, until it fails.
    ///
    /// Soon after the first failure all threads stop. Which one of several failures is returned is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// drop(receiver);
    /// let sent = ["oak", "elm"].into_par_iter().try_for_each_with(sender, |sender, tree| sender.send(tree));
    /// assert!(sent.is_err());
    /// ```
    fn try_for_each_with<OP, T, R>(self, init: T, op: OP) -> R
    where
        OP: Fn(&mut T, Self::Item) -> R + Sync + Send,
        T: Send + Clone,
        R: Try<Output = ()> + Send,
    {
        terminal::try_for_each::try_for_each(self.map_with(init, op))
    }

    /// Calls `op` with every item and a value made for the block, as [`for_each_init`](Self::for_each_init) does, until it fails.
    ///
    /// Soon after the first failure all threads stop. Which one of several failures is returned is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// use std::fmt::Write;
    ///
    /// let written = (0..5).into_par_iter().try_for_each_init(String::new, |buffer, n| write!(buffer, "{n}"));
    /// assert!(written.is_ok());
    /// ```
    fn try_for_each_init<OP, INIT, T, R>(self, init: INIT, op: OP) -> R
    where
        OP: Fn(&mut T, Self::Item) -> R + Sync + Send,
        INIT: Fn() -> T + Sync + Send,
        R: Try<Output = ()> + Send,
    {
        terminal::try_for_each::try_for_each(self.map_init(init, op))
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
    #[inline]
    fn count(self) -> usize {
        terminal::count::count(self)
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
    /// let lengths: Vec<usize> = ["larch", "fir", ""].par_iter().map(|tree| tree.len()).collect();
    /// assert_eq!(lengths, [5, 3, 0]);
    /// ```
    #[inline]
    fn map<F, R>(self, map_op: F) -> Map<Self, F>
    where
        F: Fn(Self::Item) -> R + Sync + Send,
        R: Send,
    {
        Map { base: self, map_op }
    }

    /// Passes every item through `map_op`, with a value that is cloned from `init` where the work is split: seldom, see
    /// [`for_each_with`](Self::for_each_with). Where an adaptor behind this one pulls the items there is one for each piece, see
    /// [`map_init`](Self::map_init).
    ///
    /// The result is indexed if `self` is.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let named: Vec<String> = (0..3)
    ///     .into_par_iter()
    ///     .map_with(String::from("n"), |name, i| {
    ///         name.truncate(1);
    ///         name.push_str(&i.to_string());
    ///         name.clone()
    ///     })
    ///     .collect();
    /// assert_eq!(named, ["n0", "n1", "n2"]);
    /// ```
    fn map_with<F, T, R>(self, init: T, map_op: F) -> MapWith<Self, T, F>
    where
        F: Fn(&mut T, Self::Item) -> R + Sync + Send,
        T: Send + Clone,
        R: Send,
    {
        MapWith {
            base: self,
            init,
            map_op,
        }
    }

    /// Passes every item through `map_op`, with a value that `init` makes.
    ///
    /// A value serves a run of neighbouring items that one thread takes, as in [`for_each_init`](Self::for_each_init); so it does if all is
    /// collected. Where an adaptor behind this one pulls the items (`zip`, `enumerate`, `rev`, `chunks` and their like), each piece gets
    /// a value of its own, of which there are eight for each thread, or more if they are stolen or a greatest length demands it.
    /// How many there are is unspecified. The result is indexed if `self` is.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let sorted: Vec<Vec<u8>> = ["cab", "zy"]
    ///     .par_iter()
    ///     .map_init(Vec::new, |buffer, word| {
    ///         buffer.clear();
    ///         buffer.extend(word.bytes());
    ///         buffer.sort();
    ///         buffer.clone()
    ///     })
    ///     .collect();
    /// assert_eq!(sorted, [b"abc".to_vec(), b"yz".to_vec()]);
    /// ```
    fn map_init<F, INIT, T, R>(self, init: INIT, map_op: F) -> MapInit<Self, INIT, F>
    where
        F: Fn(&mut T, Self::Item) -> R + Sync + Send,
        INIT: Fn() -> T + Sync + Send,
        R: Send,
    {
        MapInit {
            base: self,
            init,
            map_op,
        }
    }

    /// Clones every item, which is a reference.
    ///
    /// The result is indexed if `self` is.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let words = [String::from("a"), String::from("b")];
    /// let copy: Vec<String> = words.par_iter().cloned().collect();
    /// assert_eq!(copy, words);
    /// ```
    #[inline]
    fn cloned<'a, T>(self) -> Cloned<Self>
    where
        T: 'a + Clone + Send,
        Self: ParallelIterator<Item = &'a T>,
    {
        Cloned { base: self }
    }

    /// Copies every item, which is a reference.
    ///
    /// The result is indexed if `self` is.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<i32> = [1, 2, 3].par_iter().copied().filter(|&n| n != 2).collect();
    /// assert_eq!(v, [1, 3]);
    /// ```
    #[inline]
    fn copied<'a, T>(self) -> Copied<Self>
    where
        T: 'a + Copy + Send,
        Self: ParallelIterator<Item = &'a T>,
    {
        Copied { base: self }
    }

    /// Shows every item to `inspect_op` and passes it on.
    ///
    /// It is meant for looking into a chain while it runs. The result is indexed if `self` is.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// let (seen, letters) = (AtomicUsize::new(0), "a hedgehog".par_chars());
    /// let vowels = letters.inspect(|_| _ = seen.fetch_add(1, Ordering::Relaxed)).filter(|&c| "aeiou".contains(c)).count();
    /// assert_eq!((vowels, seen.into_inner()), (4, 10));
    /// ```
    fn inspect<OP>(self, inspect_op: OP) -> Inspect<Self, OP>
    where
        OP: Fn(&Self::Item) + Sync + Send,
    {
        Inspect {
            base: self,
            inspect_op,
        }
    }

    /// Lets `update_op` change every item and passes it on.
    ///
    /// The result is indexed if `self` is.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<Vec<i32>> = [vec![3, 1], vec![2]].into_par_iter().update(|part| part.sort()).collect();
    /// assert_eq!(v, [vec![1, 3], vec![2]]);
    /// ```
    fn update<F>(self, update_op: F) -> Update<Self, F>
    where
        F: Fn(&mut Self::Item) + Sync + Send,
    {
        Update {
            base: self,
            update_op,
        }
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
    /// let divisors: Vec<u32> = (1..=18).into_par_iter().filter(|n| 18 % n == 0).collect();
    /// assert_eq!(divisors, [1, 2, 3, 6, 9, 18]);
    /// ```
    fn filter<P>(self, filter_op: P) -> Filter<Self, P>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        Filter {
            base: self,
            filter_op,
        }
    }

    /// Passes every item through `filter_op` and keeps what comes out as `Some`.
    ///
    /// The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<u32> = ["30", "8", "many", "2"].par_iter().filter_map(|s| s.parse().ok()).collect();
    /// assert_eq!(v, [30, 8, 2]);
    /// ```
    fn filter_map<P, R>(self, filter_op: P) -> FilterMap<Self, P>
    where
        P: Fn(Self::Item) -> Option<R> + Sync + Send,
        R: Send,
    {
        FilterMap {
            base: self,
            filter_op,
        }
    }

    /// Turns every item into a parallel iterator, and yields what those yield, in order.
    ///
    /// The inner iterators are split among threads too, unless they are short: while those of a block take less than half a microsecond
    /// each, the next ones of up to 64 items are walked by the thread that made them. What folds the items, or collects them, goes on from one inner iterator to the
    /// next. Some nanoseconds for each remain, which [`flat_map_iter`](Self::flat_map_iter) does not need. The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<i32> = [10, 20].into_par_iter().flat_map(|n| [n + 1, n + 2]).collect();
    /// assert_eq!(v, [11, 12, 21, 22]);
    /// ```
    #[inline]
    fn flat_map<F, PI>(self, map_op: F) -> FlatMap<Self, F>
    where
        F: Fn(Self::Item) -> PI + Sync + Send,
        PI: IntoParallelIterator,
    {
        FlatMap { base: self, map_op }
    }

    /// Turns every item into a sequential iterator, and yields what those yield, in order.
    ///
    /// Each inner iterator runs as a whole on one thread, and need not be [`Send`]. The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<char> = ["ab", "c"].into_par_iter().flat_map_iter(|s| s.chars()).collect();
    /// assert_eq!(v, ['a', 'b', 'c']);
    /// ```
    #[inline]
    fn flat_map_iter<F, SI>(self, map_op: F) -> FlatMapIter<Self, F>
    where
        F: Fn(Self::Item) -> SI + Sync + Send,
        SI: IntoIterator,
        SI::Item: Send,
    {
        FlatMapIter { base: self, map_op }
    }

    /// Yields the items of the items, which are walked in parallel too.
    ///
    /// The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<char> = vec![vec!['t'], vec![], vec!['i', 'n', 'e']].into_par_iter().flatten().collect();
    /// assert_eq!(v, ['t', 'i', 'n', 'e']);
    /// ```
    #[inline]
    fn flatten(self) -> Flatten<Self>
    where
        Self::Item: IntoParallelIterator,
    {
        Flatten { base: self }
    }

    /// Yields the items of the items, each of which is walked sequentially.
    ///
    /// The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<i32> = vec![Some(1), None, Some(3)].into_par_iter().flatten_iter().collect();
    /// assert_eq!(v, [1, 3]);
    /// ```
    #[inline]
    fn flatten_iter(self) -> FlattenIter<Self>
    where
        Self::Item: IntoIterator,
        <Self::Item as IntoIterator>::Item: Send,
    {
        FlattenIter { base: self }
    }

    /// Puts all items together with `op`, two at a time, beginning with what `identity` returns.
    ///
    /// The items keep their order, but how they are grouped is unspecified, and `identity` may take part any number of times.
    /// So the result is that of a sequential fold if `op` is associative and `identity` neutral; `op` need not be commutative.
    /// Without items the result is `identity()`. What [`fold`](Self::fold) and [`fold_with`](Self::fold_with) yield began with something
    /// neutral already: it is put together as by [`reduce_with`](Self::reduce_with), so that large results are not copied for nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// // Which hours some visit covers: from the first arrival to the last departure.
    /// let visits = [9..11, 14..17, 8..10];
    /// let open = visits.into_par_iter().reduce(|| 24..0, |a, b| a.start.min(b.start)..a.end.max(b.end));
    /// assert_eq!(open, 8..17);
    /// ```
    #[inline]
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
    #[inline]
    fn reduce_with<OP>(self, op: OP) -> Option<Self::Item>
    where
        OP: Fn(Self::Item, Self::Item) -> Self::Item + Sync + Send,
    {
        terminal::reduce::reduce_with(self, &op)
    }

    /// Puts all items together with `op`, two at a time, as long as nothing fails.
    ///
    /// Items and what `op` returns are `Option`, `Result` or the like; `op` gets what they hold, beginning with what `identity`
    /// returns. Grouping and order are those of [`reduce`](Self::reduce).
    ///
    /// Soon after the first failure all threads stop. Which one of several failures is returned is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let add = |a: u8, b: u8| a.checked_add(b);
    /// let sum = |v: &[u8]| v.par_iter().map(|&n| Some(n)).try_reduce(|| 0, add);
    /// assert_eq!(sum(&[100, 100, 50]), Some(250));
    /// assert_eq!(sum(&[100, 100, 100]), None);
    /// ```
    #[inline]
    fn try_reduce<T, OP, ID>(self, identity: ID, op: OP) -> Self::Item
    where
        OP: Fn(T, T) -> Self::Item + Sync + Send,
        ID: Fn() -> T + Sync + Send,
        Self::Item: Try<Output = T>,
    {
        terminal::try_reduce::try_reduce(self, &identity, &op)
    }

    /// Puts all items together with `op`, two at a time, as long as nothing fails; `None` if there are no items.
    ///
    /// As [`try_reduce`](Self::try_reduce), without an identity.
    ///
    /// Soon after the first failure all threads stop. Which one of several failures is returned is unspecified.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let smallest = |v: &[&str]| v.par_iter().map(|s| s.parse::<i32>()).try_reduce_with(|a, b| Ok(a.min(b)));
    /// assert_eq!(smallest(&["4", "3", "5"]), Some(Ok(3)));
    /// assert!(smallest(&["4", "x"]).unwrap().is_err());
    /// assert!(smallest(&[]).is_none());
    /// ```
    #[inline]
    fn try_reduce_with<T, OP>(self, op: OP) -> Option<Self::Item>
    where
        OP: Fn(T, T) -> Self::Item + Sync + Send,
        Self::Item: Try<Output = T>,
    {
        terminal::try_reduce::try_reduce_with(self, &op)
    }

    /// Folds every run of items into one, beginning with what `identity` returns, and yields those.
    ///
    /// A run is what one thread takes of neighbouring items until something behind them is stolen, whatever blocks it is cut into; where
    /// a greatest length is given (`with_max_len`), no run is longer than that.
    /// How many runs there are, and so how many items the result has, is unspecified; it may be one without any item folded in.
    /// A further reduction makes a single value of them. It pays where the fold's own type is costly, such as a collection.
    /// The result is not indexed. See [`fold_chunks`](super::IndexedParallelIterator::fold_chunks) for blocks of fixed length.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// use std::collections::HashMap;
    ///
    /// let counts = "abracadabra"
    ///     .as_bytes()
    ///     .par_iter()
    ///     .fold(HashMap::new, |mut counts, &letter| {
    ///         *counts.entry(letter).or_insert(0) += 1;
    ///         counts
    ///     })
    ///     .reduce(HashMap::new, |mut a, b| {
    ///         b.into_iter().for_each(|(letter, n)| *a.entry(letter).or_insert(0) += n);
    ///         a
    ///     });
    /// assert_eq!(counts[&b'a'], 5);
    /// ```
    fn fold<T, ID, F>(self, identity: ID, fold_op: F) -> Fold<Self, ID, F>
    where
        F: Fn(T, Self::Item) -> T + Sync + Send,
        ID: Fn() -> T + Sync + Send,
        T: Send,
    {
        Fold {
            base: self,
            identity,
            fold_op,
        }
    }

    /// Folds every run of items into one, beginning with a clone of `init`, and yields those.
    ///
    /// As [`fold`](Self::fold), with a value instead of a closure to begin with.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let total: u32 = (1..=10u8).into_par_iter().fold_with(0u32, |sum, n| sum + u32::from(n)).sum();
    /// assert_eq!(total, 55);
    /// ```
    fn fold_with<F, T>(self, init: T, fold_op: F) -> FoldWith<Self, T, F>
    where
        F: Fn(T, Self::Item) -> T + Sync + Send,
        T: Send + Clone,
    {
        FoldWith {
            base: self,
            init,
            fold_op,
        }
    }

    /// Folds every run of items into one as long as nothing fails, and yields those, or the failures. The items of a run that come behind
    /// a failure are dropped.
    ///
    /// As [`fold`](Self::fold); a failure ends its own block only, so whatever comes next decides about the others.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let sum = |n: u8| (0..n).into_par_iter().try_fold(|| 0u8, |a, b| a.checked_add(b)).try_reduce(|| 0, u8::checked_add);
    /// assert_eq!(sum(20), Some(190));
    /// assert_eq!(sum(30), None);
    /// ```
    #[inline]
    fn try_fold<T, R, ID, F>(self, identity: ID, fold_op: F) -> TryFold<Self, R, ID, F>
    where
        F: Fn(T, Self::Item) -> R + Sync + Send,
        ID: Fn() -> T + Sync + Send,
        R: Try<Output = T> + Send,
    {
        TryFold::new(self, identity, fold_op)
    }

    /// Folds every run of items into one as long as nothing fails, beginning with a clone of `init`.
    ///
    /// As [`try_fold`](Self::try_fold), with a value instead of a closure to begin with.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let sum = (0..20u8).into_par_iter().try_fold_with(0u8, |a, b| a.checked_add(b)).try_reduce(|| 0, u8::checked_add);
    /// assert_eq!(sum, Some(190));
    /// ```
    fn try_fold_with<F, T, R>(self, init: T, fold_op: F) -> TryFoldWith<Self, R, F>
    where
        F: Fn(T, Self::Item) -> R + Sync + Send,
        R: Try<Output = T> + Send,
        T: Clone + Send,
    {
        TryFoldWith {
            base: self,
            init,
            fold_op,
        }
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
    #[inline]
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
    /// let volume: u32 = [12, 5, 7].into_par_iter().product();
    /// assert_eq!(volume, 420);
    /// ```
    #[inline]
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
    /// assert_eq!(["oak", "ash", "yew"].par_iter().min(), Some(&"ash"));
    /// assert_eq!([0i32; 0].par_iter().min(), None);
    /// ```
    #[inline]
    fn min(self) -> Option<Self::Item>
    where
        Self::Item: Ord,
    {
        terminal::extremes::min(self)
    }

    /// Finds the smallest item by a comparison; the first of several equal ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let least = [2.5, -1.0, 9.75].par_iter().copied().min_by(f64::total_cmp);
    /// assert_eq!(least, Some(-1.0));
    /// ```
    #[inline]
    fn min_by<F>(self, f: F) -> Option<Self::Item>
    where
        F: Sync + Send + Fn(&Self::Item, &Self::Item) -> Ordering,
    {
        terminal::extremes::min_by(self, &f)
    }

    /// Finds the item with the smallest key; the first of several equal ones.
    ///
    /// The key is computed once for every item.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let nearest = [-3i32, 8, 2].par_iter().copied().min_by_key(|n| n.abs());
    /// assert_eq!(nearest, Some(2));
    /// ```
    #[inline]
    fn min_by_key<K, F>(self, f: F) -> Option<Self::Item>
    where
        K: Ord + Send,
        F: Sync + Send + Fn(&Self::Item) -> K,
    {
        terminal::extremes::min_by_key(self, &f)
    }

    /// Finds the smallest and the largest item in one walk: what [`min`](Self::min) and [`max`](Self::max) find.
    ///
    /// Of several equal ones these are the first of the smallest and the last of the largest. A single item is both, which is what
    /// it has to be [`Clone`] for; nothing else is cloned. Two comparisons an item at most.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([3, 1, 4, 1, 5].par_iter().min_max(), Some((&1, &5)));
    /// assert_eq!([7].into_par_iter().min_max(), Some((7, 7)));
    /// assert_eq!((0..0).into_par_iter().min_max(), None);
    /// ```
    #[cfg(feature = "full")]
    #[inline]
    fn min_max(self) -> Option<(Self::Item, Self::Item)>
    where
        Self::Item: Ord + Clone,
    {
        self.min_max_by(Ord::cmp)
    }

    /// As [`min_max`](Self::min_max), in the order of a closure.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let ends = [2.5, -1.0, 9.75].par_iter().copied().min_max_by(f64::total_cmp);
    /// assert_eq!(ends, Some((-1.0, 9.75)));
    /// ```
    #[cfg(feature = "full")]
    #[inline]
    fn min_max_by<F>(self, f: F) -> Option<(Self::Item, Self::Item)>
    where
        Self::Item: Clone,
        F: Sync + Send + Fn(&Self::Item, &Self::Item) -> Ordering,
    {
        terminal::min_max::min_max_by(self, &f)
    }

    /// As [`min_max`](Self::min_max), in the order of keys. The key is computed once for every item.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let ends = [-3i32, 8, 2].par_iter().copied().min_max_by_key(|n| n.abs());
    /// assert_eq!(ends, Some((2, 8)));
    /// ```
    #[cfg(feature = "full")]
    #[inline]
    fn min_max_by_key<K, F>(self, f: F) -> Option<(Self::Item, Self::Item)>
    where
        Self::Item: Clone,
        K: Ord + Send,
        F: Sync + Send + Fn(&Self::Item) -> K,
    {
        terminal::min_max::min_max_by_key(self, &f)
    }

    /// Finds the largest item; the last of several equal ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!(["oak", "yew", "ash"].par_iter().max(), Some(&"yew"));
    /// assert_eq!([0i32; 0].par_iter().max(), None);
    /// ```
    #[inline]
    fn max(self) -> Option<Self::Item>
    where
        Self::Item: Ord,
    {
        terminal::extremes::max(self)
    }

    /// Finds the largest item by a comparison; the last of several equal ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let greatest = [2.5, -1.0, 9.75].par_iter().copied().max_by(f64::total_cmp);
    /// assert_eq!(greatest, Some(9.75));
    /// ```
    #[inline]
    fn max_by<F>(self, f: F) -> Option<Self::Item>
    where
        F: Sync + Send + Fn(&Self::Item, &Self::Item) -> Ordering,
    {
        terminal::extremes::max_by(self, &f)
    }

    /// Finds the item with the largest key; the last of several equal ones.
    ///
    /// The key is computed once for every item.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let farthest = [-3i32, 1, 2].par_iter().copied().max_by_key(|n| n.abs());
    /// assert_eq!(farthest, Some(-3));
    /// ```
    #[inline]
    fn max_by_key<K, F>(self, f: F) -> Option<Self::Item>
    where
        K: Ord + Send,
        F: Sync + Send + Fn(&Self::Item) -> K,
    {
        terminal::extremes::max_by_key(self, &f)
    }

    /// Yields the items of `self`, then those of `chain`.
    ///
    /// The result is indexed if both are.
    ///
    /// # Panics
    ///
    /// An indexed chain panics on being asked for its length, or driven, if that exceeds `usize::MAX`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<i32> = (0..2).into_par_iter().chain(10..12).collect();
    /// assert_eq!(v, [0, 1, 10, 11]);
    /// ```
    #[inline]
    fn chain<C>(self, chain: C) -> Chain<Self, C::Iter>
    where
        C: IntoParallelIterator<Item = Self::Item>,
    {
        Chain {
            front: self,
            back: chain.into_par_iter(),
        }
    }

    /// Finds some item that `predicate` likes; which one of several is unspecified.
    ///
    /// Soon after the first hit all threads stop looking. It is quicker than looking for the first or the last one. If all of it
    /// takes less than some 20 ms, threads look at places that lie close together, from the front on, so that a hit near the front is found soon.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let multiple = (1..1000).into_par_iter().find_any(|n| n % 91 == 0).unwrap();
    /// assert_eq!(multiple % 91, 0);
    /// ```
    #[inline]
    fn find_any<P>(self, predicate: P) -> Option<Self::Item>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        terminal::find::find_any(self, &predicate)
    }

    /// Finds the first item in order that `predicate` likes.
    ///
    /// What lies behind a hit is left out as soon as the other threads hear of it. All that lies before it has to be looked at, so
    /// [`find_any`](Self::find_any) is quicker where it does not matter which one it is. Threads look at places that lie close together,
    /// from the front on, so that all of them help with what lies before the hit.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!((1..1000).into_par_iter().find_first(|n| n % 91 == 0), Some(91));
    /// ```
    #[inline]
    fn find_first<P>(self, predicate: P) -> Option<Self::Item>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        terminal::find_ends::find_first(self, &predicate)
    }

    /// Finds the last item in order that `predicate` likes.
    ///
    /// What lies before a hit is left out as soon as the other threads hear of it; see [`find_first`](Self::find_first).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!((1..1000).into_par_iter().find_last(|n| n % 91 == 0), Some(910));
    /// ```
    #[inline]
    fn find_last<P>(self, predicate: P) -> Option<Self::Item>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        terminal::find_ends::find_last(self, &predicate)
    }

    /// Passes the items through `predicate` until it makes `Some` of one, and returns that; which one of several is unspecified.
    ///
    /// Soon after the first hit all threads stop looking.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let lines = ["# a list", "color: red", "# its end"];
    /// assert_eq!(lines.par_iter().find_map_any(|line| line.strip_prefix("color: ")), Some("red"));
    /// ```
    #[inline]
    fn find_map_any<P, R>(self, predicate: P) -> Option<R>
    where
        P: Fn(Self::Item) -> Option<R> + Sync + Send,
        R: Send,
    {
        self.filter_map(predicate).find_any(|_| true)
    }

    /// Passes the items through `predicate` and returns the first `Some` in order.
    ///
    /// See [`find_first`](Self::find_first) for what it costs.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let lines = ["color: red", "size: 3", "color: blue"];
    /// assert_eq!(lines.par_iter().find_map_first(|line| line.strip_prefix("color: ")), Some("red"));
    /// ```
    #[inline]
    fn find_map_first<P, R>(self, predicate: P) -> Option<R>
    where
        P: Fn(Self::Item) -> Option<R> + Sync + Send,
        R: Send,
    {
        self.filter_map(predicate).find_first(|_| true)
    }

    /// Passes the items through `predicate` and returns the last `Some` in order.
    ///
    /// See [`find_first`](Self::find_first) for what it costs.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let lines = ["color: red", "color: blue", "size: 3"];
    /// assert_eq!(lines.par_iter().find_map_last(|line| line.strip_prefix("color: ")), Some("blue"));
    /// ```
    #[inline]
    fn find_map_last<P, R>(self, predicate: P) -> Option<R>
    where
        P: Fn(Self::Item) -> Option<R> + Sync + Send,
        R: Send,
    {
        self.filter_map(predicate).find_last(|_| true)
    }

    /// The former name of [`find_any`](Self::find_any).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// #[allow(deprecated)]
    /// let found = (0..9).into_par_iter().find(|&n| n == 4);
    /// assert_eq!(found, Some(4));
    /// ```
    #[doc(hidden)]
    #[deprecated(
        note = "parallel iteration has no order: use `find_any`, `find_first` or `find_last`"
    )]
    #[inline]
    fn find<P>(self, predicate: P) -> Option<Self::Item>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        self.find_any(predicate)
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
    /// assert!("tine".par_bytes().any(|byte| byte == b'n'));
    /// assert!(!"".par_bytes().any(|_| true));
    /// ```
    #[inline]
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
    /// assert!(!"Tine".par_bytes().all(|byte| byte.is_ascii_lowercase()));
    /// assert!("".par_bytes().all(|_| false));
    /// ```
    #[inline]
    fn all<P>(self, predicate: P) -> bool
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        self.map(predicate).find_any(|&holds| !holds).is_none()
    }

    /// Yields the values of `Some` items until some thread meets a `None`; then all stop.
    ///
    /// Which values come out before that is unspecified, except that without any `None` it is all of them. The result is not
    /// indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let checked = |v: &[u8]| v.par_iter().map(|n| n.checked_mul(2)).while_some().count() == v.len();
    /// assert!(checked(&[127, 30]));
    /// assert!(!checked(&[127, 128, 30]));
    /// ```
    #[inline]
    fn while_some<T>(self) -> WhileSome<Self>
    where
        Self: ParallelIterator<Item = Option<T>>,
        T: Send,
    {
        WhileSome { base: self }
    }

    /// Ends the drive early when something panics: once one thread has panicked, the others begin no further items.
    ///
    /// Without it, a panic ends its own block, and the other blocks are finished before the caller sees it. The check costs a look
    /// at a shared flag for every item. The result is indexed if `self` is.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let result = std::panic::catch_unwind(|| {
    ///     (0..1_000_000).into_par_iter().panic_fuse().for_each(|n| assert!(n != 123));
    /// });
    /// assert!(result.is_err());
    /// ```
    #[inline]
    fn panic_fuse(self) -> PanicFuse<Self> {
        PanicFuse { base: self }
    }

    /// Lets `token` end the iteration early; each terminal then says so in its result.
    ///
    /// It is the last link before the terminal: what it returns has the terminals of a parallel iterator, with a [`Result`]
    /// around what they return, and [`finish`](Cancellable::finish) for whatever else follows. `Ok` means that no item was left
    /// out, [`Cancelled`](crate::Cancelled) that the token stopped it.
    ///
    /// The token is asked before each item that arrives here, so that each thread ends the one that it is at and begins no
    /// other; a `filter` before this link may reject some 16 more. A deadline is looked at about every microsecond, at the
    /// latest after 128 items. Asking costs about a nanosecond an item. Items that were handed in are dropped exactly once in
    /// any case.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use tine::prelude::*;
    /// use tine::{CancelToken, Cancelled};
    ///
    /// let token = CancelToken::with_timeout(Duration::from_millis(5));
    /// let forever = (0..u64::MAX).into_par_iter().map(|n| n % 10).cancellable(&token).max();
    /// assert_eq!(forever, Err(Cancelled));
    /// ```
    #[cfg(feature = "full")]
    #[inline]
    fn cancellable(self, token: &CancelToken) -> Cancellable<'_, Self> {
        Cancellable { base: self, token }
    }

    /// Gathers all items in a collection.
    ///
    /// A sequence gets them in the order of the iterator. Where the length is known, items are written straight to their
    /// places; where it is not, each block gathers its own, and they are put together in parallel at the end.
    ///
    /// A map keeps the value that comes last in the order of the iterator where keys are equal, whichever thread made it first. Of the equal
    /// keys themselves, and of equal items of a set, it is the first that stays where there are hashes, and the last where there is an
    /// order, as in std.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let squares: Vec<u32> = (7..10).into_par_iter().map(|n| n * n).collect();
    /// assert_eq!(squares, [49, 64, 81]);
    /// ```
    #[inline]
    fn collect<C>(self) -> C
    where
        C: FromParallelIterator<Self::Item>,
    {
        C::from_par_iter(self)
    }

    /// Gathers the halves of pairs in two collections, in one drive.
    ///
    /// The order is kept as in [`collect`](Self::collect).
    ///
    /// # Panics
    ///
    /// Panics if a collection does not drive the iterator by which it is extended.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let prices = [("pear", 30), ("fig", 45), ("plum", 20)];
    /// let (fruits, cents): (Vec<&str>, Vec<u32>) = prices.into_par_iter().unzip();
    /// assert_eq!(fruits, ["pear", "fig", "plum"]);
    /// assert_eq!(cents, [30, 45, 20]);
    /// ```
    #[inline]
    fn unzip<A, B, FromA, FromB>(self) -> (FromA, FromB)
    where
        Self: ParallelIterator<Item = (A, B)>,
        FromA: Default + Send + ParallelExtend<A>,
        FromB: Default + Send + ParallelExtend<B>,
        A: Send,
        B: Send,
    {
        terminal::unzip::unzip(self)
    }

    /// Gathers the items that `predicate` likes in one collection, and the others in another.
    ///
    /// The order is kept as in [`collect`](Self::collect).
    ///
    /// # Panics
    ///
    /// Panics if a collection does not drive the iterator by which it is extended.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let (vowels, others): (String, String) = "hedge".par_chars().partition(|&c| "aeiou".contains(c));
    /// assert_eq!(vowels, "ee");
    /// assert_eq!(others, "hdg");
    /// ```
    #[inline]
    fn partition<A, B, P>(self, predicate: P) -> (A, B)
    where
        A: Default + Send + ParallelExtend<Self::Item>,
        B: Default + Send + ParallelExtend<Self::Item>,
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        terminal::unzip::partition(self, predicate)
    }

    /// Passes the items through `predicate`, and gathers what comes out left in one collection, and what comes out right in another.
    ///
    /// The order is kept as in [`collect`](Self::collect).
    ///
    /// # Panics
    ///
    /// Panics if a collection does not drive the iterator by which it is extended.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// use tine::iter::Either;
    ///
    /// let (numbers, words): (Vec<i32>, Vec<&str>) = ["1", "fork", "2"].into_par_iter().partition_map(|s| match s.parse::<i32>() {
    ///     Ok(number) => Either::Left(number),
    ///     Err(_) => Either::Right(s),
    /// });
    /// assert_eq!(numbers, [1, 2]);
    /// assert_eq!(words, ["fork"]);
    /// ```
    #[inline]
    fn partition_map<A, B, P, L, R>(self, predicate: P) -> (A, B)
    where
        A: Default + Send + ParallelExtend<L>,
        B: Default + Send + ParallelExtend<R>,
        P: Fn(Self::Item) -> Either<L, R> + Sync + Send,
        L: Send,
        R: Send,
    {
        terminal::unzip::partition_map(self, predicate)
    }

    /// Puts `element` between every two items.
    ///
    /// The result is indexed if `self` is.
    ///
    /// # Panics
    ///
    /// An indexed result panics on being asked for its length, or driven, if that exceeds `usize::MAX`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let line: String = ["a", "b", "c"].into_par_iter().intersperse(", ").collect::<Vec<_>>().concat();
    /// assert_eq!(line, "a, b, c");
    /// ```
    fn intersperse(self, element: Self::Item) -> Intersperse<Self>
    where
        Self::Item: Clone,
    {
        Intersperse {
            base: self,
            element,
        }
    }

    /// Yields `n` of the items, whichever come up first, or all if there are fewer.
    ///
    /// What comes out keeps its order. Once there are enough all threads stop. For the first items in order see
    /// [`take`](super::IndexedParallelIterator::take). The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let three: String = ('a'..='z').into_par_iter().take_any(3).collect();
    /// assert_eq!(three.len(), 3);
    /// assert!(three.as_bytes().is_sorted());
    /// ```
    fn take_any(self, n: usize) -> TakeAny<Self> {
        TakeAny {
            base: self,
            count: n,
        }
    }

    /// Leaves out `n` of the items, whichever come up first, or all if there are fewer.
    ///
    /// What comes out keeps its order. For the first items in order see [`skip`](super::IndexedParallelIterator::skip). The result
    /// is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let most: String = ('a'..='z').into_par_iter().skip_any(3).collect();
    /// assert_eq!(most.len(), 23);
    /// assert!(most.as_bytes().is_sorted());
    /// ```
    fn skip_any(self, n: usize) -> SkipAny<Self> {
        SkipAny {
            base: self,
            count: n,
        }
    }

    /// Yields items until some thread meets one that `predicate` does not like; then all stop.
    ///
    /// What comes out keeps its order, but items from behind the failing one may be among it. The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let early: String = ('a'..='z').into_par_iter().take_any_while(|&c| c != 'q').collect();
    /// assert!(!early.contains('q'));
    /// assert!(early.as_bytes().is_sorted());
    /// ```
    fn take_any_while<P>(self, predicate: P) -> TakeAnyWhile<Self, P>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        TakeAnyWhile {
            base: self,
            predicate,
        }
    }

    /// Leaves items out until some thread meets one that `predicate` does not like; from then on all come out.
    ///
    /// What comes out keeps its order, but items from before the failing one may be among it, if they come up later, and items from
    /// behind it may be missing that `predicate` likes, if they came up sooner. The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let late: String = ('a'..='z').into_par_iter().skip_any_while(|&c| c < 'q').collect();
    /// assert!(late.ends_with("qrstuvwxyz"));
    /// assert!(late.as_bytes().is_sorted());
    /// ```
    fn skip_any_while<P>(self, predicate: P) -> SkipAnyWhile<Self, P>
    where
        P: Fn(&Self::Item) -> bool + Sync + Send,
    {
        SkipAnyWhile {
            base: self,
            predicate,
        }
    }

    /// Gathers all items, in order, in a list of vectors.
    ///
    /// This is the form in which items whose number is unknown are gathered first. It saves the last step, in which they are moved
    /// to one place, for collections of one's own that do not need it. How long the vectors are is unspecified; none is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let list = "red fox, brown bear".par_chars().filter(|c| c.is_alphabetic()).collect_vec_list();
    /// assert!(list.iter().all(|letters| !letters.is_empty()));
    /// assert_eq!(list.iter().flatten().collect::<String>(), "redfoxbrownbear");
    /// ```
    fn collect_vec_list(self) -> LinkedList<Vec<Self::Item>> {
        terminal::collect::collect_rope(self)
            .into_chunks()
            .into_iter()
            .collect()
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
    #[inline]
    fn opt_len(&self) -> Option<usize> {
        None
    }

    /// Whether `opt_len` always tells a length, or neither it nor `opt_most` ever does, if that is known of all iterators of the type:
    /// what never happens is not compiled.
    #[doc(hidden)]
    const HAS_LEN: Option<bool> = None;

    /// Whether nobody wants the items if some are missing. Then [`opt_most`](Self::opt_most) tells how many there should be, and `opt_len` nothing.
    #[doc(hidden)]
    const ALL_OR_NOTHING: bool = false;

    /// Whether each item is what a whole run of others was folded into, so that there are few, and each began with what is neutral.
    #[doc(hidden)]
    const IS_FOLDED: bool = false;

    /// If the consumer is split by index, but items may be missing at the end: how many there are at most.
    #[doc(hidden)]
    #[inline]
    fn opt_most(&self) -> Option<usize> {
        None
    }

    /// How many items there are at most, if that is known, however they come.
    #[doc(hidden)]
    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.opt_len().or_else(|| self.opt_most())
    }

    /// The slots of the vector whose items these are, or are made of: number i of number i, when that was taken, and of nothing else. Who says so
    /// has [`drive_over`](Self::drive_over).
    #[doc(hidden)]
    const MADE_OF: Option<Shape> = None;

    /// The same where of some of that vector's items nothing is made. Then what is left comes to
    /// [`consume_sifted`](Folder::consume_sifted).
    #[doc(hidden)]
    const LEFT_OF: Option<Shape> = Self::MADE_OF;

    /// As [`drive_unindexed`](Self::drive_unindexed), with a consumer that is made for the memory of that vector, which is given back then, and
    /// is the consumer's as far as items have been taken from there.
    ///
    /// # Safety
    ///
    /// 1. [`LEFT_OF`](Self::LEFT_OF) is something.
    /// 2. The consumer writes to no slot of the buffer but to those from which items have come in, after that; where
    ///    [`MADE_OF`](Self::MADE_OF) is something, item number i has come from slot number i.
    #[doc(hidden)]
    #[inline]
    unsafe fn drive_over<C, M>(self, _make: M) -> (C::Result, Buffer)
    where
        C: UnindexedConsumer<Self::Item>,
        M: FnOnce(&Buffer) -> C,
    {
        panic!("an iterator of this type is made of no vector's items")
    }

    /// Whether [`walk_brief`](Self::walk_brief) works, and no more than `most` items of the source would be walked.
    #[doc(hidden)]
    #[inline]
    fn is_brief(&self, _most: usize) -> bool {
        false
    }

    /// Whether there is one item at most, which [`into_one`](Self::into_one) gives.
    #[doc(hidden)]
    const AT_MOST_ONE: bool = false;

    /// The only item, if there is one.
    #[doc(hidden)]
    fn into_one(self) -> Option<Self::Item> {
        panic!("an iterator of this type may have more than one item")
    }

    /// Lets `folder` take all items on the calling thread.
    #[doc(hidden)]
    #[inline]
    fn walk_brief<F>(self, _folder: F) -> F
    where
        F: Folder<Self::Item>,
    {
        panic!("an iterator of this type is not walked")
    }
}
