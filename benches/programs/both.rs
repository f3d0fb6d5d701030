//! Two pieces of work, one after the other or in parallel: so that a program that forks need be written only once.

use super::engine::join;

pub(crate) trait Both {
    fn both<A: Send, B: Send>(
        one: impl FnOnce() -> A + Send,
        other: impl FnOnce() -> B + Send,
    ) -> (A, B);
}

/// One after the other.
pub(crate) struct InTurn;

impl Both for InTurn {
    fn both<A: Send, B: Send>(
        one: impl FnOnce() -> A + Send,
        other: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        (one(), other())
    }
}

/// In parallel.
pub(crate) struct AtOnce;

impl Both for AtOnce {
    fn both<A: Send, B: Send>(
        one: impl FnOnce() -> A + Send,
        other: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        join(one, other)
    }
}
