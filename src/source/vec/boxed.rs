//! Slices in boxes, collected by way of a vector, and in shared pointers.

use crate::iter::{FromParallelIterator, IntoParallelIterator, collect_arc, collect_rc};
use std::rc::Rc;
use std::sync::Arc;

/// Collects in the order of the iterator.
impl<T: Send> FromParallelIterator<T> for Box<[T]> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        Vec::from_par_iter(par_iter).into()
    }
}

/// Collects in the order of the iterator.
impl<T: Send> FromParallelIterator<T> for Rc<[T]> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        collect_rc(par_iter.into_par_iter())
    }
}

/// Collects in the order of the iterator.
impl<T: Send> FromParallelIterator<T> for Arc<[T]> {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        collect_arc(par_iter.into_par_iter())
    }
}
