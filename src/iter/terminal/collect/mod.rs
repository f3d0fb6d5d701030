//! `collect` into vectors: in place where the length is known beforehand, by way of a rope of chunks where it is not. Shared slices likewise.

mod in_place;
mod over;
mod place;
mod refill;
mod rope;
mod shared;
mod sifted;
mod tail;

use in_place::extend_at_most;
pub(crate) use in_place::{Growth, extend_in_place, in_register, too_many};
pub(crate) use place::append;
pub(crate) use rope::{FEW, Rope, RopeConsumer, Tie, collect_rope};
pub(crate) use shared::{collect_arc, collect_rc};

use super::unzip::{Pairs, UnzipConsumer};
use crate::iter::{IndexedParallelIterator, ParallelIterator};
use tine_kernels::base::room;

/// Appends all items to `vec`, in order.
#[inline]
pub(crate) fn extend_vec<I>(vec: &mut Vec<I::Item>, par_iter: I)
where
    I: ParallelIterator,
{
    // Constants, so that one way of five is compiled where it is known which, and looked at: see `plumbing/choice.rs`.
    if let Some(collect) = const { over::way::<I>() }
        && vec.capacity() == 0
    {
        *vec = collect(par_iter);
        return;
    }
    let extend: fn(&mut Vec<I::Item>, I) = const {
        match (I::HAS_LEN, I::ALL_OR_NOTHING) {
            (Some(true), _) => extend_by_len::<I>,
            (Some(false), _) => extend_by_rope::<I>,
            (None, true) => extend_by_all::<I>,
            (None, false) => extend_as_told::<I>,
        }
    };
    extend(vec, par_iter);
}

/// The same for what has a length.
fn extend_by_len<I: ParallelIterator>(vec: &mut Vec<I::Item>, par_iter: I) {
    let Some(len) = par_iter.opt_len() else {
        unreachable!("such an iterator has a length");
    };
    extend_in_place(vec, len, |consumer| par_iter.drive_unindexed(consumer));
}

/// The same for what has none.
#[inline]
fn extend_by_rope<I: ParallelIterator>(vec: &mut Vec<I::Item>, par_iter: I) {
    append(vec, collect_rope(par_iter));
}

/// The same for what is only wanted if nothing is missing.
fn extend_by_all<I: ParallelIterator>(vec: &mut Vec<I::Item>, par_iter: I) {
    let Some(most) = par_iter.opt_most() else {
        unreachable!("such an iterator knows how many there should be");
    };
    match vec.try_reserve(most) {
        Ok(()) => extend_at_most(vec, most, |consumer| par_iter.drive_unindexed(consumer)),
        // Then it is as well if something is missing.
        Err(error) if par_iter.count() >= most => room::had(Err(error)),
        Err(_) => {}
    }
}

/// The same for what may have a length, or know how long it is at most.
fn extend_as_told<I: ParallelIterator>(vec: &mut Vec<I::Item>, par_iter: I) {
    if let Some(len) = par_iter.opt_len() {
        extend_in_place(vec, len, |consumer| par_iter.drive_unindexed(consumer));
    } else if let Some(most) = par_iter.opt_most()
        && vec.try_reserve(most).is_ok()
    {
        extend_at_most(vec, most, |consumer| par_iter.drive_unindexed(consumer));
    } else {
        extend_by_rope(vec, par_iter);
    }
}

/// Replaces what is in `vec` by all items, in order.
pub(crate) fn collect_into_vec<I>(par_iter: I, vec: &mut Vec<I::Item>)
where
    I: IndexedParallelIterator,
{
    vec.clear();
    let len = par_iter.len();
    extend_in_place(vec, len, |consumer| par_iter.drive(consumer));
}

/// Replaces what is in the vectors by the halves of all pairs, in order.
pub(crate) fn unzip_into_vecs<I, A, B>(par_iter: I, left: &mut Vec<A>, right: &mut Vec<B>)
where
    I: IndexedParallelIterator<Item = (A, B)>,
    A: Send,
    B: Send,
{
    left.clear();
    right.clear();
    let len = par_iter.len();
    extend_in_place(left, len, |left_consumer| {
        let mut left_result = None;
        extend_in_place(right, len, |right_consumer| {
            let both = UnzipConsumer {
                deal: &Pairs,
                left: left_consumer,
                right: right_consumer,
            };
            let (left, right) = par_iter.drive(both);
            left_result = Some(left);
            right
        });
        left_result.expect("the drive above has set it, or panicked")
    });
}

#[cfg(test)]
mod tests;
