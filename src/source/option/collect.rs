//! Collecting options: all items, or nothing if one is missing.

use crate::iter::{AllSome, FromParallelIterator, IntoParallelIterator, ParallelIterator};
use tine_core::engine::prim::{AtomicBool, Ordering};

/// Collects the items, or gives `None` as soon as one is missing; then some of the others are not computed.
impl<C, T> FromParallelIterator<Option<T>> for Option<C>
where
    C: FromParallelIterator<T>,
    T: Send,
{
    #[inline]
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = Option<T>>,
    {
        let missing = AtomicBool::new(false);
        // By value: a reference to the item would keep it out of registers.
        let keep = |item: Option<T>| {
            if item.is_none() {
                note(&missing);
            }
            item
        };
        let collected = AllSome::new(par_iter.into_par_iter().map(keep)).collect();
        (!missing.into_inner()).then_some(collected)
    }
}

/// Apart, so that what is done for every item is inlined.
#[cold]
#[inline]
fn note(missing: &AtomicBool) {
    // Relaxed: read after the iterator has ended, which orders it.
    missing.store(true, Ordering::Relaxed);
}
