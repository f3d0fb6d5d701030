//! `collect` into vectors: in place where the length is known beforehand, by way of a rope of chunks where it is not.

mod in_place;
mod rope;

pub(crate) use in_place::extend_in_place;
pub(crate) use rope::collect_rope;

use crate::iter::ParallelIterator;

/// Appends all items to `vec`, in order.
pub(crate) fn extend_vec<I>(vec: &mut Vec<I::Item>, par_iter: I)
where
    I: ParallelIterator,
{
    match par_iter.opt_len() {
        Some(len) => extend_in_place(vec, len, |consumer| par_iter.drive_unindexed(consumer)),
        None => rope::append(vec, collect_rope(par_iter)),
    }
}

#[cfg(test)]
mod tests;
