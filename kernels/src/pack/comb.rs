//! One block: what stays moves to its front.
//!
//! Some elements are asked about before any of them moves. So none needs to wait until it is known where the one before it went,
//! and those that all stay move together.

use super::Sieve;
use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::ptr;

/// How many elements are asked about at once: as many as a word has bits.
const BATCH: usize = u64::BITS as usize;
/// If no more of them go, the others move run by run.
const FEW: u32 = 4;
/// If no more of them stay, those alone are looked at.
const FEW_STAY: u32 = 8;

/// A block under way. When it is dropped, all that are alive are at the front, and it is told how many they are.
pub(super) struct Comb<'a, T> {
    /// `len` places. The elements on the first `kept` are alive, and those on all from `seen` on.
    base: *mut T,
    len: usize,
    /// At most `seen`.
    kept: usize,
    /// At most `len`.
    seen: usize,
    /// Where to tell how many elements are alive in the end.
    alive: &'a mut usize,
    marker: PhantomData<&'a mut [MaybeUninit<T>]>,
}

impl<'a, T> Comb<'a, T> {
    /// Nothing has been looked at yet.
    ///
    /// # Safety
    /// 1. All elements of the block are alive, and belong to the caller.
    /// 2. The caller gives up all but the first so many as `alive` says when the comb is gone.
    pub(super) unsafe fn new(block: &'a mut [MaybeUninit<T>], alive: &'a mut usize) -> Self {
        Comb {
            base: block.as_mut_ptr().cast(),
            len: block.len(),
            kept: 0,
            seen: 0,
            alive,
            marker: PhantomData,
        }
    }

    /// Looks at the next `count` elements: there are as many.
    pub(super) fn advance(&mut self, count: usize, sieve: &impl Sieve<T>) {
        assert!(count <= self.len - self.seen);
        let end = self.seen + count;
        while self.seen < end {
            let count = BATCH.min(end - self.seen);
            // SAFETY: (1) `count` is at least 1 and at most a batch, and `seen` with it at most `end`, which is at most `len`.
            let answers = unsafe { self.ask(count, sieve) };
            if mem::needs_drop::<T>() {
                // SAFETY: (1) as above.
                unsafe { self.sort_out(count, answers) };
            } else {
                // SAFETY: (1) as above. (2) Nothing needs to be dropped.
                unsafe { self.close_up(count, answers) };
            }
        }
    }

    /// Stops here, and tells how many have stayed of how many. Those and all from there on are alive, and it is the caller who has
    /// to know that from now on.
    pub(super) fn stop(self) -> (usize, usize) {
        let comb = mem::ManuallyDrop::new(self);
        (comb.kept, comb.seen)
    }

    /// Which of the next elements stay: a bit for each. None of them moves.
    ///
    /// # Safety
    /// 1. `count` is from 1 to [`BATCH`], and `seen + count` at most `len`.
    #[inline(always)]
    unsafe fn ask(&mut self, count: usize, sieve: &impl Sieve<T>) -> u64 {
        // SAFETY: obligation 1: `seen` is a place.
        let first = unsafe { self.base.add(self.seen) };
        let last = match self.kept {
            0 => None,
            kept => {
                // SAFETY: a place before `kept`.
                let last = unsafe { self.base.add(kept - 1) };
                // SAFETY: alive for that reason, and before `first`.
                Some(unsafe { &mut *last })
            }
        };
        // SAFETY: elements from `seen` on are alive.
        let mut answers = u64::from(sieve.keeps(last, unsafe { &mut *first }));
        if count == BATCH {
            // A number that the compiler knows: it writes the answers out, eight in a row.
            for start in (0..BATCH).step_by(8) {
                let mut eight = 0;
                for i in 0..8 {
                    if start + i > 0 {
                        // SAFETY: (1) from 1 on, and below `count`.
                        eight |= u64::from(unsafe { self.ask_one(start + i, sieve) }) << i;
                    }
                }
                answers |= eight << start;
            }
            return answers;
        }
        for i in 1..count {
            // SAFETY: (1) from 1 on, and below `count`.
            answers |= u64::from(unsafe { self.ask_one(i, sieve) }) << i;
        }
        answers
    }

    /// Whether the element `i` places after the next one stays, which is not the first of its batch.
    ///
    /// # Safety
    /// 1. `i` is not zero, and `seen + i` less than `len`.
    #[inline(always)]
    unsafe fn ask_one(&mut self, i: usize, sieve: &impl Sieve<T>) -> bool {
        // SAFETY: obligation 1: a place.
        let last = unsafe { self.base.add(self.seen + i - 1) };
        // SAFETY: obligation 1: a place.
        let element = unsafe { self.base.add(self.seen + i) };
        // SAFETY: elements from `seen` on are alive.
        let last = unsafe { &mut *last };
        // SAFETY: as above, and it is another one than `last`.
        let element = unsafe { &mut *element };
        sieve.keeps(Some(last), element)
    }

    /// Goes on behind the next `count` elements, of which only some stay.
    ///
    /// # Safety
    /// 1. As of [`ask`](Self::ask).
    /// 2. An element that is gone need not be dropped.
    #[inline(always)]
    unsafe fn close_up(&mut self, count: usize, answers: u64) {
        let mut gone = !answers & (u64::MAX >> (BATCH - count));
        let mut from = 0;
        if gone.count_ones() <= FEW {
            // Run by run.
            while from < count {
                let end = count.min(gone.trailing_zeros() as usize);
                // SAFETY: (1) from there to `end` are elements, by obligation 1, that have not moved yet; those before them have, or are gone by obligation 2.
                unsafe { self.keep(self.seen + from, end - from) };
                from = end + 1;
                gone &= gone.wrapping_sub(1);
            }
        } else if answers.count_ones() <= FEW_STAY {
            let mut stay = answers;
            while stay > 0 {
                let place = self.seen + stay.trailing_zeros() as usize;
                // SAFETY: (1) an element, by obligation 1, that has not moved yet; those before it have, or are gone by obligation 2.
                unsafe { self.keep(place, 1) };
                stay &= stay - 1;
            }
        } else {
            for i in 0..count {
                let kept = self.kept;
                // SAFETY: (1) an element, by obligation 1, that has not moved yet; those before it have, or are gone by obligation 2.
                unsafe { self.keep(self.seen + i, 1) };
                self.kept = kept + (answers >> i & 1) as usize;
            }
        }
        self.seen += count;
    }

    /// Moves `count` elements from `place` on to those that were kept, unless they are there.
    ///
    /// # Safety
    /// 1. They are alive, and not before `kept`. Nothing else is, from `kept` to them.
    #[inline(always)]
    unsafe fn keep(&mut self, place: usize, count: usize) {
        if place != self.kept {
            // SAFETY: obligation 1: a place.
            let source = unsafe { self.base.add(place) };
            // SAFETY: `kept` comes before that.
            let target = unsafe { self.base.add(self.kept) };
            // SAFETY: obligation 1; there is as much room from `kept` on, since it comes first.
            unsafe { ptr::copy(source, target, count) };
        }
        self.kept += count;
    }

    /// Goes on behind the next `count` elements, and drops those that do not stay.
    ///
    /// # Safety
    /// 1. As of [`ask`](Self::ask).
    unsafe fn sort_out(&mut self, count: usize, answers: u64) {
        for i in 0..count {
            // SAFETY: obligation 1: `seen` is a place, and grows `count` times.
            let element = unsafe { self.base.add(self.seen) };
            self.seen += 1;
            if answers >> i & 1 == 0 {
                // SAFETY: it was alive, and is before `seen` and not before `kept`: nobody will use it again.
                unsafe { ptr::drop_in_place(element) };
                continue;
            }
            // SAFETY: (1) it was alive, and `kept` is not behind it; what lies between has been dropped or moved.
            unsafe { self.keep(self.seen - 1, 1) };
        }
    }
}

impl<T> Drop for Comb<'_, T> {
    fn drop(&mut self) {
        let rest = self.len - self.seen;
        if rest > 0 {
            // SAFETY: `seen` is a place.
            let source = unsafe { self.base.add(self.seen) };
            // SAFETY: `kept` is at most `seen`.
            let target = unsafe { self.base.add(self.kept) };
            // SAFETY: from `seen` to the end are `rest` elements, and no fewer places from `kept` on.
            unsafe { ptr::copy(source, target, rest) };
        }
        *self.alive = self.kept + rest;
    }
}
