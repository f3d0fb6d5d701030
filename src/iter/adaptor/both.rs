//! The producers of two iterators at once. The type of a producer is known to the callback only that gets it, so there is one callback
//! within the other, and at the heart of them what the adaptor does with both producers.

use crate::iter::IndexedParallelIterator;
use crate::plumbing::{Producer, ProducerCallback};

/// What an adaptor does with the producers of items `S` and `T`.
pub(super) trait UseBoth<S, T> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn call<P, Q>(self, first: P, second: Q) -> Self::Output
    where
        P: Producer<Item = S>,
        Q: Producer<Item = T>;
}

/// Waits for the first producer; then it asks `second` for the other one, and gives both to `then`.
pub(super) struct AwaitBoth<J, F> {
    pub(super) second: J,
    pub(super) then: F,
}

impl<S, J, F> ProducerCallback<S> for AwaitBoth<J, F>
where
    J: IndexedParallelIterator,
    F: UseBoth<S, J::Item>,
{
    type Output = F::Output;

    #[inline]
    fn callback<P>(self, first: P) -> F::Output
    where
        P: Producer<Item = S>,
    {
        let AwaitBoth { second, then } = self;
        second.with_producer(AwaitSecond { first, then })
    }
}

struct AwaitSecond<P, F> {
    first: P,
    then: F,
}

impl<T, P, F> ProducerCallback<T> for AwaitSecond<P, F>
where
    P: Producer,
    F: UseBoth<P::Item, T>,
{
    type Output = F::Output;

    #[inline]
    fn callback<Q>(self, second: Q) -> F::Output
    where
        Q: Producer<Item = T>,
    {
        self.then.call(self.first, second)
    }
}
