//! What can be cut in two at an index: shared slices and exclusive slices.

use std::ops::Range;

/// A view of items in a row that splits into two such views.
pub(crate) trait Sequence: Send + Sized {
    /// What it is a view of.
    type Whole: ?Sized;

    /// All of it, to look at.
    fn whole(&self) -> &Self::Whole;

    /// The largest index at which it may be cut.
    fn len(&self) -> usize;

    /// Cuts it at an index.
    fn split_at(self, index: usize) -> (Self, Self);

    /// What comes before `gap` and what comes after it.
    fn cut_out(self, gap: Range<usize>) -> (Self, Self) {
        let (left, rest) = self.split_at(gap.start);
        let (_, right) = rest.split_at(gap.len());
        (left, right)
    }
}

impl<T: Sync> Sequence for &[T] {
    type Whole = [T];

    #[inline]
    fn whole(&self) -> &[T] {
        self
    }

    #[inline]
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        <[T]>::split_at(self, index)
    }
}

impl<T: Send> Sequence for &mut [T] {
    type Whole = [T];

    #[inline]
    fn whole(&self) -> &[T] {
        self
    }

    #[inline]
    fn len(&self) -> usize {
        <[T]>::len(self)
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        self.split_at_mut(index)
    }
}
