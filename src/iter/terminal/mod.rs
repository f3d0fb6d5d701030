//! Terminals: the consumers that end a chain, one concept a file. The trait files hold their public words.

pub(crate) mod collect;
pub(crate) mod find;
pub(crate) mod for_each;
pub(crate) mod reduce;
pub(crate) mod sum;
pub(crate) mod unit;
