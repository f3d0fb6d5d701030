//! What kernels have in common: pieces that are worked on in parallel, and a start that wakes nobody for a trifle.

use crate::base::clock;
use crate::task;
use std::ops::Range;

/// What a kernel does alone before it looks whether the rest is worth sharing, in microseconds.
const ALONE_US: u64 = if cfg!(test) { 0 } else { 4 };
/// A rest that will take less than this is done alone too, in microseconds: a thread that sleeps needs 20 to come.
const TRIFLE_US: u64 = if cfg!(test) { 0 } else { 60 };

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
    let join: fn(_, _) -> _ = task::join::join;
    join(a, b)
}

/// Calls `step` with ranges that follow each other, from 0 on and each longer than the one before, until it has taken some
/// microseconds. Returns where it stopped: at `len` if what was left seemed to be a trifle.
pub(crate) fn start(len: usize, step: impl FnMut(Range<usize>)) -> usize {
    start_unless(len, TRIFLE_US, step)
}

/// The same, for another notion of a trifle, in microseconds.
pub(crate) fn start_unless(
    len: usize,
    trifle_us: u64,
    mut step: impl FnMut(Range<usize>),
) -> usize {
    let begin = clock::ticks();
    let (mut done, mut next) = (0, 1);
    while done < len {
        let end = len.min(done.saturating_add(next));
        step(done..end);
        done = end;
        let taken = clock::since(begin);
        // The first steps are so short that it takes longer to look at the clock.
        let growth = if taken > clock::micros(ALONE_US) / 8 {
            1
        } else {
            7
        };
        next = done.saturating_mul(growth);
        let left = (taken as f64) / (done as f64) * ((len - done) as f64);
        if taken > clock::micros(ALONE_US) && left > clock::micros(trifle_us) as f64 {
            break;
        }
    }
    done
}
