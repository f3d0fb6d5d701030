//! A place in memory that one thread fills and another empties.
//!
//! Invariant: the place itself does not know whether it holds something, and drops nothing. Who may touch it when is the
//! business of the protocol around it; the models look at each access.

use crate::base::prim::PassedCell;
use std::mem::MaybeUninit;

/// Room for one value.
pub(crate) struct Place<T> {
    /// To be touched by one thread at a time: see the obligations of the methods.
    value: PassedCell<MaybeUninit<T>>,
}

impl<T> Place<T> {
    /// A place that holds nothing.
    pub(crate) fn empty() -> Self {
        Place {
            value: PassedCell::new(MaybeUninit::uninit()),
        }
    }

    /// Puts a value in. What was there before is forgotten.
    ///
    /// # Safety
    /// 1. Nobody else touches the place now: whatever another thread did here happened before.
    #[inline(always)]
    pub(crate) unsafe fn put(&self, value: T) {
        // SAFETY: the address is that of room for a `T`; nobody else is here by obligation 1.
        self.value
            .with_mut(|at| unsafe { at.cast::<T>().write(value) });
    }

    /// Moves the value out, and leaves the place with nothing.
    ///
    /// # Safety
    /// 1. The last call that touched the place was a `put`, which happened before.
    /// 2. Nobody else touches the place now.
    #[inline(always)]
    pub(crate) unsafe fn take(&self) -> T {
        // SAFETY: by obligation 1 there is a `T`, moved out once; nobody writes by obligation 2.
        self.value.with(|at| unsafe { at.cast::<T>().read() })
    }

    /// Copies the other place as it is, whether it holds something or not. Only one of the two counts as holding it.
    ///
    /// # Safety
    /// 1. Nobody else touches this place now, and nobody writes the other: what was done to them happened before.
    pub(crate) unsafe fn copy(&self, other: &Place<T>) {
        other.value.with(|from| {
            // SAFETY: both are addresses of room for a `T`, of which every content is allowed; obligation 1.
            (self.value).with_mut(|to| unsafe { from.copy_to_nonoverlapping(to, 1) });
        });
    }
}
