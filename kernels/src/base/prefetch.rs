//! Asking for memory before it is needed.

/// How far ahead of a place the next line of the cache begins, at most.
const LINE: usize = 64;
/// More lines at once would not be fetched.
const MOST: usize = 4;

/// Tells the processor that what follows `place` will be used soon. Changes nothing; any address will do.
#[inline(always)]
pub(crate) fn next_line<T>(place: *const T) {
    line(place.wrapping_byte_add(LINE));
}

/// The same of all that is there, or the first part of it if that is large.
#[inline(always)]
pub(crate) fn lines<T>(place: *const T) {
    for number in 0..size_of::<T>().div_ceil(LINE).min(MOST) {
        line(place.wrapping_byte_add(number * LINE));
    }
}

/// The same of `place` itself.
#[inline(always)]
pub(crate) fn line<T>(place: *const T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of an address that must not be read does nothing; every processor of this kind has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}
