//! Pieces of equal length of a slice, the last one shorter.

use super::pieces::{Front, Pieces};
use crate::source::delegate::delegate;

/// A parallel iterator over pieces of a slice; see [`par_chunks`](super::ParallelSlice::par_chunks).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let chunks: tine::slice::Chunks<'_, i32> = [1, 2, 3].par_chunks(2);
/// assert_eq!(chunks.len(), 2);
/// ```
#[derive(Debug)]
pub struct Chunks<'data, T> {
    inner: Pieces<&'data [T], Front>,
}

impl<'data, T> Chunks<'data, T> {
    pub(super) fn new(slice: &'data [T], chunk_size: usize) -> Self {
        Chunks {
            inner: Pieces::new(slice, chunk_size),
        }
    }
}

impl<T> Clone for Chunks<'_, T> {
    fn clone(&self) -> Self {
        Chunks {
            inner: self.inner.clone(),
        }
    }
}

delegate! { indexed ['data, T: Sync + 'data] Chunks<'data, T> => &'data [T] }

/// A parallel iterator over exclusive pieces of a slice; see [`par_chunks_mut`](super::ParallelSliceMut::par_chunks_mut).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 2, 3];
/// let chunks: tine::slice::ChunksMut<'_, i32> = v.par_chunks_mut(2);
/// assert_eq!(chunks.len(), 2);
/// ```
#[derive(Debug)]
pub struct ChunksMut<'data, T> {
    inner: Pieces<&'data mut [T], Front>,
}

impl<'data, T> ChunksMut<'data, T> {
    pub(super) fn new(slice: &'data mut [T], chunk_size: usize) -> Self {
        ChunksMut {
            inner: Pieces::new(slice, chunk_size),
        }
    }
}

delegate! { indexed ['data, T: Send + 'data] ChunksMut<'data, T> => &'data mut [T] }
