//! An adaptor that nobody drives does nothing, so it may not be dropped unseen.

/// For each adaptor one test that fails because it is dropped, and one that says it means to.
macro_rules! must_use {
    ($($name:ident: $chain:literal;)*) => {$(
        #[doc = concat!(
            "```compile_fail\n#![deny(unused_must_use)]\nuse tine::prelude::*;\n",
            "(0..9).into_par_iter().", $chain, ";\n```\n\n",
            "```\nuse tine::prelude::*;\nlet _ = (0..9).into_par_iter().", $chain, ";\n```\n",
        )]
        mod $name {}
    )*};
}

must_use! {
    by_exponential_blocks: "by_exponential_blocks()";
    by_uniform_blocks: "by_uniform_blocks(2)";
    cancellable: "cancellable(&tine::CancelToken::new())";
    chain: "chain(0..9)";
    chunks: "chunks(2)";
    cloned: "map(|_| &1).cloned()";
    copied: "map(|_| &1).copied()";
    deterministic: "deterministic()";
    enumerate: "enumerate()";
    exclusive_scan: "exclusive_scan(0, |a, b| a + b)";
    filter: "filter(|_| true)";
    filter_map: "filter_map(Some)";
    flat_map: "flat_map(|n| 0..n)";
    flat_map_iter: "flat_map_iter(|n| 0..n)";
    flatten: "map(|n| 0..n).flatten()";
    flatten_iter: "map(|n| 0..n).flatten_iter()";
    fold: "fold(|| 0, |a, _| a)";
    fold_with: "fold_with(0, |a, _| a)";
    fold_chunks: "fold_chunks(2, || 0, |a, _| a)";
    fold_chunks_with: "fold_chunks_with(2, 0, |a, _| a)";
    inclusive_scan: "inclusive_scan(|a, b| a + b)";
    inspect: "inspect(|_| ())";
    interleave: "interleave(0..9)";
    interleave_shortest: "interleave_shortest(0..9)";
    intersperse: "intersperse(0)";
    map: "map(|n| n)";
    map_with: "map_with(0, |_, n| n)";
    map_init: "map_init(|| 0, |_, n| n)";
    panic_fuse: "panic_fuse()";
    positions: "positions(|_| true)";
    rev: "rev()";
    skip: "skip(1)";
    skip_any: "skip_any(1)";
    skip_any_while: "skip_any_while(|_| true)";
    step_by: "step_by(2)";
    take: "take(1)";
    take_any: "take_any(1)";
    take_any_while: "take_any_while(|_| true)";
    try_fold: "try_fold(|| 0, |a, _| Some(a))";
    try_fold_with: "try_fold_with(0, |a, _| Some(a))";
    update: "update(|_| ())";
    while_some: "map(Some).while_some()";
    with_max_len: "with_max_len(1)";
    with_min_len: "with_min_len(1)";
    zip: "zip(0..9)";
    zip_eq: "zip_eq(0..9)";
}
