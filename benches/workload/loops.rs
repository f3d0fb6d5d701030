//! `map` and `reduce` over items of a chosen length.

use super::item::Item;

/// The loop with std's iterator.
pub(crate) fn sequential(item: Item, values: &[u64]) -> u64 {
    values
        .iter()
        .map(|&x| item.cost(x))
        .fold(0, u64::wrapping_add)
}

/// The loop with tine's iterator.
pub(crate) fn tine(item: Item, values: &[u64]) -> u64 {
    use tine::prelude::*;
    values
        .par_iter()
        .map(|&x| item.cost(x))
        .reduce(|| 0, u64::wrapping_add)
}

/// The loop with rayon's iterator.
pub(crate) fn rayon(item: Item, values: &[u64]) -> u64 {
    use rayon::prelude::*;
    values
        .par_iter()
        .map(|&x| item.cost(x))
        .reduce(|| 0, u64::wrapping_add)
}
