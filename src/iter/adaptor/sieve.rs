//! The consumer behind all adaptors that drop some items or end the drive early: `filter`, `filter_map`, `while_some`,
//! `take_any_while` and their kin. They differ in what passes, and whether they can be closed.

mod passing;

use super::closing::{ByOneOf, Closing, Never};
use crate::iter::ParallelIterator;
use crate::plumbing::{Aim, Buffer, Consumer, Folder, ReusedItems, UnindexedConsumer, feed};
use passing::Passing;
use std::ops::ControlFlow;

/// Runs `base` into `consumer`, except for the items of which `pass` makes nothing, and until it is `closed`.
///
/// No item is computed after it was closed by an item of the same block, which is one that does not pass; other blocks follow soon.
#[inline]
pub(super) fn sieve<I, U, P, S, C>(base: I, consumer: C, pass: P, closed: &S) -> C::Result
where
    I: ParallelIterator,
    P: Fn(I::Item) -> Option<U> + Sync,
    S: Closing + Sync,
    C: UnindexedConsumer<U>,
{
    base.drive_unindexed(SieveConsumer {
        base: consumer,
        sieve: Sieve {
            pass: &pass,
            closed,
        },
    })
}

/// The same over the memory of a vector.
///
/// # Safety
///
/// As [`ParallelIterator::drive_over`].
pub(super) unsafe fn sieve_over<I, U, P, S, C, M>(
    base: I,
    make: M,
    pass: P,
    closed: &S,
) -> (C::Result, Buffer)
where
    I: ParallelIterator,
    P: Fn(I::Item) -> Option<U> + Sync,
    S: Closing + Sync,
    C: UnindexedConsumer<U>,
    M: FnOnce(&Buffer) -> C,
{
    let sieve = Sieve {
        pass: &pass,
        closed,
    };
    let make = |buffer: &Buffer| SieveConsumer {
        base: make(buffer),
        sieve,
    };
    // SAFETY: (1) and (2) handed on: what passes has come in before, and the folder asks for what is left.
    unsafe { base.drive_over(make) }
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
        closed: &Never,
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
    #[inline]
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
    S: Closing + Sync,
{
    type Folder = SieveFolder<'s, C::Folder, P, S>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let sieve = self.sieve;
        (
            SieveConsumer { base: left, sieve },
            SieveConsumer { base: right, sieve },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        SieveFolder {
            base: self.base.into_folder(),
            sieve: self.sieve,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.sieve.closed.is_closed() || self.base.full()
    }

    const CLONES: bool = C::CLONES;
}

impl<T, U, C, P, S> UnindexedConsumer<T> for SieveConsumer<'_, C, P, S>
where
    C: UnindexedConsumer<U>,
    P: Fn(T) -> Option<U> + Sync,
    S: Closing + Sync,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        SieveConsumer {
            base: self.base.split_off_left(),
            sieve: self.sieve,
        }
    }

    #[inline]
    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        SieveConsumer {
            base: self.base.split_off_left_by(spare.map(|spare| spare.base)),
            sieve: self.sieve,
        }
    }

    #[inline]
    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }

    #[inline]
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
    S: Closing,
{
    type Result = C::Result;

    #[inline]
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
    #[inline]
    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let Sieve { pass, closed } = self.sieve;
        let take: fn(C, I::IntoIter, &P, &S) -> C = const {
            match (C::TAKES_SOME, C::NEVER_FULL) {
                (true, _) => take_some::<T, U, C, _, P, S>,
                (false, true) => take_passing::<T, U, C, _, P, S>,
                (false, false) => take_until_full::<T, U, C, _, P, S>,
            }
        };
        SieveFolder {
            base: take(self.base, iter.into_iter(), pass, closed),
            sieve: self.sieve,
        }
    }

    const TAKES_SOME: bool = C::TAKES_SOME || C::NEVER_FULL && !S::NEVER;

    fn consume_some<I, Q>(self, iter: I, closed_before: Q) -> Self
    where
        I: Iterator<Item = Option<T>>,
        Q: Fn() -> bool,
    {
        let Sieve { pass, closed } = self.sieve;
        if !C::TAKES_SOME && C::NEVER_FULL {
            let pass = |item: Option<T>| item.and_then(pass);
            let passing = Passing::new(iter, pass, ByOneOf(closed, closed_before));
            let base = self.base.consume_iter(passing);
            return SieveFolder { base, ..self };
        }
        let passed = iter.map(|item| item.and_then(pass));
        let closed = || closed.is_closed() || closed_before();
        SieveFolder {
            base: self.base.consume_some(passed, closed),
            sieve: self.sieve,
        }
    }

    const TAKES_EACH: bool = C::TAKES_EACH;

    fn consume_some_each<I, J, Q>(self, iter: I, closed_before: Q) -> Self
    where
        I: Iterator<Item = Option<J>>,
        J: Iterator<Item = Option<T>>,
        Q: Fn() -> bool,
    {
        let Sieve { pass, closed } = self.sieve;
        let passed = iter.map(|inner| {
            let inner = inner?;
            Some(inner.map(|item| item.and_then(pass)))
        });
        let closed = || closed.is_closed() || closed_before();
        SieveFolder {
            base: self.base.consume_some_each(passed, closed),
            sieve: self.sieve,
        }
    }

    const NEVER_FULL: bool = C::NEVER_FULL && S::NEVER;

    fn consume_over<V, M>(self, items: ReusedItems<V>, mut make: M) -> Self
    where
        M: FnMut(V) -> T,
    {
        self.consume_sifted(items, |item| Some(make(item)), || false)
    }

    /// What is never closed is not asked, so that who does not close has nothing to ask at all.
    fn consume_sifted<V, M, Q>(self, items: ReusedItems<V>, mut make: M, closed_before: Q) -> Self
    where
        M: FnMut(V) -> Option<T>,
        Q: Fn() -> bool,
    {
        let Sieve { pass, closed } = self.sieve;
        let sift: fn(C, ReusedItems<V>, _, &S, Q) -> C = const {
            match S::NEVER {
                true => sift_on::<U, C, V, _, S, Q>,
                false => sift_until::<U, C, V, _, S, Q>,
            }
        };
        let make = |item| make(item).and_then(pass);
        SieveFolder {
            base: sift(self.base, items, make, closed, closed_before),
            sieve: self.sieve,
        }
    }

    #[inline]
    fn written(&self) -> usize {
        self.base.written()
    }

    #[inline]
    fn complete(self) -> C::Result {
        self.base.complete()
    }

    #[inline]
    fn full(&self) -> bool {
        self.sieve.closed.is_closed() || self.base.full()
    }
}

/// What is left of items in their own memory, where only those before may close.
fn sift_on<U, C, V, M, S, Q>(base: C, items: ReusedItems<V>, make: M, _: &S, before: Q) -> C
where
    C: Folder<U>,
    M: FnMut(V) -> Option<U>,
    Q: Fn() -> bool,
{
    base.consume_sifted(items, make, before)
}

/// The same where this one may, too.
fn sift_until<U, C, V, M, S, Q>(base: C, items: ReusedItems<V>, make: M, closed: &S, before: Q) -> C
where
    C: Folder<U>,
    M: FnMut(V) -> Option<U>,
    S: Closing,
    Q: Fn() -> bool,
{
    base.consume_sifted(items, make, || closed.is_closed() || before())
}

/// For a folder that takes an item without a jump that depends on whether it is one.
fn take_some<T, U, C, I, P, S>(base: C, iter: I, pass: &P, closed: &S) -> C
where
    C: Folder<U>,
    I: Iterator<Item = T>,
    P: Fn(T) -> Option<U>,
    S: Closing,
{
    base.consume_some(iter.map(pass), || closed.is_closed())
}

/// For a folder that is never full.
fn take_passing<T, U, C, I, P, S>(base: C, iter: I, pass: &P, closed: &S) -> C
where
    C: Folder<U>,
    I: Iterator<Item = T>,
    P: Fn(T) -> Option<U>,
    S: Closing,
{
    base.consume_iter(Passing::new(iter, pass, closed))
}

/// For a folder that is asked after each item.
fn take_until_full<T, U, C, I, P, S>(base: C, iter: I, pass: &P, closed: &S) -> C
where
    C: Folder<U>,
    I: Iterator<Item = T>,
    P: Fn(T) -> Option<U>,
    S: Closing,
{
    let next = |base: C| match base.full() {
        true => ControlFlow::Break(base),
        false => ControlFlow::Continue(base),
    };
    feed(
        base,
        iter,
        |base| base.full() || closed.is_closed(),
        |base, item| match pass(item) {
            Some(item) => next(base.consume(item)),
            None if closed.is_closed() => ControlFlow::Break(base),
            None => ControlFlow::Continue(base),
        },
    )
}
