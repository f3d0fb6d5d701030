//! A range cut into short blocks, for kernels whose inner loop should have no iterator in it.

use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use std::ops::Range;

/// All blocks of `0..len`, in order; all but the last have `block` items, which is not 0.
#[inline]
pub(super) fn blocks(
    len: usize,
    block: usize,
) -> impl IndexedParallelIterator<Item = Range<usize>> {
    let range = move |i| i * block..len.min((i + 1) * block);
    (0..len.div_ceil(block)).into_par_iter().map(range)
}
