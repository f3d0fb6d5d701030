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

/// No shorter slice is looked at.
const SHORTEST: usize = 32;
/// Nor a longer one: two threads are as fast then.
const LONGEST: usize = if cfg!(test) { 300 } else { 1 << 20 };
/// A tooth has so many elements at least, if one counts together what follows each other; but for the first few.
const TOOTH: usize = 4;
const FIRST: usize = 3;
/// Nor one of more bytes, if its elements are moved by way of their numbers: they would be fetched from far once more.
const FAR: usize = 4 << 20;
/// Elements of up to so many bytes are moved to a room and back.
const SMALL: usize = 16;

/// True if `v` was made of teeth: it is in order now. If not, nothing has changed. Takes room for a slice of [`MEDIUM`] elements or more.
pub(super) fn settle<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    match Values::of(v, compare) {
        Some(values) => {
            // A gate.
            let deal: fn(_, _, _) -> Option<()> = deal;
            deal(v, values, compare).is_some()
        }
        None => false,
    }
}

/// The same, where `values` are those of `v`. None if that has others too, if its teeth are small, or if no room can be had.
// By itself, since the room for short slices is needed here only.
#[inline(never)]
fn deal<T>(v: &mut [T], values: Values, compare: &impl Fn(&T, &T) -> Ordering) -> Option<()> {
    let mut room = Room::new();
    let mut teeth = Teeth {
        room: room.of(FIRST + v.len() / TOOTH)?,
        count: 0,
        values: values.count,
    };
    teeth.find_all(v, values, compare)?;
    let mut room = Room::new();
    let places = teeth.places(room.of(values.count + 1)?, v.len());
    if const { size_of::<T>() <= SMALL } {
        let mut room = Room::new();
        let room = room.of(v.len())?;
        teeth.deal(v, places, room);
    } else {
        let mut room = Room::new();
        let room = room.of(v.len())?;
        teeth.deal_numbers(v, places, room);
    }
    Some(())
}

/// Near by, unless it is for many.
struct Room<T> {
    near: [MaybeUninit<T>; MEDIUM],
    far: Vec<T>,
}

impl<T> Room<T> {
    #[inline(always)]
    fn new() -> Self {
        Room {
            near: [const { MaybeUninit::uninit() }; MEDIUM],
            far: Vec::new(),
        }
    }

    /// Room for `len`, unless there is none.
    #[inline(always)]
    fn of(&mut self, len: usize) -> Option<&mut [MaybeUninit<T>]> {
        match self.near.get_mut(..len) {
            Some(near) => Some(near),
            None => {
                self.far.try_reserve_exact(len).ok()?;
                self.far.spare_capacity_mut().get_mut(..len)
            }
        }
    }
}

/// Where each value is once, in ascending order.
#[derive(Clone, Copy)]
struct Values {
    start: usize,
    count: usize,
}

impl Values {
    /// The longer one of the first two runs of `v`, if that can be a tooth.
    #[inline]
    fn of<T>(v: &[T], compare: &impl Fn(&T, &T) -> Ordering) -> Option<Self> {
        let is_far = const { size_of::<T>() > SMALL } && size_of_val(v) > FAR;
        if is_far || !(SHORTEST..LONGEST).contains(&v.len()) {
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
    start: Place,
    /// The number of the first of its values.
    value: Place,
}

/// All of a slice.
struct Teeth<'r> {
    /// The first `count` of them are there.
    room: &'r mut [MaybeUninit<Tooth>],
    count: usize,
    /// How many values there are. No tooth goes beyond the last one.
    values: usize,
}

impl Teeth<'_> {
    /// Finds those of `v`, unless it has other values or the teeth are small.
    #[inline]
    fn find_all<T>(
        &mut self,
        v: &[T],
        Values { start, count }: Values,
        compare: &impl Fn(&T, &T) -> Ordering,
    ) -> Option<()> {
        let values = &v[start..start + count];
        let mut place = 0;
        while let Some(element) = v.get(place) {
            if self.count == FIRST + place / TOOTH {
                return None;
            }
            let order = |number: usize| compare(&values[number], element);
            let value = match order(0) {
                Ordering::Equal => 0,
                Ordering::Greater => return None,
                Ordering::Less => {
                    let value = first_that_not(1..count, |number| order(number).is_lt());
                    if value == count || order(value).is_ne() {
                        return None;
                    }
                    value
                }
            };
            self.room[self.count].write(Tooth {
                start: place as Place,
                value: value as Place,
            });
            self.count += 1;
            let (elements, values) = (&v[place + 1..], &values[value + 1..]);
            let mut pairs = elements.iter().zip(values);
            let follows = |(element, value): (&T, &T)| compare(element, value).is_eq();
            let most = elements.len().min(values.len());
            place += 1 + pairs.position(|pair| !follows(pair)).unwrap_or(most);
        }
        Some(())
    }

    /// Calls `put` with each tooth of a slice of `len` elements and its length.
    #[inline(always)]
    fn each(&mut self, len: usize, mut put: impl FnMut(Tooth, usize)) {
        // SAFETY: (1) so many were written.
        let teeth = unsafe { as_filled(&mut self.room[..self.count]) };
        let ends = teeth[1..].iter().map(|next| next.start as usize);
        for (&tooth, end) in teeth.iter().zip(ends.chain([len])) {
            put(tooth, end - tooth.start as usize);
        }
    }

    /// The place of the first element of each value, in a slice of `len` elements. `room` is for one more than there are values.
    #[inline(always)]
    fn places<'a>(&mut self, room: &'a mut [MaybeUninit<Place>], len: usize) -> &'a mut [Place] {
        room.fill(MaybeUninit::new(0));
        // SAFETY: (1) just now.
        let places = unsafe { as_filled(room) };
        self.each(len, |tooth, len| {
            let (first, behind) = (tooth.value as usize, tooth.value as usize + len);
            // So many more teeth have this value than have the one before.
            places[first] = places[first].wrapping_add(1);
            places[behind] = places[behind].wrapping_sub(1);
        });
        let (mut teeth, mut sum) = (0_u32, 0);
        for place in &mut places[..self.values] {
            teeth = teeth.wrapping_add(*place);
            (*place, sum) = (sum, sum + teeth);
        }
        places
    }

    /// Calls `put` with the place of each of `len` elements and its place in order: both are less than `len`, and none comes twice.
    /// `places` are as [`places`](Self::places) has left them.
    #[inline(always)]
    fn each_place(&mut self, len: usize, places: &mut [Place], mut put: impl FnMut(usize, usize)) {
        self.each(len, |tooth, len| {
            let start = tooth.start as usize;
            let places = &mut places[tooth.value as usize..];
            for (from, place) in (start..start + len).zip(places) {
                put(from, *place as usize);
                *place += 1;
            }
        });
    }

    /// Brings small elements to their places. `room` is as long as `v`.
    #[inline(always)]
    fn deal<T>(&mut self, v: &mut [T], places: &mut [Place], room: &mut [MaybeUninit<T>]) {
        let source = v.as_ptr();
        self.each_place(v.len(), places, |from, to| {
            // SAFETY: it is less than the length.
            let element = unsafe { source.add(from) };
            // SAFETY: an element of `v`, which counts as its copy in `room` from now on, until all are back; nothing panics meanwhile.
            let element = unsafe { element.read() };
            // SAFETY: it is less than the length, which `room` has too.
            let place = unsafe { room.get_unchecked_mut(to) };
            place.write(element);
        });
        // SAFETY: as many elements as `v` has were written to `room`, each to a place of its own.
        unsafe { ptr::copy_nonoverlapping(room.as_ptr().cast(), v.as_mut_ptr(), room.len()) };
    }

    /// The same for others, by way of their numbers.
    #[inline(always)]
    fn deal_numbers<T>(
        &mut self,
        v: &mut [T],
        places: &mut [Place],
        room: &mut [MaybeUninit<Place>],
    ) {
        self.each_place(v.len(), places, |from, to| {
            room[to].write(from as Place);
        });
        // SAFETY: (1) as many were written as `v` has elements, each to a place of its own.
        let sources = unsafe { as_filled(room) };
        // SAFETY: (1) each index came once.
        unsafe { permute_large(v, sources) };
    }
}
