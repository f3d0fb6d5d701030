//! Quicksort by forking, with the leaves that the caller chooses.

use super::both::{Both, InTurn};
use crate::alone::partition;

/// Sorts; `W` tells whether the halves are sorted in turn or in parallel. Those of up to `leaf` numbers are in turn anyhow.
pub(crate) fn sort<W: Both>(v: &mut [u32], leaf: usize) {
    let is_leaf = v.len() <= leaf;
    let Some((low, high)) = partition(v) else {
        return;
    };
    if is_leaf {
        InTurn::both(|| sort::<InTurn>(low, leaf), || sort::<InTurn>(high, leaf));
    } else {
        W::both(|| sort::<W>(low, leaf), || sort::<W>(high, leaf));
    }
}
