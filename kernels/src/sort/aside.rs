//! Inputs that would be sorted but for some elements in a hundred: those are put aside, sorted, and put back to where they belong.
//! (Drop-merge sort, after Ernerfeldt, 2017; stable here.)
//!
//! Invariant: what was put aside goes back whatever panics, so the slice holds each element once in the end. Equal elements keep
//! their order: it is known how many of those that were kept had been before each one that was not.

use super::find::first_that_not_near;
use super::order;
use super::permute::permute;
use super::run;
use std::cmp::Ordering;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::{ptr, slice};

/// No more elements may be put aside than one in so many, but for the first few: else it is soon given up.
const RATE: usize = 16;
const FIRST: usize = 24;
/// After so many elements that do not fit, one by one, the last ones that did are doubted. No more of those are put aside at once.
const STREAK: usize = 8;
/// Nor are they doubted after so many.
const RECENT: usize = if cfg!(test) { 12 } else { 64 };

/// True if few elements of `v` had to be put aside, in which case it is in order now. If not, nothing has changed.
#[inline]
pub(super) fn settle<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    // A gate.
    let settle: fn(_, _) -> _ = put_aside;
    settle(v, compare)
}

fn put_aside<T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) -> bool {
    let mut aside = Aside::new(v);
    let are_few = aside.gather(compare);
    if are_few {
        aside.find_places(compare);
    }
    are_few
}

/// A slice of which some elements are elsewhere. Dropped, it puts them back.
struct Aside<'v, T> {
    /// Of `len` places, which nobody else uses for `'v`. Those from `kept` up to `next` are empty: as many as there are `others`.
    start: *mut T,
    len: usize,
    /// So many elements are in order, at the front.
    kept: usize,
    /// From here on nothing was looked at.
    next: usize,
    /// What was put aside; until it is sorted, in the order that it had.
    others: Vec<Other<T>>,
    marker: PhantomData<&'v mut [T]>,
}

/// An element that was put aside.
struct Other<T> {
    /// Not dropped here, since it goes back.
    element: ManuallyDrop<T>,
    /// So many of those that are kept were before it; in the end, so many belong there.
    before: usize,
}

impl<'v, T> Aside<'v, T> {
    fn new(v: &'v mut [T]) -> Self {
        Aside {
            start: v.as_mut_ptr(),
            len: v.len(),
            kept: 0,
            next: 0,
            others: Vec::new(),
            marker: PhantomData,
        }
    }

    fn kept(&self) -> &[T] {
        // SAFETY: the first `kept` places of `start` are not empty, and the slice is this value's alone.
        unsafe { slice::from_raw_parts(self.start, self.kept) }
    }

    fn rest(&self) -> &[T] {
        // SAFETY: `next` is at most `len`.
        let rest = unsafe { self.start.add(self.next) };
        // SAFETY: the places from `next` up to `len` are not empty, and the slice is this value's alone.
        unsafe { slice::from_raw_parts(rest, self.len - self.next) }
    }

    /// Puts aside what does not fit. Returns false, early, if that is much.
    fn gather(&mut self, compare: &impl Fn(&T, &T) -> Ordering) -> bool {
        let mut streak = 0;
        while let Some(next) = self.rest().first() {
            let is_less = |kept: &&T| compare(next, kept).is_lt();
            if !self.kept().last().is_some_and(|last| is_less(&last)) {
                self.keep(run::length::<false, _>(self.rest(), compare));
                streak = 0;
                continue;
            }
            let room = (FIRST + self.next / RATE).saturating_sub(self.others.len());
            if room == 0 || streak == 0 && self.meets_run(room, compare) {
                return false;
            }
            // It is too small, or those before it were too large.
            let most = if streak < STREAK { 1 } else { STREAK };
            let doubted = self.kept().iter().rev().skip(1).take(most);
            let too_large = 1 + doubted.take_while(is_less).count();
            if too_large <= most && self.is_recent(self.kept - too_large) {
                (0..too_large).for_each(|_| self.put_last_aside());
            } else {
                self.put_next_aside();
            }
            streak = if streak < STREAK { streak + 1 } else { 0 };
        }
        true
    }

    /// Whether more than `count` elements follow that are in order among themselves, and before so many of those that are kept that
    /// none will be doubted.
    fn meets_run(&self, count: usize, compare: &impl Fn(&T, &T) -> Ordering) -> bool {
        let undoubted = self.kept().iter().rev().nth(STREAK + 1);
        let (Some(run), Some(undoubted)) = (self.rest().get(..=count), undoubted) else {
            return false;
        };
        compare(&run[count], undoubted).is_lt()
            && run::length::<false, _>(run, compare) == run.len()
    }

    /// The next `count` elements are in order.
    fn keep(&mut self, count: usize) {
        assert!(count <= self.len - self.next);
        if self.kept == self.next {
            // They are in their places.
            self.kept += count;
            self.next += count;
            return;
        }
        // SAFETY: `next` is at most `len`.
        let source = unsafe { self.start.add(self.next) };
        // SAFETY: so is `kept`.
        let dest = unsafe { self.start.add(self.kept) };
        // SAFETY: there are `count` elements at `next`, and as many places at `kept`: empty ones, and then their own.
        unsafe { ptr::copy(source, dest, count) };
        self.kept += count;
        self.next += count;
    }

    fn put_next_aside(&mut self) {
        let place = self.others.len();
        let next = self.next;
        assert!(next < self.len);
        self.others.reserve(1);
        // SAFETY: (1) `next` is less than `len`. Its place is not empty, but counts as empty from here on.
        let other = unsafe { self.lift(next, self.kept) };
        self.next += 1;
        self.others.insert(place, other);
    }

    /// Puts the last one aside that was kept.
    fn put_last_aside(&mut self) {
        let last = self.kept.checked_sub(1).expect("one was kept");
        let before = self.others.iter().rposition(|other| other.before <= last);
        let place = before.map_or(0, |place| place + 1);
        self.others.reserve(1);
        // SAFETY: (1) `last` is less than `kept`, so its place is not empty; it counts as empty from here on.
        let other = unsafe { self.lift(last, last) };
        self.kept = last;
        self.others.insert(place, other);
        for later in &mut self.others[place + 1..] {
            later.before = last;
        }
    }

    /// Whether not too many elements were put aside since that number of elements were kept.
    fn is_recent(&self, kept: usize) -> bool {
        let number = self.others.len().checked_sub(RECENT);
        number.is_none_or(|number| self.others[number].before <= kept)
    }

    /// # Safety
    /// 1. `place` is less than `len`, and not empty, but counts as empty from here on.
    unsafe fn lift(&self, place: usize, before: usize) -> Other<T> {
        // SAFETY: obligation 1.
        let element = unsafe { self.start.add(place) };
        // SAFETY: there is an element by obligation 1, and only this copy of it counts.
        let element = ManuallyDrop::new(unsafe { element.read() });
        Other { element, before }
    }

    /// Sorts what was put aside, and finds out where it belongs.
    fn find_places(&mut self, compare: &impl Fn(&T, &T) -> Ordering) {
        let others = &self.others;
        let is_less = |one: usize, other: usize| {
            compare(&others[one].element, &others[other].element).is_lt()
        };
        let mut order = order::sorted(others.len(), is_less);
        permute(&mut self.others, &mut order);
        let mut end = self.kept;
        for number in (0..self.others.len()).rev() {
            let other = &self.others[number];
            let is_before = |place: usize| {
                let order = compare(&self.kept()[place], &other.element);
                order.then(place.cmp(&other.before)).is_lt()
            };
            end = first_that_not_near(end, is_before);
            self.others[number].before = end;
        }
    }
}

impl<T> Drop for Aside<'_, T> {
    fn drop(&mut self) {
        let mut end = self.kept;
        for (number, other) in self.others.iter().enumerate().rev() {
            // A panic may have left them in any order; then they go anywhere.
            let place = other.before.min(end);
            // SAFETY: `place` is at most `kept`, so it is at most `len`.
            let source = unsafe { self.start.add(place) };
            // SAFETY: with those before it and itself, this one is within the first `kept` places and those that are empty.
            let gap = unsafe { source.add(number) };
            // SAFETY: as above.
            let behind = unsafe { gap.add(1) };
            // SAFETY: up to `end` all is kept, and behind that all places are empty that will be filled by this.
            unsafe { ptr::copy(source, behind, end - place) };
            // SAFETY: `gap` is empty now: what was there went on, by one place at least.
            unsafe { ptr::copy_nonoverlapping(&*other.element, gap, 1) };
            end = place;
        }
    }
}
