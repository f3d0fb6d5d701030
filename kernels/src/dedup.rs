//! The first ones of all runs of equal elements of a vector.

use crate::fork_join::ForkJoin;
use crate::pack::{Sieve, pack};

/// Drops each element that is the `same` as the one before it. If that is an equivalence, it does not matter which of those that
/// are the same it is compared with.
pub fn dedup<T, F>(on: impl ForkJoin, vec: &mut Vec<T>, same: F)
where
    T: Send,
    F: Fn(&mut T, &mut T) -> bool + Sync,
{
    pack(on, vec, &Dedup(same));
}

/// Compares neighbours.
struct Dedup<F>(F);

impl<T, F> Sieve<T> for Dedup<F>
where
    F: Fn(&mut T, &mut T) -> bool + Sync,
{
    #[inline(always)]
    fn keeps(&self, last: Option<&mut T>, element: &mut T) -> bool {
        last.is_none_or(|last| !(self.0)(element, last))
    }

    fn keeps_at_seam(&self, last: &mut T, element: &mut T) -> bool {
        !(self.0)(element, last)
    }
}
