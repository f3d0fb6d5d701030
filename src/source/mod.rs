//! Sources: where items come from, one container or kind of value a file. They implement the iterator traits and know nothing
//! of what happens to the items.

pub(crate) mod array;
mod bounds;
pub mod collections;
mod cow;
mod delegate;
mod gather;
mod integer;
mod listed;
mod numbered;
pub(crate) mod option;
mod parts;
pub(crate) mod range;
pub(crate) mod range_inclusive;
pub(crate) mod result;
mod sequence;
pub(crate) mod slice;
pub(crate) mod str;
pub(crate) mod string;
pub(crate) mod vec;
