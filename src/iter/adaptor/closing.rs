//! Who tells adaptors that end a drive early that no more items are wanted.

use crate::iter::signal::Flag;

/// Whether more items are wanted.
pub(super) trait Closing {
    /// It is never closed.
    const NEVER: bool;

    fn is_closed(&self) -> bool;
}

/// All items are wanted.
pub(super) struct Never;

impl Closing for Never {
    const NEVER: bool = true;

    #[inline]
    fn is_closed(&self) -> bool {
        false
    }
}

/// Closed by an item that does not pass.
impl Closing for Flag {
    const NEVER: bool = false;

    #[inline]
    fn is_closed(&self) -> bool {
        self.is_raised()
    }
}

impl<S: Closing> Closing for &S {
    const NEVER: bool = S::NEVER;

    #[inline]
    fn is_closed(&self) -> bool {
        S::is_closed(self)
    }
}

/// Closed by one or the other.
pub(super) struct ByOneOf<S, Q>(pub(super) S, pub(super) Q);

impl<S: Closing, Q: Fn() -> bool> Closing for ByOneOf<S, Q> {
    const NEVER: bool = false;

    #[inline]
    fn is_closed(&self) -> bool {
        self.0.is_closed() || (self.1)()
    }
}
