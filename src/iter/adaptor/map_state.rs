//! What `map_with` and `map_init` share: the folder and the sequential iterator that carry a value along.

use crate::plumbing::{Folder, Producer};
use std::mem::ManuallyDrop;
use tine_core::current_num_threads;

/// Where items are pulled, each piece needs a value of its own; so there are so many of them for each thread, and no more.
const PIECES_PER_THREAD: usize = 8;

/// The least length of a piece of `len` items that are pulled.
#[inline]
pub(super) fn least_piece(len: usize) -> usize {
    len / current_num_threads().saturating_mul(PIECES_PER_THREAD)
}

/// The least length of a piece if the items come from `base`, whose greatest length binds.
pub(super) fn min_len(base: &impl Producer, least: usize) -> usize {
    base.min_len().max(least.min(base.max_len()))
}

/// Maps what is pushed, with a value at hand.
pub(super) struct MapStateFolder<'f, C, T, F> {
    base: C,
    state: T,
    map_op: &'f F,
}

impl<'f, C, T, F> MapStateFolder<'f, C, T, F> {
    pub(super) fn new(base: C, state: T, map_op: &'f F) -> Self {
        MapStateFolder {
            base,
            state,
            map_op,
        }
    }

    /// Passes the folder within through `exchange`, and the value on.
    pub(super) fn exchange<R>(self, exchange: impl FnOnce(C) -> (C, R)) -> (Self, R) {
        let (base, rest) = exchange(self.base);
        (MapStateFolder { base, ..self }, rest)
    }

    /// Drops the value before it returns: afterwards, a drop that panics would make the compiler leak the result.
    pub(super) fn into_base(self) -> C {
        let MapStateFolder { base, state, .. } = self;
        drop(state);
        base
    }
}

impl<U, R, C, T, F> Folder<U> for MapStateFolder<'_, C, T, F>
where
    C: Folder<R>,
    F: Fn(&mut T, U) -> R,
{
    type Result = C::Result;

    fn consume(mut self, item: U) -> Self {
        let mapped = (self.map_op)(&mut self.state, item);
        MapStateFolder {
            base: self.base.consume(mapped),
            ..self
        }
    }

    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = U>,
    {
        let MapStateFolder {
            base,
            state,
            map_op,
        } = self;
        let (base, state) = lend(state, |mut state| {
            base.consume_iter(iter.into_iter().map(move |item| state.map(map_op, item)))
        });
        MapStateFolder {
            base,
            state,
            map_op,
        }
    }

    fn consume_exact<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = U>,
    {
        let MapStateFolder {
            base,
            state,
            map_op,
        } = self;
        let (base, state) = lend(state, |mut state| {
            base.consume_exact(iter.into_iter().map(move |item| state.map(map_op, item)))
        });
        MapStateFolder {
            base,
            state,
            map_op,
        }
    }

    fn consume_numbered<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = U>,
    {
        self.consume_iter(iter)
    }

    const NEVER_FULL: bool = C::NEVER_FULL;

    #[inline]
    fn complete(self) -> C::Result {
        self.into_base().complete()
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

/// Lets `op` have a value of its own for a while; it comes back when that is dropped.
///
/// What an iterator owns a compiler keeps in registers from item to item, if it fits. What it only borrows is written to its place after
/// each, for all that could look there.
#[inline]
fn lend<T, R>(value: T, op: impl FnOnce(Lent<'_, T>) -> R) -> (R, T) {
    let mut home = None;
    let lent = Lent {
        value: ManuallyDrop::new(value),
        home: &mut home,
    };
    let result = op(lent);
    (
        result,
        home.expect("a folder drops the iterators that it is given"),
    )
}

/// A value that returns when this is dropped.
struct Lent<'h, T> {
    /// Here until then.
    value: ManuallyDrop<T>,
    home: &'h mut Option<T>,
}

impl<T> Lent<'_, T> {
    /// Maps an item.
    #[inline]
    fn map<U, R>(&mut self, map_op: &impl Fn(&mut T, U) -> R, item: U) -> R {
        map_op(&mut self.value, item)
    }
}

impl<T> Drop for Lent<'_, T> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: nobody uses `value` after this, which is the end.
        let value = unsafe { ManuallyDrop::take(&mut self.value) };
        *self.home = Some(value);
    }
}

/// Maps what is pulled, with a value at hand.
pub(super) struct MapStateIter<'f, I, T, F> {
    base: I,
    state: T,
    map_op: &'f F,
}

impl<'f, I, T, F> MapStateIter<'f, I, T, F> {
    pub(super) fn new(base: I, state: T, map_op: &'f F) -> Self {
        MapStateIter {
            base,
            state,
            map_op,
        }
    }
}

impl<R, I, T, F> Iterator for MapStateIter<'_, I, T, F>
where
    I: Iterator,
    F: Fn(&mut T, I::Item) -> R,
{
    type Item = R;

    fn next(&mut self) -> Option<R> {
        let item = self.base.next()?;
        Some((self.map_op)(&mut self.state, item))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.base.size_hint()
    }

    fn fold<B, G>(self, start: B, mut op: G) -> B
    where
        G: FnMut(B, R) -> B,
    {
        let MapStateIter {
            base,
            mut state,
            map_op,
        } = self;
        let total = base.fold(start, |total, item| op(total, map_op(&mut state, item)));
        // Not on the way out, where a panic in dropping it would leak the total.
        drop(state);
        total
    }
}

impl<R, I, T, F> DoubleEndedIterator for MapStateIter<'_, I, T, F>
where
    I: DoubleEndedIterator,
    F: Fn(&mut T, I::Item) -> R,
{
    fn next_back(&mut self) -> Option<R> {
        let item = self.base.next_back()?;
        Some((self.map_op)(&mut self.state, item))
    }
}

impl<R, I, T, F> ExactSizeIterator for MapStateIter<'_, I, T, F>
where
    I: ExactSizeIterator,
    F: Fn(&mut T, I::Item) -> R,
{
}
