//! Which sorts of which types can go by digits, without anyone being able to tell: equal elements look the same, and the order is
//! known.

use super::radix::{self, RadixKey};
use super::repeats;
use crate::base::pages;
use std::any::TypeId;
use std::cmp::Ordering;
use std::slice;

/// Fewer elements of two words are sorted by comparing: there are twice as many digits.
const WIDE: usize = 16_384;
/// So are fewer elements of any kind if many are equal. If the sort is not stable they have to be fewer, and more of them equal:
/// quicksort in place gains less from a second thread.
const REPETITIVE: [usize; 2] = if cfg!(test) {
    [5_000, 10_000]
} else {
    [30_000, 250_000]
};
/// How many of 64 elements differ then at most.
const DIFFERENT: [usize; 2] = [24, 50];

/// Sorts `v` if its order is one that digits have, and there is room for all elements once more. Tells whether it did.
pub(super) fn by_digits<const STABLE: bool, T, C>(v: &mut [T], compare: &C, threads: usize) -> bool
where
    C: Fn(&T, &T) -> Ordering,
{
    macro_rules! try_orders {
        ($($element:ident :: $order:ident),*) => {$(
            // Constants first, so that sorts of other types are not even compiled.
            if const { size_of::<C>() == 0 && size_of::<T>() == size_of::<$element>() }
                && typeid::of::<C>() == id_of($element::$order)
                && typeid::of::<T>() == typeid::of::<$element>()
            {
                let kind = usize::from(STABLE);
                let is_short = size_of::<T>() > size_of::<u64>() && v.len() < WIDE;
                if is_short || v.len() < REPETITIVE[kind] && repeats::few_differ(v, compare, 64, DIFFERENT[kind]) {
                    return false;
                }
                // SAFETY: the two types are the same one.
                let v = unsafe { slice::from_raw_parts_mut(v.as_mut_ptr().cast(), v.len()) };
                return sort::<$element>(v, threads);
            }
        )*};
    }
    try_orders!(
        u8::cmp,
        u16::cmp,
        u32::cmp,
        u64::cmp,
        u128::cmp,
        usize::cmp,
        i8::cmp,
        i16::cmp,
        i32::cmp,
        i64::cmp,
        i128::cmp,
        isize::cmp,
        f32::total_cmp,
        f64::total_cmp
    );
    false
}

/// The type of a function, which no other function has.
fn id_of<T, C: Fn(&T, &T) -> Ordering>(_order: C) -> TypeId {
    typeid::of::<C>()
}

/// Sorts by digits unless the room for it cannot be had.
fn sort<T: RadixKey + Copy + Send + Sync>(v: &mut [T], threads: usize) -> bool {
    let mut buffer = Vec::new();
    if buffer.try_reserve_exact(v.len()).is_err() {
        return false;
    }
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    pages::will_fill(buffer);
    radix::sort::<false, _, _, _>(v, buffer, &|element: &T| *element, threads);
    true
}
