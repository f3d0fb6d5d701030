//! The first pass: all items into a vector, each block scanned by itself.

use super::carry::{Blocks, Scanned};
use crate::iter::{IndexedParallelIterator, extend_in_place};
use crate::plumbing::{Consumer, Folder, Reducer};
use std::marker::PhantomData;
use std::mem;

/// Which items a prefix ends with.
pub(super) trait Kind: Send {
    /// Of a block that does not know what comes before it, the first item stands for that: its value is of no use.
    const FIRST_IS_CARRY: bool;

    /// What is at the place of `item`; `so_far` is what the operation makes of all items before, if there are any, and is made
    /// to include this one.
    fn step<T: Clone>(so_far: &mut Option<T>, item: T, op: impl Fn(&T, &T) -> T) -> T;
}

/// With the item itself.
pub(super) struct Inclusive;

impl Kind for Inclusive {
    const FIRST_IS_CARRY: bool = false;

    #[inline(always)]
    fn step<T: Clone>(so_far: &mut Option<T>, item: T, op: impl Fn(&T, &T) -> T) -> T {
        let next = match so_far {
            Some(so_far) => op(so_far, &item),
            None => item,
        };
        *so_far = Some(next.clone());
        next
    }
}

/// With the item before.
pub(super) struct Exclusive;

impl Kind for Exclusive {
    const FIRST_IS_CARRY: bool = true;

    #[inline(always)]
    fn step<T: Clone>(so_far: &mut Option<T>, item: T, op: impl Fn(&T, &T) -> T) -> T {
        match so_far {
            Some(so_far) => {
                let next = op(so_far, &item);
                mem::replace(so_far, next)
            }
            None => so_far.insert(item).clone(),
        }
    }
}

/// Runs the first pass. `init` comes before the first item.
pub(super) fn scan<K, I, F>(base: I, init: Option<I::Item>, op: &F) -> Scanned<I::Item>
where
    K: Kind,
    I: IndexedParallelIterator,
    I::Item: Clone,
    F: Fn(&I::Item, &I::Item) -> I::Item + Sync,
{
    let len = base.len();
    let mut items = Vec::new();
    let mut blocks = Blocks::new();
    extend_in_place(&mut items, len, |slots| {
        let (filled, all) = base.drive(ScanConsumer {
            base: slots,
            so_far: init,
            op,
            kind: PhantomData::<K>,
        });
        blocks = all;
        filled
    });
    Scanned::new(items, blocks, K::FIRST_IS_CARRY, op)
}

struct ScanConsumer<'f, C, T, F, K> {
    base: C,
    /// What comes before, if it is known already: of the first block only.
    so_far: Option<T>,
    op: &'f F,
    kind: PhantomData<K>,
}

impl<'f, T, C, F, K> Consumer<T> for ScanConsumer<'f, C, T, F, K>
where
    C: Consumer<T>,
    T: Clone + Send,
    F: Fn(&T, &T) -> T + Sync,
    K: Kind,
{
    type Folder = ScanFolder<'f, C::Folder, T, F, K>;
    type Reducer = ScanReducer<C::Reducer>;
    type Result = (C::Result, Blocks<T>);

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        (
            ScanConsumer { base: left, ..self },
            ScanConsumer {
                base: right,
                so_far: None,
                op: self.op,
                kind: PhantomData,
            },
            ScanReducer(reducer),
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        ScanFolder {
            base: self.base.into_folder(),
            so_far: self.so_far,
            count: 0,
            op: self.op,
            kind: PhantomData,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

struct ScanFolder<'f, C, T, F, K> {
    base: C,
    /// What the operation makes of the items so far, and what is known to come before.
    so_far: Option<T>,
    count: usize,
    op: &'f F,
    kind: PhantomData<K>,
}

impl<T, C, F, K> Folder<T> for ScanFolder<'_, C, T, F, K>
where
    C: Folder<T>,
    T: Clone,
    F: Fn(&T, &T) -> T,
    K: Kind,
{
    type Result = (C::Result, Blocks<T>);

    fn consume(mut self, item: T) -> Self {
        let item = K::step(&mut self.so_far, item, self.op);
        ScanFolder {
            base: self.base.consume(item),
            count: self.count + 1,
            ..self
        }
    }

    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let (mut so_far, mut count) = (self.so_far, self.count);
        let base = self.base.consume_iter(iter.into_iter().map(|item| {
            count += 1;
            K::step(&mut so_far, item, self.op)
        }));
        ScanFolder {
            base,
            so_far,
            count,
            ..self
        }
    }

    fn complete(self) -> Self::Result {
        let blocks = Blocks::one(self.count, self.so_far);
        (self.base.complete(), blocks)
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

struct ScanReducer<R>(R);

impl<T, A, R: Reducer<A>> Reducer<(A, Blocks<T>)> for ScanReducer<R> {
    fn reduce(self, left: (A, Blocks<T>), right: (A, Blocks<T>)) -> (A, Blocks<T>) {
        let base = self.0.reduce(left.0, right.0);
        (base, left.1.followed_by(right.1))
    }
}
