//! Adaptors and terminals against std, over many lengths and block lengths.

mod adaptors;
mod brief;
mod producers;
mod terminals;

use crate::iter::IndexedParallelIterator;

/// Lengths that hit every kind of remainder.
const LENGTHS: [usize; 9] = [0, 1, 2, 3, 7, 8, 31, 64, 100];

/// Block lengths, from all splits to none.
const BLOCKS: [usize; 4] = [1, 2, 7, usize::MAX];

/// A range that is split down to blocks of at most `block` items, or not at all for the largest one.
fn range(len: usize, block: usize) -> impl IndexedParallelIterator<Item = usize> + Clone {
    use crate::iter::IntoParallelIterator;
    let min_len = if block == usize::MAX { usize::MAX } else { 1 };
    (0..len)
        .into_par_iter()
        .with_max_len(block)
        .with_min_len(min_len)
}

/// Calls `check` with every length and block length.
fn everywhere(check: impl Fn(usize, usize)) {
    for len in LENGTHS {
        for block in BLOCKS {
            check(len, block);
        }
    }
}
