//! source
pub mod range;
pub mod slice;
pub mod vec;
