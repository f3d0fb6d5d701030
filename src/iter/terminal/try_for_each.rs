//! `try_for_each` and its variants: a search for an outcome that is a failure.

use crate::iter::ParallelIterator;
use crate::iter::attempt::Try;

/// Whether all outcomes are fine; or one of those that are not.
pub(crate) fn try_for_each<I>(outcomes: I) -> I::Item
where
    I: ParallelIterator<Item: Try<Output = ()>>,
{
    outcomes
        .filter_map(|outcome| outcome.branch().break_value())
        .find_any(|_| true)
        .unwrap_or_else(|| I::Item::from_output(()))
}
