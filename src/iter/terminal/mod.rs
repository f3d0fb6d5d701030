//! Terminals: the consumers that end a chain, one concept a file. The trait files hold their public words.

pub(crate) mod collect;
pub(crate) mod compare;
pub(crate) mod count;
pub(crate) mod extremes;
pub(crate) mod find;
pub(crate) mod find_ends;
#[cfg(feature = "full")]
pub(crate) mod float_sum;
pub(crate) mod for_each;
mod from_items;
#[cfg(feature = "full")]
pub(crate) mod min_max;
pub(crate) mod reduce;
pub(crate) mod sum;
pub(crate) mod try_for_each;
pub(crate) mod try_reduce;
mod unit;
pub(crate) mod unzip;
