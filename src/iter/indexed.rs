//! The trait of iterators that know how many items they have: words and one-line bodies.

use super::adaptor::{
    Chunks, Enumerate, ExponentialBlocks, FoldChunks, FoldChunksWith, Interleave,
    InterleaveShortest, MaxLen, MinLen, Positions, Rev, Skip, StepBy, Take, UniformBlocks, Zip,
    ZipEq,
};
#[cfg(feature = "full")]
use super::adaptor::{Deterministic, ExclusiveScan, InclusiveScan};
use super::bridge::bridge;
use super::convert::IntoParallelIterator;
#[cfg(feature = "full")]
use super::in_order::{self, InOrder};
use super::parallel::ParallelIterator;
use super::terminal;
#[cfg(feature = "full")]
use super::terminal::float_sum::FloatSum;
use crate::plumbing::{Consumer, ProducerCallback};
use std::cmp::Ordering;

/// A parallel iterator that knows its number of items and can be split at any position.
///
/// That allows what depends on positions: [`zip`](Self::zip), [`enumerate`](Self::enumerate), taking and skipping, walking
/// backwards, and collecting straight into place.
///
/// # Implementing it
///
/// [`len`](Self::len) and [`with_producer`](Self::with_producer) are required. See [`bridge`] for an example.
#[allow(clippy::len_without_is_empty)] // `len` is about places, and few ask an iterator whether it is empty
pub trait IndexedParallelIterator: ParallelIterator {
    /// Works through runs of items one after another, each of them in parallel, and each twice as long as the one before.
    ///
    /// The first is as long as there are threads. It suits searches that are likely to end near the beginning: with
    /// [`find_first`](ParallelIterator::find_first) or the like, no more than about twice as many items as needed are looked at.
    /// The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!((0..1_000_000).into_par_iter().by_exponential_blocks().find_first(|&n| n >= 7), Some(7));
    /// ```
    #[inline]
    fn by_exponential_blocks(self) -> ExponentialBlocks<Self> {
        ExponentialBlocks { base: self }
    }

    /// Works through runs of `block_size` items one after another, each of them in parallel.
    ///
    /// It suits items that keep memory busy as long as they are worked on. The result is not indexed.
    ///
    /// # Panics
    ///
    /// Panics at once if `block_size` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!((0..1000u32).into_par_iter().by_uniform_blocks(64).sum::<u32>(), 499_500);
    /// ```
    #[track_caller]
    fn by_uniform_blocks(self, block_size: usize) -> UniformBlocks<Self> {
        assert!(block_size != 0, "block_size must not be zero");
        UniformBlocks {
            base: self,
            block_size,
        }
    }

    /// Makes every result depend on the items alone: not on the number of threads, nor on timing.
    ///
    /// Usually blocks begin and end wherever the load of the machine has it, so that a [`sum`](ParallelIterator::sum) of floats,
    /// whose addition is not quite associative, has other last bits every time. Behind this adaptor the items are cut up, and
    /// the results of the parts put together, in a shape that follows from the number of items (and from
    /// [`with_min_len`](Self::with_min_len) and [`with_max_len`](Self::with_max_len)); only who runs which part, and when, is left
    /// to chance. So [`sum`](ParallelIterator::sum), [`reduce`](ParallelIterator::reduce) and the like give the same
    /// result to the bit, and [`fold`](ParallelIterator::fold) makes the same blocks, in every run, in every pool and on every
    /// machine, as long as the closures do. Another version of this library may have another shape.
    ///
    /// All blocks but the last have the same length: a 128th part of all items, rounded down, but at least 1 and at most 1024. The last
    /// one has what is left; with [`with_min_len`](Self::with_min_len) it may be the longest.
    ///
    /// Place it behind what is indexed (`zip`, `rev`, `chunks`): the result is not indexed, so that no adaptor can undo the
    /// shape. What is nested in items is not part of it: use [`flat_map_iter`](ParallelIterator::flat_map_iter) rather than
    /// [`flat_map`](ParallelIterator::flat_map) behind it. Terminals that take any item
    /// ([`find_any`](ParallelIterator::find_any), [`try_for_each`](ParallelIterator::try_for_each)) still take any.
    ///
    /// It costs next to nothing where items are many. Floats are added faster by [`sum_deterministic`](Self::sum_deterministic).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let waves = || (0..10_000).into_par_iter().map(|n| f64::from(n).sin());
    /// let first: f64 = waves().deterministic().sum();
    /// for _ in 0..10 {
    ///     assert_eq!(waves().deterministic().sum::<f64>().to_bits(), first.to_bits());
    /// }
    /// ```
    #[cfg(feature = "full")]
    #[inline]
    fn deterministic(self) -> Deterministic<Self> {
        Deterministic { base: self }
    }

    /// Adds up floats; the result has the same bits whatever the number of threads and the timing.
    ///
    /// The shape is that of [`deterministic`](Self::deterministic). In a block item number i goes to the sum number i modulo 8, and
    /// these sums are added in the end. So the processor adds several floats at a time, which an addition from left to right
    /// does not allow; the result is closer to the exact one, too. No items add up to -0.0, as in std.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let halves = vec![0.5f32; 1000];
    /// assert_eq!(halves.par_iter().sum_deterministic::<f32>(), 500.0);
    ///
    /// let tenths = || (0..100_000).into_par_iter().map(|n| n as f64 / 10.0);
    /// let one = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// let alone: f64 = one.install(|| tenths().sum_deterministic());
    /// assert_eq!(alone.to_bits(), tenths().sum_deterministic::<f64>().to_bits());
    /// ```
    #[cfg(feature = "full")]
    #[inline]
    fn sum_deterministic<S>(self) -> S
    where
        S: FloatSum<Self::Item>,
    {
        terminal::float_sum::sum(self.deterministic())
    }

    /// Hands the items to `op` in order, as a sequential iterator, while other threads make those that come next.
    ///
    /// The calling thread runs `op`, which need not be `Send`, and helps to make items when there is none for it. No more than four
    /// blocks for each thread are made ahead of what `op` has asked for: a block is a single item at first, and later as many as take
    /// some 100 us, within [`with_min_len`](Self::with_min_len) and [`with_max_len`](Self::with_max_len). So a result may be larger than
    /// the memory. Many cheap items are made by the calling thread alone, in blocks, until it is clear that sharing pays; that costs some
    /// nanoseconds an item. A stream that is shared, as one of fewer than 64 items a thread is at once, costs some microseconds for it.
    ///
    /// If `op` returns before the end, items that were not begun are never made, those that were are waited for and dropped. Such
    /// a stream needs places: filter in `op`. A sequential source has [`par_map_in_order`](super::ParallelMapInOrder::par_map_in_order).
    ///
    /// # Panics
    ///
    /// If `op` panics, with that. If the making of an item does, `op` meets the panic where the item should have been, after all those
    /// before it; if `op` returns before, nobody does.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::fmt::Write;
    /// use tine::prelude::*;
    ///
    /// let mut text = String::new();
    /// (1..6u32).into_par_iter().map(|n| n.pow(3)).in_order(|cubes| {
    ///     for cube in cubes {
    ///         write!(text, "{cube} ").unwrap(); // as they come, without collecting them
    ///     }
    /// });
    /// assert_eq!(text, "1 8 27 64 125 ");
    /// ```
    #[cfg(feature = "full")]
    #[inline]
    fn in_order<OP, R>(self, op: OP) -> R
    where
        OP: FnOnce(InOrder<'_, Self::Item>) -> R,
    {
        in_order::in_order(self, op)
    }

    /// Replaces what is in `target` by all items, in order, and keeps its memory if that is large enough.
    ///
    /// What was there is dropped first, by the calling thread.
    ///
    /// # Panics
    ///
    /// If a closure of the iterator does, or the drop of what was there; `target` is empty then. So too if an iterator of another library
    /// yields more or fewer items than it says.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut letters = Vec::with_capacity(26);
    /// ('a'..'d').into_par_iter().collect_into_vec(&mut letters);
    /// assert_eq!(letters, ['a', 'b', 'c']);
    /// assert!(letters.capacity() >= 26);
    /// ```
    #[inline]
    fn collect_into_vec(self, target: &mut Vec<Self::Item>) {
        terminal::collect::collect_into_vec(self, target);
    }

    /// Replaces what is in the vectors by the halves of all pairs, in order, and keeps their memory if it is large enough.
    ///
    /// # Panics
    ///
    /// As [`collect_into_vec`](Self::collect_into_vec).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let (mut fruits, mut cents) = (vec!["apple"], vec![]);
    /// [("fig", 45), ("plum", 20)].into_par_iter().unzip_into_vecs(&mut fruits, &mut cents);
    /// assert_eq!(fruits, ["fig", "plum"]);
    /// assert_eq!(cents, [45, 20]);
    /// ```
    #[inline]
    fn unzip_into_vecs<A, B>(self, left: &mut Vec<A>, right: &mut Vec<B>)
    where
        Self: IndexedParallelIterator<Item = (A, B)>,
        A: Send,
        B: Send,
    {
        terminal::collect::unzip_into_vecs(self, left, right);
    }

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
    #[inline]
    fn zip<Z>(self, zip_op: Z) -> Zip<Self, Z::Iter>
    where
        Z: IntoParallelIterator,
        Z::Iter: IndexedParallelIterator,
    {
        Zip::new(self, zip_op.into_par_iter())
    }

    /// Pairs the items with those of another iterator of the same length.
    ///
    /// # Panics
    ///
    /// Panics at once if the lengths differ.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let products: Vec<i32> = [1, 2].par_iter().zip_eq([10, 20]).map(|(a, b)| a * b).collect();
    /// assert_eq!(products, [10, 40]);
    /// ```
    #[track_caller]
    #[inline]
    fn zip_eq<Z>(self, zip_op: Z) -> ZipEq<Self, Z::Iter>
    where
        Z: IntoParallelIterator,
        Z::Iter: IndexedParallelIterator,
    {
        ZipEq::new(self, zip_op.into_par_iter())
    }

    /// Yields items of both iterators in turns; what is left of the longer one comes last.
    ///
    /// # Panics
    ///
    /// When it is driven or asked for its length, if the items of both together are more than a `usize` can count.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<i32> = (1..3).into_par_iter().interleave(10..14).collect();
    /// assert_eq!(v, [1, 10, 2, 11, 12, 13]);
    /// ```
    fn interleave<I>(self, other: I) -> Interleave<Self, I::Iter>
    where
        I: IntoParallelIterator<Item = Self::Item>,
        I::Iter: IndexedParallelIterator<Item = Self::Item>,
    {
        Interleave {
            one: self,
            other: other.into_par_iter(),
        }
    }

    /// Yields items of both iterators in turns, until the one whose turn it is has none left.
    ///
    /// # Panics
    ///
    /// When it is driven or asked for its length, if its items are more than a `usize` can count.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<i32> = (1..5).into_par_iter().interleave_shortest(10..12).collect();
    /// assert_eq!(v, [1, 10, 2, 11, 3]);
    /// ```
    #[inline]
    fn interleave_shortest<I>(self, other: I) -> InterleaveShortest<Self, I::Iter>
    where
        I: IntoParallelIterator<Item = Self::Item>,
        I::Iter: IndexedParallelIterator<Item = Self::Item>,
    {
        InterleaveShortest::new(self, other.into_par_iter())
    }

    /// Gathers every `chunk_size` items in a vector; the last may be shorter.
    ///
    /// A slice's [`par_chunks`](crate::slice::ParallelSlice::par_chunks) needs no vectors.
    ///
    /// # Panics
    ///
    /// Panics at once if `chunk_size` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let deal: Vec<Vec<char>> = ('a'..'f').into_par_iter().chunks(3).collect();
    /// assert_eq!(deal, [vec!['a', 'b', 'c'], vec!['d', 'e']]);
    /// ```
    #[track_caller]
    fn chunks(self, chunk_size: usize) -> Chunks<Self> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        Chunks {
            base: self,
            chunk_size,
        }
    }

    /// Folds every `chunk_size` items into one, beginning with what `identity` returns; the last may be of fewer.
    ///
    /// Unlike [`fold`](ParallelIterator::fold), it depends on the items alone which ones are folded together.
    ///
    /// # Panics
    ///
    /// Panics at once if `chunk_size` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let sums: Vec<i32> = (1..=5u16).into_par_iter().fold_chunks(2, || 0, |sum, n| sum + i32::from(n)).collect();
    /// assert_eq!(sums, [3, 7, 5]);
    /// ```
    #[track_caller]
    fn fold_chunks<T, ID, F>(
        self,
        chunk_size: usize,
        identity: ID,
        fold_op: F,
    ) -> FoldChunks<Self, ID, F>
    where
        ID: Fn() -> T + Send + Sync,
        F: Fn(T, Self::Item) -> T + Send + Sync,
        T: Send,
    {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        FoldChunks {
            base: self,
            chunk_size,
            identity,
            fold_op,
        }
    }

    /// Folds every `chunk_size` items into one, beginning with a clone of `init`; the last may be of fewer.
    ///
    /// As [`fold_chunks`](Self::fold_chunks), with a value instead of a closure to begin with.
    ///
    /// # Panics
    ///
    /// Panics at once if `chunk_size` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let sums: Vec<i32> = (1..6).into_par_iter().fold_chunks_with(2, 100, |sum, n| sum + n).collect();
    /// assert_eq!(sums, [103, 107, 105]);
    /// ```
    #[track_caller]
    fn fold_chunks_with<T, F>(
        self,
        chunk_size: usize,
        init: T,
        fold_op: F,
    ) -> FoldChunksWith<Self, T, F>
    where
        T: Send + Clone,
        F: Fn(T, Self::Item) -> T + Send + Sync,
    {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        FoldChunksWith {
            base: self,
            chunk_size,
            init,
            fold_op,
        }
    }

    /// Compares the items with those of another iterator as sequences: the first pair that differs decides, or else the length.
    ///
    /// What lies behind the first difference is left out as soon as it is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// use std::cmp::Ordering;
    ///
    /// assert_eq!((0..100).into_par_iter().cmp(0..50), Ordering::Greater);
    /// assert_eq!((0..100).into_par_iter().cmp(1..50), Ordering::Less);
    /// ```
    #[inline]
    fn cmp<I>(self, other: I) -> Ordering
    where
        I: IntoParallelIterator<Item = Self::Item>,
        I::Iter: IndexedParallelIterator,
        Self::Item: Ord,
    {
        terminal::compare::cmp(self, other.into_par_iter())
    }

    /// Compares the items with those of another iterator as sequences; `None` if the first pair that is not equal has no order.
    ///
    /// What lies behind the first difference is left out as soon as it is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// use std::cmp::Ordering;
    ///
    /// assert_eq!([0.5, 0.25].par_iter().partial_cmp(&[0.5, 0.75]), Some(Ordering::Less));
    /// assert_eq!([f64::NAN].par_iter().partial_cmp(&[1.0]), None);
    /// ```
    #[inline]
    fn partial_cmp<I>(self, other: I) -> Option<Ordering>
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        terminal::compare::partial_cmp(self, other.into_par_iter())
    }

    /// Tells whether the items, as a sequence, are equal to those of another iterator.
    ///
    /// What lies behind the first difference is left out as soon as it is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!((0..3).into_par_iter().eq([0, 1, 2]));
    /// assert!(!(0..3).into_par_iter().eq([0, 1]));
    /// ```
    #[inline]
    fn eq<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialEq<I::Item>,
    {
        terminal::compare::eq(self, other.into_par_iter())
    }

    /// Tells whether the items, as a sequence, are not equal to those of another iterator.
    ///
    /// What lies behind the first difference is left out as soon as it is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!((0..3).into_par_iter().ne([0, 1]));
    /// ```
    #[inline]
    fn ne<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialEq<I::Item>,
    {
        !self.eq(other)
    }

    /// Tells whether the items, as a sequence, come before those of another iterator.
    ///
    /// What lies behind the first difference is left out as soon as it is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!([1, 2].into_par_iter().lt([1, 3]));
    /// assert!(![1, 2].into_par_iter().lt([1, 2]));
    /// ```
    #[inline]
    fn lt<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        self.partial_cmp(other) == Some(Ordering::Less)
    }

    /// Tells whether the items, as a sequence, come before those of another iterator or equal them.
    ///
    /// What lies behind the first difference is left out as soon as it is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!([1, 2].into_par_iter().le([1, 2]));
    /// assert!(![f64::NAN].into_par_iter().le([1.0]));
    /// ```
    fn le<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        matches!(
            self.partial_cmp(other),
            Some(Ordering::Less | Ordering::Equal)
        )
    }

    /// Tells whether the items, as a sequence, come after those of another iterator.
    ///
    /// What lies behind the first difference is left out as soon as it is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!([1, 2, 0].into_par_iter().gt([1, 2]));
    /// ```
    #[inline]
    fn gt<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        self.partial_cmp(other) == Some(Ordering::Greater)
    }

    /// Tells whether the items, as a sequence, come after those of another iterator or equal them.
    ///
    /// What lies behind the first difference is left out as soon as it is found.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!([1, 2].into_par_iter().ge([1, 2]));
    /// ```
    fn ge<I>(self, other: I) -> bool
    where
        I: IntoParallelIterator,
        I::Iter: IndexedParallelIterator,
        Self::Item: PartialOrd<I::Item>,
    {
        matches!(
            self.partial_cmp(other),
            Some(Ordering::Greater | Ordering::Equal)
        )
    }

    /// Pairs each item with its position, counted from 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let notes: Vec<(usize, &str)> = ["do", "re"].into_par_iter().enumerate().collect();
    /// assert_eq!(notes, [(0, "do"), (1, "re")]);
    /// ```
    #[inline]
    fn enumerate(self) -> Enumerate<Self> {
        Enumerate { base: self }
    }

    /// Yields every `step`-th item, from the first on.
    ///
    /// # Panics
    ///
    /// Panics if `step` is 0, on being asked for its length or driven.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let nights: Vec<u8> = (1..=31).into_par_iter().step_by(7).collect();
    /// assert_eq!(nights, [1, 8, 15, 22, 29]);
    /// ```
    #[inline]
    fn step_by(self, step: usize) -> StepBy<Self> {
        StepBy { base: self, step }
    }

    /// Yields all items but the first `n`.
    ///
    /// Those are computed nevertheless, in parallel and before all others, as a sequential `skip` does.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<i32> = (0..5).into_par_iter().skip(3).collect();
    /// assert_eq!(v, [3, 4]);
    /// ```
    #[inline]
    fn skip(self, n: usize) -> Skip<Self> {
        let n = n.min(self.len());
        Skip { base: self, n }
    }

    /// Yields the first `n` items, or all if there are fewer.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<i32> = (0..5).into_par_iter().take(2).collect();
    /// assert_eq!(v, [0, 1]);
    /// ```
    fn take(self, n: usize) -> Take<Self> {
        let n = n.min(self.len());
        Take { base: self, n }
    }

    /// Finds the position of some item that `predicate` likes; which one of several is unspecified.
    ///
    /// Soon after the first hit all threads stop looking.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let position = [3, 1, 2, 1].par_iter().position_any(|&n| n == 1).unwrap();
    /// assert!(position == 1 || position == 3);
    /// ```
    #[inline]
    fn position_any<P>(self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        let (position, _) = self
            .map(predicate)
            .enumerate()
            .find_any(|&(_, holds)| holds)?;
        Some(position)
    }

    /// Finds the position of the first item that `predicate` likes.
    ///
    /// See [`find_first`](ParallelIterator::find_first) for what it costs.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([3, 1, 2, 1].par_iter().position_first(|&n| n == 1), Some(1));
    /// ```
    fn position_first<P>(self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        let (position, _) = self
            .map(predicate)
            .enumerate()
            .find_first(|&(_, holds)| holds)?;
        Some(position)
    }

    /// Finds the position of the last item that `predicate` likes.
    ///
    /// See [`find_first`](ParallelIterator::find_first) for what it costs.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([3, 1, 2, 1].par_iter().position_last(|&n| n == 1), Some(3));
    /// ```
    fn position_last<P>(self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        let (position, _) = self
            .map(predicate)
            .enumerate()
            .find_last(|&(_, holds)| holds)?;
        Some(position)
    }

    /// The former name of [`position_any`](Self::position_any).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// #[allow(deprecated)]
    /// let position = [3, 1].par_iter().position(|&n| n == 1);
    /// assert_eq!(position, Some(1));
    /// ```
    #[doc(hidden)]
    #[deprecated(
        note = "parallel iteration has no order: use `position_any`, `position_first` or `position_last`"
    )]
    #[inline]
    fn position<P>(self, predicate: P) -> Option<usize>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        self.position_any(predicate)
    }

    /// Yields the positions of all items that `predicate` likes, in order.
    ///
    /// The result is not indexed.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<usize> = [3, 1, 2, 1].par_iter().positions(|&n| n == 1).collect();
    /// assert_eq!(v, [1, 3]);
    /// ```
    fn positions<P>(self, predicate: P) -> Positions<Self, P>
    where
        P: Fn(Self::Item) -> bool + Sync + Send,
    {
        Positions {
            base: self,
            predicate,
        }
    }

    /// Yields the items backwards.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let v: Vec<i32> = (0..3).into_par_iter().rev().collect();
    /// assert_eq!(v, [2, 1, 0]);
    /// ```
    #[inline]
    fn rev(self) -> Rev<Self> {
        Rev { base: self }
    }

    /// Replaces each item by what `op` makes of all items up to it: the prefix sums, if it adds.
    ///
    /// `op` must be associative, and gets neighbours in order; it need not be commutative, and there is no identity. The result is
    /// indexed. (`std::inclusive_scan` of C++; a slice is scanned in place by
    /// [`par_inclusive_scan`](crate::slice::SliceAlgorithmsMut::par_inclusive_scan).)
    ///
    /// When the result is driven, all items are collected first, each block scanned on the way; what is carried into a
    /// block is added when its items are asked for. So items are computed once, and `op` is called once or twice an item: once in
    /// what the first thread does before others come. It takes room for all items. One prefix after the
    /// other would take `n` calls in a row; two threads that share the work take at least two thirds of that (Snir,
    /// "Depth-size trade-offs for parallel prefix computation", 1986). So this pays where the items are what costs, or where there
    /// are many threads.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let sums: Vec<i32> = [3, 1, 4, 1].into_par_iter().inclusive_scan(|a, b| a + b).collect();
    /// assert_eq!(sums, [3, 4, 8, 9]);
    /// ```
    #[cfg(feature = "full")]
    fn inclusive_scan<F>(self, op: F) -> InclusiveScan<Self, F>
    where
        Self::Item: Clone + Sync,
        F: Fn(&Self::Item, &Self::Item) -> Self::Item + Sync + Send,
    {
        InclusiveScan {
            base: self,
            scan_op: op,
        }
    }

    /// Replaces each item by what `op` makes of `init` and all items before it: of the first one by `init` itself.
    ///
    /// As [`inclusive_scan`](Self::inclusive_scan) otherwise. (`std::exclusive_scan` of C++.)
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let lengths = [3, 1, 4, 1];
    /// let starts: Vec<i32> = lengths.into_par_iter().exclusive_scan(0, |a, b| a + b).collect();
    /// assert_eq!(starts, [0, 3, 4, 8]);
    /// ```
    #[cfg(feature = "full")]
    fn exclusive_scan<F>(self, init: Self::Item, op: F) -> ExclusiveScan<Self, F>
    where
        Self::Item: Clone + Sync,
        F: Fn(&Self::Item, &Self::Item) -> Self::Item + Sync + Send,
    {
        ExclusiveScan {
            base: self,
            init,
            scan_op: op,
        }
    }

    /// Asks that no block be shorter than `min` items.
    ///
    /// It is not needed for speed as a rule, since the driver finds out what items cost. If both ends of a chain have such a wish,
    /// the larger one holds; 0 counts as 1. An iterator shorter than `min` is one block.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let blocks = (0..1000).into_par_iter().with_min_len(250).fold(|| 0, |n, _| n + 1).collect::<Vec<i32>>();
    /// assert!(blocks.iter().all(|&n| n >= 250));
    /// ```
    #[inline]
    fn with_min_len(self, min: usize) -> MinLen<Self> {
        MinLen { base: self, min }
    }

    /// Asks that no block be longer than `max` items.
    ///
    /// If both ends of a chain have such a wish, the smaller one holds; 0 counts as 1. Where it contradicts
    /// [`with_min_len`](Self::with_min_len), that one wins.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let blocks = (0..1000).into_par_iter().with_max_len(10).fold(|| 0, |n, _| n + 1).collect::<Vec<i32>>();
    /// assert!(blocks.iter().all(|&n| n <= 10));
    /// ```
    #[inline]
    fn with_max_len(self, max: usize) -> MaxLen<Self> {
        MaxLen { base: self, max }
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
    fn len(&self) -> usize;

    /// Runs the iterator into `consumer`, which is split by index only. Unless an iterator knows better, this goes by way of
    /// its producer.
    ///
    /// # Examples
    ///
    /// See [`Consumer`].
    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        bridge(self, consumer)
    }

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
