//! Data parallelism on a work-stealing pool.

pub mod iter;
mod plumbing;
pub mod prelude;
mod source;
mod task;

pub use task::join::{FnContext, join, join_context};

pub mod slice {
    //! Parallel iterators over slices.
    pub use crate::source::slice::*;
}
pub mod vec {
    //! Parallel iterators over vectors.
    pub use crate::source::vec::{Drain, IntoIter};
}
pub mod range_inclusive {
    //! Parallel iterators over ranges that include their end.
    pub use crate::source::range_inclusive::Iter;
}
pub mod range {
    //! Parallel iterators over ranges.
    pub use crate::source::range::Iter;
}
