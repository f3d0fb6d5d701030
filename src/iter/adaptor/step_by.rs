//! `step_by`: every n-th item, from the first on.

use crate::iter::{IndexedParallelIterator, ParallelIterator, stream};
use crate::plumbing::{Producer, ProducerCallback, UnindexedConsumer};

/// An iterator over every n-th item; see [`step_by`](IndexedParallelIterator::step_by).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let every_other: tine::iter::StepBy<_> = (0..7).into_par_iter().step_by(3);
/// assert_eq!(every_other.collect::<Vec<_>>(), [0, 3, 6]);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct StepBy<I> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) step: usize,
}

impl<I> ParallelIterator for StepBy<I>
where
    I: IndexedParallelIterator,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        stream(self, consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<I> IndexedParallelIterator for StepBy<I>
where
    I: IndexedParallelIterator,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len().div_ceil(self.step)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        let len = self.base.len();
        self.base.with_producer(StepByCallback {
            callback,
            step: self.step,
            len,
        })
    }
}

struct StepByCallback<CB> {
    callback: CB,
    step: usize,
    len: usize,
}

impl<T, CB> ProducerCallback<T> for StepByCallback<CB>
where
    CB: ProducerCallback<T>,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        self.callback.callback(StepByProducer {
            base,
            step: self.step,
            len: self.len,
        })
    }
}

struct StepByProducer<P> {
    base: P,
    step: usize,
    /// Number of items of `base`.
    len: usize,
}

impl<P: Producer> Producer for StepByProducer<P> {
    type Item = P::Item;
    type IntoIter = std::iter::StepBy<P::IntoIter>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.base.into_iter().step_by(self.step)
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.base.min_len().div_ceil(self.step)
    }

    #[inline]
    fn max_len(&self) -> usize {
        // An unlimited base stays unlimited in effect.
        self.base.max_len() / self.step
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let mid = index.saturating_mul(self.step).min(self.len);
        let (left, right) = self.base.split_at(mid);
        let step = self.step;
        (
            StepByProducer {
                base: left,
                step,
                len: mid,
            },
            StepByProducer {
                base: right,
                step,
                len: self.len - mid,
            },
        )
    }
}
