//! Large consumers, folders and results in boxes of their own. A driver has several of each in every frame of its recursion, which is as deep as a range has
//! been halved: a state of some kilobytes would be there a hundred times, and threads have stacks of two megabytes.

use super::consumer::{Consumer, Folder, Reducer, UnindexedConsumer};
use super::reused::ReusedItems;
use std::mem::MaybeUninit;
use tine_core::engine::grain::Aim;

/// What has more bytes is large.
const LARGE: usize = 256;

/// Whether what drivers hand on belongs into boxes.
pub(super) const fn is_large<T, C: Consumer<T>>() -> bool {
    size_of::<C>() > LARGE || size_of::<C::Folder>() > LARGE || size_of::<C::Result>() > LARGE
}

/// A consumer in a box.
pub(super) struct BoxedConsumer<C> {
    base: Box<C>,
}

impl<C> BoxedConsumer<C> {
    pub(super) fn new(base: C) -> Self {
        BoxedConsumer {
            base: Box::new(base),
        }
    }
}

impl<T, C: Consumer<T>> Consumer<T> for BoxedConsumer<C> {
    type Folder = BoxedFolder<C::Folder>;
    type Reducer = BoxedReducer<C::Reducer>;
    type Result = Box<C::Result>;

    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer) {
        self.split_at_by(index, None)
    }

    fn into_folder(self) -> Self::Folder {
        BoxedFolder {
            base: Box::new(self.base.into_folder()),
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }

    const GOES_ON: bool = C::GOES_ON;
    const CARRIES: bool = C::CARRIES;

    unsafe fn go_on(folder: Self::Folder, next: Self, index: usize) -> (Self::Folder, Self) {
        let (mut folder, mut next) = (folder.base, next.base);
        // SAFETY: (1) handed on.
        (*folder, *next) = unsafe { C::go_on(*folder, *next, index) };
        (BoxedFolder { base: folder }, BoxedConsumer { base: next })
    }

    const CLONES: bool = C::CLONES;

    fn split_at_by(self, index: usize, spare: Option<Self>) -> (Self, Self, Self::Reducer) {
        let mut left = self.base;
        let (right, base);
        let right = match spare {
            Some(mut spare) => {
                (*left, *spare.base, base) = left.split_at_by(index, Some(*spare.base));
                spare
            }
            None => {
                (*left, right, base) = left.split_at(index);
                Self::new(right)
            }
        };
        (BoxedConsumer { base: left }, right, BoxedReducer { base })
    }
}

impl<T, C: UnindexedConsumer<T>> UnindexedConsumer<T> for BoxedConsumer<C> {
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    fn split_off_left(&self) -> Self {
        Self::new(self.base.split_off_left())
    }

    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        match spare {
            Some(mut spare) => {
                *spare.base = self.base.split_off_left_by(Some(*spare.base));
                spare
            }
            None => self.split_off_left(),
        }
    }

    fn to_reducer(&self) -> Self::Reducer {
        BoxedReducer {
            base: self.base.to_reducer(),
        }
    }

    #[inline]
    fn aim(&self) -> Aim {
        self.base.aim()
    }
}

/// A folder in a box, which it leaves and comes back to.
pub(super) struct BoxedFolder<F> {
    base: Box<F>,
}

impl<F> BoxedFolder<F> {
    fn step(mut self, step: impl FnOnce(F) -> F) -> Self {
        *self.base = step(*self.base);
        self
    }
}

impl<T, F: Folder<T>> Folder<T> for BoxedFolder<F> {
    type Result = Box<F::Result>;

    fn consume(self, item: T) -> Self {
        self.step(|folder| folder.consume(item))
    }

    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        self.step(|folder| folder.consume_iter(iter))
    }

    fn consume_exact<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        self.step(|folder| folder.consume_exact(iter))
    }

    fn consume_numbered<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        self.step(|folder| folder.consume_numbered(iter))
    }

    const TAKES_SOME: bool = F::TAKES_SOME;
    const TAKES_ONE: bool = F::TAKES_ONE;

    fn consume_some<I, S>(self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        self.step(|folder| folder.consume_some(iter, closed))
    }

    const TAKES_EACH: bool = F::TAKES_EACH;

    fn consume_some_each<I, J, S>(self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<J>>,
        J: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        self.step(|folder| folder.consume_some_each(iter, closed))
    }

    const NEVER_FULL: bool = F::NEVER_FULL;
    const HAS_SLOTS: bool = F::HAS_SLOTS;

    unsafe fn put<R>(
        &mut self,
        most: usize,
        put: impl FnOnce(&mut [MaybeUninit<T>], &mut usize) -> R,
    ) -> R {
        // SAFETY: (1) handed on.
        unsafe { self.base.put(most, put) }
    }

    fn consume_over<U, M>(self, items: ReusedItems<U>, make: M) -> Self
    where
        M: FnMut(U) -> T,
    {
        self.step(|folder| folder.consume_over(items, make))
    }

    fn consume_sifted<U, M, S>(self, items: ReusedItems<U>, make: M, closed: S) -> Self
    where
        M: FnMut(U) -> Option<T>,
        S: Fn() -> bool,
    {
        self.step(|folder| folder.consume_sifted(items, make, closed))
    }

    #[inline]
    fn written(&self) -> usize {
        self.base.written()
    }

    fn complete(self) -> Self::Result {
        Box::new(self.base.complete())
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

/// A reducer of results in boxes.
pub(super) struct BoxedReducer<R> {
    base: R,
}

impl<T, R: Reducer<T>> Reducer<Box<T>> for BoxedReducer<R> {
    const SETTLES: bool = R::SETTLES;

    fn reduce(self, mut left: Box<T>, right: Box<T>) -> Box<T> {
        *left = self.base.reduce(*left, *right);
        left
    }

    #[inline]
    fn settles(&self, left: &Box<T>) -> bool {
        self.base.settles(left)
    }
}
