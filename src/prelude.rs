//! The names that parallel code wants in scope: the traits that carry the methods.
//!
//! # Examples
//!
//! ```
//! use tine::prelude::*;
//!
//! assert_eq!((0..10u32).into_par_iter().max(), Some(9));
//! ```

pub use crate::iter::{
    FromParallelIterator, IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    IntoParallelRefMutIterator, ParallelBridge, ParallelDrainFull, ParallelDrainRange,
    ParallelExtend, ParallelIterator, ParallelMapInOrder,
};
pub use crate::slice::{ParallelSlice, ParallelSliceMut, SliceAlgorithms, SliceAlgorithmsMut};
pub use crate::str::ParallelString;
pub use crate::vec::VecAlgorithms;
