//! The sources, a line each. To add one: its name, what it borrows from, the parallel iterator in brackets, std's items.

use crate::common::ledger::Token;
use crate::subject::{Law, subjects};
use std::ops::Range;
use tine::iter::{
    Either, empty, once, repeat, repeat_n, split, walk_tree, walk_tree_postfix, walk_tree_prefix,
};
use tine::prelude::*;

pub(crate) fn all(law: &Law<'_>) {
    sequences(law);
    separated(law);
    ranges(law);
    long_ranges(law);
    generators(law);
    trees(law);
}

fn sequences(law: &Law<'_>) {
    subjects!(law, indexed, |plan|
        vec: [plan.tokens().into_par_iter()] == plan.tokens();
        vec_ref: (let v = plan.tokens();) [v.par_iter()] == v.iter();
        vec_mut: (let mut v = plan.tokens();) [v.par_iter_mut()] == v.iter();
        boxed: [plan.tokens().into_boxed_slice().into_par_iter()] == plan.tokens();
        boxed_ref: (let v = plan.tokens().into_boxed_slice();) [v.par_iter()] == v.iter();
        boxed_mut: (let mut v = plan.tokens().into_boxed_slice();) [v.par_iter_mut()] == v.iter();
        array: (let v = [1, 2, 3].map(|n| plan.ledger.token(n));) [v.into_par_iter()] == v;
        array_ref: (let v = [1, 2, 3].map(|n| plan.ledger.token(n));) [v.par_iter()] == v.iter();
        array_mut: (let mut v = [1, 2, 3].map(|n| plan.ledger.token(n));) [v.par_iter_mut()] == v.iter();
        chunks: (let v = plan.tokens();) [v.par_chunks(3)] == v.chunks(3);
        chunks_mut: (let mut v = plan.tokens();) [v.par_chunks_mut(3)] == v.chunks(3);
        windows: (let v = plan.tokens();) [v.par_windows(3)] == v.windows(3);
        array_windows: (let v = plan.tokens();) [v.par_array_windows::<3>()] == v.windows(3).map(|w| <[_; 3]>::try_from(w.to_vec()).unwrap());
        chunks_exact: (let v = plan.tokens();) [v.par_chunks_exact(3)] == v.chunks_exact(3);
        chunks_exact_mut: (let mut v = plan.tokens();) [v.par_chunks_exact_mut(3)] == v.chunks_exact(3);
        rchunks: (let v = plan.tokens();) [v.par_rchunks(3)] == v.rchunks(3);
        rchunks_mut: (let mut v = plan.tokens();) [v.par_rchunks_mut(3)] == v.rchunks(3);
        rchunks_exact: (let v = plan.tokens();) [v.par_rchunks_exact(3)] == v.rchunks_exact(3);
        rchunks_exact_mut: (let mut v = plan.tokens();) [v.par_rchunks_exact_mut(3)] == v.rchunks_exact(3);
        drain: (let mut v = plan.tokens(); let n = v.len();) [v.par_drain(n / 4..)] == v.drain(n / 4..);
        drain_middle: (let mut v = plan.tokens(); let n = v.len();) [v.par_drain(n / 4..n - n / 5)] == v.drain(n / 4..n - n / 5);
        nothings: [vec![(); plan.len].into_par_iter()] == vec![(); plan.len];
    );
}

fn separated(law: &Law<'_>) {
    fn third(token: &Token) -> bool {
        token.number % 3 == 2
    }
    fn alike(a: &Token, b: &Token) -> bool {
        a.number / 5 == b.number / 5
    }
    subjects!(law, Kept, |plan|
        split: (let v = plan.tokens();) [v.par_split(third)] == v.split(third);
        split_mut: (let mut v = plan.tokens();) [v.par_split_mut(third)] == v.split(third);
        split_inclusive: (let v = plan.tokens();) [v.par_split_inclusive(third)] == v.split_inclusive(third);
        split_inclusive_mut: (let mut v = plan.tokens();) [v.par_split_inclusive_mut(third)] == v.split_inclusive(third);
        chunk_by: (let v = plan.tokens();) [v.par_chunk_by(alike)] == v.chunk_by(alike);
        chunk_by_mut: (let mut v = plan.tokens();) [v.par_chunk_by_mut(alike)] == v.chunk_by(alike);
    );
}

fn ranges(law: &Law<'_>) {
    subjects!(law, indexed, |plan|
        range_usize: [(0..plan.len).into_par_iter()] == 0..plan.len;
        range_isize: (let n = plan.len as isize;) [(-n..n).into_par_iter()] == -n..n;
        range_u8: (let n = plan.len.min(200) as u8;) [(3..n).into_par_iter()] == 3..n;
        range_i8: (let n = plan.len.min(100) as i8;) [(-n..n).into_par_iter()] == -n..n;
        range_u16: (let n = plan.len as u16;) [(0..n).into_par_iter()] == 0..n;
        range_i16: (let n = plan.len as i16;) [(-n..9).into_par_iter()] == -n..9;
        range_u32: (let n = plan.len as u32;) [(u32::MAX - n..u32::MAX).into_par_iter()] == u32::MAX - n..u32::MAX;
        range_i32: (let n = plan.len as i32;) [(i32::MIN..i32::MIN + n).into_par_iter()] == i32::MIN..i32::MIN + n;
        range_char: (let end = char::from_u32(0xE000 + plan.len as u32).unwrap();) [('\u{D7FD}'..end).into_par_iter()] == '\u{D7FD}'..end;
        closed_u8: (let n = plan.len.min(255) as u8;) [(n..=u8::MAX).into_par_iter()] == n..=u8::MAX;
        closed_i8: [(i8::MIN..=i8::MAX).into_par_iter()] == i8::MIN..=i8::MAX;
        closed_u16: (let n = plan.len as u16;) [(u16::MAX - n..=u16::MAX).into_par_iter()] == u16::MAX - n..=u16::MAX;
        closed_i16: (let n = plan.len as i16;) [(-n..=n).into_par_iter()] == -n..=n;
        closed_char: (let end = char::from_u32(0xE000 + plan.len as u32).unwrap();) [('\u{D7FD}'..=end).into_par_iter()] == '\u{D7FD}'..=end;
    );
}

fn long_ranges(law: &Law<'_>) {
    subjects!(law, Kept, |plan|
        range_u64: (let n = plan.len as u64;) [(u64::MAX - n..u64::MAX).into_par_iter()] == u64::MAX - n..u64::MAX;
        range_i64: (let n = plan.len as i64;) [(-n..n).into_par_iter()] == -n..n;
        range_u128: (let n = plan.len as u128;) [(u128::MAX - n..u128::MAX).into_par_iter()] == u128::MAX - n..u128::MAX;
        range_i128: (let n = plan.len as i128;) [(-n..n).into_par_iter()] == -n..n;
        closed_usize: (let n = plan.len;) [(usize::MAX - n..=usize::MAX).into_par_iter()] == usize::MAX - n..=usize::MAX;
        closed_isize: (let n = plan.len as isize;) [(isize::MIN..=isize::MIN + n).into_par_iter()] == isize::MIN..=isize::MIN + n;
        closed_u32: (let n = plan.len as u32;) [(7..=n).into_par_iter()] == 7..=n;
        closed_i32: (let n = plan.len as i32;) [(-n..=n).into_par_iter()] == -n..=n;
        closed_u64: (let n = plan.len as u64;) [(u64::MAX - n..=u64::MAX).into_par_iter()] == u64::MAX - n..=u64::MAX;
        closed_i64: (let n = plan.len as i64;) [(-n..=n).into_par_iter()] == -n..=n;
        closed_u128: (let n = plan.len as u128;) [(u128::MAX - n..=u128::MAX).into_par_iter()] == u128::MAX - n..=u128::MAX;
        closed_i128: (let n = plan.len as i128;) [(-n..=n).into_par_iter()] == -n..=n;
    );
}

fn generators(law: &Law<'_>) {
    subjects!(law, indexed, |plan|
        nothing: [empty::<u8>()] == std::iter::empty::<u8>();
        single: [once(plan.ledger.token(3))] == std::iter::once(plan.ledger.token(3));
        repeated: [repeat_n(plan.ledger.token(3), plan.len)] == std::iter::repeat_n(plan.ledger.token(3), plan.len);
        repeated_some: [repeat(plan.ledger.token(3)).take(plan.len)] == std::iter::repeat_n(plan.ledger.token(3), plan.len);
        repeated_beside: [repeat(plan.ledger.token(3)).zip(plan.tokens())] == std::iter::repeat(plan.ledger.token(3)).zip(plan.tokens());
        left: [Either::<_, tine::vec::IntoIter<_>>::Left(plan.tokens().into_par_iter())] == plan.tokens();
        right: [Either::<tine::vec::IntoIter<_>, _>::Right(plan.tokens().into_par_iter())] == plan.tokens();
        one_tuple: [(plan.tokens(),).into_par_iter()] == plan.tokens().into_iter().map(|a| (a,));
        tuple: [(plan.tokens(), 2..90usize, plan.tokens()).into_par_iter()] ==
            plan.tokens().into_iter().zip(2..90usize).zip(plan.tokens()).map(|((a, b), c)| (a, b, c));
        tuple_ref: (let v = (plan.tokens(), plan.numbers());) [(&v).into_par_iter()] == v.0.iter().zip(&v.1);
        tuple_mut: (let mut v = (plan.tokens(), plan.numbers());) [(&mut v).into_par_iter()] == v.0.iter().zip(&v.1);
    );
}

fn trees(law: &Law<'_>) {
    /// The numbers from the first on form a tree in which `n` has the children `3 * n + 1` to `3 * n + 3`.
    fn children(len: usize) -> impl Fn(&usize) -> Range<usize> + Copy + Send + Sync {
        move |&n| (3 * n + 1).min(len)..(3 * n + 4).min(len)
    }
    fn prefix(n: usize, len: usize, out: &mut Vec<usize>) {
        out.push(n);
        children(len)(&n).for_each(|child| prefix(child, len, out));
    }
    fn postfix(n: usize, len: usize, out: &mut Vec<usize>) {
        children(len)(&n).for_each(|child| postfix(child, len, out));
        out.push(n);
    }
    fn halves(r: Range<usize>) -> (Range<usize>, Option<Range<usize>>) {
        let middle = r.start + r.len() / 2;
        match r.len() {
            0 | 1 => (r, None),
            _ => (r.start..middle, Some(middle..r.end)),
        }
    }
    subjects!(law, Kept, |plan|
        tree_prefix: [walk_tree_prefix(0, children(plan.len))] == { let mut out = Vec::new(); prefix(0, plan.len, &mut out); out };
        tree_postfix: [walk_tree_postfix(0, children(plan.len))] == { let mut out = Vec::new(); postfix(0, plan.len, &mut out); out };
        pieces: [split(0..plan.len, halves).flatten_iter()] == 0..plan.len;
    );
    subjects!(law, Lost, |plan|
        tree: [walk_tree(0, children(plan.len))] == { let mut out = Vec::new(); prefix(0, plan.len, &mut out); out };
        bridge: [plan.tokens().into_iter().par_bridge()] == plan.tokens();
    );
}
