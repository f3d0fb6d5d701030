//! What changes a slice as a whole: words over kernels.

use super::ParallelSliceMut;
use crate::algo::Engine;
use crate::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use std::cmp::Ordering;
use tine_kernels::{partition, partition_stable, reverse, rotate, scan, select, shuffle};

/// Parallel algorithms that change a slice in place, beside the sorts of [`ParallelSliceMut`].
///
/// Each has the name of its counterpart in std, or else in C++. Short slices, and those whose closures take little time, are
/// done by the caller alone.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 2, 3, 4];
/// v.par_inclusive_scan(|a, b| a + b);
/// assert_eq!(v, [1, 3, 6, 10]);
/// v.par_reverse();
/// assert_eq!(v, [10, 6, 3, 1]);
/// ```
pub trait SliceAlgorithmsMut<T: Send>: ParallelSliceMut<T> {
    /// Reverses the order of the elements, as [`reverse`](slice::reverse) does. Needs no room.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v: Vec<u32> = (0..100_000).collect();
    /// v.par_reverse();
    /// assert!(v.iter().rev().copied().eq(0..100_000));
    /// ```
    #[inline]
    fn par_reverse(&mut self) {
        reverse::reverse(Engine, self.as_parallel_slice_mut());
    }

    /// Brings the element at `mid` to the front and the first `mid` elements to the end, both parts in their order, as
    /// [`rotate_left`](slice::rotate_left) does.
    ///
    /// In place: every element is moved at most twice on average, by exchanging equally long parts (Gries and Mills, "Swapping
    /// Sections", 1981), and about once where one part is short.
    ///
    /// # Panics
    ///
    /// If `mid` is greater than the length.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = ['a', 'b', 'c', 'd', 'e'];
    /// v.par_rotate_left(2);
    /// assert_eq!(v, ['c', 'd', 'e', 'a', 'b']);
    /// ```
    #[track_caller]
    #[inline]
    fn par_rotate_left(&mut self, mid: usize) {
        rotate::left(Engine, self.as_parallel_slice_mut(), mid);
    }

    /// Brings the last `k` elements to the front, as [`rotate_right`](slice::rotate_right) does. Otherwise as
    /// [`par_rotate_left`](Self::par_rotate_left).
    ///
    /// # Panics
    ///
    /// If `k` is greater than the length.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = ['a', 'b', 'c', 'd', 'e'];
    /// v.par_rotate_right(2);
    /// assert_eq!(v, ['d', 'e', 'a', 'b', 'c']);
    /// ```
    #[track_caller]
    #[inline]
    fn par_rotate_right(&mut self, k: usize) {
        rotate::right(Engine, self.as_parallel_slice_mut(), k);
    }

    /// Replaces each element by what `f` makes of its index.
    ///
    /// Unlike the closure of [`fill_with`](slice::fill_with) this one is told the index, since calls come in any order and
    /// at the same time.
    ///
    /// # Panics
    ///
    /// If `f` does, or the drop of an element that is replaced. Each element is either the old or the new one then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut squares = [0; 5];
    /// squares.par_fill_with(|i| i * i);
    /// assert_eq!(squares, [0, 1, 4, 9, 16]);
    /// ```
    fn par_fill_with<F>(&mut self, f: F)
    where
        F: Fn(usize) -> T + Sync + Send,
    {
        let elements = self.as_parallel_slice_mut().par_iter_mut().enumerate();
        elements.for_each(|(index, element)| *element = f(index));
    }

    /// Replaces each element by what `op` makes of all elements up to it, from left to right: C++'s `inclusive_scan`.
    ///
    /// `op` must be associative; it need not be commutative. If it is only nearly so, as the addition of floats is, the results
    /// may differ a little from those of a loop, and from call to call.
    ///
    /// In place, without room for elements. One thread scans, and others who have nothing to do sum up what lies before it, so
    /// that it can jump over that (Roch, Traoré and Bernard, "On-line adaptive parallel prefix computation", 2006). So `op` is
    /// called at least once for each element but the first and less than twice; on two threads, if it keeps them busy, about
    /// four times for three elements, which is the best that can be. Where its result is slow to come but several calls can
    /// be under way at once, that counts for more.
    ///
    /// # Panics
    ///
    /// If `op` does. Some elements have their new values then and the others their old ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [3, 1, 4, 1, 5];
    /// v.par_inclusive_scan(|a, b| a + b);
    /// assert_eq!(v, [3, 4, 8, 9, 14]);
    ///
    /// let mut words = ["so", "on", "ends"].map(String::from);
    /// words.par_inclusive_scan(|a, b| format!("{a} {b}"));
    /// assert_eq!(words, ["so", "so on", "so on ends"]);
    /// ```
    fn par_inclusive_scan<F>(&mut self, op: F)
    where
        F: Fn(&T, &T) -> T + Sync,
    {
        // A gate.
        let inclusive: fn(_, _, _) = scan::inclusive;
        inclusive(Engine, self.as_parallel_slice_mut(), op);
    }

    /// Replaces each element by what `op` makes of `init` and all elements before it, and returns what it makes of `init` and
    /// all of them: C++'s `exclusive_scan`. Otherwise as [`par_inclusive_scan`](Self::par_inclusive_scan).
    ///
    /// `init` counts once, at the very left; it need not be neutral.
    ///
    /// # Panics
    ///
    /// If `op` does. Some elements have their new values then and the others their old ones.
    ///
    /// # Examples
    ///
    /// Where the parts of a concatenation begin:
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [3, 1, 4, 1, 5];
    /// let total = v.par_exclusive_scan(0, |a, b| a + b);
    /// assert_eq!(v, [0, 3, 4, 8, 9]);
    /// assert_eq!(total, 14);
    /// ```
    fn par_exclusive_scan<F>(&mut self, init: T, op: F) -> T
    where
        F: Fn(&T, &T) -> T + Sync,
    {
        // A gate.
        let exclusive: fn(_, _, _, _) -> _ = scan::exclusive;
        exclusive(Engine, self.as_parallel_slice_mut(), init, op)
    }

    /// Brings the elements that `pred` likes before all others, and returns how many they are. Neither part keeps its order.
    ///
    /// In place: pairs of parts of the front and of the back are partitioned each for itself, and what is on the wrong side then
    /// changes places (Francis and Pannan, "A Parallel Partition for Enhanced Parallel Quicksort", 1992). The first elements
    /// tell how long the front should be; if they are not like the others, more has to move. The order within each part is
    /// unspecified, and may depend on the pool. `pred` is asked about some elements twice.
    ///
    /// # Panics
    ///
    /// If `pred` does. The slice then holds each of its elements once, in some order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2, 3, 4, 5, 6, 7];
    /// let even = v.par_partition_in_place(|n| n % 2 == 0);
    /// assert_eq!(even, 3);
    /// assert!(v[..even].iter().all(|n| n % 2 == 0));
    /// ```
    fn par_partition_in_place<P>(&mut self, pred: P) -> usize
    where
        P: Fn(&T) -> bool + Sync,
    {
        // A gate.
        let partition: fn(_, _, _) -> _ = partition::partition;
        partition(Engine, self.as_parallel_slice_mut(), pred)
    }

    /// As [`par_partition_in_place`](Self::par_partition_in_place), but both parts keep their order: C++'s `stable_partition`.
    ///
    /// Needs room for the slice once more. `pred` is asked about each element once. The result depends on nothing but its answers.
    ///
    /// # Panics
    ///
    /// If `pred` does. The slice is as it was then.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2, 3, 4, 5, 6, 7];
    /// assert_eq!(v.par_partition_stable(|n| n % 2 == 0), 3);
    /// assert_eq!(v, [2, 4, 6, 1, 3, 5, 7]);
    /// ```
    fn par_partition_stable<P>(&mut self, pred: P) -> usize
    where
        P: Fn(&T) -> bool + Sync,
    {
        // A gate.
        let partition_stable: fn(_, _, _) -> _ = partition_stable::partition_stable;
        partition_stable(Engine, self.as_parallel_slice_mut(), pred)
    }

    /// Brings the element that would be at `index` if the slice were sorted to that place, none that is greater before it and none
    /// that is less behind it. Returns what lies before it, the element, and what lies behind, as
    /// [`select_nth_unstable`](slice::select_nth_unstable) does.
    ///
    /// In place. A long slice (from 200,000 elements on) is cut down by a shared partition around two bounds from a sample of
    /// about half of n^(2/3) elements (Floyd and Rivest, "Expected Time Bounds for Selection", 1975): n to 1.5 n comparisons,
    /// and some. What is between the bounds, and all if the sample was misleading, is left to std, so the time is O(n) whatever
    /// the input is. The order on both sides is unspecified, and may depend on the pool.
    ///
    /// # Panics
    ///
    /// If `index` is not less than the length, or a comparison does; perhaps also if the order contradicts itself. The slice
    /// then holds each of its elements once, in some order.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [5, 1, 4, 2, 3];
    /// let (less, median, greater) = v.par_select_nth_unstable(2);
    /// assert_eq!(*median, 3);
    /// assert!(less.iter().all(|n| *n < 3) && greater.iter().all(|n| *n > 3));
    /// ```
    #[track_caller]
    #[inline]
    fn par_select_nth_unstable(&mut self, index: usize) -> (&mut [T], &mut T, &mut [T])
    where
        T: Ord,
    {
        select::select(Engine, self.as_parallel_slice_mut(), index, T::cmp)
    }

    /// As [`par_select_nth_unstable`](Self::par_select_nth_unstable), in the order of a closure.
    ///
    /// # Panics
    ///
    /// As there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [2.5f64, -1.0, 9.75];
    /// assert_eq!(*v.par_select_nth_unstable_by(0, |a, b| b.total_cmp(a)).1, 9.75);
    /// ```
    #[track_caller]
    #[inline]
    fn par_select_nth_unstable_by<F>(
        &mut self,
        index: usize,
        compare: F,
    ) -> (&mut [T], &mut T, &mut [T])
    where
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        select::select(Engine, self.as_parallel_slice_mut(), index, compare)
    }

    /// As [`par_select_nth_unstable`](Self::par_select_nth_unstable), in the order of keys. `f` is called twice a comparison.
    ///
    /// # Panics
    ///
    /// As there, and if `f` does.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut words = ["willow", "yew", "aspen"];
    /// assert_eq!(*words.par_select_nth_unstable_by_key(1, |word| word.len()).1, "aspen");
    /// ```
    #[track_caller]
    fn par_select_nth_unstable_by_key<K, F>(
        &mut self,
        index: usize,
        f: F,
    ) -> (&mut [T], &mut T, &mut [T])
    where
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        let compare = |a: &T, b: &T| f(a).cmp(&f(b));
        select::select(Engine, self.as_parallel_slice_mut(), index, compare)
    }

    /// Brings the elements into a random order, in which every order is as likely as the others, up to what 64 bits of seed and
    /// the generator allow.
    ///
    /// The order depends on `seed`, on the length and on the size of an element; not on the pool, nor on chance. Another version
    /// of this crate may give another one. The generator is no secret, so do not play for money.
    ///
    /// Up to a few MiB it works in place, alone. A longer slice is dealt out to buckets and shuffled there (Rao, 1961;
    /// Sandelius, 1962), so that the cache holds what is shuffled; that needs room for the slice once more.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut cards: Vec<u32> = (0..52).collect();
    /// cards.par_shuffle(7);
    /// let mut again: Vec<u32> = (0..52).collect();
    /// again.par_shuffle(7);
    /// assert_eq!(cards, again);
    /// assert!(!cards.is_sorted());
    /// cards.par_sort();
    /// assert!(cards.into_iter().eq(0..52));
    /// ```
    fn par_shuffle(&mut self, seed: u64) {
        // A gate.
        let shuffle: fn(_, _, _) = shuffle::shuffle;
        shuffle(Engine, self.as_parallel_slice_mut(), seed);
    }
}

impl<T: Send> SliceAlgorithmsMut<T> for [T] {}
