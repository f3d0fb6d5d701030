//! Comparing two iterators as sequences: the first difference decides, or else the lengths.

use crate::iter::{IndexedParallelIterator, ParallelIterator};
use std::cmp::Ordering;

pub(crate) fn cmp<A, B>(a: A, b: B) -> Ordering
where
    A: IndexedParallelIterator<Item: Ord>,
    B: IndexedParallelIterator<Item = A::Item>,
{
    let by_length = a.len().cmp(&b.len());
    let orders = a.zip(b).map(|(x, y)| x.cmp(&y));
    orders
        .find_first(|&order| order != Ordering::Equal)
        .unwrap_or(by_length)
}

pub(crate) fn partial_cmp<A, B>(a: A, b: B) -> Option<Ordering>
where
    A: IndexedParallelIterator<Item: PartialOrd<B::Item>>,
    B: IndexedParallelIterator,
{
    let by_length = a.len().cmp(&b.len());
    let orders = a.zip(b).map(|(x, y)| x.partial_cmp(&y));
    orders
        .find_first(|&order| order != Some(Ordering::Equal))
        .unwrap_or(Some(by_length))
}

pub(crate) fn eq<A, B>(a: A, b: B) -> bool
where
    A: IndexedParallelIterator<Item: PartialEq<B::Item>>,
    B: IndexedParallelIterator,
{
    a.len() == b.len() && a.zip(b).all(|(x, y)| x == y)
}
