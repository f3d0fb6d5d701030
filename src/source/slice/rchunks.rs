//! Pieces of equal length of a slice, counted from its back; the one at its front shorter.

use super::pieces::{Back, Pieces};
use crate::source::delegate::delegate;

/// A parallel iterator over pieces of a slice from its back; see [`par_rchunks`](super::ParallelSlice::par_rchunks).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let chunks: tine::slice::RChunks<'_, i32> = [1, 2, 3].par_rchunks(2);
/// assert_eq!(chunks.collect::<Vec<_>>(), [&[2, 3][..], &[1]]);
/// ```
#[derive(Debug)]
pub struct RChunks<'data, T> {
    inner: Pieces<&'data [T], Back>,
}

impl<'data, T> RChunks<'data, T> {
    pub(super) fn new(slice: &'data [T], chunk_size: usize) -> Self {
        RChunks {
            inner: Pieces::new(slice, chunk_size),
        }
    }
}

impl<T> Clone for RChunks<'_, T> {
    fn clone(&self) -> Self {
        RChunks {
            inner: self.inner.clone(),
        }
    }
}

delegate! { indexed ['data, T: Sync + 'data] RChunks<'data, T> => &'data [T] }

/// A parallel iterator over exclusive pieces of a slice from its back; see
/// [`par_rchunks_mut`](super::ParallelSliceMut::par_rchunks_mut).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 2, 3];
/// let chunks: tine::slice::RChunksMut<'_, i32> = v.par_rchunks_mut(2);
/// assert_eq!(chunks.len(), 2);
/// ```
#[derive(Debug)]
pub struct RChunksMut<'data, T> {
    inner: Pieces<&'data mut [T], Back>,
}

impl<'data, T> RChunksMut<'data, T> {
    pub(super) fn new(slice: &'data mut [T], chunk_size: usize) -> Self {
        RChunksMut {
            inner: Pieces::new(slice, chunk_size),
        }
    }
}

delegate! { indexed ['data, T: Send + 'data] RChunksMut<'data, T> => &'data mut [T] }
