//! Slots that several threads fill.

use crate::base::prefetch;
use std::marker::PhantomData;
use std::mem::MaybeUninit;

/// See the module.
pub(super) struct Slots<'s, U> {
    /// The first of `len` slots that nobody else touches for `'s`.
    start: *mut U,
    len: usize,
    marker: PhantomData<&'s mut [MaybeUninit<U>]>,
}

// SAFETY: all that a shared `Slots` allows is to write values through `start`, by whose obligation no two threads write the
// same slot; so it sends values, and shares none.
unsafe impl<U: Send> Sync for Slots<'_, U> {}

impl<'s, U> Slots<'s, U> {
    pub(super) fn new(slots: &'s mut [MaybeUninit<U>]) -> Self {
        Slots {
            start: slots.as_mut_ptr().cast(),
            len: slots.len(),
            marker: PhantomData,
        }
    }

    /// Tells the processor that this slot will be filled soon.
    #[inline(always)]
    pub(super) fn will_fill(&self, place: usize) {
        prefetch::line(self.start.wrapping_add(place));
    }

    /// Tells the processor that slots behind this one will be filled soon.
    #[inline(always)]
    pub(super) fn will_fill_behind(&self, place: usize) {
        prefetch::next_line(self.start.wrapping_add(place));
    }

    /// Puts a value into a slot.
    ///
    /// # Safety
    /// 1. No slot is filled twice.
    #[inline(always)]
    pub(super) unsafe fn fill(&self, place: usize, value: U) {
        assert!(place < self.len);
        // SAFETY: `place` is below `len`, so this is one of the slots that begin at `start`.
        let slot = unsafe { self.start.add(place) };
        // SAFETY: the slot is valid, and by obligation 1 nobody else writes it.
        unsafe { slot.write(value) };
    }
}
