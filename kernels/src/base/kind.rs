//! Telling types apart that may borrow something.
//!
//! `TypeId::of` asks for `'static`, which is a promise about values. Here only types are asked about, and no value is made of the answer:
//! types that differ in lifetimes alone have the same one, as they have the same layout and the same code.

use std::any::TypeId;
use std::hash::RandomState;
use std::marker::PhantomData;
use std::{mem, ptr};

/// What knows its type.
trait Kind {
    fn id(&self) -> TypeId
    where
        Self: 'static;
}

impl<T: ?Sized> Kind for PhantomData<T> {
    #[inline]
    fn id(&self) -> TypeId
    where
        Self: 'static,
    {
        TypeId::of::<T>()
    }
}

/// The identity of `T` without regard to lifetimes.
#[inline]
pub(crate) fn of<T: ?Sized>() -> TypeId {
    let marker = PhantomData::<T>;
    let kind: &dyn Kind = &marker;
    // SAFETY: only the bound on the lifetime changes. The marker has no contents that could live too short, and is gone when this returns.
    let kind: &(dyn Kind + 'static) = unsafe { mem::transmute(kind) };
    kind.id()
}

/// Whether the two types are the same one.
#[inline]
pub(crate) fn is_same<T, U>() -> bool {
    // A constant first, so that what is done with one type is not even compiled for most others.
    (const { size_of::<T>() == size_of::<U>() }) && of::<T>() == of::<U>()
}

/// Whether this is a type of numbers, chars or pairs of them, which may be copied and sent. Keys of it are hashed by a few words that
/// lie in them, wherever they lie: whoever hashes others in a new order waits for memory for their sake instead.
#[inline]
pub fn is_plain<K>() -> bool {
    has_plain(of::<K>())
}

#[inline(never)]
fn has_plain(key: TypeId) -> bool {
    macro_rules! any_of {
        ($($type:ty),*) => { [$(of::<$type>()),*].contains(&key) };
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
    if !is_same::<S, RandomState>() {
        return None;
    }
    // SAFETY: the two types are the same one.
    Some(unsafe { &*ptr::from_ref(hasher).cast() })
}

#[cfg(test)]
mod tests {
    use super::of;
    use std::any::TypeId;

    fn borrowed<'a>(_: &'a str) -> TypeId {
        of::<&'a str>()
    }

    #[test]
    fn lifetimes_do_not_matter_and_all_else_does() {
        let text = String::from("text");
        assert_eq!(borrowed(&text), of::<&'static str>());
        assert_eq!(of::<u32>(), TypeId::of::<u32>());
        assert_eq!(of::<str>(), TypeId::of::<str>());
        assert_ne!(of::<u32>(), of::<i32>());
        assert_ne!(of::<&u8>(), of::<&mut u8>());
        let (one, other) = (|| 1, || 2);
        fn kind<F>(_: &F) -> TypeId {
            of::<F>()
        }
        assert_ne!(kind(&one), kind(&other));
        assert_eq!(kind(&one), kind(&one));
    }
}
