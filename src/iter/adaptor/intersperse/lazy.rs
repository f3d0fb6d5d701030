//! Interspersing what is pushed, when nobody knows how much comes from where.
//!
//! Every block holds its first item back, together with a consumer for it: whether the element goes before that item depends
//! on whether anything lies to the left, which shows when the results of neighbours are joined.

use super::by_index::IntersperseFolder;
use crate::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer, unless_full};

pub(super) struct LazyConsumer<C, T> {
    base: C,
    element: T,
}

impl<C, T> LazyConsumer<C, T> {
    pub(super) fn new(base: C, element: T) -> Self {
        LazyConsumer { base, element }
    }
}

/// What a piece comes to: its first item, if it has any, and the result of all others.
pub(super) struct LazyResult<C, T, R> {
    pub(super) pending: Option<Pending<C, T>>,
    pub(super) rest: R,
}

/// A first item that waits to be consumed.
pub(super) struct Pending<C, T> {
    pub(super) item: T,
    /// For the item, and what goes before it.
    consumer: C,
}

impl<T, C> Consumer<T> for LazyConsumer<C, T>
where
    T: Clone + Send,
    C: UnindexedConsumer<T>,
{
    type Folder = LazyFolder<C, T, C::Folder>;
    type Reducer = LazyReducer<C, T>;
    type Result = LazyResult<C, T, C::Result>;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, Self::Reducer) {
        let left = self.split_off_left();
        let reducer = self.to_reducer();
        (left, self, reducer)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        let for_first = self.base.split_off_left();
        LazyFolder {
            first: First::Missing(for_first),
            rest: IntersperseFolder::new(self.base.into_folder(), self.element, true),
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

impl<T, C> UnindexedConsumer<T> for LazyConsumer<C, T>
where
    T: Clone + Send,
    C: UnindexedConsumer<T>,
{
    #[inline]
    fn split_off_left(&self) -> Self {
        LazyConsumer {
            base: self.base.split_off_left(),
            element: self.element.clone(),
        }
    }

    #[inline]
    fn to_reducer(&self) -> LazyReducer<C, T> {
        // Each side of a result is joined on its own, so the spare consumer is only a source of reducers.
        LazyReducer {
            base: self.base.split_off_left(),
            element: self.element.clone(),
        }
    }
}

/// The first item of a block, or the consumer that waits for it.
enum First<C, T> {
    Missing(C),
    Held(Pending<C, T>),
}

pub(super) struct LazyFolder<C, T, F> {
    first: First<C, T>,
    rest: IntersperseFolder<F, T>,
}

impl<T, C> Folder<T> for LazyFolder<C, T, C::Folder>
where
    T: Clone,
    C: UnindexedConsumer<T>,
{
    type Result = LazyResult<C, T, C::Result>;

    fn consume(self, item: T) -> Self {
        match self.first {
            First::Missing(consumer) => LazyFolder {
                first: First::Held(Pending { item, consumer }),
                rest: self.rest,
            },
            held => LazyFolder {
                first: held,
                rest: self.rest.consume(item),
            },
        }
    }

    fn complete(self) -> Self::Result {
        let pending = match self.first {
            First::Missing(consumer) => {
                // Not on the way out, where a panic in dropping it would leak the result.
                drop(consumer);
                None
            }
            First::Held(pending) => Some(pending),
        };
        LazyResult {
            pending,
            rest: self.rest.complete(),
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.rest.full()
    }
}

pub(super) struct LazyReducer<C, T> {
    base: C,
    element: T,
}

impl<T, C> Reducer<LazyResult<C, T, C::Result>> for LazyReducer<C, T>
where
    T: Clone,
    C: UnindexedConsumer<T>,
{
    fn reduce(
        self,
        left: LazyResult<C, T, C::Result>,
        right: LazyResult<C, T, C::Result>,
    ) -> LazyResult<C, T, C::Result> {
        let LazyReducer { base, element } = self;
        let (inner, outer) = (base.to_reducer(), base.to_reducer());
        // Not on the way out, as above.
        drop(base);
        match (left.pending, right.pending) {
            (Some(pending), Some(between)) => {
                let folder = unless_full(between.consumer.into_folder(), element);
                let folder = unless_full(folder, between.item);
                let right = inner.reduce(folder.complete(), right.rest);
                LazyResult {
                    pending: Some(pending),
                    rest: outer.reduce(left.rest, right),
                }
            }
            (left_pending, right_pending) => {
                drop(element);
                LazyResult {
                    pending: left_pending.or(right_pending),
                    rest: outer.reduce(left.rest, right.rest),
                }
            }
        }
    }
}
