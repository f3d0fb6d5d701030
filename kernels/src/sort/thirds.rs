//! Quicksort of places, by pivots with a middle part: what equals a pivot is compared with no other. For elements that are
//! expensive to compare when they are equal, and often are.
//!
//! Invariant: whatever the order is, the places are a permutation of what they were, once a sort has ended.

use super::permute::Place;
use super::{halves, sample};
use std::cmp::Ordering;

/// So few are left to `rest`.
const FEW: usize = 20;
/// From so many on, it is worth a look at a sample whether any are equal.
const LONG: usize = 256;
/// So many are looked at.
const SAMPLE: usize = 16;
/// Once there were equals, so many pivots in a row may have none.
const PATIENCE: u32 = 2;

/// Sorts `places`, by comparing no others; stably if `rest` does, which sorts what is short or seems to have no equal elements, with room
/// for it. `room` is as long as `places`.
pub(super) fn sort(
    places: &mut [Place],
    room: &mut [Place],
    order: &impl Fn(Place, Place) -> Ordering,
    rest: &impl Fn(&mut [Place], &mut [Place]),
) {
    Thirds { order, rest }.sort(places, room, 0);
}

/// The same, but if none seem to be equal then `rest` gets all as they are: it may make use of parts that are in order.
pub(super) fn sort_unless_different(
    places: &mut [Place],
    room: &mut [Place],
    order: &impl Fn(Place, Place) -> Ordering,
    rest: &impl Fn(&mut [Place], &mut [Place]),
) {
    let patience = match places.len() {
        0..LONG => 0,
        len => {
            let mut sample: [Place; SAMPLE] = [0; SAMPLE];
            let spread = sample::places(len, len / SAMPLE);
            sample
                .iter_mut()
                .zip(spread)
                .for_each(|(to, at)| *to = places[at]);
            rest(&mut sample, room);
            let mut pairs = sample.iter().zip(&sample[1..]);
            if !pairs.any(|(&one, &next)| order(one, next).is_eq()) {
                return rest(places, room);
            }
            PATIENCE
        }
    };
    Thirds { order, rest }.sort(places, room, patience);
}

/// What all levels share.
struct Thirds<'a, O, R> {
    order: &'a O,
    rest: &'a R,
}

impl<O, R> Thirds<'_, O, R>
where
    O: Fn(Place, Place) -> Ordering,
    R: Fn(&mut [Place], &mut [Place]),
{
    fn sort(&self, places: &mut [Place], room: &mut [Place], patience: u32) {
        let levels = 2 * places.len().max(1).ilog2();
        self.recurse(places, room, patience, levels);
    }

    fn recurse(
        &self,
        mut places: &mut [Place],
        room: &mut [Place],
        mut patience: u32,
        mut levels: u32,
    ) {
        while places.len() > FEW && levels > 0 {
            levels -= 1;
            let (less, equal) = self.cut(places, room);
            patience = match equal {
                2.. => PATIENCE,
                _ if patience > 0 => patience - 1,
                // What is left may be sorted with fewer moves.
                _ => {
                    levels = 0;
                    0
                }
            };
            let (left, right) = places.split_at_mut(less);
            self.recurse(left, room, patience, levels);
            places = &mut right[equal..];
        }
        (self.rest)(places, room);
    }

    /// Brings what is less than a pivot before what equals it, and that before the others; each in the order it had. Returns how
    /// many are less, and how many are equal.
    fn cut(&self, places: &mut [Place], room: &mut [Place]) -> (usize, usize) {
        let pivot = places[halves::pivot(places, &|a, b| (self.order)(a, b).is_lt())];
        let room = &mut room[..places.len()];
        let (mut less, mut equal, mut end) = (0, 0, room.len());
        for i in 0..places.len() {
            let place = places[i];
            let order = (self.order)(place, pivot);
            // To all three, and what lies there counts or not: nothing depends on a guess.
            // SAFETY: `less` is at most `i`, for it grows by at most 1 where `i` does.
            let to_left = unsafe { places.get_unchecked_mut(less) };
            *to_left = place;
            // SAFETY: `room` is as long as `places`, and `equal` is at most `i`, too.
            let to_middle = unsafe { room.get_unchecked_mut(equal) };
            *to_middle = place;
            // SAFETY: `end` is the length less at most `i`, so it is at least 1.
            let to_right = unsafe { room.get_unchecked_mut(end - 1) };
            *to_right = place;
            less += usize::from(order.is_lt());
            equal += usize::from(order.is_eq());
            end -= usize::from(order.is_gt());
        }
        let (middle, right) = places[less..].split_at_mut(equal);
        middle.copy_from_slice(&room[..equal]);
        let greater = room[end..].iter().rev();
        right
            .iter_mut()
            .zip(greater)
            .for_each(|(to, from)| *to = *from);
        (less, equal)
    }
}
