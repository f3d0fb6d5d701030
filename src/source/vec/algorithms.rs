//! What changes a vector as a whole: words over kernels.

use crate::algo::Engine;
use tine_kernels::{dedup, retain};

/// Parallel algorithms that remove elements of a vector, in place.
///
/// Each has the name of its counterpart in std. Short vectors, and those whose closures take little time, are done by the caller
/// alone.
///
/// The order is kept, and the capacity too. Blocks of the vector are packed in parallel, and joined by one thread a little later,
/// so that they are still in the cache. Needs no room for elements. Elements are dropped where they are found, by any
/// thread.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = vec![1, 2, 2, 3, 4, 4];
/// v.par_dedup();
/// v.par_retain(|n| *n != 3);
/// assert_eq!(v, [1, 2, 4]);
/// ```
pub trait VecAlgorithms<T: Send> {
    /// The vector itself; all other methods start from it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = vec![1];
    /// v.as_parallel_vec_mut().push(2);
    /// assert_eq!(v, [1, 2]);
    /// ```
    fn as_parallel_vec_mut(&mut self) -> &mut Vec<T>;

    /// Drops the elements that `pred` does not like, as [`retain`](Vec::retain) does. Asks about each once, in any order.
    ///
    /// # Panics
    ///
    /// If `pred` or the drop of an element does. The vector then has lost only elements that `pred` did not like, and keeps the
    /// order of the others.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v: Vec<u32> = (0..10).collect();
    /// v.par_retain(|n| n % 3 == 0);
    /// assert_eq!(v, [0, 3, 6, 9]);
    /// ```
    fn par_retain<P>(&mut self, pred: P)
    where
        P: Fn(&T) -> bool + Sync,
    {
        let pred = |element: &mut T| pred(element);
        // A gate.
        let retain: fn(_, _, _) = retain::retain;
        retain(Engine, self.as_parallel_vec_mut(), pred);
    }

    /// As [`par_retain`](Self::par_retain), with a closure that may change the elements.
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
    /// let mut lives = vec![3, 1, 2];
    /// lives.par_retain_mut(|n| {
    ///     *n -= 1;
    ///     *n > 0
    /// });
    /// assert_eq!(lives, [2, 1]);
    /// ```
    fn par_retain_mut<P>(&mut self, pred: P)
    where
        P: Fn(&mut T) -> bool + Sync,
    {
        // A gate.
        let retain: fn(_, _, _) = retain::retain;
        retain(Engine, self.as_parallel_vec_mut(), pred);
    }

    /// Drops each element that equals the one before it, so that of every run of equal elements the first stays, as
    /// [`dedup`](Vec::dedup) does. If the vector is sorted, no two of the others are equal.
    ///
    /// # Panics
    ///
    /// If a comparison or the drop of an element does. The vector then has lost only repeated elements, and keeps the order of the
    /// others.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = vec![1, 1, 2, 1, 1, 1];
    /// v.par_dedup();
    /// assert_eq!(v, [1, 2, 1]);
    /// ```
    fn par_dedup(&mut self)
    where
        T: PartialEq,
    {
        let same = |a: &mut T, b: &mut T| a == b;
        // A gate.
        let dedup: fn(_, _, _) = dedup::dedup;
        dedup(Engine, self.as_parallel_vec_mut(), same);
    }

    /// As [`par_dedup`](Self::par_dedup), with a closure that tells whether two elements are the same: the later one, which is
    /// dropped then, and the one before it or one that is the same as that.
    ///
    /// The result is that of [`dedup_by`](Vec::dedup_by) if the closure is an equivalence: symmetric, transitive, and true of an
    /// element and itself. Otherwise more elements may stay, depending on the pool and on time.
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
    /// let mut words = vec!["ash", "Ash", "oak", "ASH"];
    /// words.par_dedup_by(|a, b| a.eq_ignore_ascii_case(b));
    /// assert_eq!(words, ["ash", "oak", "ASH"]);
    /// ```
    fn par_dedup_by<F>(&mut self, same: F)
    where
        F: Fn(&mut T, &mut T) -> bool + Sync,
    {
        // A gate.
        let dedup: fn(_, _, _) = dedup::dedup;
        dedup(Engine, self.as_parallel_vec_mut(), same);
    }

    /// As [`par_dedup`](Self::par_dedup), by keys that are compared. `key` is called twice a comparison.
    ///
    /// # Panics
    ///
    /// As there, and if `key` does.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = vec![10, 11, 25, 12];
    /// v.par_dedup_by_key(|n| *n / 10);
    /// assert_eq!(v, [10, 25, 12]);
    /// ```
    fn par_dedup_by_key<K, F>(&mut self, key: F)
    where
        K: PartialEq,
        F: Fn(&mut T) -> K + Sync,
    {
        let same = |a: &mut T, b: &mut T| key(a) == key(b);
        // A gate.
        let dedup: fn(_, _, _) = dedup::dedup;
        dedup(Engine, self.as_parallel_vec_mut(), same);
    }
}

impl<T: Send> VecAlgorithms<T> for Vec<T> {
    #[inline]
    fn as_parallel_vec_mut(&mut self) -> &mut Vec<T> {
        self
    }
}
