//! Large pages for large buffers: Linux. And memory at hand for those that come after them.
//!
//! Where transparent huge pages are to be had on request only, the first touch of a fresh buffer costs a fault every 4 KiB, which
//! can take longer than what fills it. Advice changes no content and no address; elsewhere, and where the system refuses, nothing
//! happens.

use super::heap;
use std::mem::MaybeUninit;

/// Smaller buffers mostly lie in memory that has been touched before. Two pages of the usual size, so that one is within.
const WORTH_ADVICE: usize = 4 << 20;

/// What is not advised before its first touch takes more to be made large. Less than this may lie in memory that an allocator had at hand.
const WORTH_MAKING: usize = 24 << 20;

/// Tells the system that all of `buffer` is about to be written, if it is large, and the allocator that there will be others like it.
#[inline]
pub fn will_fill<T>(buffer: &mut [MaybeUninit<T>]) {
    heap::will_return(size_of_val(buffer));
    if size_of_val(buffer) >= WORTH_ADVICE {
        os::prefer_large(buffer.as_mut_ptr().addr(), size_of_val(buffer));
    }
}

/// The same for an allocation of some `bytes`, in which these are some places that were written already: for all that lies between.
#[inline]
pub fn will_fill_between(bytes: usize, places: impl Iterator<Item = usize>) {
    if bytes >= WORTH_MAKING {
        let (first, last) = places.fold((usize::MAX, 0), |(first, last), place| {
            (first.min(place), last.max(place))
        });
        os::make_large(first, last.saturating_sub(first));
    }
}

#[cfg(target_os = "linux")]
mod os {
    //! `madvise(2)`.

    use std::ffi::{c_int, c_void};
    use std::ptr;

    /// `MADV_HUGEPAGE`.
    const HUGE_PAGES: c_int = 14;
    /// `MADV_COLLAPSE`, since Linux 6.1.
    const COLLAPSE: c_int = 25;

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
        advise(start, bytes, HUGE_PAGES);
    }

    /// At once. Where some small pages are in use already, their neighbours' first touch is no reason for a large one.
    #[cold]
    pub(super) fn make_large(start: usize, bytes: usize) {
        advise(start, bytes, COLLAPSE);
    }

    fn advise(start: usize, bytes: usize, advice: c_int) {
        let Some(aligned) = start.checked_next_multiple_of(ALIGN) else {
            return;
        };
        let bytes = bytes.saturating_sub(aligned - start) / ALIGN * ALIGN;
        let place = ptr::without_provenance_mut(aligned);
        // SAFETY: (1) advice of these kinds changes nothing of what any address holds. Of an address or a length that does not suit it
        // complains, and so does a system that does not know it, and that is fine.
        unsafe { madvise(place, bytes, advice) };
    }

    #[cfg(test)]
    #[test]
    fn the_advice_is_that_of_the_c_library() {
        type Advise = unsafe extern "C" fn(*mut c_void, usize, c_int) -> c_int;
        assert_eq!(HUGE_PAGES, libc::MADV_HUGEPAGE);
        assert_eq!(COLLAPSE, libc::MADV_COLLAPSE);
        let (ours, theirs): (Advise, Advise) = (madvise, libc::madvise);
        assert_eq!(ours as usize, theirs as usize);
    }
}

#[cfg(not(target_os = "linux"))]
mod os {
    //! Nothing is asked for.

    pub(super) fn prefer_large(_start: usize, _bytes: usize) {}

    pub(super) fn make_large(_start: usize, _bytes: usize) {}
}

#[cfg(test)]
mod tests {
    use super::{WORTH_ADVICE, WORTH_MAKING, will_fill, will_fill_between};

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

    #[test]
    fn places_may_lie_anywhere() {
        let buffer = vec![7_u8; WORTH_MAKING];
        let place = |index: usize| buffer.as_ptr().addr() + index;
        will_fill_between(
            buffer.len(),
            [place(1), place(WORTH_MAKING - 1)].into_iter(),
        );
        will_fill_between(buffer.len(), [place(WORTH_ADVICE)].into_iter());
        will_fill_between(buffer.len(), [].into_iter());
        will_fill_between(usize::MAX, [usize::MAX - 1].into_iter());
        assert!(buffer.iter().all(|&byte| byte == 7));
    }
}
