//! What a thread allocates comes from its own part of glibc's heap, from a worker's first small block on, and whatever was collected before: to grow a
//! block of another part locks that.

#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]

mod common;

use common::pool;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use tine::ThreadPoolBuilder;
use tine::prelude::*;

/// A part of the heap lies between two multiples of this many bytes, but for that of the program's first thread, which is elsewhere.
const PART: usize = 64 << 20;

/// The parts in which small blocks lie that this thread allocates.
fn parts() -> Vec<usize> {
    let sizes = (0..4).flat_map(|_| (8..=120).step_by(16));
    let blocks: Vec<Vec<u8>> = sizes.map(Vec::with_capacity).collect();
    let mut parts: Vec<usize> = blocks
        .iter()
        .map(|block| block.as_ptr().addr() / PART)
        .collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

#[test]
fn small_blocks_are_a_workers_own() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let pool = ThreadPoolBuilder::new().num_threads(3).start_handler({
        let seen = Arc::clone(&seen);
        move |_| seen.lock().unwrap().push(parts())
    });
    let pool = pool.build().unwrap();
    pool.broadcast(|_| ());
    let mine = parts();
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 3);
    for theirs in &*seen {
        assert_eq!(theirs.len(), 1, "{theirs:?}");
        assert!(!mine.contains(&theirs[0]), "{theirs:?} {mine:?}");
    }
}

/// The part of the heap that is this thread's: that of a block too large to have been another thread's.
fn own_part() -> usize {
    thread_local! {
        static PART_OF_THIS: usize = {
            let block: Vec<u8> = Vec::with_capacity(4000);
            block.as_ptr().addr() / PART
        };
    }
    PART_OF_THIS.with(|part| *part)
}

#[test]
fn collecting_leaves_no_small_blocks_of_others() {
    let foreign = AtomicUsize::new(0);
    let word = |n: usize| {
        let mut word = n.to_string();
        word.push(',');
        if word.as_ptr().addr() / PART != own_part() {
            foreign.fetch_add(1, Relaxed);
        }
        word
    };
    let pool = pool(2);
    for _ in 0..200 {
        let text: String = pool.install(|| (0..1000).into_par_iter().map(word).collect());
        black_box(text);
        let lengths: Vec<usize> = pool.install(|| {
            let words = (0..1000).into_par_iter().map(word);
            words
                .filter(|word| word.len() > 2)
                .map(|word| word.len())
                .collect()
        });
        black_box(lengths);
    }
    assert_eq!(foreign.into_inner(), 0);
}
