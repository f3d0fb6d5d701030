//! The types of the sources can stand in structs of others that know nothing about their items, and be cloned and printed there.
#![expect(dead_code, reason = "types that only have to compile")]

use std::fmt::Debug;
use tine::collections::{
    binary_heap, btree_map, btree_set, hash_map, hash_set, linked_list, vec_deque,
};
use tine::prelude::*;
use tine::{array, option, range, range_inclusive, result, slice, vec};

/// Whatever borrows and can be made twice.
#[derive(Debug)]
pub struct Shared<'a, K, T> {
    iter: slice::Iter<'a, T>,
    chunks: (slice::Chunks<'a, T>, slice::ChunksExact<'a, T>),
    rchunks: (slice::RChunks<'a, T>, slice::RChunksExact<'a, T>),
    windows: (slice::Windows<'a, T>, slice::ArrayWindows<'a, T, 2>),
    option: option::Iter<'a, T>,
    result: result::Iter<'a, T>,
    maps: (btree_map::Iter<'a, K, T>, hash_map::Iter<'a, K, T>),
    sets: (btree_set::Iter<'a, T>, hash_set::Iter<'a, T>),
    heap: binary_heap::Iter<'a, T>,
    list: linked_list::Iter<'a, T>,
    deque: vec_deque::Iter<'a, T>,
}

impl<K, T> Clone for Shared<'_, K, T> {
    fn clone(&self) -> Self {
        Shared {
            iter: self.iter.clone(),
            chunks: self.chunks.clone(),
            rchunks: self.rchunks.clone(),
            windows: self.windows.clone(),
            option: self.option.clone(),
            result: self.result.clone(),
            maps: self.maps.clone(),
            sets: self.sets.clone(),
            heap: self.heap.clone(),
            list: self.list.clone(),
            deque: self.deque.clone(),
        }
    }
}

/// Whatever borrows for itself alone.
#[derive(Debug)]
pub struct Exclusive<'a, K, T> {
    iter: slice::IterMut<'a, T>,
    chunks: (slice::ChunksMut<'a, T>, slice::ChunksExactMut<'a, T>),
    rchunks: (slice::RChunksMut<'a, T>, slice::RChunksExactMut<'a, T>),
    option: option::IterMut<'a, T>,
    result: result::IterMut<'a, T>,
    maps: (btree_map::IterMut<'a, K, T>, hash_map::IterMut<'a, K, T>),
    list: linked_list::IterMut<'a, T>,
    deque: vec_deque::IterMut<'a, T>,
}

/// Whatever removes.
#[derive(Debug)]
pub struct Drained<'a, K, T> {
    vec: vec::Drain<'a, T>,
    map: hash_map::Drain<'a, K, T>,
    set: hash_set::Drain<'a, T>,
    heap: binary_heap::Drain<'a, T>,
    deque: vec_deque::Drain<'a, T>,
}

/// Whatever owns.
#[derive(Debug, Clone)]
pub struct Owned<T> {
    vec: vec::IntoIter<T>,
    array: array::IntoIter<T, 3>,
    option: option::IntoIter<T>,
    result: result::IntoIter<T>,
    heap: binary_heap::IntoIter<T>,
    list: linked_list::IntoIter<T>,
    deque: vec_deque::IntoIter<T>,
    ranges: (range::Iter<T>, range_inclusive::Iter<T>),
}

/// Whatever owns keys.
#[derive(Debug)]
pub struct Keyed<K, T> {
    maps: (btree_map::IntoIter<K, T>, hash_map::IntoIter<K, T>),
    sets: (btree_set::IntoIter<T>, hash_set::IntoIter<T>),
}

/// What a function may ask of a slice's pieces without knowing that they can be shared among threads.
fn rests<'a, T>(
    exact: &slice::ChunksExact<'a, T>,
    exact_mut: &mut slice::ChunksExactMut<'a, T>,
) -> (&'a [T], &'a mut [T]) {
    (exact.remainder(), exact_mut.take_remainder())
}

/// Compiles if all of them can be printed wherever their items can.
fn prints<T: Debug>() {
    fn is_debug<D: Debug>() {}
    is_debug::<Shared<'_, T, T>>();
    is_debug::<Exclusive<'_, T, T>>();
    is_debug::<Drained<'_, T, T>>();
    is_debug::<Owned<T>>();
    is_debug::<Keyed<T, T>>();
}

#[test]
fn a_generic_struct_without_bounds_holds_and_clones_an_iterator() {
    struct Mine<'a, T> {
        iter: slice::Iter<'a, T>,
    }
    impl<T> Clone for Mine<'_, T> {
        fn clone(&self) -> Self {
            let iter = self.iter.clone();
            Mine { iter }
        }
    }
    prints::<i32>();
    let mine = Mine {
        iter: [2, 3, 5].par_iter(),
    };
    assert_eq!(mine.clone().iter.sum::<i32>(), mine.iter.sum());
}

#[test]
fn what_is_left_over_is_there_without_bounds() {
    let mut items = [1, 2, 3, 4, 5];
    let copy = items;
    let (rest, rest_mut) = rests(
        &copy.par_chunks_exact(2),
        &mut items.par_chunks_exact_mut(3),
    );
    assert_eq!((rest, rest_mut), (&[5][..], &mut [4, 5][..]));
}
