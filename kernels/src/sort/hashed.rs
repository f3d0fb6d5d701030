//! Keys that tables of the standard library hash quickly, and in what way.

use super::route;
use crate::base::kind;
use std::any::TypeId;
use std::hash::RandomState;
use std::ptr;

/// Whether keys of this type are hashed by a few words that lie in them, wherever they lie: whoever hashes others in a new order waits for
/// memory for their sake instead.
#[inline]
pub fn is_plain<K>() -> bool {
    has_plain(kind::of::<K>())
}

#[inline(never)]
fn has_plain(key: TypeId) -> bool {
    macro_rules! any_of {
        ($($type:ty),*) => { [$(kind::of::<$type>()),*].contains(&key) };
    }
    any_of!(u64, i64, usize, isize, u128, i128, u32, i32, char)
        || any_of!(
            (u32, u32),
            (i32, i32),
            (u64, u64),
            (i64, i64),
            (usize, usize),
            (isize, isize)
        )
}

/// The hasher, if it is the standard library's own.
#[inline]
pub fn as_random<S>(hasher: &S) -> Option<&RandomState> {
    if !route::is_same::<S, RandomState>() {
        return None;
    }
    // SAFETY: the two types are the same one.
    Some(unsafe { &*ptr::from_ref(hasher).cast() })
}
