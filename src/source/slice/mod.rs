//! Slices: their items one by one, and the traits that carry the further ways to cut a slice.

mod chunks;
mod chunks_mut;
mod iter;
mod iter_mut;

pub use chunks::Chunks;
pub use chunks_mut::ChunksMut;
pub use iter::Iter;
pub use iter_mut::IterMut;

/// Ways to walk a shared slice in parallel, other than item by item.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let sums: Vec<u32> = [1, 2, 3, 4, 5].par_chunks(2).map(|pair| pair.iter().sum()).collect();
/// assert_eq!(sums, [3, 7, 5]);
/// ```
pub trait ParallelSlice<T: Sync> {
    /// The slice itself; all other methods start from it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// assert_eq!([1, 2].as_parallel_slice().len(), 2);
    /// ```
    fn as_parallel_slice(&self) -> &[T];

    /// Cuts the slice into pieces of `chunk_size` items; the last may be shorter.
    ///
    /// # Panics
    ///
    /// Panics at once if `chunk_size` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let chunks: Vec<_> = [1, 2, 3, 4, 5].par_chunks(2).collect();
    /// assert_eq!(chunks, [&[1, 2][..], &[3, 4], &[5]]);
    /// ```
    #[track_caller]
    fn par_chunks(&self, chunk_size: usize) -> Chunks<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        Chunks::new(self.as_parallel_slice(), chunk_size)
    }
}

impl<T: Sync> ParallelSlice<T> for [T] {
    fn as_parallel_slice(&self) -> &[T] {
        self
    }
}

/// Ways to walk an exclusive slice in parallel, other than item by item.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut image = [0u8; 12];
/// image.par_chunks_mut(4).enumerate().for_each(|(y, row)| row.fill(y as u8));
/// assert_eq!(image, [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
/// ```
pub trait ParallelSliceMut<T: Send> {
    /// The slice itself; all other methods start from it.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2];
    /// v.as_parallel_slice_mut()[0] = 5;
    /// assert_eq!(v, [5, 2]);
    /// ```
    fn as_parallel_slice_mut(&mut self) -> &mut [T];

    /// Cuts the slice into exclusive pieces of `chunk_size` items; the last may be shorter.
    ///
    /// # Panics
    ///
    /// Panics at once if `chunk_size` is 0.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let mut v = [1, 2, 3, 4, 5];
    /// v.par_chunks_mut(2).for_each(|chunk| chunk.reverse());
    /// assert_eq!(v, [2, 1, 4, 3, 5]);
    /// ```
    #[track_caller]
    fn par_chunks_mut(&mut self, chunk_size: usize) -> ChunksMut<'_, T> {
        assert!(chunk_size != 0, "chunk_size must not be zero");
        ChunksMut::new(self.as_parallel_slice_mut(), chunk_size)
    }
}

impl<T: Send> ParallelSliceMut<T> for [T] {
    fn as_parallel_slice_mut(&mut self) -> &mut [T] {
        self
    }
}

#[cfg(test)]
mod tests;
