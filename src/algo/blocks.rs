//! A range cut into short blocks, for kernels whose inner loop should have no iterator in it.

use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::ops::Range;

/// All blocks of `0..len`, in order; all but the last have `block` items, which is not 0.
#[inline]
pub(super) fn blocks(
    len: usize,
    block: usize,
) -> impl IndexedParallelIterator<Item = Range<usize>> {
    (0..len.div_ceil(block))
        .into_par_iter()
        .map(move |number| nth(len, block, number))
}

/// The block with this number, which is below that of all.
#[inline]
pub(super) fn nth(len: usize, block: usize, number: usize) -> Range<usize> {
    let start = number * block;
    // The end of the last one may be beyond all numbers.
    start..len.min(start.saturating_add(block))
}
