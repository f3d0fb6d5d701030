//! Whether a slice is sorted.

use super::blocks::blocks;
use crate::iter::ParallelIterator;

/// Neighbours that are compared without a look whether others have found an answer.
const BLOCK: usize = 256;

/// Whether `in_order` holds of every two neighbours.
pub(crate) fn is_sorted<T, F>(v: &[T], in_order: F) -> bool
where
    T: Sync,
    F: Fn(&T, &T) -> bool + Sync + Send,
{
    // A block and the next one share an element.
    let pairs = v.len().saturating_sub(1);
    blocks(pairs, BLOCK).all(|pairs| v[pairs.start..=pairs.end].is_sorted_by(&in_order))
}
