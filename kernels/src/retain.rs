//! The elements of a vector that a predicate likes.

use crate::fork_join::ForkJoin;
use crate::pack::{Sieve, pack};

/// Drops what `pred` does not like.
pub fn retain<T, P>(on: impl ForkJoin, vec: &mut Vec<T>, pred: P)
where
    T: Send,
    P: Fn(&mut T) -> bool + Sync,
{
    pack(on, vec, &Retain(pred));
}

/// Asks about each element alone.
struct Retain<P>(P);

impl<T, P> Sieve<T> for Retain<P>
where
    P: Fn(&mut T) -> bool + Sync,
{
    #[inline(always)]
    fn keeps(&self, _last: Option<&mut T>, element: &mut T) -> bool {
        (self.0)(element)
    }

    fn keeps_at_seam(&self, _last: &mut T, _element: &mut T) -> bool {
        true
    }
}
