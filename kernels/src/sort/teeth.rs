//! Inputs of teeth: ascending runs over the same few values, as when one counts to ten again and again. Each tooth is found in the
//! longest one of the first, and then each element is moved once: a sort by counting, in which the teeth tell the counts.
//!
//! Invariant: nothing is moved while a comparison may panic, and what is moved is given places that differ, whatever the comparison says.
//! Equal elements keep their order: those of earlier teeth come first, and no two of a tooth are equal.

use super::MEDIUM;
use super::find::first_that_not;
use super::permute::{Place, permute_large};
use super::room::as_filled;
use std::cmp::Ordering;
use std::mem::MaybeUninit;
use std::ptr;

/// No shorter slice is looked at, and none of [`MEDIUM`] elements or more.
const SHORTEST: usize = 32;
/// A tooth has so many elements at least, if one counts together what follows each other; but for the first few.
const TOOTH: usize = 4;
const FIRST: usize = 3;
/// No more teeth than this, and no more values.
const MOST: usize = FIRST + MEDIUM / TOOTH;

/// True if `v` was made of teeth: it is in order now. If not, nothing has changed.
pub(super) fn settle<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    let Some(values) = Values::of(v, compare) else {
        return false;
    };
    let Some(teeth) = Teeth::of(v, values, compare) else {
        return false;
    };
    if const { size_of::<T>() <= SMALL } {
        teeth.deal(v);
    } else {
        teeth.deal_places(v);
    }
    true
}

/// Elements of up to so many bytes are moved to a room and back.
const SMALL: usize = 16;

/// Where each value is once, in ascending order.
struct Values {
    start: usize,
    count: usize,
}

impl Values {
    /// The longer one of the first two runs of `v`, if that can be a tooth.
    #[inline]
    fn of<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> Option<Self> {
        if !(SHORTEST..MEDIUM).contains(&v.len()) {
            return None;
        }
        let most = v.len() / TOOTH;
        let first = rising(&v[..=most], compare);
        let second = rising(&v[first..=first + most], compare);
        let values = match second > first {
            true => Values {
                start: first,
                count: second,
            },
            false => Values {
                start: 0,
                count: first,
            },
        };
        (TOOTH..=most).contains(&values.count).then_some(values)
    }
}

/// So many elements at the start of `v`, which has some, are each greater than the one before.
#[inline]
fn rising<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> usize {
    let mut pairs = v.iter().zip(&v[1..]);
    let rises = |(one, next): (&T, &T)| compare(one, next).is_lt();
    1 + pairs.position(|pair| !rises(pair)).unwrap_or(v.len() - 1)
}

/// Elements one after the other that have values one after the other.
#[derive(Clone, Copy)]
struct Tooth {
    /// Its first element. The next tooth begins where it ends.
    start: u16,
    /// The number of the first of its values.
    value: u16,
}

/// All of a slice of less than [`MEDIUM`] elements.
struct Teeth {
    /// The first `count` of them, and one that begins where the slice ends.
    teeth: [Tooth; MOST + 1],
    count: usize,
    /// How many values there are.
    values: usize,
}

impl Teeth {
    /// Those of `v`, none if it has other values or the teeth are small.
    #[inline(never)]
    fn of<T>(v: &[T], values: Values, compare: &impl Fn(&T, &T) -> Ordering) -> Option<Self> {
        let Values { start, count } = values;
        let values = &v[start..start + count];
        let mut teeth = Teeth {
            teeth: [Tooth { start: 0, value: 0 }; MOST + 1],
            count: 0,
            values: count,
        };
        let mut place = 0;
        while let Some(element) = v.get(place) {
            if teeth.count == FIRST + place / TOOTH {
                return None;
            }
            let is_value = |number: usize| compare(&values[number], element);
            let value = match is_value(0) {
                Ordering::Equal => 0,
                Ordering::Greater => return None,
                Ordering::Less => {
                    let value = first_that_not(1..count, |number| is_value(number).is_lt());
                    if value == count || is_value(value).is_ne() {
                        return None;
                    }
                    value
                }
            };
            teeth.teeth[teeth.count] = Tooth {
                start: place as u16,
                value: value as u16,
            };
            teeth.count += 1;
            let (elements, values) = (&v[place + 1..], &values[value + 1..]);
            let mut pairs = elements.iter().zip(values);
            let follows = |(element, value): (&T, &T)| compare(element, value).is_eq();
            place += 1 + pairs
                .position(|pair| !follows(pair))
                .unwrap_or(elements.len().min(values.len()));
        }
        teeth.teeth[teeth.count].start = v.len() as u16;
        Some(teeth)
    }

    /// Gives each value the place of its first element.
    fn places(&self) -> [u16; MOST + 1] {
        let mut places = [0_u16; MOST + 1];
        for pair in self.teeth[..=self.count].windows(2) {
            let [tooth, next] = [pair[0], pair[1]];
            let behind = tooth.value + (next.start - tooth.start);
            // So many more teeth have this value than have the one before.
            places[usize::from(tooth.value)] = places[usize::from(tooth.value)].wrapping_add(1);
            places[usize::from(behind)] = places[usize::from(behind)].wrapping_sub(1);
        }
        let (mut teeth, mut sum) = (0_u16, 0);
        for place in &mut places[..self.values] {
            teeth = teeth.wrapping_add(*place);
            (*place, sum) = (sum, sum + teeth);
        }
        places
    }

    /// Calls `put` with the place of each element now and its place in order: both are less than the length, and none comes twice.
    #[inline]
    fn each(&self, mut put: impl FnMut(usize, usize)) {
        let mut places = self.places();
        for pair in self.teeth[..=self.count].windows(2) {
            let [tooth, next] = [pair[0], pair[1]];
            let elements = usize::from(tooth.start)..usize::from(next.start);
            let places = &mut places[usize::from(tooth.value)..];
            for (from, place) in elements.zip(places) {
                put(from, usize::from(*place));
                *place += 1;
            }
        }
    }

    /// Brings small elements to their places.
    #[inline(never)]
    fn deal<T>(&self, v: &mut [T]) {
        let mut room = [const { MaybeUninit::<T>::uninit() }; MEDIUM];
        let source = v.as_ptr();
        self.each(|from, to| {
            // SAFETY: it is less than the length.
            let element = unsafe { source.add(from) };
            // SAFETY: an element of `v`, which counts as its copy in `room` from now on, until all are back; nothing panics meanwhile.
            let element = unsafe { element.read() };
            // SAFETY: it is less than the length, which is less than `MEDIUM`.
            let place = unsafe { room.get_unchecked_mut(to) };
            place.write(element);
        });
        // SAFETY: as many elements as `v` has were written, each to a place of its own among so many.
        unsafe { ptr::copy_nonoverlapping(room.as_ptr().cast(), v.as_mut_ptr(), v.len()) };
    }

    /// The same for others, by way of their numbers.
    #[inline(never)]
    fn deal_places<T>(&self, v: &mut [T]) {
        let mut room = [const { MaybeUninit::<Place>::uninit() }; MEDIUM];
        let room = &mut room[..v.len()];
        self.each(|from, to| {
            room[to].write(from as Place);
        });
        // SAFETY: (1) each place was filled once.
        let sources = unsafe { as_filled(room) };
        // SAFETY: (1) each index came once.
        unsafe { permute_large(v, sources) };
    }
}
