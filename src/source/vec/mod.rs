//! Vectors: by value, by reference, drained, and as the target of `collect`.

#[cfg(feature = "full")]
mod algorithms;
mod boxed;
pub(crate) mod drain;
mod owned;

#[cfg(feature = "full")]
pub use algorithms::VecAlgorithms;
pub use drain::Drain;
pub use owned::IntoIter;

use crate::iter::{
    FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator, extend_vec,
};
use crate::source::slice;

impl<'data, T: Sync + 'data> IntoParallelIterator for &'data Vec<T> {
    type Iter = slice::Iter<'data, T>;
    type Item = &'data T;

    #[inline]
    fn into_par_iter(self) -> Self::Iter {
        self.as_slice().into_par_iter()
    }
}

impl<'data, T: Send + 'data> IntoParallelIterator for &'data mut Vec<T> {
    type Iter = slice::IterMut<'data, T>;
    type Item = &'data mut T;

    #[inline]
    fn into_par_iter(self) -> Self::Iter {
        self.as_mut_slice().into_par_iter()
    }
}

/// Collects in the order of the iterator.
///
/// What `map` makes of the items of a vector, and what `filter` and `filter_map` leave of them, goes into that vector's memory, as in std, if it has the
/// size and the alignment of those. So the capacity may be more than the length, but no more than four times as much, or by 64 KiB: what is left then
/// moves to memory of its own.
impl<T: Send> FromParallelIterator<T> for Vec<T> {
    #[inline]
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        let mut vec = Vec::new();
        vec.par_extend(par_iter);
        vec
    }
}

/// Appends in the order of the iterator.
impl<T: Send> ParallelExtend<T> for Vec<T> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        extend_vec(self, par_iter.into_par_iter());
    }
}

/// Appends copies in the order of the iterator.
impl<'a, T: Copy + Send + Sync + 'a> ParallelExtend<&'a T> for Vec<T> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = &'a T>,
    {
        extend_vec(self, par_iter.into_par_iter().map(|item| *item));
    }
}

#[cfg(test)]
mod tests;
