//! Large pages for large buffers: Linux.
//!
//! Where transparent huge pages are to be had on request only, the first touch of a fresh buffer costs a fault every 4 KiB, which
//! can take longer than what fills it. Advice changes no content and no address; elsewhere, and where the system refuses, nothing
//! happens.

use std::mem::MaybeUninit;

/// Smaller buffers mostly lie in memory that has been touched before. Two pages of the usual size, so that one is within.
const WORTH_ADVICE: usize = 4 << 20;

/// Tells the system that all of `buffer` is about to be written, if it is large.
#[inline]
pub fn will_fill<T>(buffer: &mut [MaybeUninit<T>]) {
    if size_of_val(buffer) >= WORTH_ADVICE {
        os::prefer_large(buffer.as_mut_ptr().addr(), size_of_val(buffer));
    }
}

#[cfg(target_os = "linux")]
mod os {
    //! `madvise(2)`.

    use std::ffi::{c_int, c_void};
    use std::ptr;

    /// `MADV_HUGEPAGE`.
    const HUGE_PAGES: c_int = 14;

    unsafe extern "C" {
        /// Advises the kernel about pages of memory; 0 if it agrees. Declared here, as std links the C library in any case, for the
        /// reason that the engine's `base/linux.rs` gives.
        ///
        /// # Safety
        /// 1. What is advised does not change what the pages hold.
        fn madvise(place: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }

    /// The largest size of the small pages of any processor: what is a multiple of it is a multiple of theirs.
    const ALIGN: usize = 64 << 10;

    #[cold]
    pub(super) fn prefer_large(start: usize, bytes: usize) {
        let aligned = start.next_multiple_of(ALIGN);
        let bytes = bytes.saturating_sub(aligned - start) / ALIGN * ALIGN;
        let place = ptr::without_provenance_mut(aligned);
        // SAFETY: (1) advice of this kind reads and writes nothing at any address, and leaves all contents what they are. Of an
        // address or a length that does not suit it complains, and that is fine.
        unsafe { madvise(place, bytes, HUGE_PAGES) };
    }

    #[cfg(test)]
    #[test]
    fn the_advice_is_that_of_the_c_library() {
        type Advise = unsafe extern "C" fn(*mut c_void, usize, c_int) -> c_int;
        assert_eq!(HUGE_PAGES, libc::MADV_HUGEPAGE);
        let (ours, theirs): (Advise, Advise) = (madvise, libc::madvise);
        assert_eq!(ours as usize, theirs as usize);
    }
}

#[cfg(not(target_os = "linux"))]
mod os {
    //! Nothing is asked for.

    pub(super) fn prefer_large(_start: usize, _bytes: usize) {}
}

#[cfg(test)]
mod tests {
    use super::{WORTH_ADVICE, will_fill};

    #[test]
    fn advice_changes_nothing() {
        for bytes in [0, 1, WORTH_ADVICE - 1, WORTH_ADVICE, WORTH_ADVICE + 4097] {
            let mut buffer: Vec<u8> = Vec::with_capacity(2 * bytes);
            buffer.resize(bytes, 7);
            buffer.reserve_exact(bytes);
            will_fill(buffer.spare_capacity_mut());
            buffer.resize(2 * bytes, 8);
            will_fill(buffer.spare_capacity_mut());
            assert!(buffer[..bytes].iter().all(|&byte| byte == 7), "{bytes}");
            assert!(buffer[bytes..].iter().all(|&byte| byte == 8), "{bytes}");
        }
    }
}
