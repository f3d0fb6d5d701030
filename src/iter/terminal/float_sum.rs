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

    #[inline]
    fn into_folder(self) -> LanesFolder<S> {
        LanesFolder {
            lanes: [S::NONE; LANES],
            next: 0,
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
/// So few items at once are added one by one.
const FEW: usize = 2 * LANES;
/// How many items are put aside, so that they can be added by whole vectors.
const ASIDE: usize = 4 * LANES;

/// The sums of a block so far. Short, as it is moved once or twice for each block, and these may have an item each.
struct LanesFolder<S> {
    lanes: [S; LANES],
    /// The lane of the next item.
    next: usize,
}

impl<S: Copy + Add<Output = S>> LanesFolder<S> {
    #[inline(always)]
    fn put(&mut self, item: S) {
        let lane = &mut self.lanes[self.next];
        *lane = *lane + item;
        self.next = (self.next + 1) % LANES;
    }
}

/// Adds each item to its lane, the first one to the first lane. Returns the sums, and which lane is next. They are passed by value, so that
/// they stay in registers.
#[inline(always)]
fn add_up<T, S: Lane<T>>(
    mut lanes: [S; LANES],
    mut items: impl Iterator<Item = T>,
) -> ([S; LANES], usize) {
    let mut aside = [S::NONE; ASIDE];
    let mut count = 0;
    loop {
        for (place, item) in aside[count..].iter_mut().zip(items.by_ref()) {
            *place = S::of(item);
            count += 1;
        }
        let rows = aside[..count].as_chunks::<LANES>().0;
        for row in rows {
            for (lane, &item) in lanes.iter_mut().zip(row) {
                *lane = *lane + item;
            }
        }
        if count < ASIDE {
            break;
        }
        count = 0;
    }
    let rest = &aside[count / LANES * LANES..count];
    for (lane, &item) in lanes.iter_mut().zip(rest) {
        *lane = *lane + item;
    }
    (lanes, rest.len())
}

impl<T, S: Lane<T>> Folder<T> for LanesFolder<S> {
    type Result = S;

    #[inline]
    fn consume(mut self, item: T) -> Self {
        self.put(S::of(item));
        self
    }

    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let mut iter = iter.into_iter();
        // Where items are few, so are those of a block.
        if iter.size_hint().1.is_some_and(|most| most < FEW) {
            iter.for_each(|item| self.put(S::of(item)));
            return self;
        }
        // Behind so many the first lane is next.
        let to_first = (LANES - self.next) % LANES;
        iter.by_ref()
            .take(to_first)
            .for_each(|item| self.put(S::of(item)));
        if self.next == 0 {
            (self.lanes, self.next) = add_up(self.lanes, iter);
        }
        self
    }

    const NEVER_FULL: bool = true;

    fn complete(self) -> S {
        let [a, b, c, d, e, f, g, h] = self.lanes;
        ((a + e) + (c + g)) + ((b + f) + (d + h))
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}
