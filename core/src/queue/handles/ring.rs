//! Both handles of a ring.

use crate::queue::Steal;
use crate::queue::task_ring::TaskRing;
use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::Arc;

/// A ring of 256 places, first in, first out, as its owner's and its thieves' handle.
///
/// Made for tasks: thieves take half of what there is at once, and when it is full half of it comes out, to be put where everybody
/// can get it.
///
/// ```
/// let (mine, open) = tine::deque::ring();
/// (0..8).for_each(|i| mine.push(i).unwrap());
/// let (yours, _) = tine::deque::ring();
/// assert_eq!(yours.steal_half(&open).item(), Some(0));
/// assert_eq!(yours.pop(), Some(1));
/// assert_eq!(mine.pop(), Some(4));
/// ```
pub fn ring<T>() -> (RingWorker<T>, RingStealer<T>) {
    let ring = Arc::new(TaskRing::new());
    let stealer = RingStealer {
        ring: Arc::clone(&ring),
    };
    let worker = RingWorker {
        ring,
        marker: PhantomData,
    };
    (worker, stealer)
}

/// The owner's end of a ring, made by [`ring`].
///
/// It may be sent to another thread, but not shared between threads.
#[derive(Debug)]
pub struct RingWorker<T> {
    /// Its owner is whoever has this handle. An overflow of it is used up in [`push`](Self::push).
    ring: Arc<TaskRing<T>>,
    // !Sync: one thread at a time is the owner.
    marker: PhantomData<Cell<()>>,
}

impl<T> RingWorker<T> {
    /// How many items fit.
    ///
    /// ```
    /// assert_eq!(tine::deque::RingWorker::<i32>::CAPACITY, 256);
    /// ```
    pub const CAPACITY: usize = crate::queue::task_ring::SLOTS as usize;

    /// Adds an item at the end. Costs no atomic exchange, unless the ring is full.
    ///
    /// # Errors
    /// If the ring is full, its older half comes out, oldest first, and then the item: put them elsewhere. If it is full because a thief
    /// is about to take half, the item comes out alone.
    ///
    /// ```
    /// let (mine, _) = tine::deque::ring();
    /// (0..256).for_each(|i| mine.push(i).unwrap());
    /// let spilled = mine.push(256).unwrap_err();
    /// assert_eq!(spilled.len(), 129);
    /// assert_eq!(spilled[0], 0);
    /// assert_eq!(spilled[128], 256);
    /// assert_eq!(mine.pop(), Some(128));
    /// ```
    #[inline]
    pub fn push(&self, item: T) -> Result<(), Vec<T>> {
        // SAFETY: the caller has the only handle of the owner of `ring`, and no overflow lives longer than this call.
        unsafe { self.ring.push(item) }.map_err(Iterator::collect)
    }

    /// Takes the oldest item. Costs one atomic exchange; none if there is nothing.
    ///
    /// ```
    /// let (mine, _) = tine::deque::ring();
    /// mine.push('a').unwrap();
    /// mine.push('b').unwrap();
    /// assert_eq!(mine.pop(), Some('a'));
    /// ```
    #[inline]
    pub fn pop(&self) -> Option<T> {
        // SAFETY: the caller has the only handle of the owner of `ring`.
        unsafe { self.ring.pop() }
    }

    /// Takes half of `victim`'s items (rounded up, and no more than fit): returns the oldest and adds the rest here, in their order. From its
    /// own ring it takes one. Costs two atomic exchanges, however many they are.
    ///
    /// [`Steal::Retry`] says that another thread was faster, or is still moving what it took.
    ///
    /// ```
    /// use tine::deque::{self, Steal};
    ///
    /// let (theirs, victim) = deque::ring();
    /// (0..5).for_each(|i| theirs.push(i).unwrap());
    /// let (mine, _) = deque::ring();
    /// assert_eq!(mine.steal_half(&victim), Steal::Item(0));
    /// assert_eq!(mine.len(), 2);
    /// assert_eq!(theirs.len(), 2);
    /// ```
    pub fn steal_half(&self, victim: &RingStealer<T>) -> Steal<T> {
        // SAFETY: the caller has the only handle of the owner of `ring`, and no overflow lives now.
        unsafe { victim.ring.steal_into(&self.ring) }
    }

    /// How many items there are. Thieves may have taken some of them a moment later.
    ///
    /// ```
    /// let (mine, _) = tine::deque::ring();
    /// mine.push(1).unwrap();
    /// assert_eq!(mine.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.ring.len()
    }

    /// Whether there is nothing; only the owner can change that.
    ///
    /// ```
    /// let (mine, _) = tine::deque::ring::<i32>();
    /// assert!(mine.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.ring.is_empty()
    }

    /// Another handle for thieves.
    ///
    /// ```
    /// let (mine, _) = tine::deque::ring();
    /// mine.push(1).unwrap();
    /// assert_eq!(mine.stealer().steal().item(), Some(1));
    /// ```
    pub fn stealer(&self) -> RingStealer<T> {
        RingStealer {
            ring: Arc::clone(&self.ring),
        }
    }
}

/// The thieves' end of a ring, made by [`ring`]. Clones are of the same ring.
///
/// Whoever has a ring of its own takes half by [`RingWorker::steal_half`].
#[derive(Debug)]
pub struct RingStealer<T> {
    ring: Arc<TaskRing<T>>,
}

impl<T> RingStealer<T> {
    /// Takes the oldest item. Costs two atomic exchanges, as much as half of the items do.
    ///
    /// [`Steal::Retry`] says that another thread was faster, or is still moving what it took.
    ///
    /// ```
    /// use tine::deque::{self, Steal};
    ///
    /// let (mine, open) = deque::ring();
    /// mine.push('a').unwrap();
    /// assert_eq!(open.steal(), Steal::Item('a'));
    /// ```
    #[inline]
    pub fn steal(&self) -> Steal<T> {
        self.ring.steal()
    }

    /// How many items there are: exact if nobody is at work, else what may have been so a moment ago.
    ///
    /// ```
    /// let (mine, open) = tine::deque::ring();
    /// mine.push('a').unwrap();
    /// assert_eq!(open.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.ring.len()
    }

    /// Whether [`len`](Self::len) is zero.
    ///
    /// ```
    /// let (_mine, open) = tine::deque::ring::<i32>();
    /// assert!(open.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.ring.is_empty()
    }
}

impl<T> Clone for RingStealer<T> {
    fn clone(&self) -> Self {
        RingStealer {
            ring: Arc::clone(&self.ring),
        }
    }
}
