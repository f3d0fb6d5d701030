//! What kernels have in common: pieces that are worked on in parallel, and a start that wakes nobody for a trifle.

use crate::base::pages;
use crate::fork_join::ForkJoin;
use std::ops::Range;

/// What a kernel does alone before it looks whether the rest is worth sharing, in microseconds.
const ALONE_US: u64 = if cfg!(test) { 0 } else { 4 };
/// A rest that will take less than this is done alone too, in microseconds, even if another thread is awake; see [`trifle`].
const TRIFLE_US: u64 = 20;

/// Calls `work` with every piece, in parallel. In a pool, unless there is at most one piece.
pub(crate) fn each<P, F>(on: impl ForkJoin, pieces: &mut [P], work: &F)
where
    P: Send,
    F: Fn(&mut P) + Sync,
{
    match pieces {
        [] => {}
        [piece] => work(piece),
        _ => {
            let (left, right) = pieces.split_at_mut(pieces.len() / 2);
            on.join(|| each(on, left, work), || each(on, right, work));
        }
    }
}

/// Calls `step` with ranges that follow each other, from 0 on and each longer than the one before, until it has taken some
/// microseconds. Returns where it stopped: at `len` if what was left seemed to be a trifle.
pub(crate) fn start(on: impl ForkJoin, len: usize, step: impl FnMut(Range<usize>)) -> usize {
    start_unless(on, len, || trifle(on), step)
}

/// What is not worth sharing, in ticks: less than what passes until somebody comes to help, and once more as much for their sake.
pub(crate) fn trifle(on: impl ForkJoin) -> u64 {
    match cfg!(test) {
        true => 0,
        false => 2 * on.help_in() + on.micros(TRIFLE_US),
    }
}

/// The same, for another notion of a trifle, in ticks; it is asked for when it matters.
pub(crate) fn start_unless(
    on: impl ForkJoin,
    len: usize,
    trifle: impl Fn() -> u64,
    mut step: impl FnMut(Range<usize>),
) -> usize {
    let alone = on.micros(ALONE_US);
    let (mut done, mut next) = (0, 1);
    let (mut taken, mut before) = (0, on.ticks());
    while done < len {
        let end = len.min(done.saturating_add(next));
        step(done..end);
        let count = end - done;
        done = end;
        let now = on.ticks();
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

/// What `work` makes of each piece, in order. One after the other until that has taken some microseconds, then in parallel.
pub(crate) fn map<P, R, F>(on: impl ForkJoin, pieces: Vec<P>, work: F) -> Vec<R>
where
    P: Send,
    R: Send,
    F: Fn(P) -> R + Sync,
{
    let count = pieces.len();
    let mut pieces = pieces.into_iter();
    let mut results = Vec::with_capacity(count);
    start(on, count, |range| {
        results.extend(pieces.by_ref().take(range.len()).map(&work));
    });
    if pieces.len() > 0 {
        results.extend(map_at_once(on, pieces, work));
    }
    results
}

/// What `work` makes of each piece, in order, in parallel from the first one on.
pub(crate) fn map_at_once<P, R, F>(
    on: impl ForkJoin,
    pieces: impl IntoIterator<Item = P>,
    work: F,
) -> Vec<R>
where
    P: Send,
    R: Send,
    F: Fn(P) -> R + Sync,
{
    let mut pairs: Vec<_> = pieces
        .into_iter()
        .map(|piece| (Some(piece), None))
        .collect();
    let run = |(piece, result): &mut (Option<P>, Option<R>)| *result = piece.take().map(&work);
    on.enter(|| each(on, &mut pairs, &run));
    pairs.into_iter().filter_map(|(_, result)| result).collect()
}

/// The elements of all vectors in one, in order: in the first one, which is made longer.
pub fn concat<T: Send>(on: impl ForkJoin, vecs: Vec<Vec<T>>) -> Vec<T> {
    let mut vecs = vecs.into_iter();
    let Some(mut all) = vecs.next() else {
        return Vec::new();
    };
    let more = vecs.as_slice().iter().map(Vec::len).sum();
    all.reserve_exact(more);
    let mut rest = &mut all.spare_capacity_mut()[..more];
    pages::will_fill(rest);
    let mut work = Vec::with_capacity(vecs.len());
    for vec in vecs {
        let (slots, behind) = rest.split_at_mut(vec.len());
        work.push((vec, slots));
        rest = behind;
    }
    map(on, work, |(vec, slots)| {
        for (element, slot) in vec.into_iter().zip(slots) {
            slot.write(element);
        }
    });
    let len = all.len() + more;
    // SAFETY: each of the `more` slots behind the first vector's elements was one vector's, and has got one of its elements.
    unsafe { all.set_len(len) };
    all
}
