//! Slices: their items one by one, and the traits that carry the further ways to cut a slice.

#[cfg(feature = "full")]
mod algorithms;
#[cfg(feature = "full")]
mod algorithms_mut;
mod chunk_by;
mod chunks;
mod chunks_exact;
#[cfg(feature = "full")]
mod groups;
mod iter;
mod iter_mut;
mod pieces;
mod rchunks;
mod rchunks_exact;
mod shared;
mod split;
mod windows;

#[cfg(feature = "full")]
pub use algorithms::SliceAlgorithms;
#[cfg(feature = "full")]
pub use algorithms_mut::SliceAlgorithmsMut;
pub use chunk_by::{ChunkBy, ChunkByMut};
pub use chunks::{Chunks, ChunksMut};
pub use chunks_exact::{ChunksExact, ChunksExactMut};
#[cfg(feature = "full")]
pub use groups::Groups;
pub use iter::Iter;
pub use iter_mut::IterMut;
pub use rchunks::{RChunks, RChunksMut};
pub use rchunks_exact::{RChunksExact, RChunksExactMut};
pub use split::{Split, SplitInclusive, SplitInclusiveMut, SplitMut};
pub use windows::{ArrayWindows, Windows};

#[doc(inline)]
pub use tine_kernels::sort::RadixKey;

use crate::algo::Engine;
use crate::iter::{IntoParallelRefMutIterator, ParallelIterator};
use std::cmp::Ordering;
use tine_kernels::sort;

/// Ways to walk a shared slice in parallel, other than item by item.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: Vec<u32> = [1, 2, 3, 4, 5].par_chunks(2).map(|pair| pair.iter().sum()).collect();
/// assert_eq!(sums, [3, 7, 5]);
/// ```
pub trait ParallelSlice<T: Sync> {
    /// The slice itself; all other methods start from it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2].as_parallel_slice().len(), 2);
    /// ```
    fn as_parallel_slice(&self) -> &[T];

    /// Cuts the slice at every item that `separator` likes; those items belong to no part.
    ///
    /// The parts are what [`split`](slice::split) yields, in order. `separator` may be called more than once for an item.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let parts: Vec<_> = [1, 2, 0, 3, 0].par_split(|n| *n == 0).collect();
    /// assert_eq!(parts, [&[1, 2][..], &[3], &[]]);
    /// ```
    #[inline]
    fn par_split<P>(&self, separator: P) -> Split<'_, T, P>
    where
        P: Fn(&T) -> bool + Sync + Send,
    {
        Split::new(self.as_parallel_slice(), separator)
    }

    /// As [`par_split`](Self::par_split), but each such item is the last one of its part.
    ///
    /// The parts are what [`split_inclusive`](slice::split_inclusive) yields: there is none behind a separator at the end.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let parts: Vec<_> = [1, 2, 0, 3, 0].par_split_inclusive(|n| *n == 0).collect();
    /// assert_eq!(parts, [&[1, 2, 0][..], &[3, 0]]);
    /// ```
    #[inline]
    fn par_split_inclusive<P>(&self, separator: P) -> SplitInclusive<'_, T, P>
    where
        P: Fn(&T) -> bool + Sync + Send,
    {
        SplitInclusive::new(self.as_parallel_slice(), separator)
    }

    /// All runs of `window_size` neighbours, which overlap. A shorter slice has none.
    ///
    /// # Panics
    ///
    /// When the length is asked for, or the iterator driven, if `window_size` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let heights = [120, 340, 310, 900];
    /// let slopes: Vec<i32> = heights.par_windows(2).map(|pair| pair[1] - pair[0]).collect();
    /// assert_eq!(slopes, [220, -30, 590]);
    /// ```
    #[inline]
    fn par_windows(&self, window_size: usize) -> Windows<'_, T> {
        Windows::new(self.as_parallel_slice(), window_size)
    }

    /// All runs of `N` neighbours, which overlap, as arrays. A shorter slice has none. `N` of 0 is refused when it is compiled.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let heights = [120, 340, 310, 900];
    /// let peaks = heights.par_array_windows().filter(|[before, here, after]| here > before && here > after);
    /// assert_eq!(peaks.count(), 1);
    /// ```
    #[inline]
    fn par_array_windows<const N: usize>(&self) -> ArrayWindows<'_, T, N> {
        ArrayWindows::new(self.as_parallel_slice())
    }

    /// Cuts the slice into pieces of `chunk_size` items; the last may be shorter.
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
    /// let weeks: Vec<_> = b"MTWTFSSMTW".par_chunks(7).collect();
    /// assert_eq!(weeks, [&b"MTWTFSS"[..], b"MTW"]);
    /// ```
    #[track_caller]
    #[inline]
    fn par_chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        Chunks::new(self.as_parallel_slice(), chunk_size)
    }

    /// Cuts the slice into pieces of exactly `chunk_size` items. What is left over at the end, fewer items than that, is not
    /// among them; the iterator has it as [`remainder`](ChunksExact::remainder).
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
    /// let weeks = b"MTWTFSSMTW".par_chunks_exact(7);
    /// assert_eq!(weeks.remainder(), b"MTW");
    /// assert_eq!(weeks.collect::<Vec<_>>(), [b"MTWTFSS"]);
    /// ```
    #[track_caller]
    fn par_chunks_exact(&self, chunk_size: usize) -> ChunksExact<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        ChunksExact::new(self.as_parallel_slice(), chunk_size)
    }

    /// Cuts the slice into pieces of `chunk_size` items, from its back to its front; the last one, at the front, may be shorter.
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
    /// // The digits of a large number, in groups from the right.
    /// let groups: Vec<_> = b"1250300".par_rchunks(3).collect();
    /// assert_eq!(groups, [&b"300"[..], b"250", b"1"]);
    /// ```
    #[track_caller]
    fn par_rchunks(&self, chunk_size: usize) -> RChunks<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        RChunks::new(self.as_parallel_slice(), chunk_size)
    }

    /// Cuts the slice into pieces of exactly `chunk_size` items, from its back to its front. What is left over at the front,
    /// fewer items than that, is not among them; the iterator has it as [`remainder`](RChunksExact::remainder).
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
    /// let groups = b"1250300".par_rchunks_exact(3);
    /// assert_eq!(groups.remainder(), b"1");
    /// assert_eq!(groups.collect::<Vec<_>>(), [b"300", b"250"]);
    /// ```
    #[track_caller]
    fn par_rchunks_exact(&self, chunk_size: usize) -> RChunksExact<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        RChunksExact::new(self.as_parallel_slice(), chunk_size)
    }

    /// Cuts the slice into the longest runs in which `pred` holds of every two neighbours.
    ///
    /// The runs are what [`chunk_by`](slice::chunk_by) yields, in order. `pred` may be called more than once for two neighbours.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let climbs: Vec<_> = [120, 340, 300, 310, 900].par_chunk_by(|a, b| a <= b).collect();
    /// assert_eq!(climbs, [&[120, 340][..], &[300, 310, 900]]);
    /// ```
    #[inline]
    fn par_chunk_by<F>(&self, pred: F) -> ChunkBy<'_, T, F>
    where
        F: Fn(&T, &T) -> bool + Send + Sync,
    {
        ChunkBy::new(self.as_parallel_slice(), pred)
    }
}

impl<T: Sync> ParallelSlice<T> for [T] {
    #[inline]
    fn as_parallel_slice(&self) -> &[T] {
        self
    }
}

/// Ways to walk an exclusive slice in parallel, other than item by item.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut image = [0u8; 12];
/// image.par_chunks_mut(4).enumerate().for_each(|(y, row)| row.fill(y as u8));
/// assert_eq!(image, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
/// ```
pub trait ParallelSliceMut<T: Send> {
    /// The slice itself; all other methods start from it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2];
    /// v.as_parallel_slice_mut()[0] = 5;
    /// assert_eq!(v, [5, 2]);
    /// ```
    fn as_parallel_slice_mut(&mut self) -> &mut [T];

    /// Cuts the slice into exclusive parts at every item that `separator` likes; those items belong to no part.
    ///
    /// The parts are what [`split_mut`](slice::split_mut) yields, in order. `separator` may be called more than once for an item.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [2, 1, 0, 4, 3];
    /// v.par_split_mut(|n| *n == 0).for_each(|part| part.reverse());
    /// assert_eq!(v, [1, 2, 0, 3, 4]);
    /// ```
    #[inline]
    fn par_split_mut<P>(&mut self, separator: P) -> SplitMut<'_, T, P>
    where
        P: Fn(&T) -> bool + Sync + Send,
    {
        SplitMut::new(self.as_parallel_slice_mut(), separator)
    }

    /// As [`par_split_mut`](Self::par_split_mut), but each such item is the last one of its part.
    ///
    /// The parts are what [`split_inclusive_mut`](slice::split_inclusive_mut) yields: there is none behind a separator at the end.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut text = *b"hello. you. there";
    /// text.par_split_inclusive_mut(|&c| c == b'.').for_each(|part| part.reverse());
    /// assert_eq!(&text, b".olleh.uoy ereht ");
    /// ```
    #[inline]
    fn par_split_inclusive_mut<P>(&mut self, separator: P) -> SplitInclusiveMut<'_, T, P>
    where
        P: Fn(&T) -> bool + Sync + Send,
    {
        SplitInclusiveMut::new(self.as_parallel_slice_mut(), separator)
    }

    /// Cuts the slice into exclusive pieces of `chunk_size` items; the last may be shorter.
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
    /// let mut beats = [0; 7];
    /// beats.par_chunks_mut(3).for_each(|bar| bar[0] = 1);
    /// assert_eq!(beats, [1, 0, 0, 1, 0, 0, 1]);
    /// ```
    #[track_caller]
    #[inline]
    fn par_chunks_mut(&mut self, chunk_size: usize) -> ChunksMut<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        ChunksMut::new(self.as_parallel_slice_mut(), chunk_size)
    }

    /// Cuts the slice into exclusive pieces of exactly `chunk_size` items. What is left over at the end, fewer items than that,
    /// is not among them; the iterator gives it as [`into_remainder`](ChunksExactMut::into_remainder) and otherwise.
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
    /// let mut beats = [0; 7];
    /// beats.par_chunks_exact_mut(3).for_each(|bar| bar[0] = 1);
    /// assert_eq!(beats, [1, 0, 0, 1, 0, 0, 0]);
    /// ```
    #[track_caller]
    fn par_chunks_exact_mut(&mut self, chunk_size: usize) -> ChunksExactMut<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        ChunksExactMut::new(self.as_parallel_slice_mut(), chunk_size)
    }

    /// Cuts the slice into exclusive pieces of `chunk_size` items, from its back to its front; the last one, at the front, may be
    /// shorter.
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
    /// let mut powers = [0; 7];
    /// powers.par_rchunks_mut(3).enumerate().for_each(|(thousands, group)| group.fill(thousands));
    /// assert_eq!(powers, [2, 1, 1, 1, 0, 0, 0]);
    /// ```
    #[track_caller]
    fn par_rchunks_mut(&mut self, chunk_size: usize) -> RChunksMut<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        RChunksMut::new(self.as_parallel_slice_mut(), chunk_size)
    }

    /// Cuts the slice into exclusive pieces of exactly `chunk_size` items, from its back to its front. What is left over at the
    /// front, fewer items than that, is not among them; the iterator gives it as
    /// [`into_remainder`](RChunksExactMut::into_remainder) and otherwise.
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
    /// let mut digits = *b"1250300";
    /// digits.par_rchunks_exact_mut(3).for_each(|group| group.fill(b'0'));
    /// assert_eq!(&digits, b"1000000");
    /// ```
    #[track_caller]
    fn par_rchunks_exact_mut(&mut self, chunk_size: usize) -> RChunksExactMut<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        RChunksExactMut::new(self.as_parallel_slice_mut(), chunk_size)
    }

    /// Cuts the slice into the longest exclusive runs in which `pred` holds of every two neighbours.
    ///
    /// The runs are what [`chunk_by_mut`](slice::chunk_by_mut) yields, in order. `pred` may be called more than once for two
    /// neighbours.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2, 2, 3, 1];
    /// v.par_chunk_by_mut(|a, b| a <= b).for_each(|run| run.reverse());
    /// assert_eq!(v, [3, 2, 2, 1, 1]);
    /// ```
    #[inline]
    fn par_chunk_by_mut<F>(&mut self, pred: F) -> ChunkByMut<'_, T, F>
    where
        F: Fn(&T, &T) -> bool + Send + Sync,
    {
        ChunkByMut::new(self.as_parallel_slice_mut(), pred)
    }

    /// Sorts the slice in ascending order; equal elements keep their order.
    ///
    /// The result is that of [`sort`](slice::sort). Merge sort: as many comparisons as std's, in parallel from some 2,000
    /// elements on. Merges are shared evenly whatever they hold (Siebert and Träff, "Efficient MPI implementation of a parallel, stable merge
    /// algorithm", 2012), and what is nearly in order is sorted by putting the strays aside (drop-merge sort, Ernerfeldt, 2017). It takes
    /// room for the whole slice once more, and at most for half of it besides, since std sorts the short parts. A slice that is sorted
    /// already, or in reverse without equal elements, is recognised by comparing neighbours, and one of ascending runs over the same few
    /// values, like `i % 100`, by comparing runs. Integers are counted if some are frequent, else sorted by their digits; see
    /// [`par_sort_by_radix_key`](Self::par_sort_by_radix_key). From 100,000 on, texts and bytes of few values are compared with one of each
    /// and dealt out, by way of a byte for each. Where the order of equal elements does not matter,
    /// [`par_sort_unstable`](Self::par_sort_unstable) is faster and needs no room.
    ///
    /// If the order contradicts itself, the elements end up in some order, each once; std may report that on stderr, by a panic that ends
    /// here. In a program where panics abort (`panic = "abort"`) it ends the program instead.
    ///
    /// # Panics
    ///
    /// If a comparison does. The slice then holds each of its elements once, in some order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut letters = *b"merge sort";
    /// letters.par_sort();
    /// assert_eq!(&letters, b" eegmorrst");
    /// ```
    #[inline]
    fn par_sort(&mut self)
    where
        T: Ord,
    {
        sort::stable(Engine, self.as_parallel_slice_mut(), T::cmp);
    }

    /// As [`par_sort`](Self::par_sort), in the order of a closure.
    ///
    /// # Panics
    ///
    /// If the closure does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [2.5f64, -1.0, 9.75];
    /// v.par_sort_by(|a, b| b.total_cmp(a));
    /// assert_eq!(v, [9.75, 2.5, -1.0]);
    /// ```
    #[inline]
    fn par_sort_by<F>(&mut self, compare: F)
    where
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        sort::stable(Engine, self.as_parallel_slice_mut(), compare);
    }

    /// As [`par_sort`](Self::par_sort), in the order of keys. `f` is called twice a comparison; if it is costly, see
    /// [`par_sort_by_cached_key`](Self::par_sort_by_cached_key).
    ///
    /// # Panics
    ///
    /// If `f` or a comparison does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut words = ["yew", "oak", "willow", "ash"];
    /// words.par_sort_by_key(|word| word.len());
    /// assert_eq!(words, ["yew", "oak", "ash", "willow"]);
    /// ```
    fn par_sort_by_key<K, F>(&mut self, f: F)
    where
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        sort::stable(Engine, self.as_parallel_slice_mut(), move |a, b| {
            f(a).cmp(&f(b))
        });
    }

    /// As [`par_sort_by_key`](Self::par_sort_by_key), but `f` is called once for each element, in parallel.
    ///
    /// Needs room for all keys, for a number each, and for the whole slice once more. The elements are moved only when their order is
    /// known, each twice, in parallel.
    ///
    /// # Panics
    ///
    /// If `f` or a comparison does. The slice is as it was then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [10, 9, 100];
    /// v.par_sort_by_cached_key(|n| n.to_string());
    /// assert_eq!(v, [10, 100, 9]);
    /// ```
    fn par_sort_by_cached_key<K, F>(&mut self, f: F)
    where
        F: Fn(&T) -> K + Sync,
        K: Ord + Send,
    {
        let slice = self.as_parallel_slice_mut();
        let keys = slice.par_iter_mut().map(|element| (f(element), 0));
        let mut keys: Vec<_> = keys.collect();
        sort::by_keys(Engine, slice, &mut keys);
    }

    /// Sorts the slice in the order of keys that are rows of digits; elements with equal keys keep their order.
    ///
    /// For integers, floats, `char`, arrays of bytes and tuples of these, see [`RadixKey`]. Elements are dealt out by the digits
    /// in which their keys differ, from the first on, and compared only when few are left; so the time is proportional to n where
    /// digits soon tell keys apart, and to n times the number of their bytes at worst. Where they do not, as with numbers of all
    /// magnitudes, elements are compared, or first dealt out by where their keys lie on a logarithmic scale if they are many. Less than 512
    /// elements are compared. Needs room for the whole slice once more.
    /// A slice that is sorted already, or in reverse without equal keys, is recognised.
    ///
    /// `f` is called several times for each element, so it should cost little. If it says different things about the same
    /// element, the elements end up in some order, each once.
    ///
    /// [`par_sort`](Self::par_sort) and [`par_sort_unstable`](Self::par_sort_unstable) of integers work this way unasked.
    ///
    /// # Panics
    ///
    /// If `f` does. The slice then holds each of its elements once, in some order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [(2.5, "b"), (-1.0, "a"), (2.5, "a")];
    /// v.par_sort_by_radix_key(|pair| pair.0);
    /// assert_eq!(v, [(-1.0, "a"), (2.5, "b"), (2.5, "a")]);
    /// ```
    #[inline]
    fn par_sort_by_radix_key<K, F>(&mut self, f: F)
    where
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
    {
        sort::by_radix_key(Engine, self.as_parallel_slice_mut(), f);
    }

    /// Sorts the slice in ascending order, in place; equal elements may change their order.
    ///
    /// Quicksort: in parallel from some 2,000 elements on, without room for further elements. Parts of more than 200,000 elements, if that
    /// is more than one and a half threads' share, are partitioned by all threads together, by as many pivots as there are threads, up to
    /// 16. One thread alone partitions without branches on what it compares (small elements: after Peters, 2023; large ones: Edelkamp
    /// and Weiss, "BlockQuicksort", 2016), and takes out at once what equals a pivot if that is much (Bentley and McIlroy, "Engineering a
    /// Sort Function", 1993). Time is at most proportional to n log n whatever the input is. A slice that is sorted already, or in
    /// reverse without equal elements, is recognised by comparing neighbours, and a short one of ascending runs over the same few values by
    /// comparing runs. Up to four threads leave a slice of few values that are quick to compare to one of them while the number of
    /// elements times that of values is less than some millions: it would be done before the others had fetched their share.
    ///
    /// Integers, and floats by [`total_cmp`](f64::total_cmp), are sorted by their digits if room for all of them once more can be
    /// had; see [`par_sort_by_radix_key`](Self::par_sort_by_radix_key). Those that come often are counted. With a closure neither is done.
    ///
    /// If the order contradicts itself, the elements end up in some order, each once; std may report that on stderr, by a panic that ends
    /// here. In a program where panics abort (`panic = "abort"`) it ends the program instead.
    ///
    /// # Panics
    ///
    /// If a comparison does. The slice then holds each of its elements once, in some order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut letters = *b"quicksort";
    /// letters.par_sort_unstable();
    /// assert_eq!(&letters, b"cikoqrstu");
    /// ```
    #[inline]
    fn par_sort_unstable(&mut self)
    where
        T: Ord,
    {
        sort::unstable(Engine, self.as_parallel_slice_mut(), T::cmp);
    }

    /// As [`par_sort_unstable`](Self::par_sort_unstable), in the order of a closure.
    ///
    /// # Panics
    ///
    /// If the closure does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [2.5, -1.0, 9.75];
    /// v.par_sort_unstable_by(f64::total_cmp);
    /// assert_eq!(v, [-1.0, 2.5, 9.75]);
    /// ```
    #[inline]
    fn par_sort_unstable_by<F>(&mut self, compare: F)
    where
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        sort::unstable(Engine, self.as_parallel_slice_mut(), compare);
    }

    /// As [`par_sort_unstable`](Self::par_sort_unstable), in the order of keys. `f` is called twice a comparison.
    ///
    /// # Panics
    ///
    /// If `f` or a comparison does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut trees = ["poplar", "elm", "alder", "pine"];
    /// trees.par_sort_unstable_by_key(|tree| tree.len());
    /// assert_eq!(trees, ["elm", "pine", "alder", "poplar"]);
    /// ```
    fn par_sort_unstable_by_key<K, F>(&mut self, f: F)
    where
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        sort::unstable(Engine, self.as_parallel_slice_mut(), move |a, b| {
            f(a).cmp(&f(b))
        });
    }
}

impl<T: Send> ParallelSliceMut<T> for [T] {
    #[inline]
    fn as_parallel_slice_mut(&mut self) -> &mut [T] {
        self
    }
}

#[cfg(test)]
mod tests;
