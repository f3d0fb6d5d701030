//! Collections of several collections, or of nothing: pairs, `()`, and `Either`. They share a room with the terminals that
//! they are made by.

use crate::iter::{
    Either, FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator,
};

/// Collects the halves of pairs apart, in one drive.
impl<A, B, FromA, FromB> FromParallelIterator<(A, B)> for (FromA, FromB)
where
    A: Send,
    B: Send,
    FromA: Send + FromParallelIterator<A>,
    FromB: Send + FromParallelIterator<B>,
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = (A, B)>,
    {
        let (a, b): (Pending<FromA>, Pending<FromB>) = par_iter.into_par_iter().unzip();
        (a.collected(), b.collected())
    }
}

/// Collects what is left and what is right apart, in one drive.
impl<L, R, A, B> FromParallelIterator<Either<L, R>> for (A, B)
where
    L: Send,
    R: Send,
    A: Send + FromParallelIterator<L>,
    B: Send + FromParallelIterator<R>,
{
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = Either<L, R>>,
    {
        let (a, b): (Pending<A>, Pending<B>) = par_iter.into_par_iter().partition_map(|side| side);
        (a.collected(), b.collected())
    }
}

/// A collection that comes to be when it is first extended. It makes `unzip` work for what can be collected, but not extended.
struct Pending<C>(Option<C>);

impl<C> Pending<C> {
    #[inline]
    fn collected(self) -> C {
        self.0.expect("unzip extends both sides")
    }
}

impl<C> Default for Pending<C> {
    fn default() -> Self {
        Pending(None)
    }
}

impl<T: Send, C: FromParallelIterator<T>> ParallelExtend<T> for Pending<C> {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        self.0 = Some(C::from_par_iter(par_iter));
    }
}

/// Runs the iterator for its effects alone.
impl FromParallelIterator<()> for () {
    fn from_par_iter<I>(par_iter: I) -> Self
    where
        I: IntoParallelIterator<Item = ()>,
    {
        par_iter.into_par_iter().for_each(|()| {});
    }
}

/// Runs the iterator for its effects alone.
impl ParallelExtend<()> for () {
    #[inline]
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = ()>,
    {
        par_iter.into_par_iter().for_each(|()| {});
    }
}

/// Extends whichever collection there is.
impl<L, R, T> ParallelExtend<T> for Either<L, R>
where
    T: Send,
    L: ParallelExtend<T>,
    R: ParallelExtend<T>,
{
    fn par_extend<I>(&mut self, par_iter: I)
    where
        I: IntoParallelIterator<Item = T>,
    {
        match self {
            Either::Left(left) => left.par_extend(par_iter),
            Either::Right(right) => right.par_extend(par_iter),
        }
    }
}
