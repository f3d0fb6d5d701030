//! The textbook's merge sort, with `join` in both of its steps: the halves are sorted at the same time, and so are the halves of
//! the result merged.
//!
//!     cargo run --release --example merge_sort
//!     cargo run --release --example merge_sort -- --n 10000000 --distribution few
//!     cargo run --release --example merge_sort -- --file Cargo.lock --chart lines.png

mod sorting;

use sorting::Sort;
use std::process::ExitCode;

/// Slices up to this length are sorted by insertion.
const SHORT: usize = 24;
/// Slices up to this length are not worth a fork, cheap as it is.
const ALONE: usize = 2000;

struct MergeSort;

impl Sort for MergeSort {
    const NAME: &'static str = "merge_sort";
    const STABLE: bool = true;

    fn sort<T: Copy + Ord + Send + Sync>(v: &mut [T]) {
        let mut buffer = v.to_vec();
        merge_sort(v, &mut buffer);
    }
}

/// Sorts `v`. `buffer` holds the same elements in the same order at first, and anything in the end.
fn merge_sort<T: Copy + Ord + Send + Sync>(v: &mut [T], buffer: &mut [T]) {
    if v.len() <= SHORT {
        return insertion_sort(v);
    }
    let middle = v.len() / 2;
    let (left, right) = v.split_at_mut(middle);
    let (left_buffer, right_buffer) = buffer.split_at_mut(middle);
    // What `v` and `buffer` are to this level, `buffer` and `v` are to the next: so nothing is copied but by merging.
    fork(
        left.len(),
        || merge_sort(left_buffer, left),
        || merge_sort(right_buffer, right),
    );
    merge(left_buffer, right_buffer, v);
}

/// Merges two sorted slices into `dest`. Of equal elements those of `left` come first.
fn merge<T: Copy + Ord + Send + Sync>(left: &[T], right: &[T], dest: &mut [T]) {
    if dest.len() <= ALONE {
        return merge_alone(left, right, dest);
    }
    // The element in the middle of the longer one, and where it would be in the other, cut both.
    let (from_left, from_right) = if left.len() >= right.len() {
        let middle = left.len() / 2;
        (middle, right.partition_point(|x| *x < left[middle]))
    } else {
        let middle = right.len() / 2;
        (left.partition_point(|x| *x <= right[middle]), middle)
    };
    let (left, left_rest) = left.split_at(from_left);
    let (right, right_rest) = right.split_at(from_right);
    let (dest, dest_rest) = dest.split_at_mut(from_left + from_right);
    tine::join(
        || merge(left, right, dest),
        || merge(left_rest, right_rest, dest_rest),
    );
}

fn merge_alone<T: Copy + Ord>(left: &[T], right: &[T], dest: &mut [T]) {
    let (mut i, mut j) = (0, 0);
    for place in dest {
        let from_left = j == right.len() || (i < left.len() && left[i] <= right[j]);
        *place = if from_left { left[i] } else { right[j] };
        i += usize::from(from_left);
        j += usize::from(!from_left);
    }
}

fn insertion_sort<T: Copy + Ord>(v: &mut [T]) {
    for i in 1..v.len() {
        let element = v[i];
        let mut hole = i;
        while hole > 0 && element < v[hole - 1] {
            v[hole] = v[hole - 1];
            hole -= 1;
        }
        v[hole] = element;
    }
}

/// Both closures: at the same time if it is worth it.
fn fork(len: usize, left: impl FnOnce() + Send, right: impl FnOnce() + Send) {
    if len > ALONE {
        tine::join(left, right);
    } else {
        left();
        right();
    }
}

fn main() -> ExitCode {
    sorting::main::<MergeSort>()
}
