//! `sum_deterministic`: floats added in several lanes, whose order depends on their places in a block alone.
//!
//! Invariant: the result of a block is the same whether its items come one by one or by an iterator.

use crate::iter::{Deterministic, IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use std::marker::PhantomData;
use std::ops::Add;

pub(crate) fn sum<I, S>(items: Deterministic<I>) -> S
where
    I: IndexedParallelIterator,
    S: FloatSum<I::Item>,
{
    items.drive_unindexed(LanesConsumer(PhantomData))
}

/// Floats that items of type `T` add up to: `f32` and `f64`, each of itself and of references to it.
///
/// It cannot be implemented elsewhere. See
/// [`sum_deterministic`](IndexedParallelIterator::sum_deterministic).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// fn total<S: for<'a> tine::iter::FloatSum<&'a S> + Sync>(v: &[S]) -> S {
///     v.par_iter().sum_deterministic()
/// }
/// assert_eq!(total(&[0.25f32, 0.5]), 0.75);
/// assert_eq!(total(&[0.25f64, 0.5]), 0.75);
/// ```
pub trait FloatSum<T>: Lane<T> {}

impl<S: Lane<T>, T> FloatSum<T> for S {}

/// What the sum needs; nobody outside can name it.
pub trait Lane<T>: Copy + Send + Add<Output = Self> {
    /// The sum of nothing: unlike 0.0, it does not change -0.0 by being added.
    const NONE: Self;

    /// The float itself.
    fn of(item: T) -> Self;
}

impl Lane<f32> for f32 {
    const NONE: f32 = -0.0;

    #[inline(always)]
    fn of(item: f32) -> f32 {
        item
    }
}

impl Lane<&f32> for f32 {
    const NONE: f32 = -0.0;

    #[inline(always)]
    fn of(item: &f32) -> f32 {
        *item
    }
}

impl Lane<f64> for f64 {
    const NONE: f64 = -0.0;

    #[inline(always)]
    fn of(item: f64) -> f64 {
        item
    }
}

impl Lane<&f64> for f64 {
    const NONE: f64 = -0.0;

    #[inline(always)]
    fn of(item: &f64) -> f64 {
        *item
    }
}

/// Consumer and reducer in one.
struct LanesConsumer<S>(PhantomData<fn() -> S>);

impl<T, S: Lane<T>> Consumer<T> for LanesConsumer<S> {
    type Folder = LanesFolder<S>;
    type Reducer = Self;
    type Result = S;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Self) {
        (LanesConsumer(PhantomData), LanesConsumer(PhantomData), self)
    }

    fn into_folder(self) -> LanesFolder<S> {
        LanesFolder {
            lanes: [S::NONE; LANES],
            waiting: [S::NONE; LANES],
            count: 0,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T, S: Lane<T>> UnindexedConsumer<T> for LanesConsumer<S> {
    #[inline]
    fn split_off_left(&self) -> Self {
        LanesConsumer(PhantomData)
    }

    #[inline]
    fn to_reducer(&self) -> Self {
        LanesConsumer(PhantomData)
    }
}

impl<S: Add<Output = S>> Reducer<S> for LanesConsumer<S> {
    #[inline]
    fn reduce(self, left: S, right: S) -> S {
        left + right
    }
}

/// How many sums a block has: two vectors of four `f64`, so that one can be added to while the other is busy.
const LANES: usize = 8;
/// How many items are put aside, so that they can be added by whole vectors.
const ASIDE: usize = 4 * LANES;

/// The sums of a block so far. Short, as it is moved once or twice for each block, and these may have an item each.
struct LanesFolder<S> {
    lanes: [S; LANES],
    /// Items that are not in the lanes yet: the first `count`, which is less than `LANES`.
    waiting: [S; LANES],
    count: usize,
}

/// Adds each item to its lane. `rows` begin at a multiple of `LANES` in the block.
#[inline(always)]
fn add_up<S: Copy + Add<Output = S>>(lanes: &mut [S; LANES], rows: &[S]) {
    for row in rows.as_chunks::<LANES>().0 {
        for (lane, &item) in lanes.iter_mut().zip(row) {
            *lane = *lane + item;
        }
    }
}

impl<T, S: Lane<T>> Folder<T> for LanesFolder<S> {
    type Result = S;

    #[inline]
    fn consume(self, item: T) -> Self {
        self.consume_iter(Some(item))
    }

    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let mut iter = iter.into_iter();
        let mut aside = [S::NONE; ASIDE];
        aside[..LANES].copy_from_slice(&self.waiting);
        let mut count = self.count;
        loop {
            for (place, item) in aside[count..].iter_mut().zip(iter.by_ref()) {
                *place = S::of(item);
                count += 1;
            }
            if count < ASIDE {
                break;
            }
            add_up(&mut self.lanes, &aside);
            count = 0;
        }
        let (rows, rest) = aside.split_at(count / LANES * LANES);
        add_up(&mut self.lanes, rows);
        self.waiting.copy_from_slice(&rest[..LANES]);
        self.count = count % LANES;
        self
    }

    const NEVER_FULL: bool = true;

    fn complete(mut self) -> S {
        // To add nothing changes nothing.
        self.waiting[self.count..].fill(S::NONE);
        add_up(&mut self.lanes, &self.waiting);
        let [a, b, c, d, e, f, g, h] = self.lanes;
        ((a + e) + (c + g)) + ((b + f) + (d + h))
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}
