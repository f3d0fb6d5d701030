//! The collections of std and what has one item at most, a line each, as in `sources`.

// A token's hash and order have nothing to do with the counter of its drops.
#![allow(clippy::mutable_key_type)]

use crate::common::ledger::Token;
use crate::subject::{Law, Plan, subjects};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::rc::Rc;
use std::sync::Arc;
use tine::prelude::*;

pub(crate) fn all(law: &Law<'_>) {
    at_most_one(law);
    in_rows(law);
    pointers(law);
    lists_and_trees(law);
    tables(law);
}

fn at_most_one(law: &Law<'_>) {
    fn some(plan: &Plan) -> Option<Token> {
        (plan.len > 1).then(|| plan.ledger.token(3))
    }
    fn good(plan: &Plan) -> Result<Token, u8> {
        some(plan).ok_or(7)
    }
    subjects!(law, indexed, |plan|
        option: [some(plan).into_par_iter()] == some(plan);
        option_ref: (let v = some(plan);) [v.par_iter()] == v.iter();
        option_mut: (let mut v = some(plan);) [v.par_iter_mut()] == v.iter();
        result: [good(plan).into_par_iter()] == good(plan);
        result_ref: (let v = good(plan);) [v.par_iter()] == v.iter();
        result_mut: (let mut v = good(plan);) [v.par_iter_mut()] == v.iter();
    );
}

/// A deque that lies in two parts.
fn deque(plan: &Plan) -> VecDeque<Token> {
    let mut deque = VecDeque::with_capacity(plan.len);
    let (left, right) = (0..plan.len / 3, plan.len / 3..plan.len);
    deque.extend(right.map(|n| plan.ledger.token(n)));
    left.rev()
        .for_each(|n| deque.push_front(plan.ledger.token(n)));
    deque
}

fn heap(plan: &Plan) -> BinaryHeap<Token> {
    plan.tokens().into_iter().collect()
}

fn in_rows(law: &Law<'_>) {
    subjects!(law, indexed, |plan|
        deque: [deque(plan).into_par_iter()] == deque(plan);
        deque_ref: (let v = deque(plan);) [v.par_iter()] == v.iter();
        deque_mut: (let mut v = deque(plan);) [v.par_iter_mut()] == v.iter();
        deque_drain: (let mut v = deque(plan);) [v.par_drain(..)] == v.drain(..);
        deque_drain_middle: (let mut v = deque(plan); let n = v.len();) [v.par_drain(n / 4..n - n / 5)] == v.drain(n / 4..n - n / 5);
        heap: [heap(plan).into_par_iter()] == heap(plan);
        heap_ref: (let v = heap(plan);) [v.par_iter()] == v.iter();
        heap_drain: (let mut v = heap(plan);) [v.par_drain()] == v.drain();
    );
}

fn pointers(law: &Law<'_>) {
    subjects!(law, indexed, |plan|
        arc: (let v: Arc<[Token]> = plan.tokens().into();) [v.par_iter()] == v.iter();
        rc: (let v: Rc<[Token]> = plan.tokens().into();) [v.par_iter()] == v.iter();
        collected_to_box: (let v: Box<[Token]> = plan.tokens().into_par_iter().collect();) [v.into_par_iter()] == plan.tokens();
        collected_to_arc: (let v: Arc<[Token]> = plan.tokens().into_par_iter().collect();) [v.par_iter()] == v.iter();
        collected_to_rc: (let v: Rc<[Token]> = plan.tokens().into_par_iter().collect();) [v.par_iter()] == v.iter();
    );
}

fn lists_and_trees(law: &Law<'_>) {
    fn list(plan: &Plan) -> LinkedList<Token> {
        plan.tokens().into_iter().collect()
    }
    fn set(plan: &Plan) -> BTreeSet<Token> {
        plan.tokens().into_iter().collect()
    }
    fn map(plan: &Plan) -> BTreeMap<usize, Token> {
        plan.tokens().into_iter().enumerate().collect()
    }
    subjects!(law, Kept, |plan|
        list: [list(plan).into_par_iter()] == list(plan);
        list_ref: (let v = list(plan);) [v.par_iter()] == v.iter();
        list_mut: (let mut v = list(plan);) [v.par_iter_mut()] == v.iter();
        btree_set: [set(plan).into_par_iter()] == set(plan);
        btree_set_ref: (let v = set(plan);) [v.par_iter()] == v.iter();
        btree_map: [map(plan).into_par_iter()] == map(plan);
        btree_map_ref: (let v = map(plan);) [v.par_iter()] == v.iter();
        btree_map_mut: (let mut v = map(plan);) [v.par_iter_mut()] == v.iter();
    );
}

fn tables(law: &Law<'_>) {
    /// Without a seed, so that equal tables have one order.
    type Seedless = BuildHasherDefault<DefaultHasher>;
    fn set(plan: &Plan) -> HashSet<Token, Seedless> {
        plan.tokens().into_iter().collect()
    }
    fn map(plan: &Plan) -> HashMap<usize, Token, Seedless> {
        plan.tokens().into_iter().enumerate().collect()
    }
    subjects!(law, Kept, |plan|
        hash_set: [set(plan).into_par_iter()] == set(plan);
        hash_set_ref: (let v = set(plan);) [v.par_iter()] == v.iter();
        hash_set_drain: (let mut v = set(plan);) [v.par_drain()] == v.drain();
        hash_map: [map(plan).into_par_iter()] == map(plan);
        hash_map_ref: (let v = map(plan);) [v.par_iter()] == v.iter();
        hash_map_mut: (let mut v = map(plan);) [v.par_iter_mut()] == v.iter();
        hash_map_drain: (let mut v = map(plan);) [v.par_drain()] == v.drain();
    );
}
