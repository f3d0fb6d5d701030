//! `Result`: an iterator over its value, or over nothing if it is an error.

mod collect;

use crate::iter::IntoParallelIterator;
use crate::source::delegate::delegate;
use crate::source::option;

/// A parallel iterator that owns the value of a result.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let iter: tine::result::IntoIter<i32> = "7".parse::<i32>().into_par_iter();
/// assert_eq!(iter.sum::<i32>(), 7);
/// ```
#[derive(Debug, Clone)]
pub struct IntoIter<T> {
    inner: option::IntoIter<T>,
}

/// Yields the value if there is one; an error is dropped.
impl<T: Send, E> IntoParallelIterator for Result<T, E> {
    type Iter = IntoIter<T>;
    type Item = T;

    fn into_par_iter(self) -> IntoIter<T> {
        IntoIter {
            inner: self.ok().into_par_iter(),
        }
    }
}

delegate! { one [T: Send] IntoIter<T> => T }

/// A parallel iterator over a shared reference to the value of a result.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let parsed = "7".parse::<i32>();
/// let iter: tine::result::Iter<'_, i32> = parsed.par_iter();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct Iter<'a, T> {
    inner: option::IntoIter<&'a T>,
}

impl<T> Clone for Iter<'_, T> {
    fn clone(&self) -> Self {
        Iter {
            inner: self.inner.clone(),
        }
    }
}

impl<'a, T: Sync, E> IntoParallelIterator for &'a Result<T, E> {
    type Iter = Iter<'a, T>;
    type Item = &'a T;

    fn into_par_iter(self) -> Iter<'a, T> {
        Iter {
            inner: self.as_ref().ok().into_par_iter(),
        }
    }
}

delegate! { one ['a, T: Sync + 'a] Iter<'a, T> => &'a T }

/// A parallel iterator over an exclusive reference to the value of a result.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let mut parsed = "7".parse::<i32>();
/// let iter: tine::result::IterMut<'_, i32> = parsed.par_iter_mut();
/// assert_eq!(iter.count(), 1);
/// ```
#[derive(Debug)]
pub struct IterMut<'a, T> {
    inner: option::IntoIter<&'a mut T>,
}

impl<'a, T: Send, E> IntoParallelIterator for &'a mut Result<T, E> {
    type Iter = IterMut<'a, T>;
    type Item = &'a mut T;

    fn into_par_iter(self) -> IterMut<'a, T> {
        IterMut {
            inner: self.as_mut().ok().into_par_iter(),
        }
    }
}

delegate! { one ['a, T: Send + 'a] IterMut<'a, T> => &'a mut T }

#[cfg(test)]
mod tests;
