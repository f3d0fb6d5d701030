//! Clones, comparisons, hashes and closures that panic at any call.

// The hashes and orders of the values have nothing to do with what counts their drops.
#![allow(clippy::mutable_key_type)]

use crate::common::ledger::Ledger;
use crate::fuse::{Call, Fussy, Maker, at_every_call, each_call};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};
use tine::iter::Either;
use tine::prelude::*;

#[test]
fn clones() {
    let check = |op: fn(&Maker)| at_every_call(Call::Clone, op);
    check(|m| m.items().for_each_with(m.one(0).clone(), |_, _| ()));
    check(|m| drop(m.some(30).par_iter().cloned().collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.some(30)
                .par_iter()
                .cloned()
                .filter(|_| true)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(tine::iter::repeat_n(m.one(0), 30).collect::<Vec<_>>()));
    check(|m| drop(m.items().intersperse(m.one(0)).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .fold_chunks_with(4, m.one(0), |a, _| a)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.items()
                .chunks(4)
                .map(|chunk| chunk.clone())
                .collect::<Vec<_>>(),
        )
    });
}

#[test]
fn comparisons() {
    let check = |op: fn(&Maker)| at_every_call(Call::Compare, op);
    check(|m| drop(m.items().max()));
    check(|m| drop(m.items().min()));
    check(|m| {
        m.items().cmp(m.items());
    });
    check(|m| {
        m.items().eq(m.items());
    });
    check(|m| m.some(30).par_sort());
    check(|m| m.some(30).par_sort_unstable());
    check(|m| m.some(3000).par_sort());
    check(|m| m.some(3000).par_sort_unstable());
    check(|m| m.some(2500).par_sort_by_cached_key(Fussy::clone));
    check(|m| drop(m.items().collect::<BinaryHeap<_>>()));
    check(|m| {
        let mut heap = BinaryHeap::from(m.some(9));
        heap.par_extend(m.items());
    });
    check(|m| {
        let mut set = BTreeSet::new();
        set.extend(m.some(9));
        set.par_extend(m.items());
    });
    check(|m| {
        let mut map = BTreeMap::new();
        map.extend(m.some(9).into_iter().zip(m.some(9)));
        map.par_extend(m.items().zip(m.some(30)));
    });
}

/// When a comparison panics while std builds a tree from sorted items, std leaks what is in the tree by then.
#[test]
fn comparisons_that_cost_items() {
    let check = |op: fn(&Maker)| each_call(Call::Compare, Ledger::none_dropped_twice, op);
    check(|m| drop(m.items().collect::<BTreeSet<_>>()));
    check(|m| drop(m.items().zip(m.some(30)).collect::<BTreeMap<_, _>>()));
}

#[test]
fn hashes() {
    let check = |op: fn(&Maker)| at_every_call(Call::Hash, op);
    check(|m| drop(m.items().collect::<HashSet<_>>()));
    check(|m| drop(m.items().map(|x| (x, m.one(1))).collect::<HashMap<_, _>>()));
    check(|m| {
        m.some(9)
            .into_iter()
            .collect::<HashSet<_>>()
            .par_extend(m.items())
    });
    check(|m| {
        let mut map: HashMap<_, _> = m.some(9).into_iter().zip(m.some(9)).collect();
        map.par_extend(m.items().zip(m.some(30)));
    });
}

#[test]
fn closures() {
    let check = |op: fn(&Maker)| at_every_call(Call::Closure, op);
    /// Says nothing of the item but whether it may pass.
    fn any<T>(maker: &Maker) -> impl Fn(&T) -> bool + Sync + Send {
        move |_| {
            maker.0.run();
            true
        }
    }
    /// Returns what it is given.
    fn same<T>(maker: &Maker) -> impl Fn(T) -> T + Sync + Send {
        move |item| {
            maker.0.run();
            item
        }
    }
    /// Drops one of two.
    fn first(maker: &Maker) -> impl Fn(Fussy, Fussy) -> Fussy + Sync + Send {
        move |a, _| {
            maker.0.run();
            a
        }
    }
    check(|m| drop(m.items().map(same(m)).collect::<Vec<_>>()));
    check(|m| drop(m.items().map(same(m)).rev().chunks(4).collect::<Vec<_>>()));
    check(|m| drop(m.items().filter(any(m)).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .filter_map(|x| Some(same(m)(x)))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.items()
                .flat_map_iter(|x| [same(m)(x)])
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().flat_map(|x| [same(m)(x)]).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .fold(|| same(m)(m.one(0)), first(m))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().reduce(|| same(m)(m.one(0)), first(m))));
    check(|m| {
        drop(
            m.items()
                .fold_chunks(4, || same(m)(m.one(0)), first(m))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().partition::<Vec<_>, Vec<_>, _>(any(m))));
    // Too large to be copied in vain.
    check(|m| {
        drop(
            m.items()
                .map(|x| (x, [0_u64; 8]))
                .partition::<Vec<_>, Vec<_>, _>(|(x, _)| any(m)(x)),
        )
    });
    check(|m| {
        drop(
            m.items()
                .partition_map::<Vec<_>, Vec<_>, _, _, _>(|x| match any(m)(&x) {
                    true => Either::Left(x),
                    false => Either::Right([x]),
                }),
        )
    });
    check(|m| drop(m.items().find_map_last(|x| Some(same(m)(x)))));
    check(|m| drop(m.items().take_any(5).find_last(any(m))));
    check(|m| {
        drop(
            m.items()
                .map(|x| (same(m)(x), m.one(1)))
                .unzip::<_, _, Vec<_>, Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.items()
                .map(|x| Some(same(m)(x)))
                .while_some()
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.items()
                .max_by(|a, b| same(m)(a.token.number.cmp(&b.token.number))),
        )
    });
    check(|m| {
        drop(
            m.items()
                .map_init(|| same(m)(m.one(0)), |_, x| x)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        drop(
            m.some(30)
                .into_iter()
                .map(same(m))
                .par_bridge()
                .collect::<Vec<_>>(),
        )
    });
    check(|m| {
        m.some(30)
            .par_iter_mut()
            .for_each(|x| x.token.number = same(m)(3))
    });
}
