//! Slices against std.

use super::{ParallelSlice, ParallelSliceMut};
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    IntoParallelRefMutIterator, ParallelIterator,
};
use crate::plumbing::{Producer, ProducerCallback};
use std::borrow::Cow;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

/// Cuts a producer in three at every pair of places, and walks the parts in both directions.
struct EveryCut<'e, I> {
    iter: &'e I,
    at: (usize, usize),
}

impl<T, I> ProducerCallback<T> for EveryCut<'_, I>
where
    T: PartialEq + Debug,
    I: DoubleEndedIterator<Item = T> + ExactSizeIterator + Clone,
{
    type Output = ();

    fn callback<P: Producer<Item = T>>(self, producer: P) {
        let (i, j) = self.at;
        let (left, rest) = producer.split_at(i);
        let (mid, right) = rest.split_at(j - i);
        let expected: Vec<T> = self.iter.clone().collect();
        let mut found: Vec<T> = left.into_iter().collect();
        let mid = mid.into_iter();
        assert_eq!(mid.len(), j - i);
        let mut reversed: Vec<T> = mid.rev().collect();
        reversed.reverse();
        found.extend(reversed);
        found.extend(right.into_iter());
        assert_eq!(found, expected);
    }
}

fn every_cut<I, S>(par_iter: &I, iter: S)
where
    I: IndexedParallelIterator<Item: PartialEq + Debug> + Clone,
    S: DoubleEndedIterator<Item = I::Item> + ExactSizeIterator + Clone,
{
    let len = iter.len();
    assert_eq!(par_iter.len(), len);
    assert_eq!(par_iter.opt_len(), Some(len));
    assert_eq!(
        par_iter.clone().collect::<Vec<_>>(),
        iter.clone().collect::<Vec<_>>()
    );
    for i in 0..=len {
        for j in i..=len {
            let at = (i, j);
            par_iter.clone().with_producer(EveryCut { iter: &iter, at });
        }
    }
}

#[test]
fn pieces_are_those_of_std_wherever_they_are_cut() {
    for len in 0..12 {
        let v: Vec<usize> = (0..len).collect();
        for size in [1, 2, 3, 5, 12, usize::MAX] {
            every_cut(&v.par_chunks(size), v.chunks(size));
            every_cut(&v.par_chunks_exact(size), v.chunks_exact(size));
            every_cut(&v.par_rchunks(size), v.rchunks(size));
            every_cut(&v.par_rchunks_exact(size), v.rchunks_exact(size));
            every_cut(&v.par_windows(size), v.windows(size));
            let exact = v.par_chunks_exact(size);
            assert_eq!(exact.remainder(), v.chunks_exact(size).remainder());
            let exact = v.par_rchunks_exact(size);
            assert_eq!(exact.remainder(), v.rchunks_exact(size).remainder());
        }
        let pairs = v.windows(2).map(|pair| pair.first_chunk().unwrap());
        every_cut(&v.par_array_windows::<2>(), pairs);
    }
}

#[test]
fn exclusive_pieces_are_those_of_std() {
    for len in 0..40 {
        let mut v: Vec<usize> = (0..len).collect();
        let (mut u, mut w) = (v.clone(), v.clone());
        for size in [1, 2, 3, 7, 39, 40] {
            let to_vecs = |pieces: Vec<&mut [usize]>| -> Vec<Vec<usize>> {
                pieces.into_iter().map(|piece| piece.to_vec()).collect()
            };
            let ours = to_vecs(v.par_chunks_exact_mut(size).collect());
            assert_eq!(ours, to_vecs(u.chunks_exact_mut(size).collect()));
            let ours = to_vecs(v.par_rchunks_mut(size).collect());
            assert_eq!(ours, to_vecs(u.rchunks_mut(size).collect()));
            let ours = to_vecs(v.par_rchunks_exact_mut(size).collect());
            assert_eq!(ours, to_vecs(u.rchunks_exact_mut(size).collect()));
            let mut pieces = v.par_rchunks_exact_mut(size);
            assert_eq!(
                pieces.remainder(),
                u.rchunks_exact_mut(size).into_remainder()
            );
            let taken = pieces.take_remainder();
            assert_eq!(taken, w.rchunks_exact_mut(size).into_remainder());
            assert!(pieces.remainder().is_empty() && pieces.into_remainder().is_empty());
            let mut pieces = v.par_chunks_exact_mut(size);
            let rest = u.chunks_exact_mut(size).into_remainder();
            assert_eq!(pieces.remainder(), rest);
            assert_eq!(pieces.take_remainder(), rest);
            assert!(pieces.remainder().is_empty() && pieces.into_remainder().is_empty());
        }
    }
}

/// Slices with many, few and no zeros.
fn with_zeros() -> impl Iterator<Item = Vec<usize>> {
    let sparse = |every: usize| move |n: usize| if n % every == every - 1 { 0 } else { n };
    let lens = [0, 1, 2, 3, 10, 100, 2000];
    lens.into_iter().flat_map(move |len| {
        [1, 2, 3, 30, 1500].map(move |every| (0..len).map(sparse(every)).collect())
    })
}

#[test]
fn parts_are_those_of_std() {
    let zero = |n: &usize| *n == 0;
    for mut v in with_zeros() {
        let mut u = v.clone();
        let ours: Vec<_> = v.par_split(zero).collect();
        assert_eq!(ours, v.split(zero).collect::<Vec<_>>());
        let ours: Vec<_> = v.par_split_inclusive(zero).collect();
        assert_eq!(ours, v.split_inclusive(zero).collect::<Vec<_>>());
        let ours: Vec<_> = v.par_chunk_by(|a, b| a < b).collect();
        assert_eq!(ours, v.chunk_by(|a, b| a < b).collect::<Vec<_>>());
        let ours: Vec<_> = v.par_split_mut(zero).collect();
        assert_eq!(ours, u.split_mut(zero).collect::<Vec<_>>());
        let ours: Vec<_> = v.par_split_inclusive_mut(zero).collect();
        assert_eq!(ours, u.split_inclusive_mut(zero).collect::<Vec<_>>());
        let ours: Vec<_> = v.par_chunk_by_mut(|a, b| a < b).collect();
        assert_eq!(ours, u.chunk_by_mut(|a, b| a < b).collect::<Vec<_>>());
    }
}

#[test]
fn early_ends_end_parts() {
    let v = vec![0; 1000];
    assert!(v.par_split(|n| *n == 0).any(|part| part.is_empty()));
    assert_eq!(v.par_split(|n| *n == 0).take_any(10).count(), 10);
}

#[test]
#[should_panic(expected = "window_size must not be zero")]
fn windows_of_nothing_have_no_length() {
    let _ = [1, 2].par_windows(0).len();
}

#[test]
fn shared_slices_are_walked() {
    fn sum<C>(numbers: &C) -> i32
    where
        for<'c> &'c C: IntoParallelIterator<Item = &'c i32>,
    {
        numbers.par_iter().sum()
    }
    let shared: Arc<[i32]> = Arc::from([1, 2, 3]);
    let local: Rc<[i32]> = Rc::from([1, 2, 3]);
    let owned: Cow<'_, [i32]> = Cow::Owned(vec![1, 2, 3]);
    assert_eq!((sum(&shared), sum(&local), sum(&owned)), (6, 6, 6));
}

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
