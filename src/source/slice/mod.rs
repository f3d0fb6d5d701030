//! Slices: their items one by one, and the traits that carry the further ways to cut a slice.

mod chunks;
mod chunks_mut;
mod iter;
mod iter_mut;

pub use chunks::Chunks;
pub use chunks_mut::ChunksMut;
pub use iter::Iter;
pub use iter_mut::IterMut;

use crate::algo::sort;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator,
};
use std::cmp::Ordering;

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
    /// let chunks: Vec<_> = [1, 2, 3, 4, 5].par_chunks(2).collect();
    /// assert_eq!(chunks, [&[1, 2][..], &[3, 4], &[5]]);
    /// ```
    #[track_caller]
    fn par_chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        Chunks::new(self.as_parallel_slice(), chunk_size)
    }
}

impl<T: Sync> ParallelSlice<T> for [T] {
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
    /// let mut v = [1, 2, 3, 4, 5];
    /// v.par_chunks_mut(2).for_each(|chunk| chunk.reverse());
    /// assert_eq!(v, [2, 1, 4, 3, 5]);
    /// ```
    #[track_caller]
    fn par_chunks_mut(&mut self, chunk_size: usize) -> ChunksMut<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        ChunksMut::new(self.as_parallel_slice_mut(), chunk_size)
    }

    /// Sorts the slice in ascending order; equal elements keep their order.
    ///
    /// The result is that of [`sort`](slice::sort). Merge sort: as many comparisons as std's, in parallel from some 2,000
    /// elements on, and room for the whole slice once more. A slice that is sorted already, or in reverse without equal
    /// elements, is recognised by comparing neighbours. Where the order of equal elements does not matter,
    /// [`par_sort_unstable`](Self::par_sort_unstable) is faster and needs no room.
    ///
    /// If the order contradicts itself, the elements end up in some order, each once; std may report that on stderr.
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
    /// let mut v = [-5, 4, 1, -3, 2];
    /// v.par_sort();
    /// assert_eq!(v, [-5, -3, 1, 2, 4]);
    /// ```
    fn par_sort(&mut self)
    where
        T: Ord,
    {
        sort::stable(self.as_parallel_slice_mut(), T::cmp);
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
    /// let mut v = [2.5, -1.0, 9.75];
    /// v.par_sort_by(|a, b| b.total_cmp(a));
    /// assert_eq!(v, [9.75, 2.5, -1.0]);
    /// ```
    fn par_sort_by<F>(&mut self, compare: F)
    where
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        sort::stable(self.as_parallel_slice_mut(), compare);
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
        sort::stable(self.as_parallel_slice_mut(), |a, b| f(a).cmp(&f(b)));
    }

    /// As [`par_sort_by_key`](Self::par_sort_by_key), but `f` is called once for each element, in parallel.
    ///
    /// Needs room for all keys, and for a number each. The elements themselves are moved to their places by one thread.
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
        let keys = slice.par_iter_mut().enumerate();
        // The numbers make the keys different, so that the order of equal elements is kept by any sort.
        let mut keys: Vec<_> = keys.map(|(place, element)| (f(element), place)).collect();
        sort::unstable(&mut keys, Ord::cmp);
        let mut sources: Vec<_> = keys.into_par_iter().map(|(_, place)| place).collect();
        sort::permute(slice, &mut sources);
    }

    /// Sorts the slice in ascending order, in place; equal elements may change their order.
    ///
    /// Quicksort: in parallel from some 2,000 elements on, without room for further elements. Time is at most proportional to
    /// n log n whatever the input is. A slice that is sorted already, or in reverse, is recognised by comparing neighbours.
    ///
    /// If the order contradicts itself, the elements end up in some order, each once; std may report that on stderr.
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
    /// let mut v = [-5, 4, 1, -3, 2];
    /// v.par_sort_unstable();
    /// assert_eq!(v, [-5, -3, 1, 2, 4]);
    /// ```
    fn par_sort_unstable(&mut self)
    where
        T: Ord,
    {
        sort::unstable(self.as_parallel_slice_mut(), T::cmp);
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
    fn par_sort_unstable_by<F>(&mut self, compare: F)
    where
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        sort::unstable(self.as_parallel_slice_mut(), compare);
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
    /// let mut v = [-5i32, 4, 1, -3, 2];
    /// v.par_sort_unstable_by_key(|n| n.abs());
    /// assert_eq!(v, [1, 2, -3, 4, -5]);
    /// ```
    fn par_sort_unstable_by_key<K, F>(&mut self, f: F)
    where
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        sort::unstable(self.as_parallel_slice_mut(), |a, b| f(a).cmp(&f(b)));
    }
}

impl<T: Send> ParallelSliceMut<T> for [T] {
    fn as_parallel_slice_mut(&mut self) -> &mut [T] {
        self
    }
}

#[cfg(test)]
mod tests;
