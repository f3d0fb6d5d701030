//! Promise: hostile but safe code gets a panic or an unspecified order at worst: lengths that are lies, closures, clones,
//! comparisons, hashes and drops that panic at any call, items of no size, lengths near `usize::MAX`. Every value is dropped
//! once all the same.

#[path = "hostile/calls.rs"]
mod calls;
mod common;
#[path = "hostile/drops.rs"]
mod drops;
#[path = "hostile/fuse.rs"]
mod fuse;
#[path = "hostile/inner.rs"]
mod inner;
#[path = "hostile/lengths.rs"]
mod lengths;
#[path = "hostile/liar.rs"]
mod liar;
#[path = "hostile/whims.rs"]
mod whims;
