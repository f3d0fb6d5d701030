//! Collecting options: all items, or nothing if one is missing.

use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelIterator};
use tine_core::engine::prim::{AtomicBool, Ordering};

/// Collects the items, or gives `None` as soon as one is missing; then some of the others are not computed.
impl<C, T> FromParallelIterator<Option<T>> for Option<C>
where
    C: FromParallelIterator<T>,
    T: Send,
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = Option<T>>,
    {
        let missing = AtomicBool::new(false);
        let note = |item: &Option<T>| {
            if item.is_none() {
                // Relaxed: read after the iterator has ended, which orders it.
                missing.store(true, Ordering::Relaxed);
            }
        };
        let collected = par_iter
            .into_par_iter()
            .inspect(note)
            .while_some()
            .collect();
        (!missing.into_inner()).then_some(collected)
    }
}
