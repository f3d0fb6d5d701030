//! Asking for memory before it is needed.

/// How far ahead of a place the next line of the cache begins, at most.
const LINE: usize = 64;

/// Tells the processor that what follows `place` will be written soon. Changes nothing; any address will do.
#[inline(always)]
pub(crate) fn next_line<T>(place: *const T) {
    line(place.wrapping_byte_add(LINE));
}

/// The same of `place` itself.
#[inline(always)]
pub(crate) fn line<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of an address that must not be read does nothing; every processor of this kind has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
