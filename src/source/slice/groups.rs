//! What grouping yields: keys, and the items of each.

use std::fmt;
use tine_kernels::group::Grouped;

/// The items of a slice by their keys; see [`par_group_by_key`](super::SliceAlgorithms::par_group_by_key).
///
/// All items lie in one vector, group by group, so a group costs little more than its items.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let words = ["fork", "join", "for", "just"];
/// let groups = words.par_group_by_key(|word| word.as_bytes()[0]);
/// assert_eq!(groups.keys(), [b'f', b'j']);
/// assert_eq!(groups.items(0), [&"fork", &"for"]);
/// ```
pub struct Groups<'data, K, T> {
    /// As many ends as keys, rising, the last of them the number of items.
    grouped: Grouped<'data, K, T>,
}

impl<'data, K, T> Groups<'data, K, T> {
    pub(super) fn new(grouped: Grouped<'data, K, T>) -> Self {
        Groups { grouped }
    }

    /// How many groups there are.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 3].par_group_by_key(|n| n % 2).len(), 2);
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        self.grouped.keys.len()
    }

    /// Whether there is no group, since there was no item.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert!(Vec::<u8>::new().par_group_by_key(|n| *n).is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.grouped.keys.is_empty()
    }

    /// The keys, in the order of the first items that have them.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([7, 2, 5].par_group_by_key(|n| n % 2).keys(), [1, 0]);
    /// ```
    #[inline]
    pub fn keys(&self) -> &[K] {
        &self.grouped.keys
    }

    /// The items of the group with this number, in their order in the slice.
    ///
    /// # Panics
    ///
    /// If there is no such group.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([7, 2, 5].par_group_by_key(|n| n % 2).items(0), [&7, &5]);
    /// ```
    #[track_caller]
    pub fn items(&self, group: usize) -> &[&'data T] {
        let start = match group {
            0 => 0,
            group => self.grouped.ends[group - 1],
        };
        &self.grouped.items[start..self.grouped.ends[group]]
    }

    /// All groups, in the order of their first items. Its [`zip`](Iterator::zip) with a range numbers them; for a
    /// parallel walk use a range and [`items`](Self::items).
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let numbers = [7, 2, 5];
    /// let groups = numbers.par_group_by_key(|n| n % 2);
    /// let sums: Vec<(i32, i32)> = groups.iter().map(|(key, items)| (*key, items.iter().copied().sum())).collect();
    /// assert_eq!(sums, [(1, 12), (0, 2)]);
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&K, &[&'data T])> + DoubleEndedIterator {
        let group = |(number, key)| (key, self.items(number));
        self.grouped.keys.iter().enumerate().map(group)
    }

    /// The keys, for good.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([7, 2, 5].par_group_by_key(|n| n.to_string()).into_keys(), ["7", "2", "5"]);
    /// ```
    #[inline]
    pub fn into_keys(self) -> Vec<K> {
        self.grouped.keys
    }
}

impl<K: fmt::Debug, T: fmt::Debug> fmt::Debug for Groups<'_, K, T> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
