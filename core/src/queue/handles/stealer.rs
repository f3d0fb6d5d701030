//! The thieves' handle of a bounded or growable deque.

use crate::queue::Steal;
use crate::queue::open_deque::OpenDeque;
use std::sync::Arc;

/// The thieves' end of a deque, made by [`bounded`](crate::deque::bounded) or [`growable`](crate::deque::growable).
///
/// Clones are of the same deque.
///
/// ```
/// let (mine, open) = tine::deque::bounded(4);
/// mine.push("oldest").unwrap();
/// mine.push("newest").unwrap();
/// let other = open.clone();
/// assert_eq!(open.steal().item(), Some("oldest"));
/// assert_eq!(other.steal().item(), Some("newest"));
/// ```
#[derive(Debug)]
pub struct Stealer<T> {
    pub(super) deque: Arc<OpenDeque<T>>,
}

impl<T> Stealer<T> {
    /// Takes the oldest item. Costs one atomic exchange; none if there is nothing.
    ///
    /// ```
    /// use tine::deque::{self, Steal};
    ///
    /// let (mine, open) = deque::growable();
    /// mine.push(1);
    /// mine.push(2);
    /// assert_eq!(open.steal(), Steal::Item(1));
    /// ```
    #[inline]
    pub fn steal(&self) -> Steal<T> {
        self.deque.steal()
    }

    /// How many items there are: exact if nobody is at work, else what may have been so a moment ago.
    ///
    /// ```
    /// let (mine, open) = tine::deque::growable();
    /// mine.push(1);
    /// assert_eq!(open.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.deque.len()
    }

    /// Whether [`len`](Self::len) is zero.
    ///
    /// ```
    /// let (mine, open) = tine::deque::growable();
    /// assert!(open.is_empty());
    /// mine.push(1);
    /// assert!(!open.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.deque.is_empty()
    }
}

impl<T> Clone for Stealer<T> {
    fn clone(&self) -> Self {
        Stealer {
            deque: Arc::clone(&self.deque),
        }
    }
}
