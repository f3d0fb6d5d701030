//! What is too short to share is sorted by std, which may panic over an order that contradicts itself. Such a panic ends
//! here: the elements stay as std has left them. A panic of the comparison itself goes on.

use super::halves;
use super::permute::{Place, permute_large};
use super::room::as_filled;
use super::thirds;
use std::cell::Cell;
use std::cmp::Ordering;
use std::mem::{self, MaybeUninit};
use std::panic::{self, AssertUnwindSafe};

/// Elements of this size are moved once, after their places were sorted: std's sorts move them at every level.
pub(super) const LARGE: usize = 96;
/// In no shorter slice, if the sort is stable; if not, then only in slices that are neither shorter nor longer than this: they must not
/// allocate more for longer ones.
const SHORT: usize = 64;
const SOME: usize = 48;
pub(super) const FEW: usize = 4096;
/// Nor in slices with so many that twice as many places could not be counted.
const MANY: usize = (Place::MAX / 2) as usize;

/// Sorts stably.
pub(super) fn stable<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    // A constant first, so that a sort of places is not even compiled where elements are small.
    if const { size_of::<T>() < LARGE } || !matches!(v.len(), SHORT..=MANY) {
        return directly(v, compare);
    }
    let mut room: Vec<Place> = (0..2 * v.len() as Place).collect();
    // SAFETY: (1) sorts of places compare no others than they were given, and these are the indices of `v`.
    let order = unsafe { order_of_places(v, compare) };
    let rest = |places: &mut [Place], _: &mut [Place]| {
        directly(places, &move |&a: &Place, &b: &Place| order(a, b));
    };
    let (places, room) = room.split_at_mut(v.len());
    thirds::sort_unless_different(places, room, &order, &rest);
    // SAFETY: (1) `places` had each index once, and a sort only changes their order, whatever it is told.
    unsafe { permute_large(v, places) };
}

/// How the elements at two places are ordered.
///
/// # Safety
/// 1. Whoever calls what this returns does so with indices of `v`.
unsafe fn order_of_places<T>(
    v: &[T],
    compare: &impl Fn(&T, &T) -> Ordering,
) -> impl Fn(Place, Place) -> Ordering + Copy {
    move |a, b| {
        // SAFETY: obligation 1.
        let a = unsafe { v.get_unchecked(a as usize) };
        // SAFETY: obligation 1.
        let b = unsafe { v.get_unchecked(b as usize) };
        compare(a, b)
    }
}

/// Sorts stably, by std.
fn directly<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    let culprit = &Culprit::default();
    culprit.judge(|| std_stable(v, move |a, b| culprit.watch(|| compare(a, b))));
}

/// Sorts in place.
pub(super) fn unstable<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    // A constant first, as above.
    if const { size_of::<T>() >= LARGE } && matches!(v.len(), SOME..=FEW) {
        return by_places(v, compare);
    }
    directly_in_place(v, compare)
}

/// Sorts up to [`FEW`] elements. Apart, since the room for the places is needed here only.
#[inline(never)]
fn by_places<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    let mut room = [const { MaybeUninit::uninit() }; 2 * FEW];
    let room = &mut room[..2 * v.len()];
    room.iter_mut().zip(0..).for_each(|(place, i)| {
        place.write(i);
    });
    // SAFETY: (1) all of it was filled just now.
    let (places, room) = unsafe { as_filled(room) }.split_at_mut(v.len());
    // SAFETY: (1) sorts of places compare no others than they were given, and these are the indices of `v`.
    let order = unsafe { order_of_places(v, compare) };
    let slow = |places: &mut [Place]| {
        directly_in_place(places, &move |&a: &Place, &b: &Place| order(a, b));
    };
    let rest = |places: &mut [Place], room: &mut [Place]| {
        let levels = 2 * places.len().max(1).ilog2();
        halves::sort(places, room, &order, &slow, levels);
    };
    thirds::sort(places, room, &order, &rest);
    // SAFETY: (1) `places` had each index once, and a sort only changes their order, whatever it is told.
    unsafe { permute_large(v, places) };
}

/// Sorts in place, by std.
fn directly_in_place<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    let culprit = &Culprit::default();
    culprit.judge(|| std_unstable(v, move |a, b| culprit.watch(|| compare(a, b))));
}

/// std's stable sort, whose panics go on.
#[inline]
pub(super) fn std_stable<T, C: FnMut(&T, &T) -> Ordering>(v: &mut [T], compare: C) {
    // A gate.
    let sort: fn(&mut [T], C) = <[T]>::sort_by;
    sort(v, compare);
}

/// std's sort in place, whose panics go on.
#[inline]
pub(super) fn std_unstable<T, C: FnMut(&T, &T) -> Ordering>(v: &mut [T], compare: C) {
    // A gate.
    let sort: fn(&mut [T], C) = <[T]>::sort_unstable_by;
    sort(v, compare);
}

/// Finds out who panicked.
#[derive(Default)]
struct Culprit {
    is_user: Cell<bool>,
}

impl Culprit {
    /// Runs the user's code. Costs nothing if that cannot panic.
    #[inline(always)]
    fn watch<R>(&self, user: impl FnOnce() -> R) -> R {
        let accuse = Accuse(&self.is_user);
        let result = user();
        mem::forget(accuse);
        result
    }

    /// Runs std's code, and passes on only what was not its own panic.
    fn judge(&self, sort: impl FnOnce()) {
        match panic::catch_unwind(AssertUnwindSafe(sort)) {
            Err(payload) if self.is_user.get() => panic::resume_unwind(payload),
            _ => {}
        }
    }
}

/// Says so if it is dropped, which happens when a panic passes.
struct Accuse<'a>(&'a Cell<bool>);

impl Drop for Accuse<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.set(true);
    }
}
