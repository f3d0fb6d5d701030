//! What is perhaps borrowed, collected into its owned form.

use crate::iter::{FromParallelIterator, IntoParallelIterator};
use std::borrow::Cow;

/// Collects into the owned form.
impl<C, T> FromParallelIterator<T> for Cow<'_, C>
where
    C: ToOwned<Owned: FromParallelIterator<T>> + ?Sized,
    T: Send,
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = T>,
    {
        Cow::Owned(C::Owned::from_par_iter(par_iter))
    }
}
