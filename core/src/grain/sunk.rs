//! The part of a thread's work that more threads would not make shorter, because it is done by one after the other anyway.
//!
//! Invariant: none; it is a hint for the grain. Whoever collects into something that only one thread at a time can add to says how large the
//! part is, and the timer of the drive leaves it out of account. What a drive within says is of no use to the one around it, which goes on with
//! what it had.

use std::cell::Cell;

/// All of it.
pub const WHOLE: u64 = 256;
/// None, and it is not worth finding out.
const SHORT: u64 = u64::MAX;

thread_local! {
    /// Of 256 parts of what the thread is about; at most as many, or [`SHORT`].
    static SUNK: Cell<u64> = const { Cell::new(0) };
}

/// A drive that says how much is sunk. When this ends, what holds is what held before.
#[derive(Debug)]
pub struct Scope(u64);

impl Scope {
    /// One begins, and is taken to be short unless its timer knows better.
    #[inline]
    #[must_use = "it ends when this is dropped"]
    pub fn begin() -> Self {
        Scope(SUNK.replace(SHORT))
    }
}

impl Drop for Scope {
    #[inline]
    fn drop(&mut self) {
        SUNK.set(self.0);
    }
}

/// A drive begins, which is expected to be short or not.
pub(super) fn begin(short: bool) {
    SUNK.set(if short { SHORT } else { 0 });
}

/// Whether the drive is expected to be so short that nobody need say.
#[inline]
pub fn is_short() -> bool {
    SUNK.get() == SHORT
}

/// So many of 256 parts, from now on.
#[inline]
pub fn set(parts: u64) {
    SUNK.set(parts.min(WHOLE));
}

/// How many of 256 parts are said to be.
#[inline]
pub fn get() -> u64 {
    match SUNK.get() {
        SHORT => 0,
        parts => parts,
    }
}

/// What is left of `ticks`.
#[inline]
pub fn without(ticks: u64) -> u64 {
    match get() {
        0 => ticks,
        sunk => ticks.saturating_mul(WHOLE - sunk) / WHOLE,
    }
}
