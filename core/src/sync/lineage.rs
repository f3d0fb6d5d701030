//! `Lineage`: a flag in a tree, raised once, and with it those of all descendants.
//!
//! Invariant: when a call of [`raise`](Lineage::raise) returns, every flag below that one is up, and a child born later is born
//! raised. A parent knows only its living children, so that one who lives long does not grow with the number of the dead.

use crate::base::prim::{AtomicU8, Mutex, Ordering, lock};
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

/// The flag is down.
const DOWN: u8 = 0;
/// It is up; those of the descendants perhaps not yet.
const RAISED: u8 = 1;
/// It is up, and so is every one below.
const HANDED_DOWN: u8 = 2;

/// One flag, its parent and its children.
#[derive(Debug)]
pub(crate) struct Lineage {
    /// Never falls. It leaves `DOWN` under the lock of `children`.
    state: AtomicU8,
    /// Who handed out this flag, and under which number it is registered there.
    parent: Option<(Arc<Lineage>, u64)>,
    children: Mutex<Children>,
}

#[derive(Debug, Default)]
struct Children {
    /// The number of the next child.
    next: u64,
    /// Those that were born before the flag rose and still live.
    living: BTreeMap<u64, Weak<Lineage>>,
}

impl Lineage {
    /// A flag without a parent, down.
    #[inline]
    pub(crate) fn root() -> Arc<Self> {
        Arc::new(Self::new(DOWN, None))
    }

    #[inline]
    fn new(state: u8, parent: Option<(Arc<Self>, u64)>) -> Self {
        Lineage {
            state: AtomicU8::new(state),
            parent,
            children: Mutex::default(),
        }
    }

    /// A flag that rises when this one does. It needs no parent if that has happened.
    #[inline]
    pub(crate) fn child(self: &Arc<Self>) -> Arc<Self> {
        let mut children = lock(&self.children);
        if self.is_raised() {
            return Arc::new(Self::new(HANDED_DOWN, None));
        }
        let number = children.next;
        children.next += 1;
        let child = Arc::new(Self::new(DOWN, Some((Arc::clone(self), number))));
        children.living.insert(number, Arc::downgrade(&child));
        child
    }

    /// Whether the flag is up. Who sees that also sees what was done before it was raised.
    #[inline]
    pub(crate) fn is_raised(&self) -> bool {
        // Acquire: what came before; pairs with the Release in `rise`.
        self.state.load(Ordering::Acquire) != DOWN
    }

    /// Raises the flag and all below it, each before its children.
    ///
    /// If another thread is at it, this one does the whole walk too, since neither may return before the end of one.
    #[inline]
    pub(crate) fn raise(self: &Arc<Self>) {
        // Acquire: the walk that ended; pairs with the Release below.
        if self.state.load(Ordering::Acquire) == HANDED_DOWN {
            return;
        }
        let mut pending = self.rise();
        while let Some(next) = pending.pop() {
            pending.extend(next.rise());
        }
        // Release: the flags below; pairs with the Acquire above.
        self.state.store(HANDED_DOWN, Ordering::Release);
    }

    /// Raises this flag alone, and returns those that are next.
    #[inline]
    fn rise(&self) -> Vec<Arc<Self>> {
        let children = lock(&self.children);
        // Release: what the raiser did before; pairs with the Acquire in `is_raised`.
        // Relaxed: if it was up before, nothing is read by that.
        let _ = self
            .state
            .compare_exchange(DOWN, RAISED, Ordering::Release, Ordering::Relaxed);
        children.living.values().filter_map(Weak::upgrade).collect()
    }

    #[cfg(test)]
    #[inline]
    fn living_children(&self) -> usize {
        lock(&self.children).living.len()
    }
}

impl Drop for Lineage {
    #[inline]
    fn drop(&mut self) {
        let mut above = self.parent.take();
        // A loop, since a long line of parents that all go now would be a deep recursion.
        while let Some((parent, number)) = above {
            lock(&parent.children).living.remove(&number);
            above = Arc::into_inner(parent).and_then(|mut parent| parent.parent.take());
        }
    }
}

#[cfg(all(test, loom))]
mod model;
#[cfg(all(test, not(loom)))]
mod tests;
