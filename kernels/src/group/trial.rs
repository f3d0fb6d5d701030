//! What the first items tell of the others: how many groups there will be, if these are of like sizes, and what to do then.

use crate::fork_join::ForkJoin;
use crate::share;

/// How many items are asked.
pub(super) const TRIAL: usize = if cfg!(test) { 16 } else { 4096 };

/// Of fewer items no pieces are made.
const ALONE: usize = if cfg!(test) { 40 } else { 8192 };
/// If more than one of so many items is looked at in a microsecond, they are slow: others are to help with them in any case.
const QUICK: u64 = 4;
/// If a group has so many items, pieces find their own groups: to unite these costs less then than is gained.
const ITEMS_PER_GROUP: usize = if cfg!(test) { 4 } else { 80 };
/// A piece has so many items for each group then.
const ITEMS_IN_PIECE: usize = if cfg!(test) { 2 } else { 40 };
/// To add a group takes so many nanoseconds.
const ADDING: usize = 30;
/// To deal out fewer items would not pay.
const LEAST_DEALT: usize = if cfg!(test) { 100 } else { 1 << 16 };
/// For no more groups than that room is made before they are there.
const MOST_EXPECTED: usize = 1 << 16;

/// How items are to be grouped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plan {
    /// In one table with room for so many groups.
    Alone { room: usize },
    /// In pieces at least so long, which find their own groups, so many in all.
    Pieces { shortest: usize, groups: usize },
    /// Dealt out by hash as they are.
    Dealt,
}

/// Gives `take` what `make` makes of each item, in order. Others help to make it if it turns out to be slow. Returns whether it is.
pub(super) fn try_out<'v, T, R>(
    on: impl ForkJoin,
    items: &'v [T],
    make: &(impl Fn(&'v T) -> R + Sync),
    mut take: impl FnMut(usize, R),
) -> bool
where
    T: Sync,
    R: Send,
{
    let begin = on.ticks();
    let done = share::start(on, items.len(), |range| {
        range.for_each(|index| take(index, make(&items[index])));
    });
    let is_slow = cfg!(test) && (begin >> 6).is_multiple_of(2)
        || on.since(begin) * QUICK > on.micros(done as u64);
    let rest = &items[done..];
    if !is_slow {
        (done..)
            .zip(rest)
            .for_each(|(index, item)| take(index, make(item)));
    } else if !rest.is_empty() {
        let pieces = rest.chunks(rest.len().div_ceil(on.threads().saturating_mul(8)));
        let made = share::map_at_once(on, pieces, |items: &'v [T]| -> Vec<R> {
            items.iter().map(make).collect()
        });
        let made = (done..).zip(made.into_iter().flatten());
        made.for_each(|(index, result)| take(index, result));
    }
    is_slow
}

/// For `left` items behind so many with so many `different` keys. To deal an item out and group it there takes so many nanoseconds, unless
/// they are slow. Whether pieces find their own groups depends neither on that nor on how many threads there are.
pub(super) fn plan(
    items: usize,
    different: usize,
    left: usize,
    threads: usize,
    dealing: Option<usize>,
) -> Plan {
    let groups = groups(items, different).min(left);
    if left >= ALONE && left / ITEMS_PER_GROUP >= groups {
        let shortest = groups * ITEMS_IN_PIECE;
        return Plan::Pieces { shortest, groups };
    }
    let alone = searching(groups) + ADDING * groups / left.max(1);
    let pays = match dealing {
        Some(dealing) => left >= LEAST_DEALT && dealing < threads.saturating_mul(alone),
        None => left > 0,
    };
    // What one table has is ordered by marks with numbers of 32 bits.
    match pays || left > (u32::MAX >> 1) as usize {
        true => Plan::Dealt,
        false => Plan::Alone {
            room: groups.min(MOST_EXPECTED),
        },
    }
}

/// To find an item's group among so many takes so many nanoseconds.
fn searching(groups: usize) -> usize {
    match groups {
        0..0x8000 => 3,
        0x8000..0x2_0000 => 6,
        0x2_0000..0x8_0000 => 10,
        _ => 20,
    }
}

/// So many groups of one size have so many `different` keys in so many `items`, as a rule.
fn groups(items: usize, different: usize) -> usize {
    if different >= items {
        return usize::MAX;
    }
    // Of g groups g (1 - exp(-items / g)) turn up, which grows with g.
    let turn_up = |groups: usize| {
        let groups = groups as f64;
        groups * -(-(items as f64) / groups).exp_m1()
    };
    let (mut least, mut most) = (different, different.max(1));
    while turn_up(most) < different as f64 {
        (least, most) = (most, most.saturating_mul(2));
    }
    while most - least > (most / 16).max(1) {
        let middle = least + (most - least) / 2;
        match turn_up(middle) < different as f64 {
            true => least = middle,
            false => most = middle,
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::{Plan, groups, plan};

    #[test]
    fn groups_are_guessed_from_what_repeats() {
        assert_eq!(groups(512, 512), usize::MAX);
        assert_eq!(groups(0, 0), usize::MAX);
        // By the formula of the birthday problem: n * n / 2 g of n repeat.
        assert!((120_000..145_000).contains(&groups(512, 511)));
        assert!((9_000..11_500).contains(&groups(512, 499)));
        assert!((500..560).contains(&groups(512, 326)));
        assert!((10..=11).contains(&groups(512, 10)));
        for items in 1..40 {
            for different in 1..items {
                let most = items * items / (items - different);
                assert!((different..=most).contains(&groups(items, different)));
            }
        }
    }

    #[test]
    fn pieces_find_few_groups_and_many_are_dealt_out_if_that_pays() {
        let pieces = Plan::Pieces {
            shortest: 2,
            groups: 1,
        };
        assert_eq!(plan(512, 1, 1_000_000, 1, Some(9)), pieces);
        assert_eq!(plan(512, 1, 1_000_000, 100, None), pieces);
        assert_eq!(plan(512, 512, 1_000_000, 2, Some(9)), Plan::Dealt);
        assert_eq!(plan(512, 511, 10_000, 2, Some(50)), Plan::Dealt);
        let alone = Plan::Alone { room: 10_000 };
        assert_eq!(plan(512, 511, 10_000, 1, Some(50)), alone);
        assert_eq!(plan(512, 511, 10_000, 1, None), Plan::Dealt);
        assert_eq!(plan(512, 511, 0, 1, None), Plan::Alone { room: 0 });
        assert_eq!(plan(512, 512, 1 << 31, 1, Some(usize::MAX)), Plan::Dealt);
    }
}
