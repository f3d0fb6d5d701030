//! A table from hashes to numbers below 2^32 - 1. The keys lie elsewhere: who looks something up is asked whether they are equal.
//!
//! Invariant: at most half of the slots are taken, so that every search ends.

/// Open addressing: a number lies in the first free slot from the one that its hash names.
pub(super) struct Table {
    /// 0 if free; else the high half of the hash, and below it the number plus 1. A power of two of them.
    slots: Vec<u64>,
    taken: usize,
}

/// The slots of a table that nothing was put into.
const SMALL: usize = 16;

/// A slot that a search has ended at.
pub(super) enum Found {
    /// This number is there.
    Number(usize),
    /// It can be put here, until anything else is.
    Free(usize),
}

impl Table {
    pub(super) fn new() -> Self {
        Table {
            slots: vec![0; SMALL],
            taken: 0,
        }
    }

    /// Looks for a number with this hash which `is_equal`.
    #[inline(always)]
    pub(super) fn find(&self, hash: u64, mut is_equal: impl FnMut(usize) -> bool) -> Found {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                return Found::Free(place);
            }
            let number = (slot & LOW) as usize - 1;
            if slot >> 32 == hash >> 32 && is_equal(number) {
                return Found::Number(number);
            }
            place = (place + 1) & mask;
        }
    }

    /// Puts `number` into a slot that [`find`](Self::find) has found free. `hash_of` tells the hashes of all numbers so far.
    pub(super) fn put(
        &mut self,
        free: usize,
        hash: u64,
        number: usize,
        hash_of: impl Fn(usize) -> u64,
    ) {
        self.slots[free] = pack(hash, number);
        self.taken += 1;
        if self.taken * 2 > self.slots.len() {
            self.grow(hash_of);
        }
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(usize) -> u64) {
        let len = self.slots.len() * 4;
        let mask = len - 1;
        let old = std::mem::replace(&mut self.slots, vec![0; len]);
        for slot in old {
            if slot != 0 {
                let mut place = hash_of((slot & LOW) as usize - 1) as usize & mask;
                while self.slots[place] != 0 {
                    place = (place + 1) & mask;
                }
                self.slots[place] = slot;
            }
        }
    }
}

const LOW: u64 = u32::MAX as u64;

fn pack(hash: u64, number: usize) -> u64 {
    let number = u32::try_from(number + 1).expect("blocks are shorter than that");
    hash & !LOW | u64::from(number)
}
