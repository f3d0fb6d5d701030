//! Whether a slice is sorted.

use super::blocks::blocks;
use crate::iter::ParallelIterator;

/// Neighbours that are compared without a look whether others have found an answer.
const BLOCK: usize = 256;
/// Neighbours that are compared whether or not the first ones are in order.
const AT_ONCE: usize = 32;

/// Whether `in_order` holds of every two neighbours.
pub(crate) fn is_sorted<T, F>(v: &[T], in_order: F) -> bool
where
    T: Sync,
    F: Fn(&T, &T) -> bool + Sync + Send,
{
    // A block and the next one share an element.
    let pairs = v.len().saturating_sub(1);
    blocks(pairs, BLOCK).all(|pairs| of_block(&v[pairs.start..=pairs.end], &in_order))
}

/// The same for one block.
fn of_block<T>(v: &[T], in_order: impl Fn(&T, &T) -> bool) -> bool {
    let mut rest = v;
    while let Some(pairs) = rest.get(..=AT_ONCE) {
        // No way out of this loop, so that several pairs are compared by one instruction.
        let all = (0..AT_ONCE).fold(true, |all, i| all & in_order(&pairs[i], &pairs[i + 1]));
        if !all {
            return false;
        }
        rest = &rest[AT_ONCE..];
    }
    rest.is_sorted_by(in_order)
}
