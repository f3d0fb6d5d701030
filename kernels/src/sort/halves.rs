//! Quicksort of places, for elements that are hardly ever equal.
//!
//! Invariant: whatever the order is, the places are a permutation of what they were, once a sort has ended.

use super::permute::Place;
use std::cmp::Ordering;

/// So few are inserted one by one.
const FEW: usize = 20;
/// From so many on, more than three are looked at for a pivot.
const MANY: usize = 64;

/// Sorts `places`, by comparing no others. `room` is at least as long. What `levels` pivots, one after the other, have not made short is
/// left to `rest`.
// By itself, for its loops want all registers.
#[inline(never)]
pub(super) fn sort(
    mut places: &mut [Place],
    room: &mut [Place],
    order: &impl Fn(Place, Place) -> Ordering,
    rest: &impl Fn(&mut [Place]),
    mut levels: u32,
) {
    let less = |a: Place, b: Place| order(a, b).is_lt();
    while places.len() > FEW {
        if levels == 0 {
            return rest(places);
        }
        levels -= 1;
        let pivot = pivot(places, &less);
        let middle = cut(places, room, pivot, &less);
        let (left, right) = places.split_at_mut(middle);
        sort(left, room, order, rest, levels);
        places = &mut right[1..];
    }
    insert(places, &less);
}

/// Brings the places that are less than that at `pivot` before it and the others behind it. Returns how many are less.
fn cut(
    places: &mut [Place],
    room: &mut [Place],
    pivot: usize,
    less: &impl Fn(Place, Place) -> bool,
) -> usize {
    places.swap(0, pivot);
    let pivot = places[0];
    let room = &mut room[..places.len()];
    let (mut left, mut right) = (0, 0);
    for i in 1..places.len() {
        let place = places[i];
        let is_less = less(place, pivot);
        // To both, and what lies there counts or not: nothing depends on a guess.
        // SAFETY: `left` is less than `i` at first, and so it stays: it grows by at most 1 where `i` does.
        let to_left = unsafe { places.get_unchecked_mut(left) };
        *to_left = place;
        // SAFETY: `room` is as long as `places`, and `right` is less than `i`, too.
        let to_right = unsafe { room.get_unchecked_mut(right) };
        *to_right = place;
        left += usize::from(is_less);
        right += usize::from(!is_less);
    }
    places[left] = pivot;
    places[left + 1..].copy_from_slice(&room[..right]);
    left
}

/// Sorts few.
fn insert(places: &mut [Place], less: &impl Fn(Place, Place) -> bool) {
    for i in 1..places.len() {
        let place = places[i];
        let mut gap = i;
        while gap > 0 && less(place, places[gap - 1]) {
            places[gap] = places[gap - 1];
            gap -= 1;
        }
        places[gap] = place;
    }
}

/// Where a place lies that is between others.
pub(super) fn pivot(places: &[Place], less: &impl Fn(Place, Place) -> bool) -> usize {
    let at = |eighths: usize| (places.len() - 1) * eighths / 8;
    let median = |a: usize, b: usize, c: usize| {
        let less = |one: usize, other: usize| less(places[one], places[other]);
        let (is_before_b, is_before_c) = (less(a, b), less(a, c));
        if is_before_b != is_before_c {
            a
        } else if less(b, c) == is_before_b {
            b
        } else {
            c
        }
    };
    if places.len() < MANY {
        return median(at(0), at(4), at(8));
    }
    median(
        median(at(0), at(1), at(2)),
        median(at(3), at(4), at(5)),
        median(at(6), at(7), at(8)),
    )
}
