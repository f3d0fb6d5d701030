//! Adaptors: iterators made of iterators, one concept a file. The trait files hold their public words.

mod enumerate;
mod filter;
mod map;
mod zip;

pub use enumerate::Enumerate;
pub use filter::Filter;
pub use map::Map;
pub use zip::Zip;
