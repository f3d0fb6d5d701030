//! Numbers of groups, each in as few bytes as do.
//!
//! What is noted of every item is written once and read once, and takes as long as the memory does. Where groups are few it is a byte.

/// While there are no more groups, a number takes one byte, ...
const FEW: usize = if cfg!(test) { 8 } else { 1 << u8::BITS };
/// ... and then two.
const SOME: usize = if cfg!(test) { 32 } else { 1 << u16::BITS };

/// A list of numbers.
pub(super) struct Numbers {
    /// How many there may be.
    most: usize,
    /// First those that came while groups were few.
    bytes: Vec<u8>,
    pairs: Vec<u16>,
    words: Vec<u32>,
}

impl Numbers {
    /// For so many numbers.
    #[inline]
    pub(super) fn new(most: usize) -> Self {
        Numbers {
            most,
            bytes: Vec::new(),
            pairs: Vec::new(),
            words: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.bytes.len() + self.pairs.len() + self.words.len()
    }

    /// Adds numbers below `groups`, which is no less than it was the last time.
    #[inline]
    pub(super) fn extend(&mut self, numbers: &[u32], groups: usize) {
        if groups <= FEW {
            with_room(&mut self.bytes, self.most).extend(numbers.iter().map(|&n| n as u8));
        } else if groups <= SOME {
            let most = self.most - self.bytes.len();
            with_room(&mut self.pairs, most).extend(numbers.iter().map(|&n| n as u16));
        } else {
            let most = self.most - self.bytes.len() - self.pairs.len();
            with_room(&mut self.words, most).extend_from_slice(numbers);
        }
    }

    #[inline]
    pub(super) fn all(&self) -> Slice<'_> {
        Slice {
            bytes: &self.bytes,
            pairs: &self.pairs,
            words: &self.words,
        }
    }
}

/// The list, with room for so many from its first number on.
#[inline]
fn with_room<N>(list: &mut Vec<N>, most: usize) -> &mut Vec<N> {
    if list.capacity() == 0 {
        list.reserve_exact(most);
    }
    list
}

/// Some numbers that follow each other.
#[derive(Clone, Copy)]
pub(super) struct Slice<'n> {
    pub(super) bytes: &'n [u8],
    pub(super) pairs: &'n [u16],
    pub(super) words: &'n [u32],
}

impl<'n> Slice<'n> {
    /// The first `len` numbers, which `self` loses.
    #[inline]
    pub(super) fn first(&mut self, len: usize) -> Self {
        let (bytes, left) = up_to(&mut self.bytes, len);
        let (pairs, left) = up_to(&mut self.pairs, left);
        let (words, _) = up_to(&mut self.words, left);
        Slice {
            bytes,
            pairs,
            words,
        }
    }
}

/// The first of `rest`, which loses them, `len` or as many as there are; and how many are missing.
#[inline]
fn up_to<'n, N>(rest: &mut &'n [N], len: usize) -> (&'n [N], usize) {
    let (first, behind) = rest.split_at(rest.len().min(len));
    *rest = behind;
    (first, len - first.len())
}

#[cfg(test)]
mod tests {
    use super::{FEW, Numbers, SOME};

    #[test]
    fn numbers_come_back_in_order() {
        let expected: Vec<u32> = (0..3 * SOME as u32).collect();
        let mut numbers = Numbers::new(expected.len());
        for chunk in expected.chunks(3) {
            let groups = chunk[chunk.len() - 1] as usize + 1;
            numbers.extend(chunk, groups);
        }
        assert_eq!(numbers.len(), expected.len());
        for len in [1, FEW - 1, FEW, SOME - 1, SOME + 1, 3 * SOME] {
            let mut rest = numbers.all();
            let mut found = Vec::new();
            while found.len() < expected.len() {
                let first = rest.first(len.min(expected.len() - found.len()));
                found.extend(first.bytes.iter().map(|&n| u32::from(n)));
                found.extend(first.pairs.iter().map(|&n| u32::from(n)));
                found.extend(first.words);
            }
            assert_eq!(found, expected, "by {len}");
        }
    }
}
