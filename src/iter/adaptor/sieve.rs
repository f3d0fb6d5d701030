//! The consumer behind all adaptors that drop some items or end the drive early: `filter`, `filter_map`, `while_some`,
//! `take_any_while` and their kin. They differ only in two closures.

use crate::iter::ParallelIterator;
use crate::plumbing::{Aim, Consumer, Folder, UnindexedConsumer, feed};
use std::ops::ControlFlow;

/// Runs `base` into `consumer`, except for the items of which `pass` makes nothing, and until `closed` returns true.
///
/// No item is computed after `closed` has turned true by an item of the same block, which is one that does not pass; other blocks follow soon.
pub(super) fn sieve<I, U, P, S, C>(base: I, consumer: C, pass: P, closed: S) -> C::Result
where
    I: ParallelIterator,
    P: Fn(I::Item) -> Option<U> + Sync,
    S: Fn() -> bool + Sync,
    C: UnindexedConsumer<U>,
{
    base.drive_unindexed(SieveConsumer {
        base: consumer,
        sieve: Sieve {
            pass: &pass,
            closed: &closed,
        },
    })
}

/// The same where the call is made, with a folder, and to the end.
pub(super) fn walk_sieve<I, U, P, F>(base: I, folder: F, pass: P) -> F
where
    I: ParallelIterator,
    P: Fn(I::Item) -> Option<U> + Sync,
    F: Folder<U>,
{
    let sieve = Sieve {
        pass: &pass,
        closed: &|| false,
    };
    let base_folder = SieveFolder {
        base: folder,
        sieve,
    };
    base.walk_brief(base_folder).base
}

struct Sieve<'s, P, S> {
    pass: &'s P,
    closed: &'s S,
}

impl<P, S> Clone for Sieve<'_, P, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P, S> Copy for Sieve<'_, P, S> {}

struct SieveConsumer<'s, C, P, S> {
    base: C,
    sieve: Sieve<'s, P, S>,
}

impl<'s, T, U, C, P, S> Consumer<T> for SieveConsumer<'s, C, P, S>
where
    C: Consumer<U>,
    P: Fn(T) -> Option<U> + Sync,
    S: Fn() -> bool + Sync,
{
    type Folder = SieveFolder<'s, C::Folder, P, S>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let sieve = self.sieve;
        (
            SieveConsumer { base: left, sieve },
            SieveConsumer { base: right, sieve },
            reducer,
        )
    }

    fn into_folder(self) -> Self::Folder {
        SieveFolder {
            base: self.base.into_folder(),
            sieve: self.sieve,
        }
    }

    fn full(&self) -> bool {
        (self.sieve.closed)() || self.base.full()
    }

    const CLONES: bool = C::CLONES;
}

impl<T, U, C, P, S> UnindexedConsumer<T> for SieveConsumer<'_, C, P, S>
where
    C: UnindexedConsumer<U>,
    P: Fn(T) -> Option<U> + Sync,
    S: Fn() -> bool + Sync,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    fn split_off_left(&self) -> Self {
        SieveConsumer {
            base: self.base.split_off_left(),
            sieve: self.sieve,
        }
    }

    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        SieveConsumer {
            base: self.base.split_off_left_by(spare.map(|spare| spare.base)),
            sieve: self.sieve,
        }
    }

    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }

    fn aim(&self) -> Aim {
        self.base.aim()
    }
}

struct SieveFolder<'s, C, P, S> {
    base: C,
    sieve: Sieve<'s, P, S>,
}

impl<T, U, C, P, S> Folder<T> for SieveFolder<'_, C, P, S>
where
    C: Folder<U>,
    P: Fn(T) -> Option<U>,
    S: Fn() -> bool,
{
    type Result = C::Result;

    fn consume(self, item: T) -> Self {
        let base = match (self.sieve.pass)(item) {
            Some(item) => self.base.consume(item),
            None => self.base,
        };
        SieveFolder {
            base,
            sieve: self.sieve,
        }
    }

    // Polls by the items that come in, since those that pass may be rare.
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let Sieve { pass, closed } = self.sieve;
        if C::TAKES_SOME {
            let base = self.base.consume_some(iter.into_iter().map(pass), closed);
            return SieveFolder { base, ..self };
        }
        let base = feed(
            self.base,
            iter,
            |base| base.full() || closed(),
            |base, item| {
                let Some(item) = pass(item) else {
                    return if closed() {
                        ControlFlow::Break(base)
                    } else {
                        ControlFlow::Continue(base)
                    };
                };
                let base = base.consume(item);
                if base.full() {
                    ControlFlow::Break(base)
                } else {
                    ControlFlow::Continue(base)
                }
            },
        );
        SieveFolder {
            base,
            sieve: self.sieve,
        }
    }

    const TAKES_SOME: bool = C::TAKES_SOME;

    fn consume_some<I, Q>(self, iter: I, closed_before: Q) -> Self
    where
        I: Iterator<Item = Option<T>>,
        Q: Fn() -> bool,
    {
        let Sieve { pass, closed } = self.sieve;
        let passed = iter.map(|item| item.and_then(pass));
        let closed = || closed() || closed_before();
        SieveFolder {
            base: self.base.consume_some(passed, closed),
            sieve: self.sieve,
        }
    }

    fn written(&self) -> usize {
        self.base.written()
    }

    fn complete(self) -> C::Result {
        self.base.complete()
    }

    fn full(&self) -> bool {
        (self.sieve.closed)() || self.base.full()
    }
}
