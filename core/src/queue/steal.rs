//! What an attempt to steal meets: a value, or one of two reasons why not.

/// What an attempt to steal met.
///
/// ```
/// use tine::deque::{self, Steal};
///
/// let (mine, open) = deque::growable();
/// mine.push('a');
/// assert_eq!(open.steal(), Steal::Item('a'));
/// assert_eq!(open.steal(), Steal::Empty);
/// ```
#[must_use]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Steal<T> {
    /// There was nothing to steal.
    Empty,
    /// Another thread was faster, or is not done yet: look again, or elsewhere. There may be something.
    Retry,
    /// The thief owns the item.
    Item(T),
}

#[cfg(not(loom))]
impl<T> Steal<T> {
    /// The item, if there is one.
    ///
    /// ```
    /// use tine::deque::Steal;
    ///
    /// assert_eq!(Steal::Item(3).item(), Some(3));
    /// assert_eq!(Steal::<i32>::Retry.item(), None);
    /// ```
    pub fn item(self) -> Option<T> {
        match self {
            Steal::Item(item) => Some(item),
            Steal::Empty | Steal::Retry => None,
        }
    }
}
