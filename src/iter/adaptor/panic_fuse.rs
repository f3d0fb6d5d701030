//! `panic_fuse`: once one thread has panicked, the others do not begin further items.
//!
//! Invariant: only a panic of this drive blows the fuse. A thread may be unwinding all the while, when an iterator is driven in a
//! destructor, or be about to steal a piece in one.

use crate::iter::signal::Flag;
use crate::iter::{IndexedParallelIterator, ParallelIterator};
use crate::plumbing::{
    Aim, Consumer, Folder, Producer, ProducerCallback, Reducer, UnindexedConsumer,
};
use std::{mem, thread};

/// An iterator that ends early when something panics; see [`panic_fuse`](ParallelIterator::panic_fuse).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let careful: tine::iter::PanicFuse<_> = (0..10).into_par_iter().panic_fuse();
/// assert_eq!(careful.count(), 10);
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct PanicFuse<I> {
    pub(in crate::iter) base: I,
}

impl<I> ParallelIterator for PanicFuse<I>
where
    I: ParallelIterator,
{
    type Item = I::Item;
    const HAS_LEN: Option<bool> = I::HAS_LEN;

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        let blown = Flag::new();
        self.base.drive_unindexed(PanicFuseConsumer {
            base: consumer,
            fuse: Fuse(&blown),
        })
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        self.base.opt_len()
    }

    #[inline]
    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}

impl<I> IndexedParallelIterator for PanicFuse<I>
where
    I: IndexedParallelIterator,
{
    #[inline]
    fn len(&self) -> usize {
        self.base.len()
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<Self::Item>,
    {
        let blown = Flag::new();
        self.base.drive(PanicFuseConsumer {
            base: consumer,
            fuse: Fuse(&blown),
        })
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<Self::Item>,
    {
        self.base.with_producer(PanicFuseCallback { callback })
    }
}

/// Is blown by a panic. Every piece of the work has it.
#[derive(Clone, Copy)]
struct Fuse<'f>(&'f Flag);

impl<'f> Fuse<'f> {
    #[inline]
    fn is_blown(self) -> bool {
        self.0.is_raised()
    }

    /// Runs what may panic.
    #[inline]
    fn guard<R>(self, op: impl FnOnce() -> R) -> R {
        let blow = Blow(self);
        let result = op();
        mem::forget(blow);
        result
    }

    /// Is blown if the watch is dropped by a panic that begins after this. The watch has to stay on its thread.
    #[inline]
    fn watch(self) -> Watch<'f> {
        Watch {
            fuse: self,
            was_panicking: thread::panicking(),
        }
    }
}

/// Blows the fuse when it is dropped.
struct Blow<'f>(Fuse<'f>);

impl Drop for Blow<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.0.raise();
    }
}

/// Is held while items are worked on.
struct Watch<'f> {
    fuse: Fuse<'f>,
    was_panicking: bool,
}

impl Drop for Watch<'_> {
    #[inline]
    fn drop(&mut self) {
        if !self.was_panicking && thread::panicking() {
            self.fuse.0.raise();
        }
    }
}

struct PanicFuseCallback<CB> {
    callback: CB,
}

impl<T, CB: ProducerCallback<T>> ProducerCallback<T> for PanicFuseCallback<CB> {
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        let blown = Flag::new();
        self.callback.callback(PanicFuseProducer {
            base,
            fuse: Fuse(&blown),
        })
    }
}

struct PanicFuseProducer<'f, P> {
    base: P,
    fuse: Fuse<'f>,
}

impl<'f, P: Producer> Producer for PanicFuseProducer<'f, P> {
    type Item = P::Item;
    type IntoIter = PanicFuseIter<'f, P::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        let PanicFuseProducer { base, fuse } = self;
        PanicFuseIter {
            base: UntilBlown {
                base: fuse.guard(|| base.into_iter()),
                fuse,
            },
            _watch: fuse.watch(),
        }
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.base.min_len()
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let PanicFuseProducer { base, fuse } = self;
        let (left, right) = fuse.guard(|| base.split_at(index));
        (
            PanicFuseProducer { base: left, fuse },
            PanicFuseProducer { base: right, fuse },
        )
    }

    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<P::Item>,
    {
        self.base
            .fold_with(PanicFuseFolder {
                base: folder,
                watch: self.fuse.watch(),
            })
            .base
    }
}

/// What is pulled of `base`.
struct PanicFuseIter<'f, I> {
    base: UntilBlown<'f, I>,
    _watch: Watch<'f>,
}

impl<I: Iterator> Iterator for PanicFuseIter<'_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.base.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.base.size_hint()
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for PanicFuseIter<'_, I> {
    fn next_back(&mut self) -> Option<I::Item> {
        if self.base.fuse.is_blown() {
            None
        } else {
            self.base.base.next_back()
        }
    }
}

// The length is what it would be without a panic; with one, no result is ever seen.
impl<I: ExactSizeIterator> ExactSizeIterator for PanicFuseIter<'_, I> {}

/// The items of `base`, none of which begins after a panic: so every single one is asked for.
struct UntilBlown<'f, I> {
    base: I,
    fuse: Fuse<'f>,
}

impl<I: Iterator> Iterator for UntilBlown<'_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.fuse.is_blown() {
            None
        } else {
            self.base.next()
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.base.size_hint()
    }
}

struct PanicFuseConsumer<'f, C> {
    base: C,
    fuse: Fuse<'f>,
}

impl<'f, T, C: Consumer<T>> Consumer<T> for PanicFuseConsumer<'f, C> {
    type Folder = PanicFuseFolder<'f, C::Folder>;
    type Reducer = PanicFuseReducer<'f, C::Reducer>;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer) {
        let PanicFuseConsumer { base, fuse } = self;
        let (left, right, base) = fuse.guard(|| base.split_at(index));
        (
            PanicFuseConsumer { base: left, fuse },
            PanicFuseConsumer { base: right, fuse },
            PanicFuseReducer { base, fuse },
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        let PanicFuseConsumer { base, fuse } = self;
        PanicFuseFolder {
            base: fuse.guard(|| base.into_folder()),
            watch: fuse.watch(),
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.fuse.is_blown() || self.base.full()
    }
}

impl<T, C: UnindexedConsumer<T>> UnindexedConsumer<T> for PanicFuseConsumer<'_, C> {
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        PanicFuseConsumer {
            base: self.fuse.guard(|| self.base.split_off_left()),
            fuse: self.fuse,
        }
    }

    #[inline]
    fn to_reducer(&self) -> Self::Reducer {
        PanicFuseReducer {
            base: self.fuse.guard(|| self.base.to_reducer()),
            fuse: self.fuse,
        }
    }

    #[inline]
    fn aim(&self) -> Aim {
        self.base.aim()
    }
}

struct PanicFuseReducer<'f, R> {
    base: R,
    fuse: Fuse<'f>,
}

impl<T, R: Reducer<T>> Reducer<T> for PanicFuseReducer<'_, R> {
    const SETTLES: bool = R::SETTLES;

    fn reduce(self, left: T, right: T) -> T {
        let PanicFuseReducer { base, fuse } = self;
        fuse.guard(|| base.reduce(left, right))
    }

    #[inline]
    fn settles(&self, left: &T) -> bool {
        self.base.settles(left)
    }
}

struct PanicFuseFolder<'f, C> {
    base: C,
    watch: Watch<'f>,
}

impl<T, C: Folder<T>> Folder<T> for PanicFuseFolder<'_, C> {
    type Result = C::Result;

    fn consume(self, item: T) -> Self {
        PanicFuseFolder {
            base: self.base.consume(item),
            watch: self.watch,
        }
    }

    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let PanicFuseFolder { base, watch } = self;
        let items = UntilBlown {
            base: iter.into_iter(),
            fuse: watch.fuse,
        };
        PanicFuseFolder {
            base: base.consume_iter(items),
            watch,
        }
    }

    #[inline]
    fn complete(self) -> C::Result {
        self.base.complete()
    }

    #[inline]
    fn full(&self) -> bool {
        self.watch.fuse.is_blown() || self.base.full()
    }
}
