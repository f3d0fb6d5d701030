//! The groups of the whole in the order of their first items.

use super::number::Part;

/// Where the groups are that begin in one block.
pub(super) struct Ranked {
    /// The place in the block of each group's first entry, in order.
    pub(super) places: Vec<u32>,
    /// Where the groups begin, part by part.
    starts: Vec<usize>,
    /// Where the parts begin in these, and the end.
    bounds: Vec<u32>,
}

/// How many groups begin in the block with this number, and how many items these have.
#[inline]
pub(super) fn count(parts: &[Part], block: usize) -> (usize, usize) {
    let begun = parts.iter().map(|part| part.begun_in(block));
    begun.fold((0, 0), |(groups, items), begun| {
        let more = begun.iter().map(|group| group.count).sum::<usize>();
        (groups + begun.len(), items + more)
    })
}

impl Ranked {
    /// Of the block with this number, which has `len` entries. The groups that begin there have their places from `start` on, and
    /// `ends` is told where they end.
    #[inline]
    pub(super) fn new(
        parts: &[Part],
        block: usize,
        len: usize,
        start: usize,
        ends: &mut [usize],
    ) -> Self {
        let total = ends.len();
        let begun = || parts.iter().map(|part| part.begun_in(block));
        let mut marks = Marks::new(len);
        let mut bounds = Vec::with_capacity(parts.len() + 1);
        let mut before = 0;
        for begun in begun() {
            bounds.push(before);
            before += begun.len() as u32;
            begun.iter().for_each(|group| marks.set(group.index));
        }
        bounds.push(before);
        marks.count();
        let mut places = vec![0; total];
        // In order, the numbers of the groups, part by part.
        let mut order = vec![0; total];
        for (group, number) in begun().flatten().zip(0..) {
            let rank = marks.before(group.index);
            ends[rank] = group.count;
            places[rank] = group.place;
            order[rank] = number;
        }
        let mut starts = vec![0; total];
        let mut end = start;
        for (number, count) in order.into_iter().zip(ends) {
            let number: u32 = number;
            starts[number as usize] = end;
            end += *count;
            *count = end;
        }
        Ranked {
            places,
            starts,
            bounds,
        }
    }

    /// Where the groups begin that are of this part.
    #[inline]
    pub(super) fn starts(&self, part: usize) -> &[usize] {
        &self.starts[self.bounds[part] as usize..self.bounds[part + 1] as usize]
    }
}

/// A set of numbers.
pub(super) struct Marks {
    words: Vec<u64>,
    /// How many are in the words before each.
    counts: Vec<u32>,
}

impl Marks {
    /// Of numbers below `len`.
    #[inline]
    pub(super) fn new(len: usize) -> Self {
        Marks {
            words: vec![0; len.div_ceil(64)],
            counts: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, number: u32) {
        self.words[number as usize / 64] |= 1 << (number % 64);
    }

    #[inline]
    pub(super) fn has(&self, number: usize) -> bool {
        self.words[number / 64] >> (number % 64) & 1 == 1
    }

    /// To be called after the last one was set, before anybody asks [`before`](Self::before).
    #[inline]
    pub(super) fn count(&mut self) {
        let mut total = 0;
        let counts = self.words.iter().map(|word| {
            let before = total;
            total += word.count_ones();
            before
        });
        self.counts = counts.collect();
    }

    /// How many smaller ones there are.
    #[inline]
    pub(super) fn before(&self, number: u32) -> usize {
        let word = number as usize / 64;
        let smaller = self.words[word] & !(u64::MAX << (number % 64));
        (self.counts[word] + smaller.count_ones()) as usize
    }
}
