//! The adaptors, a line each. To add one: its name, the parallel iterator in brackets, std's items. `plan.items()` and
//! `plan.std_items()` are the same tokens.

use crate::common::ledger::Token;
use crate::subject::{Law, Plan, subjects};
use tine::iter::repeat_n;
use tine::prelude::*;

pub(crate) fn all(law: &Law<'_>) {
    one_to_one(law);
    parts(law);
    pairs(law);
    groups(law);
    nested_indexed(law);
    sieves(law);
    folds(law);
    counted(law);
}

/// Another token with the same drops.
fn change(mut token: Token) -> Token {
    token.number = token.number * 7 + 1;
    token
}

fn push(mut v: Vec<Token>, token: Token) -> Vec<Token> {
    v.push(token);
    v
}

fn add(a: usize, token: Token) -> usize {
    a.wrapping_mul(31) + token.number % 1000
}

/// A sum of two tokens.
fn sum(a: &Token, b: &Token) -> Token {
    let mut sum = b.clone();
    sum.number += a.number;
    sum
}

/// As many as the last digit of its number says, of numbers of its own.
fn many(token: Token) -> Vec<usize> {
    (0..token.number % 5)
        .map(|n| n + 100 * token.number)
        .collect()
}

fn one_to_one(law: &Law<'_>) {
    subjects!(law, indexed, |plan|
        map: [plan.items().map(change)] == plan.std_items().map(change);
        map_with: [plan.items().map_with(plan.ledger.token(5), |five, x| x.number + five.number)] == plan.std_items().map(|x| x.number + 5);
        map_init: (let ledger = plan.ledger.clone();) [plan.items().map_init(|| ledger.token(5), |five, x| x.number + five.number)] == plan.std_items().map(|x| x.number + 5);
        inspect: [plan.items().inspect(|x| assert!(x.number < 9999))] == plan.std_items();
        update: [plan.items().update(|x| x.number += 1)] == plan.std_items().map(|mut x| { x.number += 1; x });
        cloned: (let v = plan.tokens();) [v.par_iter().cloned()] == v.iter().cloned();
        copied: (let v = plan.numbers();) [v.par_iter().copied()] == v.iter().copied();
        enumerate: [plan.items().enumerate()] == plan.std_items().enumerate();
        rev: [plan.items().rev()] == plan.std_items().rev();
        inclusive_scan: [plan.items().inclusive_scan(sum)] == plan.std_items().scan(0, |total, mut x| { *total += x.number; x.number = *total; Some(x) });
        exclusive_scan: (let ledger = plan.ledger.clone();) [plan.items().exclusive_scan(ledger.token(7), sum)] == plan.std_items().scan(7, |total, mut x| { let number = x.number; x.number = *total; *total += number; Some(x) });
        panic_fuse: [plan.items().panic_fuse()] == plan.std_items();
        min_len: [plan.items().with_min_len(3)] == plan.std_items();
        max_len: [plan.items().with_max_len(3)] == plan.std_items();
    );
}

fn parts(law: &Law<'_>) {
    subjects!(law, indexed, |plan|
        skip: [plan.items().skip(2)] == plan.std_items().skip(2);
        skip_all: [plan.items().skip(9999)] == plan.std_items().skip(9999);
        take: [plan.items().take(5)] == plan.std_items().take(5);
        take_all: [plan.items().take(9999)] == plan.std_items().take(9999);
        take_none: [plan.items().take(0)] == plan.std_items().take(0);
        step_by_one: [plan.items().step_by(1)] == plan.std_items().step_by(1);
        step_by_two: [plan.items().step_by(2)] == plan.std_items().step_by(2);
        step_by_three: [plan.items().step_by(3)] == plan.std_items().step_by(3);
        step_by_far: [plan.items().step_by(usize::MAX)] == plan.std_items().step_by(usize::MAX);
    );
}

fn pairs(law: &Law<'_>) {
    fn interleaved(plan: &Plan, count: usize, shortest: bool) -> Vec<Token> {
        let (mut left, mut right) = (plan.std_items(), plan.ledger.tokens(count).into_iter());
        let mut out = Vec::new();
        loop {
            let (a, b) = match left.next() {
                None if shortest => break out,
                a => (a, right.next()),
            };
            let over = a.is_none() && b.is_none() || shortest && b.is_none();
            out.extend(a);
            out.extend(b);
            if over {
                break out;
            }
        }
    }
    subjects!(law, indexed, |plan|
        zip: [plan.items().zip(plan.tokens())] == plan.std_items().zip(plan.tokens());
        zip_shorter: [plan.items().zip(plan.ledger.tokens(5))] == plan.std_items().zip(0..5usize);
        zip_longer: [plan.items().zip(plan.ledger.tokens(400))] == plan.std_items().zip(0..400usize);
        zip_eq: [plan.items().zip_eq(plan.tokens())] == plan.std_items().zip(plan.tokens());
        tuple: [(plan.items(), 3..99u8, plan.tokens()).into_par_iter()] == plan.std_items().zip(3..99u8).zip(plan.tokens()).map(|((a, b), c)| (a, b, c));
        chain: [plan.items().chain(plan.tokens())] == plan.std_items().chain(plan.tokens());
        chain_few: [plan.items().chain(plan.ledger.tokens(3))] == plan.std_items().chain(plan.ledger.tokens(3));
        chain_after: [plan.ledger.tokens(3).into_par_iter().chain(plan.items())] == plan.ledger.tokens(3).into_iter().chain(plan.std_items());
        interleave: [plan.items().interleave(plan.tokens())] == interleaved(plan, plan.len, false);
        interleave_few: [plan.items().interleave(plan.ledger.tokens(3))] == interleaved(plan, 3, false);
        interleave_more: [plan.items().interleave(plan.ledger.tokens(plan.len + 3))] == interleaved(plan, plan.len + 3, false);
        interleave_shortest: [plan.items().interleave_shortest(plan.tokens())] == interleaved(plan, plan.len, true);
        interleave_shortest_few: [plan.items().interleave_shortest(plan.ledger.tokens(3))] == interleaved(plan, 3, true);
        interleave_shortest_more: [plan.items().interleave_shortest(plan.ledger.tokens(plan.len + 3))] == interleaved(plan, plan.len + 3, true);
        intersperse: [plan.items().intersperse(plan.ledger.token(77))] ==
            plan.std_items().flat_map(|x| [plan.ledger.token(77), x]).skip(1);
    );
}

fn groups(law: &Law<'_>) {
    /// Vectors of so many tokens.
    fn chunks(plan: &Plan, size: usize) -> Vec<Vec<Token>> {
        plan.tokens().chunks(size).map(<[Token]>::to_vec).collect()
    }
    fn sums(plan: &Plan, size: usize) -> Vec<usize> {
        let chunks = chunks(plan, size).into_iter();
        chunks.map(|chunk| chunk.into_iter().fold(9, add)).collect()
    }
    subjects!(law, indexed, |plan|
        chunks_of_one: [plan.items().chunks(1)] == chunks(plan, 1);
        chunks_of_three: [plan.items().chunks(3)] == chunks(plan, 3);
        chunk_of_all: [plan.items().chunks(usize::MAX)] == chunks(plan, usize::MAX);
        fold_chunks_of_two: [plan.items().fold_chunks(2, || 9, add)] == sums(plan, 2);
        fold_chunk_of_all: [plan.items().fold_chunks(usize::MAX, || 9, add)] == sums(plan, usize::MAX);
        fold_chunks_to_vectors: [plan.items().fold_chunks(3, Vec::new, push)] == chunks(plan, 3);
        fold_chunks_with_two: [plan.items().fold_chunks_with(2, 9, add)] == sums(plan, 2);
        fold_chunks_with_vectors: [plan.items().fold_chunks_with(3, Vec::new(), push)] == chunks(plan, 3);
    );
}

fn nested_indexed(law: &Law<'_>) {
    subjects!(law, indexed, |plan|
        rev_of_step: [plan.items().step_by(3).rev()] == plan.std_items().step_by(3).rev();
        step_of_rev: [plan.items().rev().step_by(3)] == plan.std_items().rev().step_by(3);
        rev_of_zip: [plan.items().zip(plan.ledger.tokens(5)).rev()] == plan.std_items().zip(0..5usize).collect::<Vec<_>>().into_iter().rev();
        rev_of_enumerate: [plan.items().enumerate().rev().enumerate()] == plan.std_items().enumerate().rev().enumerate();
        rev_of_chunks: [plan.items().rev().chunks(3).rev()] == plan.std_items().rev().collect::<Vec<_>>().chunks(3).rev();
        skip_of_chain: [plan.items().chain(repeat_n(plan.ledger.token(3), 4)).skip(3)] == plan.std_items().chain(vec![plan.ledger.token(3); 4]).skip(3);
        take_of_interleaved: [plan.items().interleave(plan.tokens()).take(7)] == plan.std_items().flat_map(|x| [x.clone(), x]).take(7);
        interspersed_twice: [plan.items().intersperse(plan.ledger.token(7)).intersperse(plan.ledger.token(8))] ==
            plan.std_items().flat_map(|x| [8, 7, 8, x.number]).skip(3);
    );
}

fn sieves(law: &Law<'_>) {
    fn even(x: &Token) -> bool {
        x.number.is_multiple_of(2)
    }
    fn tripled(x: Token) -> Option<usize> {
        x.number.is_multiple_of(3).then_some(x.number * 3)
    }
    subjects!(law, Kept, |plan|
        deterministic: [plan.items().deterministic()] == plan.std_items();
        filter: [plan.items().filter(even)] == plan.std_items().filter(even);
        filter_none: [plan.items().filter(|_| false)] == plan.std_items().filter(|_| false);
        filter_map: [plan.items().filter_map(tripled)] == plan.std_items().filter_map(tripled);
        filter_of_filter: [plan.items().filter(even).map(change).filter(even)] == plan.std_items().filter(even).map(change).filter(even);
        flat_map: [plan.items().flat_map(many)] == plan.std_items().flat_map(many);
        flat_map_to_tokens: (let ledger = plan.ledger.clone();) [plan.items().flat_map(move |x| ledger.tokens(x.number % 4))] == plan.std_items().flat_map(|x| 0..x.number % 4);
        flat_map_iter: [plan.items().flat_map_iter(many)] == plan.std_items().flat_map(many);
        flatten: [plan.items().map(many).flatten()] == plan.std_items().flat_map(many);
        flatten_iter: [plan.items().map(many).flatten_iter()] == plan.std_items().flat_map(many);
        chain_of_filters: [plan.items().filter(even).chain(plan.items().filter(even))] == plan.std_items().filter(even).chain(plan.std_items().filter(even));
        chain_to_filter: [plan.items().chain(plan.items().filter(even))] == plan.std_items().chain(plan.std_items().filter(even));
        intersperse_filter: [plan.items().filter(even).intersperse(plan.ledger.token(77))] ==
            plan.std_items().filter(even).flat_map(|x| [plan.ledger.token(77), x]).skip(1);
        while_some: [plan.items().map(Some).while_some()] == plan.std_items();
        positions: [plan.items().positions(|x| even(&x))] == (0..plan.len).step_by(2);
        uniform_blocks: [plan.items().by_uniform_blocks(3)] == plan.std_items();
        exponential_blocks: [plan.items().by_exponential_blocks()] == plan.std_items();
        map_of_filter: [plan.items().filter(even).map(change)] == plan.std_items().filter(even).map(change);
        map_with_of_filter: [plan.items().filter(even).map_with(plan.ledger.token(5), |five, x| x.number + five.number)] == plan.std_items().filter(even).map(|x| x.number + 5);
        map_init_of_filter: (let ledger = plan.ledger.clone();) [plan.items().filter(even).map_init(|| ledger.token(5), |five, x| x.number + five.number)] == plan.std_items().filter(even).map(|x| x.number + 5);
        inspect_of_filter: [plan.items().filter(even).inspect(|x| assert!(even(x)))] == plan.std_items().filter(even);
        update_of_filter: [plan.items().filter(even).update(|x| x.number += 1)] == plan.std_items().filter(even).map(|x| x.number + 1);
        panic_fuse_of_filter: [plan.items().filter(even).panic_fuse()] == plan.std_items().filter(even);
        cloned_filter: (let v = plan.tokens();) [v.par_iter().filter(|x| even(x)).cloned()] == v.iter().filter(|x| even(x));
        copied_filter: (let v = plan.numbers();) [v.par_iter().filter(|x| **x > 3).copied()] == v.iter().filter(|x| **x > 3);
    );
}

fn folds(law: &Law<'_>) {
    // One accumulator for any run of items: what they hold together, in order, is certain.
    subjects!(law, Kept, |plan|
        fold: [plan.items().fold(Vec::new, push).flatten_iter()] == plan.std_items();
        fold_with: [plan.items().fold_with(Vec::new(), push).flatten_iter()] == plan.std_items();
        try_fold: [plan.items().try_fold(Vec::new, |v, x| Some(push(v, x))).flatten_iter().flatten_iter()] == plan.std_items();
        try_fold_with: [plan.items().try_fold_with(Vec::new(), |v, x| Some(push(v, x))).flatten_iter().flatten_iter()] == plan.std_items();
        fold_of_filter: [plan.items().filter(|_| true).fold(Vec::new, push).flatten_iter()] == plan.std_items();
    );
}

fn counted(law: &Law<'_>) {
    subjects!(law, Count, |plan|
        take_any: [plan.items().take_any(5)] == plan.std_items().take(5);
        skip_any: [plan.items().skip_any(5)] == plan.std_items().skip(5);
        take_any_while: [plan.items().take_any_while(|_| true)] == plan.std_items();
        skip_any_while: [plan.items().skip_any_while(|_| true)] == plan.std_items().take(0);
    );
}
