//! Which sorts of which types can go by digits, without anyone being able to tell: equal elements look the same, and the order is
//! known.

use super::radix::{self, RadixKey};
use super::{SHORT, bytes, leaf, tally};
use crate::base::kind::{self, is_same};
use crate::base::pages;
use crate::fork_join::ForkJoin;
use std::any::TypeId;
use std::cmp::Ordering;
use std::{ptr, slice};

/// Fewer elements of two words are sorted by comparing: there are twice as many digits.
const WIDE: usize = if cfg!(test) { 200 } else { 16_384 };

/// Sorts `v` if its order is one that digits have, and there is room for all elements once more. Tells whether it did.
pub(super) fn by_digits<T, C>(on: impl ForkJoin, v: &mut [T], compare: &C, threads: usize) -> bool
where
    C: Fn(&T, &T) -> Ordering,
{
    // A gate.
    let sort: fn(_, _, _) -> _ = if_known;
    sort(v, compare, Digits { on, threads })
}

/// Sorts `v` by the very sort that its user would call of std, if its order is one that digits have: that cannot contradict itself.
/// Tells whether it did.
pub(super) fn by_std<const STABLE: bool, T, C>(v: &mut [T], compare: &C) -> bool
where
    C: Fn(&T, &T) -> Ordering,
{
    // A gate.
    let sort: fn(_, _, _) -> _ = if_known;
    sort(v, compare, Std::<STABLE>)
}

/// Sorts `v` by counting, if its elements are bytes, `bool`s or orderings in their own order, and more than a few. Tells whether it did.
#[inline]
pub(super) fn by_counts<T, C>(on: impl ForkJoin, v: &mut [T], _compare: &C) -> bool
where
    C: Fn(&T, &T) -> Ordering,
{
    // A constant first, as below.
    if const { size_of::<C>() != 0 || size_of::<T>() != 1 } {
        return false;
    }
    let is_by = |order: TypeId| kind::of::<C>() == order;
    let flip = match () {
        () if is_same::<T, u8>() && is_by(id_of(u8::cmp)) => 0,
        () if is_same::<T, i8>() && is_by(id_of(i8::cmp)) => 1 << 7,
        () if is_same::<T, bool>() && is_by(id_of(bool::cmp)) => 0,
        () if is_same::<T, Ordering>() && is_by(id_of(Ordering::cmp)) => 1 << 7,
        () => return false,
    };
    // SAFETY: the elements are bytes, of one of these types. All bits are values of the first two; of the others only such bytes are written
    // as were read.
    let v = unsafe { slice::from_raw_parts_mut(v.as_mut_ptr().cast(), v.len()) };
    // A gate.
    let sort: fn(_, _, _) -> _ = bytes::sort;
    sort(on, v, flip)
}

/// What to do with elements whose order digits have.
trait Sort {
    /// Sorts, or does nothing. Tells whether it sorted.
    fn sort<T>(self, v: &mut [T], compare: impl Fn(&T, &T) -> Ordering) -> bool
    where
        T: RadixKey + Copy + Send + Sync;
}

/// Sorts `v` if its order is one that digits have. Tells whether it did.
#[inline]
fn if_known<T, C>(v: &mut [T], _compare: &C, sort: impl Sort) -> bool
where
    C: Fn(&T, &T) -> Ordering,
{
    macro_rules! try_orders {
        ($($element:ident :: $order:ident),*) => {$(
            // Constants first, so that sorts of other types are not even compiled.
            if const { size_of::<C>() == 0 && size_of::<T>() == size_of::<$element>() }
                && kind::of::<C>() == id_of($element::$order)
                && is_same::<T, $element>()
            {
                // SAFETY: the two types are the same one.
                let v = unsafe { slice::from_raw_parts_mut(v.as_mut_ptr().cast(), v.len()) };
                return sort.sort(v, $element::$order);
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
    // As numbers, whose sort is compiled for them then, and no other.
    if const { size_of::<C>() == 0 && size_of::<T>() == size_of::<char>() }
        && kind::of::<C>() == id_of(char::cmp)
        && is_same::<T, char>()
    {
        // SAFETY: chars are read as what they are, and their order is that of the numbers. What sorts puts back the elements that there were.
        let v = unsafe { slice::from_raw_parts_mut(v.as_mut_ptr().cast(), v.len()) };
        return sort.sort(v, u32::cmp);
    }
    false
}

macro_rules! integers {
    ($($integer:ident),*) => {
        /// Whether `K` is an integer that has one [`word`].
        #[inline]
        pub(super) fn is_integer<K>() -> bool {
            false $(|| is_same::<K, $integer>())*
        }

        /// The word that orders an integer among others; 0 for what is none.
        #[inline]
        pub(super) fn word<K>(key: &K) -> u64 {
            $(if is_same::<K, $integer>() {
                // SAFETY: the two types are the same one.
                return unsafe { &*ptr::from_ref(key).cast::<$integer>() }.word(0);
            })*
            0
        }
    };
}

integers!(
    u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, char, bool
);

/// The type of a function, which no other function has.
pub(super) fn id_of<T, C: Fn(&T, &T) -> Ordering>(_order: C) -> TypeId {
    kind::of::<C>()
}

struct Std<const STABLE: bool>;

impl<const STABLE: bool> Sort for Std<STABLE> {
    #[inline]
    fn sort<T>(self, v: &mut [T], compare: impl Fn(&T, &T) -> Ordering) -> bool {
        match STABLE {
            true => leaf::std_stable(v, compare),
            false => leaf::std_unstable(v, compare),
        }
        true
    }
}

/// Counts, or goes by digits, unless comparing is faster or the room cannot be had.
struct Digits<E> {
    on: E,
    threads: usize,
}

impl<E: ForkJoin> Sort for Digits<E> {
    fn sort<T>(self, v: &mut [T], compare: impl Fn(&T, &T) -> Ordering) -> bool
    where
        T: RadixKey + Copy + Send + Sync,
    {
        let sort_rest = |rest: &mut [T]| {
            if !self.deal(rest) {
                leaf::std_unstable(rest, compare);
            }
        };
        tally::settle(self.on, v, self.threads, sort_rest) || self.deal(v)
    }
}

impl<E: ForkJoin> Digits<E> {
    fn deal<T: RadixKey + Copy + Send + Sync>(&self, v: &mut [T]) -> bool {
        let is_wide = size_of::<T>() > size_of::<u64>();
        let mut buffer = Vec::new();
        if v.len() < if is_wide { WIDE } else { SHORT }
            || buffer.try_reserve_exact(v.len()).is_err()
        {
            return false;
        }
        let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
        pages::will_fill(buffer);
        // A gate.
        let sort: fn(_, _, _, _, _, _) = radix::sort::<false, _, _, _, _>;
        let key = &|element: &T| *element;
        sort(self.on, v, buffer, key, &radix::compare, self.threads);
        true
    }
}
