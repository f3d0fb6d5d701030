//! `cancellable`: an iterator whose terminals say whether a token has stopped them.
//!
//! Invariant: a result is `Ok` only if no item was left out because of the token.

mod watched;

pub use watched::Watched;

use crate::iter::attempt::Try;
use crate::iter::signal::Flag;
use crate::iter::{FromParallelIterator, ParallelIterator};
use std::iter::{Product, Sum};
use std::ops::ControlFlow;
use tine_core::{CancelToken, Cancelled};

/// An iterator whose terminals end early when a token is cancelled, and say so; see
/// [`cancellable`](ParallelIterator::cancellable).
///
/// It is the last link of a chain. Its terminals are those of [`ParallelIterator`], with [`Cancelled`] as the error of their
/// results; those that are not here are reached through [`finish`](Self::finish).
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
/// use tine::{CancelToken, Cancelled};
///
/// fn squares(v: &[u64], token: &CancelToken) -> Result<Vec<u64>, Cancelled> {
///     v.par_iter().map(|n| n * n).cancellable(token).collect()
/// }
/// let token = CancelToken::new();
/// assert_eq!(squares(&[1, 2, 3], &token), Ok(vec![1, 4, 9]));
/// token.cancel();
/// assert_eq!(squares(&[1, 2, 3], &token), Err(Cancelled));
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug, Clone)]
pub struct Cancellable<'t, I> {
    pub(in crate::iter) base: I,
    pub(in crate::iter) token: &'t CancelToken,
}

impl<I: ParallelIterator> Cancellable<'_, I> {
    /// Hands the items to any chain that ends in a terminal, and returns its result unless the token stopped it.
    ///
    /// # Errors
    ///
    /// If items were left out because the token was cancelled; the result is dropped then. See [`so_far`](Self::so_far), which
    /// keeps it. A token that is cancelled beforehand stops everything: `run` is not called.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// let words = ["pea", "potato", "leek"];
    /// let longest = words.par_iter().cancellable(&token).finish(|words| words.max_by_key(|word| word.len()));
    /// assert_eq!(longest, Ok(Some(&"potato")));
    /// ```
    pub fn finish<R>(self, run: impl FnOnce(Watched<'_, I>) -> R) -> Result<R, Cancelled> {
        self.token.check()?;
        let (result, outcome) = self.so_far(run);
        outcome.map(|()| result)
    }

    /// Hands the items to any chain that ends in a terminal, and returns its result in any case, beside the word whether the
    /// token stopped it.
    ///
    /// So a search may end with the best that it found in time. Which items were left out is unspecified; a vector that is
    /// collected may end before others that were run.
    ///
    /// # Errors
    ///
    /// The second value is an error if items may have been left out because the token was cancelled.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::with_timeout(Duration::from_millis(1));
    /// let guesses = (0..u64::MAX).into_par_iter().map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    /// let (best, outcome) = guesses.cancellable(&token).so_far(|guesses| guesses.max());
    /// assert!(outcome.is_err()); // nobody tries them all
    /// # let _ = best;
    /// ```
    pub fn so_far<R>(self, run: impl FnOnce(Watched<'_, I>) -> R) -> (R, Result<(), Cancelled>) {
        let stopped = Flag::new();
        let result = run(Watched::new(self.base, self.token, &stopped));
        let outcome = if stopped.is_raised() {
            Err(Cancelled)
        } else {
            Ok(())
        };
        (result, outcome)
    }

    /// [`for_each`](ParallelIterator::for_each) until the token is cancelled.
    ///
    /// # Errors
    ///
    /// If items were left out because of that.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// let stop = |n| if n == 500 { token.cancel() };
    /// assert_eq!((0..u64::MAX).into_par_iter().cancellable(&token).for_each(stop), Err(tine::Cancelled));
    /// ```
    #[inline]
    pub fn for_each<OP>(self, op: OP) -> Result<(), Cancelled>
    where
        OP: Fn(I::Item) + Sync + Send,
    {
        self.finish(|items| items.for_each(op))
    }

    /// [`try_for_each`](ParallelIterator::try_for_each) until the token is cancelled. A failure that was found counts in any
    /// case.
    ///
    /// # Errors
    ///
    /// If there is no failure and items were left out because of the token.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// let odd = |n: u32| if n % 2 == 1 { Err(n) } else { Ok(()) };
    /// assert_eq!([2, 4].into_par_iter().cancellable(&token).try_for_each(odd), Ok(Ok(())));
    /// assert_eq!([2, 5].into_par_iter().cancellable(&token).try_for_each(odd), Ok(Err(5)));
    /// ```
    pub fn try_for_each<OP, R>(self, op: OP) -> Result<R, Cancelled>
    where
        OP: Fn(I::Item) -> R + Sync + Send,
        R: Try<Output = ()> + Send,
    {
        self.token.check()?;
        let (result, outcome) = self.so_far(|items| items.try_for_each(op));
        match result.branch() {
            ControlFlow::Break(failure) => Ok(failure),
            ControlFlow::Continue(()) => outcome.map(R::from_output),
        }
    }

    /// [`count`](ParallelIterator::count) until the token is cancelled.
    ///
    /// # Errors
    ///
    /// If items were left out because of that.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// let small = (0..100).into_par_iter().filter(|n| n % 10 == 0);
    /// assert_eq!(small.cancellable(&token).count(), Ok(10));
    /// ```
    #[inline]
    pub fn count(self) -> Result<usize, Cancelled> {
        self.finish(|items| items.count())
    }

    /// [`sum`](ParallelIterator::sum) until the token is cancelled.
    ///
    /// # Errors
    ///
    /// If items were left out because of that.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// assert_eq!((1..=10).into_par_iter().cancellable(&token).sum::<u32>(), Ok(55));
    /// ```
    #[inline]
    pub fn sum<S>(self) -> Result<S, Cancelled>
    where
        S: Send + Sum<I::Item> + Sum<S>,
    {
        self.finish(|items| items.sum())
    }

    /// [`product`](ParallelIterator::product) until the token is cancelled.
    ///
    /// # Errors
    ///
    /// If items were left out because of that.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// assert_eq!((1..=5).into_par_iter().cancellable(&token).product::<u32>(), Ok(120));
    /// ```
    #[inline]
    pub fn product<P>(self) -> Result<P, Cancelled>
    where
        P: Send + Product<I::Item> + Product<P>,
    {
        self.finish(|items| items.product())
    }

    /// [`reduce`](ParallelIterator::reduce) until the token is cancelled.
    ///
    /// # Errors
    ///
    /// If items were left out because of that.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// let bits = [1u8, 4, 16].into_par_iter().cancellable(&token).reduce(|| 0, |a, b| a | b);
    /// assert_eq!(bits, Ok(21));
    /// ```
    #[inline]
    pub fn reduce<OP, ID>(self, identity: ID, op: OP) -> Result<I::Item, Cancelled>
    where
        OP: Fn(I::Item, I::Item) -> I::Item + Sync + Send,
        ID: Fn() -> I::Item + Sync + Send,
    {
        self.finish(|items| items.reduce(identity, op))
    }

    /// [`reduce_with`](ParallelIterator::reduce_with) until the token is cancelled.
    ///
    /// # Errors
    ///
    /// If items were left out because of that.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// let longest = ["a", "ccc", "bb"].into_par_iter().cancellable(&token).reduce_with(|a, b| {
    ///     if b.len() > a.len() { b } else { a }
    /// });
    /// assert_eq!(longest, Ok(Some("ccc")));
    /// ```
    #[inline]
    pub fn reduce_with<OP>(self, op: OP) -> Result<Option<I::Item>, Cancelled>
    where
        OP: Fn(I::Item, I::Item) -> I::Item + Sync + Send,
    {
        self.finish(|items| items.reduce_with(op))
    }

    /// [`min`](ParallelIterator::min) until the token is cancelled.
    ///
    /// # Errors
    ///
    /// If items were left out because of that.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// assert_eq!([3, 1, 2].par_iter().cancellable(&token).min(), Ok(Some(&1)));
    /// ```
    #[inline]
    pub fn min(self) -> Result<Option<I::Item>, Cancelled>
    where
        I::Item: Ord,
    {
        self.finish(|items| items.min())
    }

    /// [`max`](ParallelIterator::max) until the token is cancelled.
    ///
    /// # Errors
    ///
    /// If items were left out because of that.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// assert_eq!([3, 1, 2].par_iter().cancellable(&token).max(), Ok(Some(&3)));
    /// ```
    #[inline]
    pub fn max(self) -> Result<Option<I::Item>, Cancelled>
    where
        I::Item: Ord,
    {
        self.finish(|items| items.max())
    }

    /// [`find_any`](ParallelIterator::find_any) until the token is cancelled. An item that was found counts in any case.
    ///
    /// # Errors
    ///
    /// If nothing was found and items were left out because of the token.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// let found = (0..u64::MAX).into_par_iter().cancellable(&token).find_any(|n| n % 1000 == 999);
    /// assert!(matches!(found, Ok(Some(n)) if n % 1000 == 999));
    /// ```
    pub fn find_any<P>(self, predicate: P) -> Result<Option<I::Item>, Cancelled>
    where
        P: Fn(&I::Item) -> bool + Sync + Send,
    {
        self.token.check()?;
        let (found, outcome) = self.so_far(|items| items.find_any(predicate));
        match found {
            Some(item) => Ok(Some(item)),
            None => outcome.map(|()| None),
        }
    }

    /// [`find_first`](ParallelIterator::find_first) until the token is cancelled.
    ///
    /// # Errors
    ///
    /// If items were left out because of that, even if one was found: an earlier one may be among them.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// let found = (0..u64::MAX).into_par_iter().cancellable(&token).find_first(|n| n % 1000 == 999);
    /// assert_eq!(found, Ok(Some(999)));
    /// ```
    #[inline]
    pub fn find_first<P>(self, predicate: P) -> Result<Option<I::Item>, Cancelled>
    where
        P: Fn(&I::Item) -> bool + Sync + Send,
    {
        self.finish(|items| items.find_first(predicate))
    }

    /// [`any`](ParallelIterator::any) until the token is cancelled. An item that was found counts in any case.
    ///
    /// # Errors
    ///
    /// If nothing was found and items were left out because of the token.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// assert_eq!([1, 2].par_iter().cancellable(&token).any(|n| *n == 2), Ok(true));
    /// ```
    pub fn any<P>(self, predicate: P) -> Result<bool, Cancelled>
    where
        P: Fn(I::Item) -> bool + Sync + Send,
    {
        self.token.check()?;
        let (found, outcome) = self.so_far(|items| items.any(predicate));
        if found {
            Ok(true)
        } else {
            outcome.map(|()| false)
        }
    }

    /// [`all`](ParallelIterator::all) until the token is cancelled. An exception that was found counts in any case.
    ///
    /// # Errors
    ///
    /// If no exception was found and items were left out because of the token.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// assert_eq!([1, 2].par_iter().cancellable(&token).all(|n| *n == 2), Ok(false));
    /// ```
    pub fn all<P>(self, predicate: P) -> Result<bool, Cancelled>
    where
        P: Fn(I::Item) -> bool + Sync + Send,
    {
        self.any(move |item| !predicate(item))
            .map(|exception| !exception)
    }

    /// [`collect`](ParallelIterator::collect) until the token is cancelled.
    ///
    /// A sequence has the order of the iterator.
    ///
    /// # Errors
    ///
    /// If items were left out because of the token; the others are dropped.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::prelude::*;
    ///
    /// let token = tine::CancelToken::new();
    /// let tens: Result<Vec<u32>, _> = (0..3).into_par_iter().map(|n| 10 * n).cancellable(&token).collect();
    /// assert_eq!(tens, Ok(vec![0, 10, 20]));
    /// ```
    #[inline]
    pub fn collect<C>(self) -> Result<C, Cancelled>
    where
        C: FromParallelIterator<I::Item>,
    {
        self.finish(|items| items.collect())
    }
}
