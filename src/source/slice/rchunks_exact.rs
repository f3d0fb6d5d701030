//! Pieces of equal length of a slice, counted from its back, and what is left over at its front.

use super::pieces::{BackExact, Pieces};
use crate::source::delegate::delegate;
use std::mem;

/// A parallel iterator over whole pieces of a slice from its back; see
/// [`par_rchunks_exact`](super::ParallelSlice::par_rchunks_exact).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let chunks: tine::slice::RChunksExact<'_, i32> = [1, 2, 3].par_rchunks_exact(2);
/// assert_eq!(chunks.remainder(), [1]);
/// assert_eq!(chunks.len(), 1);
/// ```
#[derive(Debug)]
pub struct RChunksExact<'data, T> {
    inner: Pieces<&'data [T], BackExact>,
    rest: &'data [T],
}

impl<'data, T> RChunksExact<'data, T> {
    pub(super) fn new(slice: &'data [T], chunk_size: usize) -> Self {
        let odd = slice.len() % chunk_size;
        let (rest, whole) = slice.split_at(odd);
        RChunksExact {
            inner: Pieces::new(whole, chunk_size),
            rest,
        }
    }

    /// The items at the front, which are too few for a piece: fewer than the chunk size.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 3].par_rchunks_exact(2).remainder(), [1]);
    /// ```
    #[inline]
    pub fn remainder(&self) -> &'data [T] {
        self.rest
    }
}

impl<T> Clone for RChunksExact<'_, T> {
    fn clone(&self) -> Self {
        RChunksExact {
            inner: self.inner.clone(),
            rest: self.rest,
        }
    }
}

delegate! { indexed ['data, T: Sync + 'data] RChunksExact<'data, T> => &'data [T] }

/// A parallel iterator over whole exclusive pieces of a slice from its back; see
/// [`par_rchunks_exact_mut`](super::ParallelSliceMut::par_rchunks_exact_mut).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut v = [1, 2, 3];
/// let chunks: tine::slice::RChunksExactMut<'_, i32> = v.par_rchunks_exact_mut(2);
/// assert_eq!(chunks.len(), 1);
/// ```
#[derive(Debug)]
pub struct RChunksExactMut<'data, T> {
    inner: Pieces<&'data mut [T], BackExact>,
    rest: &'data mut [T],
}

impl<'data, T> RChunksExactMut<'data, T> {
    pub(super) fn new(slice: &'data mut [T], chunk_size: usize) -> Self {
        let odd = slice.len() % chunk_size;
        let (rest, whole) = slice.split_at_mut(odd);
        RChunksExactMut {
            inner: Pieces::new(whole, chunk_size),
            rest,
        }
    }

    /// Gives up the pieces for the items at the front, which are too few for one.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2, 3];
    /// v.par_rchunks_exact_mut(2).into_remainder().fill(0);
    /// assert_eq!(v, [0, 2, 3]);
    /// ```
    #[inline]
    pub fn into_remainder(self) -> &'data mut [T] {
        self.rest
    }

    /// The items at the front, which are too few for a piece: fewer than the chunk size.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2, 3].par_rchunks_exact_mut(2).remainder(), [1]);
    /// ```
    #[inline]
    pub fn remainder(&mut self) -> &mut [T] {
        self.rest
    }

    /// Takes out the items at the front, which are too few for a piece, and leaves nothing behind.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2, 3];
    /// let mut chunks = v.par_rchunks_exact_mut(2);
    /// let rest = chunks.take_remainder();
    /// assert!(chunks.remainder().is_empty());
    /// chunks.for_each(|chunk| chunk.swap_with_slice(&mut [7, 7]));
    /// rest[0] = 9;
    /// assert_eq!(v, [9, 7, 7]);
    /// ```
    #[inline]
    pub fn take_remainder(&mut self) -> &'data mut [T] {
        mem::take(&mut self.rest)
    }
}

delegate! { indexed ['data, T: Send + 'data] RChunksExactMut<'data, T> => &'data mut [T] }
