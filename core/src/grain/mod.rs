//! The grain: how much of a range a thread runs without looking up, and when it pays to share.
//!
//! | module | holds |
//! |---|---|
//! | [`pace`] | the rules, as pure values: which block comes next, whether a part is cut |
//! | [`search`] | where a part is cut in two |
//! | [`mod@drive`] | where a drive begins |
//! | [`timer`] | the clock beside them: what the blocks of one task have taken |
//! | [`site`] | what is remembered of a loop of the program |
//! | [`recall`] | what a thread remembers of it: what an item took |
//! | [`solo`] | which loops take longer shared than alone |
//! | [`streak`] | whether drives follow each other closely |
//! | [`sunk`] | what more threads would not make shorter |
//! | [`brief`] | whether drives within a block are too short to be begun one by one |
//!
//! Who has something to iterate over asks here (`plumbing` of `tine`, whose README tells how it goes on from there). Nothing of it knows
//! types of items, so it is compiled with the engine, once, while compilers read the iterators.
//!
//! Invariant: whatever is answered here, and however wrong the clock is, each item is run once; it is a matter of time alone.

mod brief;
mod drive;
mod pace;
mod recall;
mod search;
mod site;
mod solo;
mod streak;
pub mod sunk;
mod timer;

pub use brief::Brief;
pub use drive::{Aim, Start, drive, workers};
pub use pace::{Budget, Pulled, Rules};
pub use site::Site;
pub use timer::{Behind, Step, Timer, Way};
