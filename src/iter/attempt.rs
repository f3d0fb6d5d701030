//! What the `try_` methods accept: results that are either an output to go on with, or a failure to stop at.

use std::ops::ControlFlow;
use std::task::Poll;

/// A result that may be a failure. Sealed: it covers `Option`, `Result`, `ControlFlow` and two kinds of `Poll`, as the `?`
/// operator does.
pub trait Try: Sized {
    /// What it holds when it is no failure.
    type Output;

    /// Wraps an output.
    #[doc(hidden)]
    fn from_output(output: Self::Output) -> Self;

    /// Takes the output out, or gives the failure back.
    #[doc(hidden)]
    fn branch(self) -> ControlFlow<Self, Self::Output>;
}

impl<T> Try for Option<T> {
    type Output = T;

    fn from_output(output: T) -> Self {
        Some(output)
    }

    #[inline]
    fn branch(self) -> ControlFlow<Self, T> {
        self.map_or(ControlFlow::Break(None), ControlFlow::Continue)
    }
}

impl<T, E> Try for Result<T, E> {
    type Output = T;

    fn from_output(output: T) -> Self {
        Ok(output)
    }

    fn branch(self) -> ControlFlow<Self, T> {
        self.map_or_else(
            |error| ControlFlow::Break(Err(error)),
            ControlFlow::Continue,
        )
    }
}

impl<B, C> Try for ControlFlow<B, C> {
    type Output = C;

    fn from_output(output: C) -> Self {
        ControlFlow::Continue(output)
    }

    fn branch(self) -> ControlFlow<Self, C> {
        match self {
            ControlFlow::Continue(output) => ControlFlow::Continue(output),
            failed => ControlFlow::Break(failed),
        }
    }
}

impl<T, E> Try for Poll<Result<T, E>> {
    type Output = Poll<T>;

    fn from_output(output: Poll<T>) -> Self {
        output.map(Ok)
    }

    fn branch(self) -> ControlFlow<Self, Poll<T>> {
        match self {
            Poll::Pending => ControlFlow::Continue(Poll::Pending),
            Poll::Ready(Ok(value)) => ControlFlow::Continue(Poll::Ready(value)),
            failed => ControlFlow::Break(failed),
        }
    }
}

impl<T, E> Try for Poll<Option<Result<T, E>>> {
    type Output = Poll<Option<T>>;

    fn from_output(output: Poll<Option<T>>) -> Self {
        output.map(|ready| ready.map(Ok))
    }

    fn branch(self) -> ControlFlow<Self, Poll<Option<T>>> {
        match self {
            Poll::Pending => ControlFlow::Continue(Poll::Pending),
            Poll::Ready(None) => ControlFlow::Continue(Poll::Ready(None)),
            Poll::Ready(Some(Ok(value))) => ControlFlow::Continue(Poll::Ready(Some(value))),
            failed => ControlFlow::Break(failed),
        }
    }
}
