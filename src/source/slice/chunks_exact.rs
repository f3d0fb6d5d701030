//! Pieces of equal length of a slice, and what is left over at its end.

use super::pieces::{FrontExact, Pieces};
use crate::source::delegate::delegate;
use std::mem;

/// A parallel iterator over whole pieces of a slice; see
/// [`par_chunks_exact`](super::ParallelSlice::par_chunks_exact).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let chunks: tine::slice::ChunksExact<'_, i32> = [1, 2, 3].par_chunks_exact(2);
/// assert_eq!(chunks.remainder(), [3]);
/// assert_eq!(chunks.len(), 1);
/// ```
#[derive(Debug)]
pub struct ChunksExact<'data, T> {
    inner: Pieces<&'data [T], FrontExact>,
    rest: &'data [T],
}

impl<'data, T> ChunksExact<'data, T> {
    pub(super) fn new(slice: &'data [T], chunk_size: usize) -> Self {
        let odd = slice.len() % chunk_size;
        let (whole, rest) = slice.split_at(slice.len() - odd);
        ChunksExact {
            inner: Pieces::new(whole, chunk_size),
            rest,
        }
    }

    /// The items at the end, which are too few for a piece: fewer than the chunk size.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 3].par_chunks_exact(2).remainder(), [3]);
    /// ```
    #[inline]
    pub fn remainder(&self) -> &'data [T] {
        self.rest
    }
}

impl<T> Clone for ChunksExact<'_, T> {
    fn clone(&self) -> Self {
        ChunksExact {
            inner: self.inner.clone(),
            rest: self.rest,
        }
    }
}

delegate! { indexed ['data, T: Sync + 'data] ChunksExact<'data, T> => &'data [T] }

/// A parallel iterator over whole exclusive pieces of a slice; see
/// [`par_chunks_exact_mut`](super::ParallelSliceMut::par_chunks_exact_mut).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 2, 3];
/// let chunks: tine::slice::ChunksExactMut<'_, i32> = v.par_chunks_exact_mut(2);
/// assert_eq!(chunks.len(), 1);
/// ```
#[derive(Debug)]
pub struct ChunksExactMut<'data, T> {
    inner: Pieces<&'data mut [T], FrontExact>,
    rest: &'data mut [T],
}

impl<'data, T> ChunksExactMut<'data, T> {
    pub(super) fn new(slice: &'data mut [T], chunk_size: usize) -> Self {
        let odd = slice.len() % chunk_size;
        let (whole, rest) = slice.split_at_mut(slice.len() - odd);
        ChunksExactMut {
            inner: Pieces::new(whole, chunk_size),
            rest,
        }
    }

    /// Gives up the pieces for the items at the end, which are too few for one.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2, 3];
    /// v.par_chunks_exact_mut(2).into_remainder().fill(0);
    /// assert_eq!(v, [1, 2, 0]);
    /// ```
    #[inline]
    pub fn into_remainder(self) -> &'data mut [T] {
        self.rest
    }

    /// The items at the end, which are too few for a piece: fewer than the chunk size.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 3].par_chunks_exact_mut(2).remainder(), [3]);
    /// ```
    #[inline]
    pub fn remainder(&mut self) -> &mut [T] {
        self.rest
    }

    /// Takes out the items at the end, which are too few for a piece, and leaves nothing behind.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2, 3];
    /// let mut chunks = v.par_chunks_exact_mut(2);
    /// let rest = chunks.take_remainder();
    /// assert!(chunks.remainder().is_empty());
    /// chunks.for_each(|chunk| chunk.swap_with_slice(&mut [7, 7]));
    /// rest[0] = 9;
    /// assert_eq!(v, [7, 7, 9]);
    /// ```
    #[inline]
    pub fn take_remainder(&mut self) -> &'data mut [T] {
        mem::take(&mut self.rest)
    }
}

delegate! { indexed ['data, T: Send + 'data] ChunksExactMut<'data, T> => &'data mut [T] }
