//! The owner's handle of a deque that grows.

use super::stealer::Stealer;
use crate::queue::Steal;
use crate::queue::open_deque::OpenDeque;
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::Arc;

/// The logarithm of a new deque's capacity.
const FIRST_LOG: u32 = 6;

/// A deque that grows as it must, as its owner's and its thieves' handle.
///
/// It begins with room for 64 items and doubles. Since a thief may still be reading, old buffers are kept until the last handle is
/// gone; together they are smaller than the newest. Each place takes the item's size and one word.
///
/// ```
/// let (mine, open) = tine::deque::growable();
/// (0..1000).for_each(|i| mine.push(i));
/// assert_eq!(open.steal().item(), Some(0));
/// assert_eq!(mine.pop(), Some(999));
/// ```
pub fn growable<T>() -> (GrowableWorker<T>, Stealer<T>) {
    let deque = Arc::new(OpenDeque::new(FIRST_LOG));
    let stealer = Stealer {
        deque: Arc::clone(&deque),
    };
    let worker = GrowableWorker {
        deque,
        marker: PhantomData,
    };
    (worker, stealer)
}

/// The owner's end of a deque that grows, made by [`growable`].
///
/// It may be sent to another thread, but not shared between threads.
#[derive(Debug)]
pub struct GrowableWorker<T> {
    /// Its owner is whoever has this handle.
    deque: Arc<OpenDeque<T>>,
    // !Sync: one thread at a time is the owner.
    marker: PhantomData<Cell<()>>,
}

impl<T> GrowableWorker<T> {
    /// Adds an item at the bottom. Costs no atomic exchange, unless the deque must grow.
    ///
    /// ```
    /// let (mine, open) = tine::deque::growable();
    /// mine.push('a');
    /// assert_eq!(open.len(), 1);
    /// ```
    #[inline]
    pub fn push(&self, item: T) {
        // SAFETY: the caller has the only handle of the owner of `deque`.
        if let Err(item) = unsafe { self.deque.push(item) } {
            self.push_slow(item);
        }
    }

    #[cold]
    fn push_slow(&self, item: T) {
        // SAFETY: the caller has the only handle of the owner of `deque`.
        unsafe { self.deque.grow() };
        // SAFETY: as above.
        let pushed = unsafe { self.deque.push(item) };
        assert!(pushed.is_ok(), "there is room in the larger buffer");
    }

    /// Takes the newest item. Costs one atomic exchange, two for the last item; none if there is nothing.
    ///
    /// ```
    /// let (mine, _) = tine::deque::growable();
    /// mine.push('a');
    /// mine.push('b');
    /// assert_eq!(mine.pop(), Some('b'));
    /// ```
    #[inline]
    pub fn pop(&self) -> Option<T> {
        // SAFETY: the caller has the only handle of the owner of `deque`.
        unsafe { self.deque.pop() }
    }

    /// Takes up to half of `victim`'s items (at most 64): returns the newest of them and pushes the rest here, in the order in which
    /// they lay there. From its own deque it pops.
    ///
    /// ```
    /// use tine::deque::{self, Steal};
    ///
    /// let (theirs, victim) = deque::growable();
    /// (0..8).for_each(|i| theirs.push(i));
    /// let (mine, _) = deque::growable();
    /// assert_eq!(mine.steal_half(&victim), Steal::Item(3));
    /// assert_eq!(mine.pop(), Some(2));
    /// assert_eq!(mine.len(), 2);
    /// assert_eq!(theirs.len(), 4);
    /// ```
    pub fn steal_half(&self, victim: &Stealer<T>) -> Steal<T> {
        let make_room = |wanted| {
            // SAFETY: the caller has the only handle of the owner of `deque`.
            while unsafe { self.deque.room(wanted) } < wanted {
                // SAFETY: as above.
                unsafe { self.deque.grow() };
            }
            wanted
        };
        // SAFETY: as above; there is room for all after `make_room`.
        unsafe { victim.deque.steal_into(&self.deque, make_room) }
    }

    /// How many items there are. Thieves may have taken some of them a moment later.
    ///
    /// ```
    /// let (mine, _) = tine::deque::growable();
    /// mine.push(1);
    /// assert_eq!(mine.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.deque.len()
    }

    /// Whether there is nothing; only the owner can change that.
    ///
    /// ```
    /// let (mine, _) = tine::deque::growable::<i32>();
    /// assert!(mine.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.deque.is_empty()
    }

    /// Another handle for thieves.
    ///
    /// ```
    /// let (mine, _) = tine::deque::growable();
    /// mine.push(1);
    /// assert_eq!(mine.stealer().steal().item(), Some(1));
    /// ```
    pub fn stealer(&self) -> Stealer<T> {
        Stealer {
            deque: Arc::clone(&self.deque),
        }
    }
}
