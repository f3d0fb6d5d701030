//! Drops that panic at any call.

use crate::fuse::{Call, Fussy, Maker, at_every_call};
use std::collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque};
use std::mem;
use std::sync::Arc;
use tine::prelude::*;

/// Drops the first one. Not at the closing brace: if that panics, the result is leaked by the compiler.
fn replace(old: Fussy, new: Fussy) -> Fussy {
    drop(old);
    new
}

#[test]
fn drops() {
    let check = |op: fn(&Maker)| at_every_call(Call::Drop, op);
    check(|m| drop(m.items()));
    check(|m| m.items().for_each(drop));
    check(|m| drop(m.items().collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .filter(|x| x.token.number % 2 == 0)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().take(7).collect::<Vec<_>>()));
    check(|m| drop(m.items().skip(7).collect::<Vec<_>>()));
    check(|m| drop(m.items().step_by(3).rev().collect::<Vec<_>>()));
    check(|m| drop(m.items().zip(m.some(9)).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .chain(m.some(9))
                .chunks(4)
                .map(|mut v| {
                    let last = v.pop();
                    drop(v);
                    last
                })
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().find_any(|x| x.token.number == 858)));
    check(|m| drop(m.items().reduce_with(replace)));
    check(|m| drop(m.items().min()));
    check(|m| drop(m.items().max()));
    check(|m| drop(m.items().min_by(Fussy::cmp)));
    check(|m| drop(m.items().max_by(Fussy::cmp)));
    check(|m| drop(m.items().min_by_key(Fussy::clone)));
    check(|m| drop(m.items().max_by_key(Fussy::clone)));
    check(|m| drop(m.items().filter(|_| true).max_by_key(Fussy::clone)));
}

#[test]
fn drops_of_accumulators_and_targets() {
    let check = |op: fn(&Maker)| at_every_call(Call::Drop, op);
    check(|m| {
        m.items().fold(|| m.one(0), replace).count();
    });
    check(|m| {
        m.items()
            .for_each_with(m.one(0), |state, x| drop(mem::replace(state, x)))
    });
    check(|m| m.items().for_each_with(m.one(0), |state, x| *state = x));
    check(|m| {
        let items = m.items().filter(|_| true);
        items.for_each_with(m.one(0), |state, x| *state = x);
    });
    check(|m| drop(m.items().map_with(m.one(0), |_, x| x).collect::<Vec<_>>()));
    check(|m| drop(m.items().map_with(m.one(0), |_, x| x).reduce_with(replace)));
    check(|m| {
        drop(
            m.items()
                .map_init(|| m.one(0), |_, x| x)
                .reduce_with(replace),
        )
    });
    check(|m| {
        let items = m.items().filter(|_| true).map_with(m.one(0), |_, x| x);
        drop(items.collect::<Vec<_>>());
    });
    check(|m| {
        let items = m.items().map_with(m.one(0), |_, x| x).rev();
        drop(items.zip(m.some(9)).collect::<Vec<_>>());
    });
    check(|m| drop(m.items().fold_with(m.one(0), replace).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .fold_chunks_with(4, m.one(0), replace)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().intersperse(m.one(0)).collect::<Vec<_>>()));
    check(|m| {
        drop(
            m.items()
                .filter(|_| true)
                .intersperse(m.one(0))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(m.items().intersperse(m.one(0)).reduce_with(replace)));
    check(|m| drop(m.items().intersperse(m.one(0)).skip(1).reduce_with(replace)));
    check(|m| {
        drop(
            m.items()
                .map_with(m.one(0), |_, x| x)
                .skip(1)
                .reduce_with(replace),
        )
    });
    check(|m| {
        drop(
            m.items()
                .fold_chunks_with(4, m.one(0), replace)
                .reduce_with(replace),
        )
    });
    check(|m| {
        drop(
            m.items()
                .filter(|_| true)
                .intersperse(m.one(0))
                .reduce_with(replace),
        )
    });
    check(|m| drop(m.items().interleave_shortest(m.some(3)).collect::<Vec<_>>()));
    check(|m| drop(m.items().reduce(|| m.one(0), replace)));
    check(|m| {
        drop(
            m.items()
                .map(Some)
                .try_reduce_with(|a, b| Some(replace(a, b))),
        )
    });
    check(|m| drop(m.items().find_first(|x| x.token.number == 858)));
    check(|m| {
        drop(
            m.items()
                .partition::<Vec<_>, Vec<_>, _>(|x| x.token.number < 300),
        )
    });
    check(|m| drop(m.items().zip(m.some(30)).unzip::<_, _, Vec<_>, Vec<_>>()));
    check(|m| m.items().collect_into_vec(&mut m.some(9)));
    check(|m| m.some(30).par_drain(5..20).for_each(drop));
    check(|m| drop(m.some(30).par_drain(5..20)));
    check(|m| drop(m.some(30).par_drain(5..20).take(3).collect::<Vec<_>>()));
    check(|m| {
        [1, 2, 3].map(|n| m.one(n)).into_par_iter().take(1).count();
    });
    check(|m| {
        drop(
            tine::iter::repeat_n(m.one(0), 9)
                .take(3)
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(tine::iter::once(m.one(0))));
    check(|m| {
        drop(
            m.items()
                .panic_fuse()
                .interleave(m.some(3))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| m.some(30).into_iter().par_bridge().for_each(drop));
}

#[test]
fn drops_of_collections() {
    let check = |op: fn(&Maker)| at_every_call(Call::Drop, op);
    fn heap(m: &Maker) -> BinaryHeap<Fussy> {
        m.some(30).into()
    }
    fn deque(m: &Maker) -> VecDeque<Fussy> {
        m.some(30).into()
    }
    check(|m| drop(m.items().collect::<BinaryHeap<_>>()));
    check(|m| drop(m.items().collect::<BTreeSet<_>>()));
    check(|m| drop(m.items().collect::<LinkedList<_>>()));
    check(|m| drop(m.items().collect::<VecDeque<_>>()));
    check(|m| drop(m.items().collect::<Arc<[_]>>()));
    check(|m| drop(m.items().map(Some).collect::<Option<Vec<_>>>()));
    check(|m| {
        drop(
            m.items()
                .map(|x| if x.token.number == 858 { Err(x) } else { Ok(x) })
                .collect::<Result<Vec<_>, _>>(),
        )
    });
    check(|m| drop(heap(m).into_par_iter().take(9).collect::<Vec<_>>()));
    check(|m| drop(heap(m).par_drain().take(9).collect::<Vec<_>>()));
    check(|m| drop(heap(m).par_drain()));
    check(|m| drop(deque(m).into_par_iter().take(9).collect::<Vec<_>>()));
    check(|m| drop(deque(m).par_drain(3..20).take(9).collect::<Vec<_>>()));
    check(|m| drop(deque(m).par_drain(3..20)));
    check(|m| {
        m.items()
            .collect::<HashSet<_>>()
            .into_par_iter()
            .for_each(drop)
    });
    check(|m| drop(m.items().collect::<HashSet<_>>().par_drain()));
    check(|m| {
        drop(
            Some(m.one(1))
                .into_par_iter()
                .chain(m.some(3))
                .collect::<Vec<_>>(),
        )
    });
    check(|m| drop(Some(m.one(1)).into_par_iter().skip(1).collect::<Vec<_>>()));
}
