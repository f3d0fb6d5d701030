//! Items in neighbouring places that one thread has won, to be taken out one by one.

use super::TaskRing;

/// The items `[next, next + left)` of a ring.
pub(super) struct Run<'a, T> {
    ring: &'a TaskRing<T>,
    /// Nobody else touches the places of the items that are left: whoever made this saw to that for as long as it lives.
    next: u32,
    left: u32,
}

impl<'a, T> Run<'a, T> {
    /// The `count` items from `first` on.
    ///
    /// # Safety
    /// 1. There are such items, the caller has won them, and nobody else touches their places while this lives.
    pub(super) unsafe fn new(ring: &'a TaskRing<T>, first: u32, count: u32) -> Self {
        Run {
            ring,
            next: first,
            left: count,
        }
    }

    /// Where the items come from.
    pub(super) fn ring(&self) -> &'a TaskRing<T> {
        self.ring
    }
}

impl<T> Iterator for Run<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if self.left == 0 {
            return None;
        }
        let place = self.ring.place(self.next);
        self.next = self.next.wrapping_add(1);
        self.left -= 1;
        // SAFETY: see the field `next`, which has passed this item.
        Some(unsafe { place.take() })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl<T> ExactSizeIterator for Run<'_, T> {}
