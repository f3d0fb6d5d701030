//! Parallel iterators: the traits, their adaptors and terminals, and iterators that need no container.
//!
//! A parallel iterator is built like a sequential one: a source ([`par_iter`](IntoParallelRefIterator::par_iter),
//! [`into_par_iter`](IntoParallelIterator::into_par_iter)), any number of adaptors such as [`map`](ParallelIterator::map), and
//! one terminal such as [`sum`](ParallelIterator::sum), which does all the work and returns when it is done. An ordered
//! terminal ([`collect`](ParallelIterator::collect), [`reduce`](ParallelIterator::reduce)) gives what the same chain of std's
//! iterators gives; only the time at which closures run, and the thread, differ.
//!
//! Iterators that know their number of items and can be split at any position are [`IndexedParallelIterator`]s. Filtering
//! loses that.
//!
//! # Items that wait for each other
//!
//! Items run one after the other on as many threads as it pays, as a rule, so none may count on another one's being run at the same time. There is one
//! exception: in a loop that is not inside of other parallel work, over no more items than the pool has threads, any items may wait for any others, for
//! instance at a barrier, or for what another one sends. That holds for sources whose items are counted, with adaptors that do not change their
//! number before the waiting; for [`par_bridge`](ParallelBridge::par_bridge) whose iterator says that it has up to 64 items, or does not say; and not for the pieces of texts, for trees, nor with
//! [`with_min_len`](IndexedParallelIterator::with_min_len). A pool's thread that waits elsewhere is missing. If the same loop was over at once the last times, others join in after some milliseconds.
//!
//! # Examples
//!
//! ```
//! use tine::prelude::*;
//!
//! let squares: u64 = (1..=1000u64).into_par_iter().filter(|n| n % 2 == 1).map(|n| n * n).sum();
//! assert_eq!(squares, 166_666_500);
//! ```

mod adaptor;
mod attempt;
mod bridge;
mod convert;
mod generator;
#[cfg(feature = "full")]
mod in_order;
mod indexed;
mod parallel;
mod signal;
mod terminal;

pub use adaptor::*;
pub use convert::{
    FromParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    IntoParallelRefMutIterator, ParallelDrainFull, ParallelDrainRange, ParallelExtend,
};
pub use generator::*;
#[cfg(feature = "full")]
pub use in_order::{InOrder, ParallelMapInOrder};
pub use indexed::IndexedParallelIterator;
pub use parallel::ParallelIterator;
#[cfg(feature = "full")]
pub use terminal::float_sum::FloatSum;
pub use tine_core::engine::Either;

#[cfg(feature = "full")]
pub(crate) use bridge::fixed;
pub(crate) use bridge::{stream, walk, walked_by_index};
#[cfg(feature = "full")]
pub(crate) use terminal::collect::extend_in_place;
pub(crate) use terminal::collect::{Growth, collect_arc, collect_rc, extend_vec};
pub(crate) use terminal::collect::{Rope, RopeConsumer, Tie, append};

pub mod plumbing {
    //! The traits below the iterators, for those who write sources, adaptors or terminals of their own.
    //!
    //! [`Producer`]s supply items and split; [`Consumer`]s say what happens to the items, and split alongside; their
    //! [`Folder`]s take the items of one block; [`Reducer`]s join the results of neighbouring blocks. The three `bridge`
    //! functions bring a producer and a consumer together.
    pub use crate::iter::bridge::bridge;
    pub use crate::plumbing::*;
}

#[cfg(test)]
mod tests;
