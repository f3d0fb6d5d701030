//! A table from hashes to numbers below 2^32. The keys lie elsewhere: who looks something up is asked whether they are equal.
//!
//! Slots lie in rows of eight, and the tags of a row in one word, so that a search sees at once which slots of a row may be
//! meant (compare Kulukundis, "Designing a fast, efficient, cache-friendly hash table, step by step", CppCon 2017). That spares
//! branches, which would be guessed wrong whenever keys come in no order.
//!
//! Invariant: at least a quarter of the slots are free, so that every search ends; in a row the free ones are the last.

/// Open addressing: a number lies in the first row with a free slot, from the row on that its hash names.
pub(super) struct Table {
    /// The rows: of each slot a byte, which is 0 if it is free. A power of two of them.
    tags: Vec<u64>,
    /// What is in the slots.
    numbers: Vec<[u32; ROW]>,
    taken: usize,
}

const ROW: usize = 8;
/// One in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each byte.
const HIGHS: u64 = ONES << 7;

/// What a search comes to.
pub(super) enum Found {
    /// This number is there.
    Number(usize),
    /// It is not there; it can be put into this slot, until anything else is.
    Free(Free),
}

/// A free slot.
pub(super) struct Free {
    row: usize,
    slot: usize,
}

/// A byte that is not 0, from bits that neither rows nor parts are chosen by.
#[inline(always)]
fn tag(hash: u64) -> u64 {
    (hash >> 40) & 0xFF | 1
}

impl Table {
    pub(super) fn new() -> Self {
        Table {
            tags: vec![0; 2],
            numbers: vec![[0; ROW]; 2],
            taken: 0,
        }
    }

    /// Takes everything out.
    pub(super) fn clear(&mut self) {
        self.tags.fill(0);
        self.taken = 0;
    }

    /// Looks for a number with this hash which `is_equal`.
    #[inline(always)]
    pub(super) fn find(&self, hash: u64, mut is_equal: impl FnMut(usize) -> bool) -> Found {
        let mask = self.tags.len() - 1;
        let mut row = hash as usize & mask;
        loop {
            let tags = self.tags[row];
            let differences = tags ^ (tag(hash) * ONES);
            // The lowest of these bits is in a byte without a difference; a higher one may not be, so keys are compared anyway.
            let mut same = differences.wrapping_sub(ONES) & !differences & HIGHS;
            while same != 0 {
                let number = self.numbers[row][same.trailing_zeros() as usize / 8] as usize;
                if is_equal(number) {
                    return Found::Number(number);
                }
                same &= same - 1;
            }
            let slot = first_free(tags);
            if slot < ROW {
                return Found::Free(Free { row, slot });
            }
            row = (row + 1) & mask;
        }
    }

    /// Puts a number into a slot that [`find`](Self::find) has found free. `hash_of` tells the hash of every number, this one
    /// included.
    pub(super) fn put(&mut self, free: Free, number: usize, hash_of: impl Fn(usize) -> u64) {
        let number = u32::try_from(number).expect("parts and blocks are shorter than that");
        self.fill(free, number, hash_of(number as usize));
        self.taken += 1;
        if self.taken > self.tags.len() * (ROW * 3 / 4) {
            self.grow(hash_of);
        }
    }

    fn fill(&mut self, Free { row, slot }: Free, number: u32, hash: u64) {
        self.tags[row] |= tag(hash) << (slot * 8);
        self.numbers[row][slot] = number;
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(usize) -> u64) {
        let rows = self.tags.len() * 4;
        let tags = std::mem::replace(&mut self.tags, vec![0; rows]);
        let numbers = std::mem::replace(&mut self.numbers, vec![[0; ROW]; rows]);
        for (tags, numbers) in tags.into_iter().zip(numbers) {
            for &number in &numbers[..first_free(tags)] {
                let hash = hash_of(number as usize);
                let mut row = hash as usize & (rows - 1);
                let free = loop {
                    let slot = first_free(self.tags[row]);
                    if slot < ROW {
                        break Free { row, slot };
                    }
                    row = (row + 1) & (rows - 1);
                };
                self.fill(free, number, hash);
            }
        }
    }
}

/// The first free slot of a row; `ROW` if there is none.
#[inline(always)]
fn first_free(tags: u64) -> usize {
    ROW - tags.leading_zeros() as usize / 8
}

#[cfg(test)]
mod tests {
    use super::{Found, Table};

    #[test]
    fn everything_is_found_and_nothing_else() {
        // All the same, few rows, few tags, all different.
        let hashes: [fn(usize) -> u64; 4] = [
            |_| 77,
            |n| (n as u64 % 3) << 40 | n as u64 % 2,
            |n| (n as u64) << 41,
            |n| (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15),
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
                table.clear();
            }
        }
    }
}
