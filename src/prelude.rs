//! The names that parallel code wants in scope: the traits that carry the methods.
//!
//! # Examples
//!
//! ```
//! use tine::prelude::*;
//!
//! assert_eq!((0..10u32).into_par_iter().max(), Some(9));
//! ```

#[cfg(feature = "full")]
pub use crate::iter::ParallelMapInOrder;
pub use crate::iter::{
    FromParallelIterator, IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    IntoParallelRefMutIterator, ParallelBridge, ParallelDrainFull, ParallelDrainRange,
    ParallelExtend, ParallelIterator,
};
pub use crate::slice::{ParallelSlice, ParallelSliceMut};
#[cfg(feature = "full")]
pub use crate::slice::{SliceAlgorithms, SliceAlgorithmsMut};
pub use crate::str::ParallelString;
#[cfg(feature = "full")]
pub use crate::vec::VecAlgorithms;
