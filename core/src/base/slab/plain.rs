//! Each block is a box.

use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// Puts `value` in memory of its own.
pub(crate) fn allocate<T>(value: T) -> NonNull<T> {
    NonNull::from(Box::leak(Box::new(value)))
}

/// Gives the memory back. What is in it is not dropped.
///
/// # Safety
/// 1. `place` came from [`allocate`] of the same type, and is given back once.
/// 2. Nobody uses the memory any more: whatever was done with it happened before.
pub(crate) unsafe fn free<T>(place: NonNull<T>) {
    let place = place.cast::<ManuallyDrop<T>>().as_ptr();
    // SAFETY: obligations 1 and 2: it was a box, of the same layout.
    drop(unsafe { Box::from_raw(place) });
}
