//! What kernels have in common: pieces that are worked on in parallel, and a start that wakes nobody for a trifle.

use std::ops::Range;
use tine_core::engine::{clock, help_in};

/// What a kernel does alone before it looks whether the rest is worth sharing, in microseconds.
const ALONE_US: u64 = if cfg!(test) { 0 } else { 4 };
/// A rest that will take less than this is done alone too, in microseconds, even if another thread is awake; see [`trifle`].
const TRIFLE_US: u64 = 20;

/// How long both are together.
///
/// # Panics
/// If there is no number for it, which elements of no size make possible.
pub(in crate::algo) fn together<T>(left: &[T], right: &[T]) -> usize {
    let len = left.len().checked_add(right.len());
    len.expect("two slices have more elements than one vector can have")
}

/// Calls `work` with every piece, in parallel. In a pool, unless there is at most one piece.
pub(crate) fn each<P, F>(pieces: &mut [P], work: &F)
where
    P: Send,
    F: Fn(&mut P) + Sync,
{
    match pieces {
        [] => {}
        [piece] => work(piece),
        _ => {
            let (left, right) = pieces.split_at_mut(pieces.len() / 2);
            join(|| each(left, work), || each(right, work));
        }
    }
}

/// A fork whose closures are long.
pub(in crate::algo) fn join<A, B, RA, RB>(a: A, b: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RA: Send,
    RB: Send,
{
    // A gate.
    let join: fn(_, _) -> _ = tine_core::join;
    join(a, b)
}

/// Calls `step` with ranges that follow each other, from 0 on and each longer than the one before, until it has taken some
/// microseconds. Returns where it stopped: at `len` if what was left seemed to be a trifle.
pub(crate) fn start(len: usize, step: impl FnMut(Range<usize>)) -> usize {
    start_unless(len, trifle, step)
}

/// What is not worth sharing, in ticks: less than what passes until somebody comes to help, and once more as much for their sake.
pub(in crate::algo) fn trifle() -> u64 {
    match cfg!(test) {
        true => 0,
        false => 2 * help_in() + clock::micros(TRIFLE_US),
    }
}

/// The same, for another notion of a trifle, in ticks; it is asked for when it matters.
pub(crate) fn start_unless(
    len: usize,
    trifle: impl Fn() -> u64,
    mut step: impl FnMut(Range<usize>),
) -> usize {
    let alone = clock::micros(ALONE_US);
    let (mut done, mut next) = (0, 1);
    let (mut taken, mut before) = (0, clock::ticks());
    while done < len {
        let end = len.min(done.saturating_add(next));
        step(done..end);
        let count = end - done;
        done = end;
        let now = clock::ticks();
        let last = now.saturating_sub(before);
        before = now;
        taken += last;
        // The first steps are so short that it takes longer to look at the clock.
        next = done.saturating_mul(if taken > alone / 8 { 1 } else { 7 });
        // They also wait for the memory; so the last one tells.
        let left = last as f64 / count as f64 * (len - done) as f64;
        if taken > alone && left > trifle() as f64 {
            break;
        }
    }
    done
}
