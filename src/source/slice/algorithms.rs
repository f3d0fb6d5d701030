//! The trait of algorithms that read a slice: words over kernels and `algo`.

use super::Groups;
use crate::algo::sets::Keep;
use crate::algo::{Engine, histogram, merge, sets, sorted, top};
use crate::iter::{IntoParallelRefIterator, ParallelIterator};
use std::cmp::Ordering;
use std::hash::Hash;
use std::ops::Range;
use tine_kernels::{group, search};

/// Algorithms that read a slice and leave it as it is.
///
/// Short slices, and cheap work, are done by the caller alone. Unless a method says otherwise, results do not depend on the number
/// of threads or on timing; closures are called from several threads at once, in no particular order. If a closure panics,
/// so does the call, once all that had begun has ended.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let dice = [3, 6, 1, 6, 2, 6];
/// assert_eq!(dice.par_min_max(), Some((&1, &6)));
/// assert_eq!(dice.par_histogram(7, |n| *n), [0, 1, 1, 1, 0, 0, 3]);
/// assert!(!dice.par_is_sorted());
/// ```
pub trait SliceAlgorithms<T: Sync> {
    /// The slice itself; all other methods start from it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!(vec![1, 2].as_slice_to_read().len(), 2);
    /// ```
    fn as_slice_to_read(&self) -> &[T];

    /// The smallest and the largest element, in one walk: the first and the last one of several.
    ///
    /// Two comparisons an element at most.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([3, 1, 4, 1, 5].par_min_max(), Some((&1, &5)));
    /// assert_eq!([7].par_min_max(), Some((&7, &7)));
    /// ```
    #[inline]
    fn par_min_max(&self) -> Option<(&T, &T)>
    where
        T: Ord,
    {
        self.as_slice_to_read().par_iter().min_max()
    }

    /// As [`par_min_max`](Self::par_min_max), in the order of a closure.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([2.5, -1.0].par_min_max_by(f64::total_cmp), Some((&-1.0, &2.5)));
    /// ```
    fn par_min_max_by<F>(&self, compare: F) -> Option<(&T, &T)>
    where
        F: Fn(&T, &T) -> Ordering + Sync + Send,
    {
        let elements = self.as_slice_to_read().par_iter();
        elements.min_max_by(move |a, b| compare(a, b))
    }

    /// As [`par_min_max`](Self::par_min_max), in the order of keys, each of which is computed once.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([-3i32, 8, 2].par_min_max_by_key(|n| n.abs()), Some((&2, &8)));
    /// ```
    fn par_min_max_by_key<K, F>(&self, key: F) -> Option<(&T, &T)>
    where
        K: Ord + Send,
        F: Fn(&T) -> K + Sync + Send,
    {
        let elements = self.as_slice_to_read().par_iter();
        elements.min_max_by_key(move |element| key(element))
    }

    /// Whether the elements are in order, as [`is_sorted`](slice::is_sorted) says.
    ///
    /// Soon after the first two that are not, all threads stop looking.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!([1, 2, 2].par_is_sorted());
    /// assert!(![0.0, f64::NAN].par_is_sorted());
    /// ```
    #[inline]
    fn par_is_sorted(&self) -> bool
    where
        T: PartialOrd,
    {
        sorted::is_sorted(self.as_slice_to_read(), |a, b| a <= b)
    }

    /// Whether `in_order` holds of every two neighbours, as [`is_sorted_by`](slice::is_sorted_by) says.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!([1, 2, 2].par_is_sorted_by(|a, b| a <= b));
    /// assert!(![1, 2, 2].par_is_sorted_by(|a, b| a < b));
    /// ```
    #[inline]
    fn par_is_sorted_by<F>(&self, in_order: F) -> bool
    where
        F: Fn(&T, &T) -> bool + Sync + Send,
    {
        sorted::is_sorted(self.as_slice_to_read(), in_order)
    }

    /// Whether the keys of the elements are in order, as [`is_sorted_by_key`](slice::is_sorted_by_key) says. `key` is called
    /// twice for most elements.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!([1, -2, 3].par_is_sorted_by_key(|n: &i32| n.abs()));
    /// ```
    #[inline]
    fn par_is_sorted_by_key<K, F>(&self, key: F) -> bool
    where
        K: PartialOrd,
        F: Fn(&T) -> K + Sync + Send,
    {
        sorted::is_sorted(self.as_slice_to_read(), |a, b| key(a) <= key(b))
    }

    /// Looks up many keys in this sorted slice: for each its place, or where it would have to be inserted.
    ///
    /// As [`binary_search`](slice::binary_search) of each key, in the order of the keys, except that of several equal elements the
    /// first is found. One thread runs several searches at once, so that their waits for memory overlap. If
    /// the slice is not sorted, the results mean nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([10, 20, 20, 30].par_binary_search(&[20, 5, 30, 99]), [Ok(1), Err(0), Ok(3), Err(4)]);
    /// ```
    fn par_binary_search(&self, keys: &[T]) -> Vec<Result<usize, usize>>
    where
        T: Ord,
    {
        // A gate.
        let search_all: fn(_, _, _, _) -> _ = search::search_all;
        search_all(Engine, self.as_slice_to_read(), keys, T::cmp)
    }

    /// As [`par_binary_search`](Self::par_binary_search), for keys of any type; `compare` tells how an element compares with
    /// a key.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let found = ["a", "bb", "dddd"].par_binary_search_by(&[2, 3], |word, len| word.len().cmp(len));
    /// assert_eq!(found, [Ok(1), Err(2)]);
    /// ```
    fn par_binary_search_by<K, F>(&self, keys: &[K], compare: F) -> Vec<Result<usize, usize>>
    where
        K: Sync,
        F: Fn(&T, &K) -> Ordering + Sync,
    {
        // A gate.
        let search_all: fn(_, _, _, _) -> _ = search::search_all;
        search_all(Engine, self.as_slice_to_read(), keys, compare)
    }

    /// As [`par_binary_search`](Self::par_binary_search), in a slice that is sorted by a key. `key` is called at every
    /// comparison.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let found = ["a", "bb", "dddd"].par_binary_search_by_key(&[2, 3], |word| word.len());
    /// assert_eq!(found, [Ok(1), Err(2)]);
    /// ```
    fn par_binary_search_by_key<K, F>(&self, keys: &[K], key: F) -> Vec<Result<usize, usize>>
    where
        K: Ord + Sync,
        F: Fn(&T) -> K + Sync,
    {
        let compare = |element: &T, sought: &K| key(element).cmp(sought);
        // A gate.
        let search_all: fn(_, _, _, _) -> _ = search::search_all;
        search_all(Engine, self.as_slice_to_read(), keys, compare)
    }

    /// Where the elements are that equal `key`, in this sorted slice; an empty range at the place where it would have to be
    /// inserted if there are none. (`std::equal_range` of C++.)
    ///
    /// Two binary searches by the caller, which no further thread would speed up. If the slice is not sorted, the result means
    /// nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([10, 20, 20, 30].par_eq_range(&20), 1..3);
    /// assert_eq!([10, 20, 20, 30].par_eq_range(&25), 3..3);
    /// ```
    #[inline]
    fn par_eq_range(&self, key: &T) -> Range<usize>
    where
        T: Ord,
    {
        search::equal_range(self.as_slice_to_read(), |element| element.cmp(key))
    }

    /// As [`par_eq_range`](Self::par_eq_range); `compare` tells how an element compares with what is sought.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!(["a", "bb", "cc"].par_eq_range_by(|word| word.len().cmp(&2)), 1..3);
    /// ```
    #[inline]
    fn par_eq_range_by<F>(&self, compare: F) -> Range<usize>
    where
        F: Fn(&T) -> Ordering,
    {
        search::equal_range(self.as_slice_to_read(), compare)
    }

    /// As [`par_eq_range`](Self::par_eq_range), in a slice that is sorted by a key.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!(["a", "bb", "cc"].par_eq_range_by_key(&2, |word| word.len()), 1..3);
    /// ```
    #[inline]
    fn par_eq_range_by_key<K, F>(&self, sought: &K, key: F) -> Range<usize>
    where
        K: Ord,
        F: Fn(&T) -> K,
    {
        search::equal_range(self.as_slice_to_read(), |element| key(element).cmp(sought))
    }

    /// The `count` largest elements, the largest first; of equal ones the first come first. All of them if there are fewer.
    ///
    /// The result is the beginning of what a stable sort in descending order gives. While few are wanted, each thread that takes
    /// part keeps the best that it has met, up to twice as many as wanted, and most elements cost one comparison.
    /// If more than an eighth of all is wanted, references to all are sorted.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([3, 9, 4, 9, 5].par_top_k(3), [&9, &9, &5]);
    /// ```
    fn par_top_k(&self, count: usize) -> Vec<&T>
    where
        T: Ord,
    {
        // A gate.
        let top: fn(_, _, _) -> _ = top::top;
        top(self.as_slice_to_read(), count, T::cmp)
    }

    /// As [`par_top_k`](Self::par_top_k), in the order of a closure.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let least = [3, 9, 4, 9, 5].par_top_k_by(2, |a, b| b.cmp(a));
    /// assert_eq!(least, [&3, &4]);
    /// ```
    fn par_top_k_by<F>(&self, count: usize, compare: F) -> Vec<&T>
    where
        F: Fn(&T, &T) -> Ordering + Sync + Send,
    {
        // A gate.
        let top: fn(_, _, _) -> _ = top::top;
        top(self.as_slice_to_read(), count, compare)
    }

    /// As [`par_top_k`](Self::par_top_k), in the order of keys. `key` is called twice a comparison.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!(["of", "a", "fork"].par_top_k_by_key(2, |word| word.len()), [&"fork", &"of"]);
    /// ```
    fn par_top_k_by_key<K, F>(&self, count: usize, key: F) -> Vec<&T>
    where
        K: Ord,
        F: Fn(&T) -> K + Sync + Send,
    {
        let compare = |a: &T, b: &T| key(a).cmp(&key(b));
        // A gate.
        let top: fn(_, _, _) -> _ = top::top;
        top(self.as_slice_to_read(), count, compare)
    }

    /// Merges this sorted slice and another one into a new vector; of equal elements those of this slice come first.
    ///
    /// The result is that of a stable sort of both behind each other. The parts of the result are found by binary searches in both
    /// slices at once (Siebert and Träff, "Efficient MPI implementation of a parallel, stable merge algorithm", 2012), so
    /// that threads share it evenly whatever the slices hold. If one of the slices is not sorted, all elements are there in some
    /// order.
    ///
    /// # Panics
    ///
    /// If a comparison or a clone does, or if the two slices have more elements together than a `usize` can count, which is possible if those
    /// have no size.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 3, 5].par_merge(&[2, 3, 9]), [1, 2, 3, 3, 5, 9]);
    /// ```
    fn par_merge(&self, other: &[T]) -> Vec<T>
    where
        T: Ord + Clone + Send,
    {
        // A gate.
        let merge: fn(_, _, _) -> _ = merge::merge;
        merge(self.as_slice_to_read(), other, T::cmp)
    }

    /// As [`par_merge`](Self::par_merge), in the order of a closure, by which both slices are sorted.
    ///
    /// # Panics
    ///
    /// If the closure or a clone does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([5, 3].par_merge_by(&[9, 2], |a, b| b.cmp(a)), [9, 5, 3, 2]);
    /// ```
    fn par_merge_by<F>(&self, other: &[T], compare: F) -> Vec<T>
    where
        T: Clone + Send,
        F: Fn(&T, &T) -> Ordering + Sync,
    {
        // A gate.
        let merge: fn(_, _, _) -> _ = merge::merge;
        merge(self.as_slice_to_read(), other, compare)
    }

    /// As [`par_merge`](Self::par_merge), in the order of keys. `key` is called twice a comparison.
    ///
    /// # Panics
    ///
    /// If `key`, a comparison or a clone does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!(["a", "dddd"].par_merge_by_key(&["bb"], |word| word.len()), ["a", "bb", "dddd"]);
    /// ```
    fn par_merge_by_key<K, F>(&self, other: &[T], key: F) -> Vec<T>
    where
        T: Clone + Send,
        K: Ord,
        F: Fn(&T) -> K + Sync,
    {
        let compare = |a: &T, b: &T| key(a).cmp(&key(b));
        // A gate.
        let merge: fn(_, _, _) -> _ = merge::merge;
        merge(self.as_slice_to_read(), other, compare)
    }

    /// All elements of two sorted slices, those that are in both only once. The result is sorted, too. (`std::set_union` of C++.)
    ///
    /// An element that is here `m` times and there `n` times is in the result as often as in the one that has more of it: this
    /// slice's `m`, and then the last of the others.
    ///
    /// Both slices are cut into pieces by binary searches between pairs of equal elements, so that threads share the work evenly even
    /// if all elements are equal; the pieces' results are put together in the end. If a slice is not sorted, the result means
    /// nothing.
    ///
    /// # Panics
    ///
    /// If a comparison or a clone does, or if the two slices have more elements together than a `usize` can count, which is possible if those
    /// have no size.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 2, 4].par_union(&[2, 3]), [1, 2, 2, 3, 4]);
    /// ```
    #[inline]
    fn par_union(&self, other: &[T]) -> Vec<T>
    where
        T: Ord + Clone + Send,
    {
        self.par_union_by(other, T::cmp)
    }

    /// As [`par_union`](Self::par_union), in the order of a closure, by which both slices are sorted.
    ///
    /// # Panics
    ///
    /// If the closure or a clone does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([4, 2].par_union_by(&[3, 2], |a, b| b.cmp(a)), [4, 3, 2]);
    /// ```
    fn par_union_by<F>(&self, other: &[T], compare: F) -> Vec<T>
    where
        T: Clone + Send,
        F: Fn(&T, &T) -> Ordering + Sync + Send,
    {
        // A gate.
        let combine: fn(_, _, _, _) -> _ = sets::combine;
        combine(self.as_slice_to_read(), other, Keep::UNION, compare)
    }

    /// The elements that are in both of two sorted slices. The result is sorted, too. (`std::set_intersection` of C++.)
    ///
    /// An element that is here `m` times and there `n` times is in the result as often as in the one that has fewer of it, and it
    /// is the first ones of this slice.
    ///
    /// It works as [`par_union`](Self::par_union).
    ///
    /// # Panics
    ///
    /// As [`par_union`](Self::par_union).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 2, 4].par_intersection(&[2, 3, 4]), [2, 4]);
    /// ```
    #[inline]
    fn par_intersection(&self, other: &[T]) -> Vec<T>
    where
        T: Ord + Clone + Send,
    {
        self.par_intersection_by(other, T::cmp)
    }

    /// As [`par_intersection`](Self::par_intersection), in the order of a closure, by which both slices are sorted.
    ///
    /// # Panics
    ///
    /// If the closure or a clone does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([4, 2].par_intersection_by(&[3, 2], |a, b| b.cmp(a)), [2]);
    /// ```
    fn par_intersection_by<F>(&self, other: &[T], compare: F) -> Vec<T>
    where
        T: Clone + Send,
        F: Fn(&T, &T) -> Ordering + Sync + Send,
    {
        // A gate.
        let combine: fn(_, _, _, _) -> _ = sets::combine;
        combine(self.as_slice_to_read(), other, Keep::INTERSECTION, compare)
    }

    /// The elements of this sorted slice that are not in another one. The result is sorted, too. (`std::set_difference` of C++.)
    ///
    /// Of an element that is here `m` times and there `n` times the last `m - n` are left, if any.
    ///
    /// It works as [`par_union`](Self::par_union).
    ///
    /// # Panics
    ///
    /// As [`par_union`](Self::par_union).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 2, 4].par_difference(&[2, 3, 4]), [1, 2]);
    /// ```
    #[inline]
    fn par_difference(&self, other: &[T]) -> Vec<T>
    where
        T: Ord + Clone + Send,
    {
        self.par_difference_by(other, T::cmp)
    }

    /// As [`par_difference`](Self::par_difference), in the order of a closure, by which both slices are sorted.
    ///
    /// # Panics
    ///
    /// If the closure or a clone does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([4, 2].par_difference_by(&[3, 2], |a, b| b.cmp(a)), [4]);
    /// ```
    fn par_difference_by<F>(&self, other: &[T], compare: F) -> Vec<T>
    where
        T: Clone + Send,
        F: Fn(&T, &T) -> Ordering + Sync + Send,
    {
        // A gate.
        let combine: fn(_, _, _, _) -> _ = sets::combine;
        combine(self.as_slice_to_read(), other, Keep::DIFFERENCE, compare)
    }

    /// The elements that are in only one of two sorted slices. The result is sorted, too. (`std::set_symmetric_difference` of C++.)
    ///
    /// Of an element that is here `m` times and there `n` times those are left that one slice has more than the other, the last
    /// ones of it.
    ///
    /// It works as [`par_union`](Self::par_union).
    ///
    /// # Panics
    ///
    /// As [`par_union`](Self::par_union).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 2, 4].par_symmetric_difference(&[2, 3, 4]), [1, 2, 3]);
    /// ```
    #[inline]
    fn par_symmetric_difference(&self, other: &[T]) -> Vec<T>
    where
        T: Ord + Clone + Send,
    {
        self.par_symmetric_difference_by(other, T::cmp)
    }

    /// As [`par_symmetric_difference`](Self::par_symmetric_difference), in the order of a closure, by which both slices are sorted.
    ///
    /// # Panics
    ///
    /// If the closure or a clone does; see there.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([4, 2].par_symmetric_difference_by(&[3, 2], |a, b| b.cmp(a)), [4, 3]);
    /// ```
    fn par_symmetric_difference_by<F>(&self, other: &[T], compare: F) -> Vec<T>
    where
        T: Clone + Send,
        F: Fn(&T, &T) -> Ordering + Sync + Send,
    {
        // A gate.
        let combine: fn(_, _, _, _) -> _ = sets::combine;
        combine(
            self.as_slice_to_read(),
            other,
            Keep::SYMMETRIC_DIFFERENCE,
            compare,
        )
    }

    /// Counts the elements that go into each of `buckets` buckets; `bucket` tells the number of an element's bucket, from 0 on.
    ///
    /// Every thread that takes part has a table of its own, of `buckets` numbers, or four times as many if they are few. So
    /// a large number of buckets needs many elements to pay.
    ///
    /// # Panics
    ///
    /// If `bucket` does, or names a bucket that is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let lengths = ["a", "parallel", "word", "or", "two"].par_histogram(9, |word| word.len());
    /// assert_eq!(lengths, [0, 1, 1, 1, 1, 0, 0, 0, 1]);
    /// ```
    fn par_histogram<F>(&self, buckets: usize, bucket: F) -> Vec<usize>
    where
        F: Fn(&T) -> usize + Sync + Send,
    {
        // A gate.
        let histogram: fn(_, _, _) -> _ = histogram::histogram;
        histogram(self.as_slice_to_read(), buckets, bucket)
    }

    /// Puts elements with equal keys together. They need not be neighbours.
    ///
    /// The groups come in the order of their first elements, and the elements of a group in their order in the slice. `key`
    /// is called once for every element, and keys are compared by hashing, with a hash function of our own that is seeded
    /// anew each time. Blocks of elements are grouped by themselves, and their groups united part by part, so that
    /// all tables fit the cache, however many groups there are. (Compare Leis and others, "Morsel-Driven Parallelism", 2014.) Besides
    /// the result, it takes 4 bytes an element and some 50 a group; where keys hardly repeat, the key and 8 bytes an element and
    /// some 40 a group.
    ///
    /// Keys that contradict themselves (equal with different hashes, say) end up in some groups, each element in one.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let words = ["prong", "of", "a", "fork", "or", "tine"];
    /// let groups = words.par_group_by_key(|word| word.len());
    /// assert_eq!(groups.keys(), [5, 2, 1, 4]);
    /// assert_eq!(groups.items(1), [&"of", &"or"]);
    /// ```
    fn par_group_by_key<K, F>(&self, key: F) -> Groups<'_, K, T>
    where
        K: Hash + Eq + Send,
        F: Fn(&T) -> K + Sync + Send,
    {
        // A gate.
        let by_key: fn(_, _, _) -> _ = group::by_key;
        Groups::new(by_key(Engine, self.as_slice_to_read(), key))
    }

    /// Puts the values of elements with equal keys together by `op`; a pair of key and result for each.
    ///
    /// The pairs come in the order of the first elements that have their keys. `key` and `value` are called once for every element. `op`
    /// must be associative: it gets the values in the order of the elements, but those of a piece may be put together before others. The
    /// pieces follow from the length and from how many of the first elements have keys of their own, so that even floats give the same
    /// bits every time, whatever the number of threads.
    ///
    /// If some thousand first elements tell that a key comes 80 times or more, pieces of the slice are added up in tables of their own.
    /// Otherwise all elements are dealt out by the hashes of their keys, or added up by the caller alone where that is less work. Where `key`
    /// or `value` take long, others help from the first elements on. The hash function is our own, and seeded anew each time. It takes a place in a table for each group and piece, or room for 8 bytes, key and
    /// value of each element.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let sales = [("tea", 3), ("milk", 1), ("tea", 5)];
    /// let totals = sales.par_reduce_by_key(|sale| sale.0, |sale| sale.1, |a, b| a + b);
    /// assert_eq!(totals, [("tea", 8), ("milk", 1)]);
    /// ```
    fn par_reduce_by_key<K, V, F, M, OP>(&self, key: F, value: M, op: OP) -> Vec<(K, V)>
    where
        K: Hash + Eq + Send,
        V: Send,
        F: Fn(&T) -> K + Sync + Send,
        M: Fn(&T) -> V + Sync + Send,
        OP: Fn(V, V) -> V + Sync + Send,
    {
        // A gate.
        let reduce_by_key: fn(_, _, _, _, _) -> _ = group::reduce_by_key;
        reduce_by_key(Engine, self.as_slice_to_read(), key, value, op)
    }

    /// Counts the different elements.
    ///
    /// It works as [`par_reduce_by_key`](Self::par_reduce_by_key) does, without values. Where there are few different ones it takes next to
    /// no room; otherwise room for a reference to each element, or for a copy if they are integers, chars or pairs of these.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([3, 1, 3, 2, 1].par_unique_count(), 3);
    /// ```
    fn par_unique_count(&self) -> usize
    where
        T: Hash + Eq,
    {
        // A gate.
        let count: fn(_, _) -> _ = group::count_distinct;
        count(Engine, self.as_slice_to_read())
    }

    /// Counts the different keys of the elements. `key` is called once for every element.
    ///
    /// Where keys hardly repeat, it takes room for the key of each element; see [`par_unique_count`](Self::par_unique_count).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([3, 1, 5, 2].par_unique_count_by_key(|n| n % 2), 2);
    /// ```
    fn par_unique_count_by_key<K, F>(&self, key: F) -> usize
    where
        K: Hash + Eq + Send,
        F: Fn(&T) -> K + Sync + Send,
    {
        // A gate.
        let count_distinct_by_key: fn(_, _, _) -> _ = group::count_distinct_by_key;
        count_distinct_by_key(Engine, self.as_slice_to_read(), key)
    }
}

impl<T: Sync> SliceAlgorithms<T> for [T] {
    #[inline]
    fn as_slice_to_read(&self) -> &[T] {
        self
    }
}
