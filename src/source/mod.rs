//! Sources: where items come from, one container or kind of value a file. They implement the iterator traits and know nothing
//! of what happens to the items.

pub(crate) mod array;
mod delegate;
mod parts;
pub(crate) mod range;
pub(crate) mod range_inclusive;
mod sequence;
pub(crate) mod slice;
pub(crate) mod vec;
