//! How much room a collection is given that grows as items come, of which nobody knows how many there will be.
//!
//! A hash table that is full moves to one of twice the size, and to move an item takes half as long as to add it: so one that grows from nothing to
//! its last size takes up to twice as long as one that had that size from the beginning. What is known is how many items there are before some are
//! left out, and how many of them were looked at: so the rest is expected to be like that.
//!
//! Invariant: none; room is a hint. A table is never made more than [`GROWTH`] times as large at once, unless it is small, as what comes later need not be
//! like what came first; and what is much too large in the end is made smaller.

use super::Gather;

/// Up to so many items a collection grows as it likes.
const FEW: usize = 14;
/// No collection is made more than so many times as large at once.
const GROWTH: u64 = 32;
/// But one that has room for no more than so many takes little memory.
const SMALL: u64 = 1 << 10;
/// One that could hold so many times as many items as it does is made smaller.
const SPARSE: usize = 4;

/// How what is to come is guessed from what came.
pub(super) trait Guess: Copy + Default + Send {
    /// For a collection that has so many items and is to get `most` more at most, if that is known.
    fn of(had: usize, most: impl FnOnce() -> Option<usize>) -> Self;

    /// Adds the items of a block of which `most` were to come before some of them were taken.
    fn extend<T, M: Gather<T>>(
        &mut self,
        target: &mut M,
        iter: impl Iterator<Item = T>,
        most: Option<usize>,
    );

    /// All items are in. Gives back what is much too large, down to room for `least` items.
    fn end<T, M: Gather<T>>(self, target: &mut M, least: usize);
}

/// Not at all: there is room for all items.
impl Guess for () {
    fn of(_: usize, _: impl FnOnce() -> Option<usize>) -> Self {}

    #[inline]
    fn extend<T, M: Gather<T>>(
        &mut self,
        target: &mut M,
        iter: impl Iterator<Item = T>,
        _: Option<usize>,
    ) {
        target.extend(iter);
    }

    fn end<T, M: Gather<T>>(self, _: &mut M, _: usize) {}
}

/// What is known of the items that are to come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Outlook {
    /// How many there are at most, before some are left out; zero if nobody knows, or it does not matter.
    all: u32,
    /// So many of them have not been looked at.
    rest: u32,
    /// What the collection had before.
    had: u32,
}

impl Guess for Outlook {
    fn of(had: usize, most: impl FnOnce() -> Option<usize>) -> Self {
        let had = u32::try_from(had).ok();
        let all = most()
            .filter(|&most| had.is_some() && most > FEW)
            .and_then(|most| u32::try_from(most).ok())
            .unwrap_or(0);
        Outlook {
            all,
            rest: all,
            had: had.unwrap_or(0),
        }
    }

    #[inline]
    fn extend<T, M: Gather<T>>(
        &mut self,
        target: &mut M,
        mut iter: impl Iterator<Item = T>,
        most: Option<usize>,
    ) {
        if self.all == 0 {
            return target.extend(iter);
        }
        let mut before = 0;
        loop {
            let room = match iter.size_hint().1 {
                None => usize::MAX,
                Some(left) => self.room(target, most.unwrap_or(left).saturating_sub(left)),
            };
            // Equal items fill no room, and are not to be counted one by one.
            let room = room.max(before / 8);
            let mut taken = 0;
            let items = iter.by_ref().take(room).inspect(|_| taken += 1);
            target.extend(items);
            if taken < room {
                break;
            }
            before += taken;
        }
        let most = most.and_then(|most| u32::try_from(most).ok());
        self.rest = self.rest.saturating_sub(most.unwrap_or(u32::MAX));
    }

    fn end<T, M: Gather<T>>(self, target: &mut M, least: usize) {
        if let Some((len, free)) = target.room()
            && self.all > 0
            && free / (SPARSE - 1) > len.max(least)
        {
            target.narrow(least);
        }
    }
}

impl Outlook {
    /// How many items can be added before this is asked again, when `taken` of the block were taken.
    #[inline(never)]
    fn room<T, M: Gather<T>>(&self, target: &mut M, taken: usize) -> usize {
        let rest = (self.rest as usize).saturating_sub(taken);
        let Some((len, free)) = target.room() else {
            return usize::MAX;
        };
        if free >= rest {
            return usize::MAX;
        }
        let wanted = self.wanted(len, rest);
        if free <= len / 8 && wanted > free {
            target.widen(wanted);
            let free = target.room().map_or(usize::MAX, |(_, free)| free);
            return free.max(FEW);
        }
        // Neither sooner nor later than it is full and so many came that the rest may be guessed from them.
        free.max(FEW.saturating_sub(self.got(len))).max(1)
    }

    /// How many were added, of the `len` that there are.
    fn got(&self, len: usize) -> usize {
        len.saturating_sub(self.had as usize)
    }

    /// For how many more items there should be room in a collection that has `len` by now, with `rest` to come before some of them are left out.
    #[inline]
    fn wanted(&self, len: usize, rest: usize) -> usize {
        let seen = (self.all as usize).saturating_sub(rest);
        let got = self.got(len);
        if got < FEW || seen == 0 {
            return 0;
        }
        let more = (got as u64).saturating_mul(rest as u64) / seen as u64;
        // A little more, as it is a guess; the more were counted the better it is.
        let more = more
            .saturating_add(more / got.isqrt() as u64)
            .min(rest as u64);
        let len = len as u64;
        let most = match more / len {
            ..GROWTH => return more as usize,
            _ if more <= SMALL => return more as usize,
            // In two steps of the same size, so that the first one is not wasted on a size close to the last.
            times => times.isqrt().min(GROWTH),
        };
        (len * most) as usize
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::{FEW, GROWTH, Guess, Outlook, SPARSE};
    use crate::iter::{IntoParallelIterator, ParallelIterator};
    use std::collections::HashMap;

    fn of(had: usize, most: usize) -> Outlook {
        Outlook::of(had, || Some(most))
    }

    #[test]
    fn the_rest_is_expected_to_be_like_what_came() {
        let outlook = of(0, 10_000);
        // As nine times as many are to come as were looked at, and a twenty-second, which is about the square root of 500.
        assert_eq!(outlook.wanted(500, 9_000), 4_500 + 204);
    }

    #[test]
    fn what_is_small_is_made_at_once() {
        assert_eq!(of(0, 1_000).wanted(FEW, 986), 986);
        let rest = 60 * FEW;
        assert_eq!(of(0, rest + FEW).wanted(FEW, rest), rest);
    }

    #[test]
    fn nothing_is_expected_of_few_or_of_nobody_knows_how_many() {
        assert_eq!(of(0, 10_000).wanted(FEW - 1, 9_000), 0);
        assert_eq!(Outlook::default().wanted(1_000, 0), 0);
        assert_eq!(of(0, usize::MAX), Outlook::default());
        assert_eq!(of(0, FEW), Outlook::default());
    }

    #[test]
    fn no_more_than_there_are_nor_too_much_at_once() {
        let outlook = of(0, u32::MAX as usize);
        let rest = u32::MAX as usize - 1_000;
        assert_eq!(outlook.wanted(1_000, rest), 1_000 * GROWTH as usize);
        assert_eq!(outlook.wanted(1_000, rest / 2), 999 + 32);
        assert_eq!(of(0, 2_000).wanted(1_990, 10), 10);
        let most = u32::MAX as usize;
        assert_eq!(outlook.wanted(most, most - 1), most - 1);
    }

    #[test]
    fn what_was_there_before_says_nothing() {
        let outlook = of(5_000, 10_000);
        assert_eq!(outlook.wanted(5_500, 9_000), 4_500 + 204);
        assert_eq!(outlook.wanted(5_000, 9_000), 0);
        assert_eq!(of(usize::MAX, 10).all, 0);
    }

    #[test]
    fn two_steps_are_of_one_size() {
        let outlook = of(0, 101_000);
        assert_eq!(outlook.wanted(1_000, 100_000), 10_000);
    }

    #[test]
    fn a_map_of_what_is_left_is_as_large_as_it_should_be() {
        // First many and then none, the reverse, now and then, and all.
        let keeps: [fn(u32) -> bool; 5] = [
            |n| n < 300,
            |n| n >= 40_000,
            |n| n.is_multiple_of(10),
            |n| n.is_power_of_two(),
            |_| true,
        ];
        for len in [0, 1, 100, 1_000, 100_000] {
            for (number, keep) in keeps.iter().enumerate() {
                let pairs = |n: u32| (n, n + 1);
                let wanted: HashMap<u32, u32> = (0..len).filter(|&n| keep(n)).map(pairs).collect();
                let left = (0..len).into_par_iter().filter(|&n| keep(n));
                let map: HashMap<u32, u32> = left.map(pairs).collect();
                assert_eq!(map, wanted, "{len}, {number}");
                // A hash table has twice as many places as it had before.
                let most = 2 * (SPARSE * map.len()).max(FEW);
                assert!(
                    map.capacity() <= most,
                    "{len}, {number}: {}",
                    map.capacity()
                );
            }
        }
    }
}
