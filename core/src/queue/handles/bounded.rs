//! The owner's handle of a deque of fixed size.

use super::stealer::Stealer;
use crate::queue::Steal;
use crate::queue::open_deque::OpenDeque;
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::Arc;

/// A deque with room for `capacity` items, as its owner's and its thieves' handle.
///
/// All memory is allocated now: for each item its size and one word.
///
/// # Panics
/// If `capacity` is not a power of two.
///
/// ```
/// let (mine, open) = tine::deque::bounded(2);
/// assert_eq!(mine.push(1), Ok(()));
/// assert_eq!(mine.push(2), Ok(()));
/// assert_eq!(mine.push(3), Err(3));
/// assert_eq!(open.steal().item(), Some(1));
/// assert_eq!(mine.pop(), Some(2));
/// ```
#[track_caller]
pub fn bounded<T>(capacity: usize) -> (BoundedWorker<T>, Stealer<T>) {
    assert!(
        capacity.is_power_of_two(),
        "the capacity of a bounded deque is a power of two, not {capacity}"
    );
    let deque = Arc::new(OpenDeque::new(capacity.trailing_zeros()));
    let stealer = Stealer {
        deque: Arc::clone(&deque),
    };
    let worker = BoundedWorker {
        deque,
        marker: PhantomData,
    };
    (worker, stealer)
}

/// The owner's end of a deque of fixed size, made by [`bounded`].
///
/// It may be sent to another thread, but not shared between threads.
#[derive(Debug)]
pub struct BoundedWorker<T> {
    /// Its owner is whoever has this handle.
    deque: Arc<OpenDeque<T>>,
    // !Sync: one thread at a time is the owner.
    marker: PhantomData<Cell<()>>,
}

impl<T> BoundedWorker<T> {
    /// Adds an item at the bottom, or gives it back if the deque is full.
    ///
    /// It is full with [`capacity`](Self::capacity) items; or with fewer, for as long as a thief has not moved out the item whose
    /// place is wanted next. Costs no atomic exchange.
    ///
    /// ```
    /// let (mine, _) = tine::deque::bounded(1);
    /// assert_eq!(mine.push('a'), Ok(()));
    /// assert_eq!(mine.push('b'), Err('b'));
    /// ```
    #[inline]
    pub fn push(&self, item: T) -> Result<(), T> {
        // SAFETY: the caller has the only handle of the owner of `deque`.
        unsafe { self.deque.push(item) }
    }

    /// Takes the newest item. Costs one atomic exchange, two for the last item; none if there is nothing.
    ///
    /// ```
    /// let (mine, _) = tine::deque::bounded(4);
    /// mine.push('a').unwrap();
    /// mine.push('b').unwrap();
    /// assert_eq!(mine.pop(), Some('b'));
    /// ```
    #[inline]
    pub fn pop(&self) -> Option<T> {
        // SAFETY: the caller has the only handle of the owner of `deque`.
        unsafe { self.deque.pop() }
    }

    /// Takes up to half of `victim`'s items (at most 64, and no more than fit): returns the newest of them and pushes the rest here, in the
    /// order in which they lay there. From its own deque it pops.
    ///
    /// ```
    /// use tine::deque::{self, Steal};
    ///
    /// let (theirs, victim) = deque::bounded(8);
    /// (0..8).for_each(|i| theirs.push(i).unwrap());
    /// let (mine, _) = deque::bounded(8);
    /// assert_eq!(mine.steal_half(&victim), Steal::Item(3));
    /// assert_eq!(mine.pop(), Some(2));
    /// assert_eq!(mine.len(), 2);
    /// assert_eq!(theirs.len(), 4);
    /// ```
    pub fn steal_half(&self, victim: &Stealer<T>) -> Steal<T> {
        // SAFETY: the caller has the only handle of the owner of `deque`.
        let room = |wanted| unsafe { self.deque.room(wanted) };
        // SAFETY: as above; there is as much room as `room` says.
        unsafe { victim.deque.steal_into(&self.deque, room) }
    }

    /// How many items there are. Thieves may have taken some of them a moment later.
    ///
    /// ```
    /// let (mine, _) = tine::deque::bounded(4);
    /// mine.push(1).unwrap();
    /// assert_eq!(mine.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.deque.len()
    }

    /// Whether there is nothing; only the owner can change that.
    ///
    /// ```
    /// let (mine, _) = tine::deque::bounded::<i32>(4);
    /// assert!(mine.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.deque.is_empty()
    }

    /// For how many items there is room.
    ///
    /// ```
    /// let (mine, _) = tine::deque::bounded::<i32>(4);
    /// assert_eq!(mine.capacity(), 4);
    /// ```
    pub fn capacity(&self) -> usize {
        // SAFETY: the caller has the only handle of the owner of `deque`.
        unsafe { self.deque.capacity() }
    }

    /// Another handle for thieves.
    ///
    /// ```
    /// let (mine, _) = tine::deque::bounded(4);
    /// mine.push(1).unwrap();
    /// assert_eq!(mine.stealer().steal().item(), Some(1));
    /// ```
    pub fn stealer(&self) -> Stealer<T> {
        Stealer {
            deque: Arc::clone(&self.deque),
        }
    }
}
