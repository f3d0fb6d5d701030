//! Slices against std.

use super::{ParallelSlice, ParallelSliceMut};
use crate::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

#[test]
fn chunks_are_those_of_std() {
    for len in 0..40 {
        let mut v: Vec<usize> = (0..len).collect();
        for size in [1, 2, 3, 7, 39, 40, 1000, usize::MAX] {
            assert_eq!(v.par_chunks(size).len(), v.chunks(size).len());
            let chunks: Vec<_> = v.par_chunks(size).collect();
            assert_eq!(chunks, v.chunks(size).collect::<Vec<_>>());
            let expected: Vec<Vec<usize>> = v.chunks(size).map(<[usize]>::to_vec).collect();
            let chunks: Vec<_> = v.par_chunks_mut(size).map(|chunk| chunk.to_vec()).collect();
            assert_eq!(chunks, expected);
        }
    }
}

#[test]
#[should_panic(expected = "chunk_size must not be zero")]
fn chunks_of_nothing_are_refused() {
    let _ = [1, 2].par_chunks(0);
}

#[test]
#[should_panic(expected = "chunk_size must not be zero")]
fn exclusive_chunks_of_nothing_are_refused() {
    let _ = [1, 2].par_chunks_mut(0);
}

#[test]
fn every_item_is_reached_once() {
    let mut v = vec![0; 1000];
    v.par_iter_mut()
        .enumerate()
        .for_each(|(i, slot)| *slot += i);
    assert!(v.iter().copied().eq(0..1000));
}
