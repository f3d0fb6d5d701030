//! The loops by which a folder takes items. Where it can be full they ask once per small block instead of after every item.

use super::consumer::Folder;
use std::mem;
use std::ops::ControlFlow;

/// How many items pass between two looks at `closed`.
///
/// A look is often a load of a shared flag. Costly items come in blocks of a few, so that they are not held up by this number;
/// for cheap ones it keeps the look out of the way.
pub(crate) const POLL_EVERY: u32 = 16;

/// Threads `state` through the items of `iter`, until it ends, `step` breaks, or `closed` turns out to be true.
///
/// Where `closed` is plainly false, all of the polling vanishes when compiled. The loop is the iterator's own: states of several words
/// stay in registers in it, and what is chained runs as one loop after the other.
#[inline]
pub(crate) fn feed<S, I>(
    state: S,
    iter: I,
    closed: impl Fn(&S) -> bool,
    mut step: impl FnMut(S, I::Item) -> ControlFlow<S, S>,
) -> S
where
    I: IntoIterator,
{
    let mut iter = iter.into_iter();
    let mut since = 0u32;
    let ended = iter.try_fold(state, |state, item| {
        let state = step(state, item)?;
        since = since.wrapping_add(1);
        match since.is_multiple_of(POLL_EVERY) && closed(&state) {
            true => ControlFlow::Break(state),
            false => ControlFlow::Continue(state),
        }
    });
    let (ControlFlow::Continue(state) | ControlFlow::Break(state)) = ended;
    // Before the state is returned: should the rest of the items panic when dropped, the compiler would leak what is being returned.
    drop(iter);
    state
}

/// What must be dropped is held in registers from step to step if it has no more bytes: a vector, a text, a tree.
const SMALL_STATE: usize = 3 * size_of::<usize>();

/// Threads `state` through all items of `iter`.
///
/// A vector that grows would be copied in memory at each step if it were handed on as it is, since what `step` was given is dropped there should it
/// panic. It is taken out of an option instead, which compilers see to hold nothing meanwhile; whether there is a state is not looked at, which would
/// be half of a cheap step. Larger states are in memory in any case, and few copies are best. The step is borrowed, not taken: a reference to a
/// closure is one, too, but what that is called with goes through memory once more, as a tuple. `cargo bench --bench survey -- fold_into`.
#[inline]
pub(crate) fn feed_all<S, I>(state: S, iter: I, step: &impl Fn(S, I::Item) -> S) -> S
where
    I: IntoIterator,
{
    let iter = iter.into_iter();
    if const { !mem::needs_drop::<S>() || size_of::<S>() > SMALL_STATE } {
        #[expect(clippy::redundant_closure, reason = "it calls what is borrowed")]
        return iter.fold(state, |state, item| step(state, item));
    }
    let mut held = Some(state);
    for item in iter {
        // SAFETY: held since before the loop, and put back by each step that has returned.
        let state = unsafe { held.take().unwrap_unchecked() };
        held = Some(step(state, item));
    }
    // SAFETY: as above.
    unsafe { held.unwrap_unchecked() }
}

/// As [`feed`], where a step that breaks ends in something else than a state. By a loop of its own, as [`search`] is: a state that may have ended
/// would have to be looked at before each step. It is held as in [`feed_all`].
#[inline]
pub(crate) fn try_feed<S, R, I>(
    state: S,
    iter: I,
    closed: impl Fn() -> bool,
    mut step: impl FnMut(S, I::Item) -> ControlFlow<R, S>,
) -> ControlFlow<R, S>
where
    I: IntoIterator,
{
    let mut iter = iter.into_iter();
    let mut held = Some(state);
    let ended = 'walk: loop {
        for _ in 0..POLL_EVERY {
            // SAFETY: held since before the loop, and put back by each step that has not broken.
            let state = unsafe { held.take().unwrap_unchecked() };
            let Some(item) = iter.next() else {
                break 'walk ControlFlow::Continue(state);
            };
            match step(state, item) {
                ControlFlow::Continue(state) => held = Some(state),
                broken => break 'walk broken,
            }
        }
        if closed() {
            // SAFETY: as above.
            break ControlFlow::Continue(unsafe { held.unwrap_unchecked() });
        }
    };
    // Before it is returned, as there.
    drop(iter);
    ended
}

/// Items on their way: what a parameter refers to, the compiler would keep where it is, and write to it at each step.
pub(crate) struct Walk<I>(pub(crate) I);

/// The first of the items that `iter` has which `is_hit`, unless `closed` turns out to be true before, which is asked now and then, or
/// `over` after a step that made no hit.
///
/// Hands no state on from item to item, which would cost as much as a cheap test. Should the rest of the items panic when dropped,
/// a result that is being returned would leak: so that is left to the caller, who gets the rest back. A function of its own, so that the loop has
/// the registers for itself: amid a driver's variables it took up to a fourth longer. And so had the iterator's state to be written at each
/// item if it were borrowed.
#[inline(never)]
pub(crate) fn search<T, I: Iterator<Item = Option<T>>>(
    iter: I,
    is_hit: impl Fn(&T) -> bool,
    closed: impl Fn() -> bool,
    over: impl Fn() -> bool,
) -> (Option<T>, I) {
    let mut walk = Walk(iter);
    loop {
        for _ in 0..POLL_EVERY {
            let Some(item) = walk.0.next() else {
                return (None, walk.0);
            };
            let hit = item.filter(&is_hit);
            if hit.is_some() || over() {
                return (hit, walk.0);
            }
        }
        if closed() {
            return (None, walk.0);
        }
    }
}

/// What is left of iterators one after the other: of the one that was begun, and the others.
pub(crate) type Left<J, I> = (Option<J>, I);

/// As [`search`], among the items of what `iter` has. Short ones are searched without a look at `closed`, by a loop of their own, which is
/// unrolled where their length is known.
#[inline(never)]
pub(crate) fn search_each<T, J, I>(
    iter: I,
    is_hit: impl Fn(&T) -> bool,
    closed: impl Fn() -> bool,
    over: impl Fn() -> bool,
) -> (Option<T>, Left<J, I>)
where
    J: Iterator<Item = Option<T>>,
    I: Iterator<Item = Option<J>>,
{
    let mut walk = Walk(iter);
    loop {
        for _ in 0..POLL_EVERY {
            let Some(step) = walk.0.next() else {
                return (None, (None, walk.0));
            };
            let Some(mut inner) = step else {
                if over() {
                    return (None, (None, walk.0));
                }
                continue;
            };
            let few = |most| most <= POLL_EVERY as usize;
            if !inner.size_hint().1.is_some_and(few) {
                let (hit, rest) = search(inner, &is_hit, &closed, &over);
                if hit.is_some() || over() || closed() {
                    return (hit, (Some(rest), walk.0));
                }
                continue;
            }
            let ended = inner.try_for_each(|item| match item.filter(&is_hit) {
                None if !over() => ControlFlow::Continue(()),
                hit => ControlFlow::Break(hit),
            });
            if let ControlFlow::Break(hit) = ended {
                return (hit, (Some(inner), walk.0));
            }
        }
        if closed() {
            return (None, (None, walk.0));
        }
    }
}

#[cfg(test)]
mod tests;

/// Gives a folder an item that was held back, unless others have had enough meanwhile.
#[inline]
pub(crate) fn unless_full<T, F: Folder<T>>(folder: F, item: T) -> F {
    if folder.full() {
        drop(item);
        return folder;
    }
    folder.consume(item)
}
