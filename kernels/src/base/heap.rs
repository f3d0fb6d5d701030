//! Large blocks that come and go: glibc.
//!
//! What glibc gives back to the system at once, the system has to clear and map anew for the next call, page by page, which takes longer than
//! most calls do. Blocks from 128 KiB on it maps one by one, and what is free at the heap's end it gives back from 128 KiB on, until it has
//! seen the program free a larger block: then that is the bound for the first, and twice that for the second (`mallopt(3)`, "dynamic mmap
//! threshold"). A vector that grows by doubling frees blocks larger than itself, so that the next one finds memory at hand. A result that is
//! allocated at its exact size, and what else lies beside it meanwhile, are more than twice any block that was ever freed.
//!
//! So each thread shows it a larger block, once for each size, which nobody touches. From then on it may keep, of what the program had in use at
//! once and has freed, as much as after a vector of one and a half to three times the size: three to six times the size, and never more than 64
//! MiB. With bounds that the program or its environment has set it does what those say. Other allocators never see the block.

/// Blocks of up to so many bytes glibc keeps for the thread that frees them, for its next ones of that size. But they belong to the part of the
/// heap of the thread that made them: to grow such a block, and then its next ones, is to lock that, while the other thread uses it. So what one
/// thread makes and another one frees is better larger, or does not grow.
pub const CACHED_BYTES: usize = 1032;

/// So few items take more than [`CACHED_BYTES`].
pub const fn uncached<T>() -> usize {
    match size_of::<T>() {
        0 => 1,
        size => CACHED_BYTES / size + 1,
    }
}

/// Tells the allocator that blocks of so many bytes, and some as large at the same time, are freed and wanted again.
#[inline]
pub fn will_return(bytes: usize) {
    os::will_return(bytes);
}

#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod os {
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::cell::Cell;
    use std::hint;

    /// A block of more bytes than this glibc maps at first.
    const MAPPED: usize = 128 << 10;

    /// A block of more bytes than this it always maps. A little less, since it counts its own.
    const ALWAYS_MAPPED: usize = (32 << 20) - (64 << 10);

    thread_local! {
        /// This thread has announced blocks of up to so many bytes, or need not: a few of them are less than what is kept in any case.
        static ANNOUNCED: Cell<usize> = const { Cell::new(MAPPED / 8) };
    }

    #[inline]
    pub(super) fn will_return(bytes: usize) {
        if bytes > ANNOUNCED.get() {
            announce(bytes);
        }
    }

    /// Shows glibc a block of one and a half times to three times as many bytes, so that it keeps twice that: a source, a result,
    /// and what lies between them.
    #[cold]
    #[inline(never)]
    fn announce(bytes: usize) {
        let size = bytes
            .saturating_add(bytes / 2)
            .checked_next_power_of_two()
            .unwrap_or(ALWAYS_MAPPED)
            .clamp(2 * MAPPED, ALWAYS_MAPPED);
        ANNOUNCED.set(match size {
            ALWAYS_MAPPED => usize::MAX,
            _ => size / 3 * 2,
        });
        let Ok(layout) = Layout::from_size_align(size, 1) else {
            return;
        };
        // SAFETY: the layout's size is not zero.
        let block = unsafe { System.alloc(layout) };
        // Hidden from the compiler, which would leave out a block that nobody uses.
        let block = hint::black_box(block);
        if !block.is_null() {
            // SAFETY: `block` was allocated just above, by the same allocator, with this layout.
            unsafe { System.dealloc(block, layout) };
        }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64")))]
mod os {
    //! Nobody is told.

    pub(super) fn will_return(_bytes: usize) {}
}

#[cfg(test)]
mod tests {
    use super::{CACHED_BYTES, uncached, will_return};

    #[test]
    fn uncached_blocks_are_hardly_larger_than_cached_ones() {
        assert_eq!(uncached::<u8>(), CACHED_BYTES + 1);
        assert_eq!((uncached::<[u8; 24]>(), uncached::<[u8; 2000]>()), (44, 1));
        assert_eq!(uncached::<()>(), 1);
    }

    #[test]
    fn any_number_of_bytes_can_be_announced() {
        for bytes in [0, 1, 1 << 17, 1 << 20, 1 << 30, usize::MAX, 5] {
            will_return(bytes);
        }
    }
}
