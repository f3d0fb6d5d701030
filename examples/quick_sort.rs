//! The textbook's quicksort: what is less than some element goes left, what is greater goes right, and `join` sorts both sides at
//! the same time.
//!
//!     cargo run --release --example quick_sort
//!     cargo run --release --example quick_sort -- --n 10000000 --distribution nearly
//!     cargo run --release --example quick_sort -- --file Cargo.lock --chart lines.png

#[path = "common/partition.rs"]
mod partition;
mod sorting;

use partition::partition;
use sorting::Sort;
use std::process::ExitCode;

/// Slices up to this length are sorted by insertion.
const SHORT: usize = 24;
/// Slices up to this length are not worth a fork, cheap as it is.
const ALONE: usize = 2000;

struct QuickSort;

impl Sort for QuickSort {
    const NAME: &'static str = "quick_sort";
    const STABLE: bool = false;

    fn sort<T: Copy + Ord + Send + Sync>(v: &mut [T]) {
        // Twice as many levels as good pivots need.
        let levels = 2 * v.len().max(1).ilog2();
        quick_sort(v, levels);
    }
}

/// Sorts `v` by so many levels of partitions at most.
fn quick_sort<T: Copy + Ord + Send>(v: &mut [T], levels: u32) {
    if v.len() <= SHORT {
        return insertion_sort(v);
    }
    if levels == 0 {
        return heap_sort(v);
    }
    let pivot = pivot(v);
    let (less, greater) = partition(v, pivot);
    fork(
        less.len().min(greater.len()),
        || quick_sort(less, levels - 1),
        || quick_sort(greater, levels - 1),
    );
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

/// About the median: the median of three medians of three.
fn pivot<T: Copy + Ord>(v: &[T]) -> T {
    let median = |a: T, b: T, c: T| a.min(b).max(a.max(b).min(c));
    let step = v.len() / 9;
    let of_three = |i: usize| median(v[i * step], v[(i + 1) * step], v[(i + 2) * step]);
    median(of_three(0), of_three(3), of_three(6))
}

/// For slices that have had bad pivots: never takes longer than n log n.
fn heap_sort<T: Copy + Ord>(v: &mut [T]) {
    for root in (0..v.len() / 2).rev() {
        sift_down(v, root);
    }
    for end in (1..v.len()).rev() {
        v.swap(0, end);
        sift_down(&mut v[..end], 0);
    }
}

/// Lets an element sink below all that are greater.
fn sift_down<T: Copy + Ord>(heap: &mut [T], mut node: usize) {
    loop {
        let mut greatest = node;
        for child in [2 * node + 1, 2 * node + 2] {
            if child < heap.len() && heap[greatest] < heap[child] {
                greatest = child;
            }
        }
        if greatest == node {
            return;
        }
        heap.swap(node, greatest);
        node = greatest;
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

fn main() -> ExitCode {
    sorting::main::<QuickSort>()
}
