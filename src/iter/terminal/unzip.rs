//! `unzip`, `partition` and `partition_map`: one drive fills two collections.
//!
//! Each collection only knows how to extend itself by a parallel iterator. So the left one is given a stand-in, which on being
//! driven gives the right one another stand-in, which on being driven has both consumers and drives the real iterator.

use super::collect::FEW;
use crate::iter::{Either, IntoParallelIterator, ParallelExtend, ParallelIterator};
use crate::plumbing::{Aim, Consumer, Folder, Reducer, UnindexedConsumer};
pub(super) use deal::Pairs;
use deal::{Deal, Sort, SortMap};
use std::mem::MaybeUninit;

mod deal;

pub(crate) fn unzip<I, A, B, FromA, FromB>(par_iter: I) -> (FromA, FromB)
where
    I: ParallelIterator<Item = (A, B)>,
    FromA: Default + ParallelExtend<A>,
    FromB: Default + Send + ParallelExtend<B>,
    A: Send,
    B: Send,
{
    collect_both(par_iter, &Pairs)
}

pub(crate) fn partition<I, A, B, P>(par_iter: I, predicate: P) -> (A, B)
where
    I: ParallelIterator,
    A: Default + ParallelExtend<I::Item>,
    B: Default + Send + ParallelExtend<I::Item>,
    P: Fn(&I::Item) -> bool + Sync + Send,
{
    collect_both(par_iter, &Sort(predicate))
}

pub(crate) fn partition_map<I, A, B, P, L, R>(par_iter: I, predicate: P) -> (A, B)
where
    I: ParallelIterator,
    A: Default + ParallelExtend<L>,
    B: Default + Send + ParallelExtend<R>,
    P: Fn(I::Item) -> Either<L, R> + Sync + Send,
    L: Send,
    R: Send,
{
    collect_both(par_iter, &SortMap::new(predicate))
}

fn collect_both<I, O, FromA, FromB>(par_iter: I, deal: &O) -> (FromA, FromB)
where
    I: ParallelIterator,
    O: Deal<I::Item>,
    FromA: Default + ParallelExtend<O::Left>,
    FromB: Default + Send + ParallelExtend<O::Right>,
{
    let (mut a, mut b) = (FromA::default(), FromB::default());
    extend_both(&mut a, &mut b, par_iter, deal);
    (a, b)
}

fn extend_both<I, O, FromA, FromB>(a: &mut FromA, b: &mut FromB, base: I, deal: &O)
where
    I: ParallelIterator,
    O: Deal<I::Item>,
    FromA: ParallelExtend<O::Left>,
    FromB: Send + ParallelExtend<O::Right>,
{
    a.par_extend(LeftSide { base, deal, b });
}

/// The stand-in that the left collection extends itself by.
struct LeftSide<'b, I, O, FromB> {
    base: I,
    deal: &'b O,
    b: &'b mut FromB,
}

impl<I, O, FromB> ParallelIterator for LeftSide<'_, I, O, FromB>
where
    I: ParallelIterator,
    O: Deal<I::Item>,
    FromB: Send + ParallelExtend<O::Right>,
{
    type Item = O::Left;
    const HAS_LEN: Option<bool> = if O::KEEPS_POSITIONS {
        I::HAS_LEN
    } else {
        Some(false)
    };

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<O::Left>,
    {
        let mut result = None;
        self.b.par_extend(RightSide {
            base: self.base,
            deal: self.deal,
            left: consumer,
            left_result: &mut result,
        });
        result.expect(
            "the right collection did not drive the iterator by which it was to be extended",
        )
    }

    fn opt_len(&self) -> Option<usize> {
        if O::KEEPS_POSITIONS {
            self.base.opt_len()
        } else {
            None
        }
    }

    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}

/// The stand-in that the right collection extends itself by; it has the left one's consumer.
struct RightSide<'r, I, O, C, R> {
    base: I,
    deal: &'r O,
    left: C,
    /// Where the result for the left collection goes.
    left_result: &'r mut Option<R>,
}

impl<I, O, CA> ParallelIterator for RightSide<'_, I, O, CA, CA::Result>
where
    I: ParallelIterator,
    O: Deal<I::Item>,
    CA: UnindexedConsumer<O::Left>,
{
    type Item = O::Right;
    const HAS_LEN: Option<bool> = if O::KEEPS_POSITIONS {
        I::HAS_LEN
    } else {
        Some(false)
    };

    #[inline]
    fn drive_unindexed<CB>(self, consumer: CB) -> CB::Result
    where
        CB: UnindexedConsumer<O::Right>,
    {
        let both = UnzipConsumer {
            deal: self.deal,
            left: self.left,
            right: consumer,
        };
        let (left, right) = self.base.drive_unindexed(both);
        *self.left_result = Some(left);
        right
    }

    fn opt_len(&self) -> Option<usize> {
        if O::KEEPS_POSITIONS {
            self.base.opt_len()
        } else {
            None
        }
    }

    fn count_most(&self) -> Option<usize> {
        self.base.count_most()
    }
}

/// Two consumers side by side.
pub(crate) struct UnzipConsumer<'d, O, CA, CB> {
    pub(crate) deal: &'d O,
    pub(crate) left: CA,
    pub(crate) right: CB,
}

impl<'d, T, O, CA, CB> Consumer<T> for UnzipConsumer<'d, O, CA, CB>
where
    O: Deal<T>,
    CA: Consumer<O::Left>,
    CB: Consumer<O::Right>,
{
    type Folder = UnzipFolder<'d, O, CA::Folder, CB::Folder>;
    type Reducer = UnzipReducer<CA::Reducer, CB::Reducer>;
    type Result = (CA::Result, CB::Result);

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer) {
        let deal = self.deal;
        let (a_left, a_right, a) = self.left.split_at(index);
        let (b_left, b_right, b) = self.right.split_at(index);
        (
            UnzipConsumer {
                deal,
                left: a_left,
                right: b_left,
            },
            UnzipConsumer {
                deal,
                left: a_right,
                right: b_right,
            },
            UnzipReducer { left: a, right: b },
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        UnzipFolder {
            deal: self.deal,
            left: self.left.into_folder(),
            right: self.right.into_folder(),
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.left.full() && self.right.full()
    }
}

impl<T, O, CA, CB> UnindexedConsumer<T> for UnzipConsumer<'_, O, CA, CB>
where
    O: Deal<T>,
    CA: UnindexedConsumer<O::Left>,
    CB: UnindexedConsumer<O::Right>,
{
    const STREAMS: bool = CA::STREAMS && CB::STREAMS;
    const SEAMS: bool = CA::SEAMS || CB::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        UnzipConsumer {
            deal: self.deal,
            left: self.left.split_off_left(),
            right: self.right.split_off_left(),
        }
    }

    #[inline]
    fn to_reducer(&self) -> Self::Reducer {
        UnzipReducer {
            left: self.left.to_reducer(),
            right: self.right.to_reducer(),
        }
    }

    #[inline]
    fn aim(&self) -> Aim {
        match (self.left.aim(), self.right.aim()) {
            (Aim::Gather, _) | (_, Aim::Gather) => Aim::Gather,
            (Aim::Fill, _) | (_, Aim::Fill) => Aim::Fill,
            _ => Aim::All,
        }
    }
}

pub(crate) struct UnzipReducer<RA, RB> {
    left: RA,
    right: RB,
}

impl<A, B, RA: Reducer<A>, RB: Reducer<B>> Reducer<(A, B)> for UnzipReducer<RA, RB> {
    fn reduce(self, left: (A, B), right: (A, B)) -> (A, B) {
        (
            self.left.reduce(left.0, right.0),
            self.right.reduce(left.1, right.1),
        )
    }
}

/// Slots, and how many of them have been filled.
type Slots<'s, T> = (&'s mut [MaybeUninit<T>], &'s mut usize);

pub(crate) struct UnzipFolder<'d, O, FA, FB> {
    deal: &'d O,
    left: FA,
    right: FB,
}

impl<O, FA, FB> UnzipFolder<'_, O, FA, FB> {
    /// Deals some of the items, of which there are `len`, straight to slots of both sides. Returns the others if there are any.
    fn deal_some<T, I>(&mut self, items: I, len: usize) -> Option<I>
    where
        O: Deal<T>,
        FA: Folder<O::Left>,
        FB: Folder<O::Right>,
        I: Iterator<Item = T>,
    {
        let UnzipFolder { deal, left, right } = self;
        let put_right = |left: Slots<'_, O::Left>| {
            let deal = |slots: &mut _, count: &mut _| {
                deal.deal_some(items, len, left.0, left.1, slots, count)
            };
            // SAFETY: (1) `deal_some` counts what it has put into the right slots.
            unsafe { right.put(len, deal) }
        };
        // SAFETY: (1) it counts what it has put into the left ones, too.
        unsafe { left.put(len, |slots, count| put_right((slots, count))) }
    }
}

impl<T, O, FA, FB> Folder<T> for UnzipFolder<'_, O, FA, FB>
where
    O: Deal<T>,
    FA: Folder<O::Left>,
    FB: Folder<O::Right>,
{
    type Result = (FA::Result, FB::Result);

    fn consume(self, item: T) -> Self {
        let (left, right) = self.deal.deal(item, self.left, self.right);
        UnzipFolder {
            deal: self.deal,
            left,
            right,
        }
    }

    #[inline]
    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let mut iter = iter.into_iter();
        let mut goes_on = const { FA::HAS_SLOTS && FB::HAS_SLOTS };
        while goes_on {
            let (len, most) = iter.size_hint();
            if len < FEW || most != Some(len) {
                break;
            }
            match self.deal_some(iter, len) {
                None => return self,
                Some(others) => iter = others,
            }
            goes_on = iter.size_hint().0 < len;
        }
        for item in &mut iter {
            self = self.consume(item);
            if self.full() {
                break;
            }
        }
        drop(iter);
        self
    }

    const NEVER_FULL: bool = FA::NEVER_FULL && FB::NEVER_FULL;

    #[inline]
    fn complete(self) -> Self::Result {
        (self.left.complete(), self.right.complete())
    }

    #[inline]
    fn full(&self) -> bool {
        self.left.full() && self.right.full()
    }
}

/// Extends both collections in one drive.
impl<A, B, FromA, FromB> ParallelExtend<(A, B)> for (FromA, FromB)
where
    A: Send,
    B: Send,
    FromA: Send + ParallelExtend<A>,
    FromB: Send + ParallelExtend<B>,
{
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = (A, B)>,
    {
        extend_both(&mut self.0, &mut self.1, par_iter.into_par_iter(), &Pairs);
    }
}

/// Extends the first collection by what is left, and the second by what is right, in one drive.
impl<L, R, FromL, FromR> ParallelExtend<Either<L, R>> for (FromL, FromR)
where
    L: Send,
    R: Send,
    FromL: Send + ParallelExtend<L>,
    FromR: Send + ParallelExtend<R>,
{
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = Either<L, R>>,
    {
        extend_both(
            &mut self.0,
            &mut self.1,
            par_iter.into_par_iter(),
            &SortMap::new(|side| side),
        );
    }
}
