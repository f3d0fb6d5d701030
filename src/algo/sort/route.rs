//! Which sorts of which types can go by digits, without anyone being able to tell: equal elements look the same, and the order is
//! known.

use super::radix::{self, RadixKey};
use super::{SHORT, leaf, tally};
use crate::base::pages;
use std::any::TypeId;
use std::cmp::Ordering;
use std::slice;

/// Fewer elements of two words are sorted by comparing: there are twice as many digits.
const WIDE: usize = 16_384;

/// Sorts `v` if its order is one that digits have, and there is room for all elements once more. Tells whether it did.
pub(super) fn by_digits<T, C>(v: &mut [T], _compare: &C, threads: usize) -> bool
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

/// Sorts by counting or by digits, unless comparing is faster or the room cannot be had.
fn sort<T: RadixKey + Copy + Send + Sync>(v: &mut [T], threads: usize) -> bool {
    let compare = |rest: &mut [T]| leaf::unstable(rest, radix::compare);
    tally::settle(v, threads, |rest| {
        if !digits(rest, threads) {
            compare(rest);
        }
    }) || digits(v, threads)
}

/// Sorts by digits, unless comparing is faster or the room cannot be had.
fn digits<T: RadixKey + Copy + Send + Sync>(v: &mut [T], threads: usize) -> bool {
    let is_wide = size_of::<T>() > size_of::<u64>();
    let mut buffer = Vec::new();
    if v.len() < if is_wide { WIDE } else { SHORT } || buffer.try_reserve_exact(v.len()).is_err() {
        return false;
    }
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    pages::will_fill(buffer);
    radix::sort::<false, _, _, _>(v, buffer, &|element: &T| *element, threads);
    true
}
