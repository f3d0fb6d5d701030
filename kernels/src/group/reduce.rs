//! A value for each group of items with equal keys.
//!
//! Few items are added up in one table. Of more, the first ones tell how many groups there are: if few, pieces find their own ones first.
//! What the pieces have, groups or items, is dealt out by hash, and each part adds it up in a table that fits a cache.

use super::hash::Seed;
use super::rank::Marks;
use super::spread::{Dealer, Part, spread};
use super::totals::{Group, Totals};
use super::trial::{Plan, TRIAL, plan, try_out};
use crate::fork_join::ForkJoin;
use crate::share;
use std::hash::Hash;

/// To deal an item out and add it up takes so many nanoseconds.
const DEALING: usize = if cfg!(test) { 40 } else { 25 };

/// The keys, in the order of their first items, each with the values of its items put together in order.
pub fn reduce_by_key<T, K, V>(
    on: impl ForkJoin,
    v: &[T],
    key: impl Fn(&T) -> K + Sync,
    value: impl Fn(&T) -> V + Sync,
    op: impl Fn(V, V) -> V + Sync,
) -> Vec<(K, V)>
where
    T: Sync,
    K: Hash + Eq + Send,
    V: Send,
{
    let seed = Seed::new();
    let add_up = |items: &[T], start: usize, mut totals: Totals<K, V>| {
        for (item, index) in items.iter().zip(start..) {
            totals.add(index, key(item), value(item), &op);
        }
        totals
    };
    let (trial, rest) = v.split_at(v.len().min(TRIAL));
    let mut first = Totals::new(seed);
    let make = |item| (key(item), value(item));
    let are_slow = try_out(on, trial, &make, |index, (key, value)| {
        first.add(index, key, value, &op);
    });
    let dealing = (!are_slow).then_some(DEALING);
    let plan = plan(trial.len(), first.len(), rest.len(), on.threads(), dealing);
    if let Plan::Alone { room } = plan {
        first.expect(room);
        let all = add_up(rest, trial.len(), first);
        let order = Order::of(0, all.indices());
        return order.place(all.len(), all.into_groups());
    }
    let deal_out = |totals: Totals<K, V>, dealer: &mut Dealer<Group<K, V>>| {
        for group in totals.into_groups() {
            dealer.put(seed.hash(&group.1), group);
        }
    };
    let first = |dealer: &mut Dealer<_>| deal_out(first, dealer);
    let parts = spread(
        on,
        (plan, are_slow),
        first,
        rest,
        |start, items, dealer| match plan {
            Plan::Pieces { groups, .. } => {
                let totals = add_up(
                    items,
                    trial.len() + start,
                    Totals::with_room(groups.min(items.len()), seed),
                );
                deal_out(totals, dealer);
            }
            _ => {
                for (item, index) in items.iter().zip(trial.len() + start..) {
                    let key = key(item);
                    dealer.put(seed.hash(&key), (index, key, value(item)));
                }
            }
        },
    );
    // Another one, since what comes in the order of one table fills another badly that is of the same hashes.
    let seed = Seed::new();
    let range = v.len().div_ceil(RANGES);
    let groups = share::map(on, parts, |part| {
        let mut totals = Totals::new(seed);
        for (index, key, value) in part.into_iter().flatten() {
            totals.add(index, key, value, &op);
        }
        let mut ranges: [Vec<Group<K, V>>; RANGES] = Default::default();
        for group in totals.into_groups() {
            ranges[group.0 / range].push(group);
        }
        ranges
    });
    let mut ranges: Vec<Part<Group<K, V>>> = Vec::new();
    ranges.resize_with(RANGES, Vec::new);
    for part in groups {
        let pairs = ranges.iter_mut().zip(part);
        pairs.for_each(|(range, groups)| range.push(groups));
    }
    let ranges = ranges.into_iter().zip((0..).step_by(range)).collect();
    let pairs = share::map(on, ranges, |(groups, start): (Part<Group<K, V>>, usize)| {
        let order = Order::of(start, groups.iter().flatten().map(|group| group.0));
        let len = groups.iter().map(Vec::len).sum();
        order.place(len, groups.into_iter().flatten())
    });
    share::concat(on, pairs)
}

/// The groups are brought into the order of their first items by so many ranges of indices.
const RANGES: usize = 32;

/// The order of groups whose first items are not far behind one item.
struct Order {
    start: usize,
    marks: Marks,
}

impl Order {
    /// Of groups whose first items have these indices, behind `start`.
    fn of(start: usize, indices: impl Iterator<Item = usize> + Clone) -> Self {
        let last = indices.clone().max();
        let mut marks = Marks::new(last.map_or(0, |last| last - start + 1));
        indices.for_each(|index| marks.set((index - start) as u32));
        marks.count();
        Order { start, marks }
    }

    /// These groups, so many, in order.
    fn place<K, V>(&self, len: usize, groups: impl Iterator<Item = Group<K, V>>) -> Vec<(K, V)> {
        let mut pairs = Vec::new();
        pairs.resize_with(len, || None);
        for (index, key, value) in groups {
            pairs[self.marks.before((index - self.start) as u32)] = Some((key, value));
        }
        pairs.into_iter().flatten().collect()
    }
}
