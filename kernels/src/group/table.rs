//! A table from hashes to numbers below 2^32 - 1. The keys lie elsewhere: who looks something up is asked whether they are equal.
//!
//! Invariant: at most half of the slots are taken, so that every search ends.

use std::sync::{Mutex, PoisonError};

/// Open addressing: a number lies in the first free slot from the one that its hash names.
pub(super) struct Table {
    /// 0 if free, else the number plus 1. A power of two of them.
    slots: Vec<u32>,
    taken: usize,
    /// When more slots than this are taken, the table grows.
    most: usize,
}

/// The slots of a table that nothing was put into.
const LEAST: usize = 64;
/// Up to so many slots only an eighth is taken: a key that is not where its hash says costs a wrong guess of the processor, and the
/// table lies in the nearest caches anyway.
const SPARSE: usize = 1 << 14;

/// What a search comes to.
pub(super) enum Found {
    /// This number is there.
    Number(usize),
    /// It is not there; it can be put into this slot, until anything else is.
    Free(usize),
}

/// Tables for those who need one for a while.
#[derive(Default)]
pub(super) struct Tables {
    /// Those that nobody has at the time.
    spare: Mutex<Vec<Table>>,
}

impl Tables {
    /// Calls `work` with a table that nobody else has, and that is of any content.
    pub(super) fn lend<R>(&self, work: impl FnOnce(&mut Table) -> R) -> R {
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let mut table = spare().pop().unwrap_or_else(Table::new);
        let result = work(&mut table);
        spare().push(table);
        result
    }
}

impl Table {
    #[inline]
    pub(super) fn new() -> Self {
        Table::of(LEAST, LEAST / 8)
    }

    /// A table that does not grow up to so many numbers.
    #[inline]
    pub(super) fn with_room(len: usize) -> Self {
        let spare = if len < SPARSE / 8 { 4 } else { 3 };
        let slots = (len * spare).next_power_of_two().max(LEAST);
        Table::of(slots, slots / 2)
    }

    #[inline]
    fn of(slots: usize, most: usize) -> Self {
        Table {
            slots: vec![0; slots],
            taken: 0,
            most,
        }
    }

    /// Makes room for so many numbers in all.
    pub(super) fn expect(&mut self, len: usize, hash_of: impl Fn(usize) -> u32) {
        let old = std::mem::replace(self, Table::with_room(len));
        self.take(old, hash_of);
    }

    /// Takes everything out. Returns the free slot for a hash.
    #[inline]
    pub(super) fn clear(&mut self, hash: u32) -> usize {
        self.slots.fill(0);
        self.taken = 0;
        hash as usize & (self.slots.len() - 1)
    }

    /// Looks for a number with this hash which `is_equal`.
    #[inline(always)]
    pub(super) fn find(&self, hash: u32, mut is_equal: impl FnMut(usize) -> bool) -> Found {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                return Found::Free(place);
            }
            let number = slot as usize - 1;
            if is_equal(number) {
                return Found::Number(number);
            }
            place = (place + 1) & mask;
        }
    }

    /// Puts a number into a slot that [`find`](Self::find) has found free. `hash_of` tells the hash of every number, this one
    /// included.
    pub(super) fn put(&mut self, free: usize, number: usize, hash_of: impl Fn(usize) -> u32) {
        self.slots[free] = u32::try_from(number + 1).expect("parts and blocks are shorter");
        self.taken += 1;
        if self.taken > self.most {
            self.grow(hash_of);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, hash_of: impl Fn(usize) -> u32) {
        let slots = self.slots.len() * 4;
        let share = if slots < SPARSE { 8 } else { 2 };
        let old = std::mem::replace(self, Table::of(slots, slots / share));
        self.take(old, hash_of);
    }

    /// Takes all numbers of another table, which are none of its own.
    fn take(&mut self, old: Table, hash_of: impl Fn(usize) -> u32) {
        self.taken += old.taken;
        let mask = self.slots.len() - 1;
        for slot in old.slots.into_iter().filter(|&slot| slot != 0) {
            let mut place = hash_of(slot as usize - 1) as usize & mask;
            while self.slots[place] != 0 {
                place = (place + 1) & mask;
            }
            self.slots[place] = slot;
        }
    }
}

#[cfg(all(test, not(tine_tsan)))]
mod tests {
    use super::{Found, Table};

    #[test]
    fn everything_is_found_and_nothing_else() {
        // All the same, few places, all different.
        let hashes: [fn(usize) -> u32; 3] = [
            |_| 77,
            |n| n as u32 % 3,
            |n| (n as u32).wrapping_mul(0x9E37_79B9),
        ];
        for hash_of in hashes {
            let mut table = Table::new();
            for round in 0..2 {
                for number in 0..500 {
                    match table.find(hash_of(number), |other| other == number) {
                        Found::Number(_) => panic!("{number} was not put in yet"),
                        Found::Free(free) => table.put(free, number, hash_of),
                    }
                    for known in [0, number / 2, number] {
                        let found = table.find(hash_of(known), |other| other == known);
                        assert!(matches!(found, Found::Number(n) if n == known), "{round}");
                    }
                }
                table.clear(0);
            }
        }
    }
}
