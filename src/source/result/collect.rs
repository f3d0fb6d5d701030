//! Collecting results: all items, or one error.

use crate::iter::{AllSome, FromParallelIterator, IntoParallelIterator, ParallelIterator};
use std::sync::{Mutex, PoisonError};

/// Collects the items, or gives an error as soon as there is one; then some of the other items are not computed. Of several
/// errors it is unspecified which one is given, and the others are dropped.
impl<C, T, E> FromParallelIterator<Result<T, E>> for Result<C, E>
where
    C: FromParallelIterator<T>,
    T: Send,
    E: Send,
{
    #[inline]
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = Result<T, E>>,
    {
        let failure = Mutex::new(None);
        let keep = |item: Result<T, E>| match item {
            Ok(item) => Some(item),
            Err(error) => {
                keep_first(&failure, error);
                None
            }
        };
        let collected = AllSome::new(par_iter.into_par_iter().map(keep)).collect();
        match failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            None => Ok(collected),
            Some(error) => Err(error),
        }
    }
}

/// Apart, so that what is done for every item is inlined.
#[cold]
#[inline(never)]
fn keep_first<E>(failure: &Mutex<Option<E>>, error: E) {
    // If somebody else holds it, it is to keep another error.
    if let Ok(mut failure) = failure.try_lock()
        && failure.is_none()
    {
        *failure = Some(error);
    }
}
