//! Quicksort by forking, with the leaves that the caller chooses.

use super::both::{Both, InTurn};

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

/// The numbers on either side of a pivot, which lies between them; none if fewer than two are left.
fn partition(v: &mut [u32]) -> Option<(&mut [u32], &mut [u32])> {
    let last = v.len().checked_sub(1).filter(|&last| last > 0)?;
    v.swap(v.len() / 2, last);
    let pivot = v[last];
    let mut small = 0;
    for place in 0..last {
        let is_small = v[place] <= pivot;
        v.swap(small, place);
        small += usize::from(is_small);
    }
    v.swap(small, last);
    let (low, high) = v.split_at_mut(small);
    Some((low, &mut high[1..]))
}
