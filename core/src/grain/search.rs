//! Where a range is cut in two: in halves, or, if the first items may decide, not far from where it begins.
//!
//! A search that is shared by halves has one thread look at the first half alone: what it finds there it finds no sooner than without the
//! other one, who looks at the second half in vain. So the first piece is short, and the rest of it is stolen: then its first piece is twice as
//! long, whose rest the first thread steals when it is through with its own, and so on. All threads look at places that lie close together,
//! and the pieces are few: each is twice as long as the one before, up to a part of the whole.

use super::pace::{Pace, Rules};

/// A piece has so many times what was run before it.
const GROWTH: usize = 2;
/// But it is no longer than a part of the whole, or than takes so many blocks' time: not to be stolen so often that this takes time.
const BLOCKS: u64 = 8;
/// If the order does not matter, what takes so many blocks' time is not searched from the front on only. Perhaps what is there takes for ever, while
/// half of all items would do: so it is, too, if blocks are limited.
const FAR_BLOCKS: u64 = 5000;
/// A thief's first block has this part of what its victim went on to run.
const BELIEVED_PART: usize = 8;

/// What lay before a task when it was stolen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ahead {
    /// How many items its victim went on to run.
    pub(super) items: usize,
    /// What the last ones had cost, as [`Pace`] has it.
    pub(super) cost: u64,
}

impl Ahead {
    /// Nothing did, or nobody knows.
    pub(super) const NOTHING: Self = Ahead { items: 0, cost: 0 };

    /// What the thief may believe of its items: that they are as costly, so that the first two of a few are no block if one is too much for it. A
    /// search is stolen so often that each thief begins with a part of its victim's piece: from single items on, it would meet ten blocks at
    /// least, and might cut up what is hardly worth a steal.
    pub(super) fn pace(&self, rules: &Rules) -> Pace {
        let done = match rules.bounds.searched {
            Some(_) => self.items / BELIEVED_PART,
            None => 0,
        };
        Pace::like(done, self.cost)
    }
}

/// How many of `len` items come first if a part is cut in two by a task with that pace.
#[must_use]
#[inline]
pub(super) fn cut(len: usize, pace: &Pace, ahead: &Ahead, rules: &Rules) -> usize {
    let piece = piece(len, pace, ahead, rules);
    pace.in_lines(piece, rules).max(rules.bounds.min_len)
}

/// The same but for the borders of lines.
fn piece(len: usize, pace: &Pace, ahead: &Ahead, rules: &Rules) -> usize {
    let Rules {
        bounds, patience, ..
    } = rules;
    let half = len / 2;
    let Some(searched) = &bounds.searched else {
        return half;
    };
    let cost = pace.cost().max(ahead.cost).max(1);
    let ticks = cost.saturating_mul(len as u64) >> 8;
    if !searched.in_order && (bounds.limited || ticks > patience.block * FAR_BLOCKS) {
        return half;
    }
    let cheap = ((patience.block * BLOCKS) << 8) / cost;
    let cheap = usize::try_from(cheap).unwrap_or(usize::MAX);
    let most = searched.most.max(cheap);
    let before = pace.done().max(ahead.items).max(bounds.first);
    before.saturating_mul(GROWTH).min(most).min(half)
}

#[cfg(test)]
mod tests {
    use super::{Ahead, cut};
    use crate::grain::pace::{Bounds, Pace, Patience, Rules};

    const BLOCK: u64 = 4_000;

    fn rules(len: usize, min_len: usize, threads: usize, searched: bool) -> Rules {
        let mut bounds = Bounds::new(len, min_len, usize::MAX, threads);
        if searched {
            bounds.search(len, true);
        }
        Rules {
            bounds,
            patience: Patience {
                block: BLOCK,
                probe: 1_500,
                alone: 8_000,
                filling: 8_000,
                cheap: 0,
                late: 200_000,
            },
            made: 0,
            lone: 0,
            trial: false,
        }
    }

    /// The pieces of a range if each rest is stolen at once. Items take a tick each.
    fn pieces(len: usize, rules: &Rules) -> Vec<usize> {
        let mut pace = Pace::NEW;
        pace.note(1_600, 1_600);
        let (mut rest, mut ahead, mut out) = (len, Ahead::NOTHING, Vec::new());
        while rest > 1 {
            let items = cut(rest, &pace, &ahead, rules);
            let cost = pace.cost().max(ahead.cost);
            (rest, pace, ahead) = (rest - items, Pace::NEW, Ahead { items, cost });
            out.push(items);
        }
        out
    }

    #[test]
    fn what_is_not_searched_is_halved() {
        let halves = pieces(1 << 20, &rules(1 << 20, 1, 2, false));
        assert_eq!(halves[..3], [1 << 19, 1 << 18, 1 << 17]);
    }

    #[test]
    fn long_parts_end_where_lines_do() {
        for (done, len) in [(0, 1_001), (3, 1_000), (1_000, 1 << 20), (17, 128)] {
            let mut pace = Pace::NEW;
            pace.note(done, done as u64);
            let index = cut(len, &pace, &Ahead::NOTHING, &rules(len, 1, 2, false));
            assert!((done + index).is_multiple_of(16) && index > len / 2 - 16);
        }
        // Unless the items are so costly that it does not matter.
        let mut pace = Pace::NEW;
        pace.note(1, BLOCK / 100);
        let index = cut(1_000, &pace, &Ahead::NOTHING, &rules(1_000, 1, 2, false));
        assert_eq!(index, 500);
    }

    #[test]
    fn pieces_of_a_search_grow_up_to_what_is_worth_a_steal() {
        let long = pieces(200_000, &rules(200_000, 1, 2, true));
        // So many that take eight blocks' time, or half of what is left.
        assert_eq!(long[..4], [3_200, 6_400, 12_800, 25_600]);
        assert_eq!(long[4..7], [32_000; 3]);
        assert_eq!(long[7], (200_000 - 144_000) / 2);
        let longer = pieces(10_000_000, &rules(10_000_000, 1, 2, true));
        // An eighth of the whole: four for each thread.
        assert_eq!(longer.iter().max(), Some(&1_250_000));
        // So few pieces that `find_first` can tell them apart, and each of their halves.
        for threads in [1, 2, 16, 1024] {
            let longest = pieces(1 << 36, &rules(1 << 36, 1, threads, true));
            assert!(longest.len() < 100, "{threads}: {longest:?}");
        }
    }

    #[test]
    fn what_may_be_anywhere_is_halved_if_it_is_long() {
        let any = |len: usize, max_len: usize| {
            let mut bounds = Bounds::new(len, 1, max_len, 2);
            bounds.search(len, false);
            let rules = Rules {
                bounds,
                ..rules(len, 1, 2, true)
            };
            pieces(len, &rules)[0]
        };
        let long = (BLOCK * super::FAR_BLOCKS) as usize;
        assert_eq!(any(long, usize::MAX), 3_200);
        assert_eq!(any(long + 32, usize::MAX), long / 2 + 16);
        assert_eq!(any(long, long - 1), long / 2);
    }

    #[test]
    fn a_thief_of_a_search_believes_what_its_victim_knew() {
        let ahead = Ahead {
            items: 1_600,
            cost: 256,
        };
        for (searched, cut_up) in [(true, false), (false, true)] {
            let rules = rules(100_000, 1, 2, searched);
            assert_eq!(ahead.pace(&rules).splits(200, 0, &rules), cut_up);
            assert!(ahead.pace(&rules).splits(201, 0, &rules));
            // Of a victim that knew nothing there is nothing to believe.
            assert!(Ahead::NOTHING.pace(&rules).splits(200, 0, &rules));
        }
    }

    #[test]
    fn a_thief_of_costly_items_begins_with_one() {
        let rules = rules(1_000, 1, 2, false);
        let after = |cost| Ahead { items: 8, cost }.pace(&rules);
        assert!(after(256 * BLOCK).splits(2, 0, &rules));
        assert!(!after(256 * BLOCK / 2).splits(2, 0, &rules));
        assert!(!after(256 * BLOCK).splits(1, 0, &rules));
    }

    #[test]
    fn half_of_it_and_the_shortest_block_are_respected() {
        for len in 2..200 {
            for min_len in 1..=len / 2 {
                let rules = rules(len, min_len, 2, true);
                for items in [0, 1, 7, usize::MAX] {
                    let ahead = Ahead { items, cost: 0 };
                    let index = cut(len, &Pace::NEW, &ahead, &rules);
                    assert!((min_len..=len / 2).contains(&index), "{len} {min_len}");
                }
            }
        }
    }
}
