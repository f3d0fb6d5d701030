//! Slices behind shared pointers, and slices that are perhaps borrowed: by shared reference only, since others may see them.
//!
//! They are here for functions that take any `&C` that can be walked. To walk one by value, there is
//! `slice.to_vec().into_par_iter()`.

use super::Iter;
use crate::iter::IntoParallelIterator;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

/// Walks the items of a shared slice.
impl<'data, T: Sync + 'data> IntoParallelIterator for &'data Arc<[T]> {
    type Iter = Iter<'data, T>;
    type Item = &'data T;

    #[inline]
    fn into_par_iter(self) -> Iter<'data, T> {
        (**self).into_par_iter()
    }
}

/// Walks the items of a slice that this thread shares with itself. Other threads only see the items.
impl<'data, T: Sync + 'data> IntoParallelIterator for &'data Rc<[T]> {
    type Iter = Iter<'data, T>;
    type Item = &'data T;

    #[inline]
    fn into_par_iter(self) -> Iter<'data, T> {
        (**self).into_par_iter()
    }
}

/// Walks the items of a slice, be it borrowed or owned.
impl<'data, T: Clone + Sync + 'data> IntoParallelIterator for &'data Cow<'_, [T]> {
    type Iter = Iter<'data, T>;
    type Item = &'data T;

    #[inline]
    fn into_par_iter(self) -> Iter<'data, T> {
        (**self).into_par_iter()
    }
}
