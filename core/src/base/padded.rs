//! A value alone in its cache lines: whoever writes it takes no line away from threads that use its neighbours.
//!
//! One attribute and two impls, and so no dependency: one with a build script of its own was 3 % of a program's build from nothing
//! (`benches/build_cost 5 all`).

use std::ops::{Deref, DerefMut};

/// A `T` that begins a stretch of 128 bytes and shares none.
///
/// That is two lines of most processors: those of x86-64 fetch lines in pairs, and some of AArch64 have lines as long as that.
#[derive(Debug)]
#[repr(align(128))]
pub(crate) struct CachePadded<T>(T);

impl<T> CachePadded<T> {
    pub(crate) const fn new(value: T) -> Self {
        CachePadded(value)
    }
}

impl<T> Deref for CachePadded<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for CachePadded<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::CachePadded;
    use std::ptr;

    #[test]
    fn neighbours_share_no_line() {
        let row = [const { CachePadded::new(0_u8) }; 3];
        for (index, value) in row.iter().enumerate() {
            let place = ptr::from_ref::<u8>(value).addr();
            assert_eq!(place % 128, 0);
            assert_eq!(place - row.as_ptr().addr(), 128 * index);
        }
        assert_eq!(size_of::<CachePadded<[u64; 17]>>(), 256);
    }

    #[test]
    fn what_is_within_is_reached_and_changed() {
        let mut value = CachePadded::new(vec![1, 2]);
        value.push(3);
        assert_eq!(*value, [1, 2, 3]);
    }
}
