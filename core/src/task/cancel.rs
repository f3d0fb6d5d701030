//! `CancelToken`: how a program says that work is no longer wanted, and how work asks.
//!
//! Invariant: a token that was cancelled stays so. The tree of tokens is that of [`lineage`](crate::sync::lineage); the clock
//! is read here only, when somebody asks.

use crate::sync::lineage::Lineage;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Says that work is no longer wanted: made by whoever starts the work, asked by the work.
///
/// Clones are the same token. A [`child`](Self::child) is a token of its own: cancelling it leaves its parent alone, but
/// cancelling a token cancels its children, and theirs. A token may have a deadline, after which it counts as cancelled; a
/// child's deadline is never later than its parent's.
///
/// Nothing is interrupted by a token: whoever works asks it now and then, by [`is_cancelled`](Self::is_cancelled) or
/// [`check`](Self::check). These do so by themselves: tasks with a [token of theirs](crate::TaskOptions::token) before they begin, the
/// jobs and tasks of [`scope_with`](crate::scope_with) before each begins,
/// iterators that are `cancellable` between blocks of items, and
/// [`TaskGraph::try_run_with`](crate::TaskGraph::try_run_with) between nodes.
///
/// No thread watches deadlines. A child costs one allocation, is known to its parent only while a clone of it lives, and keeps
/// its parent's memory until then.
///
/// ```
/// use tine::CancelToken;
///
/// let server = CancelToken::new();
/// let (first, second) = (server.child(), server.child());
/// first.cancel();
/// assert!(first.is_cancelled() && !second.is_cancelled());
/// server.cancel();
/// assert!(second.is_cancelled());
/// ```
#[derive(Clone)]
pub struct CancelToken {
    flag: Arc<Lineage>,
    /// The earliest of its own and its parent's.
    deadline: Option<Instant>,
}

impl CancelToken {
    /// A token without a parent and without a deadline.
    ///
    /// ```
    /// assert!(!tine::CancelToken::new().is_cancelled());
    /// ```
    #[inline]
    pub fn new() -> Self {
        CancelToken {
            flag: Lineage::root(),
            deadline: None,
        }
    }

    /// A token without a parent that counts as cancelled from `deadline` on.
    ///
    /// ```
    /// use std::time::Instant;
    /// let token = tine::CancelToken::with_deadline(Instant::now());
    /// assert!(token.is_cancelled());
    /// ```
    #[inline]
    pub fn with_deadline(deadline: Instant) -> Self {
        CancelToken {
            deadline: Some(deadline),
            ..Self::new()
        }
    }

    /// A token without a parent that counts as cancelled when `timeout` has passed from now on.
    ///
    /// ```
    /// use std::time::Duration;
    /// let token = tine::CancelToken::with_timeout(Duration::from_secs(3600));
    /// assert!(!token.is_cancelled());
    /// ```
    #[inline]
    pub fn with_timeout(timeout: Duration) -> Self {
        CancelToken {
            // What lies beyond the clock's end is never.
            deadline: Instant::now().checked_add(timeout),
            ..Self::new()
        }
    }

    /// A token that is cancelled when this one is, and can be by itself; it has this one's deadline, if any.
    ///
    /// The child of a cancelled token is born cancelled.
    ///
    /// ```
    /// let token = tine::CancelToken::new();
    /// let child = token.child();
    /// child.cancel();
    /// assert!(child.is_cancelled() && !token.is_cancelled());
    /// ```
    #[inline]
    pub fn child(&self) -> Self {
        CancelToken {
            flag: self.flag.child(),
            deadline: self.deadline,
        }
    }

    /// A [`child`](Self::child) that counts as cancelled from `deadline` on, or from this token's if that is earlier.
    ///
    /// ```
    /// use std::time::Instant;
    /// let token = tine::CancelToken::new();
    /// assert!(token.child_with_deadline(Instant::now()).is_cancelled());
    /// assert!(!token.is_cancelled());
    /// ```
    #[inline]
    pub fn child_with_deadline(&self, deadline: Instant) -> Self {
        self.child_until(Some(deadline))
    }

    /// A [`child`](Self::child) that counts as cancelled when `timeout` has passed from now on, or at this token's deadline if
    /// that is earlier.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// let token = tine::CancelToken::with_deadline(Instant::now());
    /// assert!(token.child_with_timeout(Duration::from_secs(3600)).is_cancelled());
    /// ```
    #[inline]
    pub fn child_with_timeout(&self, timeout: Duration) -> Self {
        self.child_until(Instant::now().checked_add(timeout))
    }

    #[inline]
    fn child_until(&self, own: Option<Instant>) -> Self {
        let earliest = self.deadline.into_iter().chain(own).min();
        CancelToken {
            flag: self.flag.child(),
            deadline: earliest,
        }
    }

    /// When the token counts as cancelled at the latest, if that is fixed.
    ///
    /// ```
    /// use std::time::Instant;
    /// let now = Instant::now();
    /// assert_eq!(tine::CancelToken::with_deadline(now).child().deadline(), Some(now));
    /// assert_eq!(tine::CancelToken::new().deadline(), None);
    /// ```
    #[inline]
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// Cancels the token and all its descendants, for good.
    ///
    /// When this returns, [`is_cancelled`](Self::is_cancelled) is true for each of them, and whoever sees that sees what was
    /// done before. Costs time in proportion to the number of living descendants; on a cancelled token, next to nothing.
    ///
    /// ```
    /// let token = tine::CancelToken::new();
    /// let other = token.clone();
    /// std::thread::spawn(move || other.cancel()).join().unwrap();
    /// assert!(token.is_cancelled());
    /// ```
    #[inline]
    pub fn cancel(&self) {
        self.flag.raise();
    }

    /// Whether the token, or one above it, was cancelled, or its deadline has passed.
    ///
    /// Costs one load of one word; with a deadline also a look at the clock, until the answer is yes.
    ///
    /// ```
    /// let token = tine::CancelToken::new();
    /// let mut rounds = 0;
    /// while !token.is_cancelled() {
    ///     rounds += 1;
    ///     if rounds == 3 {
    ///         token.cancel();
    ///     }
    /// }
    /// assert_eq!(rounds, 3);
    /// ```
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.is_flagged() || self.deadline.is_some_and(|deadline| self.is_over(deadline))
    }

    /// [`is_cancelled`](Self::is_cancelled) for the `?` operator.
    ///
    /// # Errors
    /// If the token is cancelled.
    ///
    /// ```
    /// use tine::{CancelToken, Cancelled};
    ///
    /// fn sum(values: &[u64], token: &CancelToken) -> Result<u64, Cancelled> {
    ///     let mut sum = 0;
    ///     for part in values.chunks(1000) {
    ///         token.check()?;
    ///         sum += part.iter().sum::<u64>();
    ///     }
    ///     Ok(sum)
    /// }
    /// let token = CancelToken::new();
    /// assert_eq!(sum(&[1, 2, 3], &token), Ok(6));
    /// token.cancel();
    /// assert_eq!(sum(&[1, 2, 3], &token), Err(Cancelled));
    /// ```
    #[inline]
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }

    /// Whether it is known to be cancelled, without a look at the clock.
    #[doc(hidden)]
    #[inline]
    pub fn is_flagged(&self) -> bool {
        self.flag.is_raised()
    }

    /// Looks at the clock, and spares others the look if the time has come.
    #[inline]
    fn is_over(&self, deadline: Instant) -> bool {
        let over = Instant::now() >= deadline;
        if over {
            self.cancel();
        }
        over
    }
}

impl Default for CancelToken {
    #[inline]
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for CancelToken {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelToken")
            .field("is_cancelled", &self.is_cancelled())
            .field("deadline", &self.deadline)
            .finish()
    }
}

/// The error of what a [`CancelToken`] has stopped.
///
/// ```
/// let token = tine::CancelToken::new();
/// token.cancel();
/// assert_eq!(token.check().unwrap_err().to_string(), "cancelled");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cancelled;

impl fmt::Display for Cancelled {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("cancelled")
    }
}

impl Error for Cancelled {}

#[cfg(test)]
mod tests;
