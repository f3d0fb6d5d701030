//! Edges of the algorithms that are iterators inside.

use super::blocks;
use crate::prelude::SliceAlgorithms;

#[test]
fn the_last_block_ends_where_all_end() {
    for len in [1, 255, 256, 257, usize::MAX] {
        let last = len.div_ceil(256) - 1;
        assert_eq!(blocks::nth(len, 256, last), last * 256..len);
    }
}

#[test]
#[should_panic(expected = "more elements than one vector can have")]
fn a_union_of_too_many_elements_is_refused() {
    [(); usize::MAX].par_union(&[()]);
}

#[test]
#[should_panic(expected = "more elements than one vector can have")]
fn a_merge_of_too_many_elements_is_refused() {
    [(); usize::MAX].par_merge(&[()]);
}
