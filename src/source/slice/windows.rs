//! Overlapping pieces of a slice: every run of so many neighbours.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};
use std::slice;

/// A parallel iterator over the runs of neighbours in a slice; see [`par_windows`](super::ParallelSlice::par_windows).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let windows: tine::slice::Windows<'_, i32> = [1, 2, 3].par_windows(2);
/// assert_eq!(windows.len(), 2);
/// ```
#[derive(Debug)]
pub struct Windows<'data, T> {
    slice: &'data [T],
    /// If it is 0, nothing but a panic comes of it.
    window_size: usize,
}

impl<'data, T> Windows<'data, T> {
    pub(super) fn new(slice: &'data [T], window_size: usize) -> Self {
        Windows { slice, window_size }
    }
}

impl<T> Clone for Windows<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        Windows { ..*self }
    }
}

impl<'data, T: Sync + 'data> ParallelIterator for Windows<'data, T> {
    type Item = &'data [T];
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<'data, T: Sync + 'data> IndexedParallelIterator for Windows<'data, T> {
    #[inline]
    fn len(&self) -> usize {
        assert!(self.window_size != 0, "window_size must not be zero");
        self.slice.len().saturating_sub(self.window_size - 1)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        callback.callback(WindowsProducer {
            slice: self.slice,
            window_size: self.window_size,
        })
    }
}

struct WindowsProducer<'data, T> {
    slice: &'data [T],
    window_size: usize,
}

impl<'data, T: Sync> Producer for WindowsProducer<'data, T> {
    type Item = &'data [T];
    type IntoIter = slice::Windows<'data, T>;
    const EXACT: bool = true;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.slice.windows(self.window_size)
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = split_windows(self.slice, self.window_size, index);
        (
            WindowsProducer {
                slice: left,
                ..self
            },
            WindowsProducer {
                slice: right,
                ..self
            },
        )
    }
}

/// What the first `index` windows lie in, and what the others do: they overlap.
#[inline]
fn split_windows<T>(slice: &[T], window_size: usize, index: usize) -> (&[T], &[T]) {
    let left_end = index.saturating_add(window_size - 1);
    let left = match index {
        0 => &[],
        _ => &slice[..left_end.min(slice.len())],
    };
    (left, &slice[index..])
}

/// A parallel iterator over the runs of `N` neighbours in a slice, as arrays; see
/// [`par_array_windows`](super::ParallelSlice::par_array_windows).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let windows: tine::slice::ArrayWindows<'_, i32, 2> = [1, 2, 3].par_array_windows();
/// assert_eq!(windows.len(), 2);
/// ```
#[derive(Debug)]
pub struct ArrayWindows<'data, T, const N: usize> {
    /// Of size `N`, which is not 0.
    windows: Windows<'data, T>,
}

impl<'data, T, const N: usize> ArrayWindows<'data, T, N> {
    pub(super) fn new(slice: &'data [T]) -> Self {
        const { assert!(N != 0, "windows must not be empty") };
        ArrayWindows {
            windows: Windows::new(slice, N),
        }
    }
}

impl<T, const N: usize> Clone for ArrayWindows<'_, T, N> {
    fn clone(&self) -> Self {
        ArrayWindows {
            windows: self.windows.clone(),
        }
    }
}

impl<'data, T: Sync + 'data, const N: usize> ParallelIterator for ArrayWindows<'data, T, N> {
    type Item = &'data [T; N];
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<'data, T: Sync + 'data, const N: usize> IndexedParallelIterator for ArrayWindows<'data, T, N> {
    #[inline]
    fn len(&self) -> usize {
        self.windows.len()
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        callback.callback(ArrayWindowsProducer {
            slice: self.windows.slice,
        })
    }
}

struct ArrayWindowsProducer<'data, T, const N: usize> {
    slice: &'data [T],
}

impl<'data, T: Sync, const N: usize> Producer for ArrayWindowsProducer<'data, T, N> {
    type Item = &'data [T; N];
    type IntoIter = ArrayWindowsIter<'data, T, N>;
    const EXACT: bool = true;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        ArrayWindowsIter { slice: self.slice }
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = split_windows(self.slice, N, index);
        (
            ArrayWindowsProducer { slice: left },
            ArrayWindowsProducer { slice: right },
        )
    }
}

/// The windows of a slice one after the other. The compiler knows their length.
struct ArrayWindowsIter<'data, T, const N: usize> {
    slice: &'data [T],
}

impl<'data, T, const N: usize> Iterator for ArrayWindowsIter<'data, T, N> {
    type Item = &'data [T; N];

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let window = self.slice.first_chunk()?;
        self.slice = &self.slice[1..];
        Some(window)
    }

    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<Self::Item> {
        self.slice = self.slice.get(skipped..).unwrap_or_default();
        self.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.slice.len().saturating_sub(N - 1);
        (count, Some(count))
    }
}

impl<T, const N: usize> DoubleEndedIterator for ArrayWindowsIter<'_, T, N> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let window = self.slice.last_chunk()?;
        self.slice = &self.slice[..self.slice.len() - 1];
        Some(window)
    }

    #[inline]
    fn nth_back(&mut self, skipped: usize) -> Option<Self::Item> {
        let end = self.slice.len().saturating_sub(skipped);
        self.slice = &self.slice[..end];
        self.next_back()
    }
}

impl<T, const N: usize> ExactSizeIterator for ArrayWindowsIter<'_, T, N> {}
