//! Collecting where the items are made one by one of those of a vector: its memory becomes that of the result.

use super::in_place::SlotsConsumer;
use super::sifted;
use crate::iter::ParallelIterator;
use crate::plumbing::Buffer;

/// Whether the items are made of those of a vector, in whose slots they fit.
const fn fits<I: ParallelIterator>() -> bool {
    match I::MADE_OF {
        Some(shape) => shape.fits::<I::Item>(),
        None => false,
    }
}

/// How to collect into other memory than one's own.
type Collects<I, T> = fn(I) -> Vec<T>;

/// [`collect`], if they do; the like of it where they are what is left of such ones.
pub(super) const fn way<I: ParallelIterator>() -> Option<Collects<I, I::Item>> {
    match (fits::<I>(), sifted::fits::<I>()) {
        (true, _) => Some(collect::<I>),
        (false, true) => Some(sifted::collect::<I>),
        (false, false) => None,
    }
}

/// All items, in order.
///
/// # Panics
///
/// If they do not [`fit`](fits).
fn collect<I: ParallelIterator>(par_iter: I) -> Vec<I::Item> {
    assert!(fits::<I>(), "the items are not made of such ones");
    let slots = |buffer: &Buffer| {
        let slots = buffer.slots::<I::Item>();
        slots.expect("an iterator is driven over the slots that it is made of")
    };
    let make = |buffer: &Buffer| {
        // SAFETY: (1) the buffer has so many slots of that shape, and comes back with the result. (2) Item number i is made of what was in slot
        // number i, and was taken from there.
        unsafe { SlotsConsumer::over(slots(buffer), buffer.len()) }
    };
    // SAFETY: (1) as asserted: it says so of more. (2) Such a consumer puts item number i into slot number i when it comes in.
    let (filled, buffer) = unsafe { par_iter.drive_over(make) };
    assert!(
        filled.is_at(slots(&buffer)),
        "the iterator returned the result of another part"
    );
    let len = buffer.len();
    filled.finish(len);
    // SAFETY: (1) `slots` has asked. (2) `finish` has counted them, and gave up their ownership.
    unsafe { buffer.into_vec(len) }
}
