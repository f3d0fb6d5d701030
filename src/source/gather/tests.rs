//! Which blocks are sampled, and what two samples say.

use super::{SAMPLE, SAMPLED_BLOCKS, SHORT, Samples};
use crate::iter::{IntoParallelIterator, ParallelIterator};
use crate::plumbing::sunk;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// The numbers of the blocks that are sampled, of so many, each of `most` items, if every sample gains `gain`.
fn sampled(blocks: u32, most: Option<usize>, gain: u64) -> Vec<u32> {
    let mut samples = Samples::of(0, ());
    let mut due = |_: &u32| {
        let due = samples.begin(most);
        if due {
            samples.note(gain);
        }
        due
    };
    (1..=blocks).filter(|block| due(block)).collect()
}

#[test]
fn ever_fewer_blocks_are_sampled_and_then_every_so_many() {
    sunk::set(sunk::WHOLE);
    let wanted: Vec<u32> = [1, 2, 4, 8]
        .into_iter()
        .chain((16..=96).step_by(16))
        .collect();
    assert_eq!(SAMPLED_BLOCKS, 16, "as the numbers above");
    assert_eq!(sampled(100, None, 0), wanted);
    assert_eq!(sampled(100, Some(SHORT + 1), 0), wanted);
    assert_eq!(sampled(100, Some(SAMPLE - 1), 0), wanted);
}

#[test]
fn of_short_blocks_only_the_first_is_sampled() {
    sunk::set(sunk::WHOLE);
    assert_eq!(sampled(100, Some(SAMPLE), 0), [1]);
    assert_eq!(sampled(100, Some(SHORT), 0), [1]);
}

#[test]
fn a_gain_is_believed_the_second_time() {
    sunk::set(sunk::WHOLE);
    let mut samples = Samples::of(0, ());
    assert!(samples.begin(None));
    samples.note(100);
    assert_eq!(sunk::get(), sunk::WHOLE, "it may have been interrupted");
    assert!(samples.begin(Some(SHORT)), "doubted, so the next one, too");
    samples.note(90);
    assert_eq!(sunk::get(), sunk::WHOLE - 90);
    // Then each counts at once.
    samples.note(50);
    assert_eq!(sunk::get(), sunk::WHOLE - 50);
    samples.note(0);
    assert_eq!(sunk::get(), sunk::WHOLE);
}

#[test]
fn a_gain_is_forgotten_if_the_next_sample_shows_none() {
    sunk::set(sunk::WHOLE);
    let mut samples = Samples::of(0, ());
    assert!(samples.begin(None));
    samples.note(256);
    assert!(samples.begin(None));
    samples.note(0);
    assert_eq!(sunk::get(), sunk::WHOLE);
    assert!(!samples.begin(None), "the third block is not due");
}

#[test]
fn the_drive_around_it_goes_on_with_what_it_had() {
    for len in [0, 1, 5, 100, 10_000] {
        sunk::set(7);
        let set: HashSet<usize> = (0..len).into_par_iter().collect();
        assert_eq!((set.len(), sunk::get()), (len, 7));
    }
}

#[test]
fn parts_of_other_drives_change_nothing_of_that() {
    let over = AtomicBool::new(false);
    let others = || {
        // An end in any case, should the other thread panic.
        for n in 0..1_000_000_u64 {
            if over.load(Ordering::Relaxed) {
                break;
            }
            (0..100_000 + n).into_par_iter().sum::<u64>();
        }
    };
    thread::scope(|scope| {
        scope.spawn(others);
        let kept = (0..200).all(|_| {
            sunk::set(7);
            let set: HashSet<usize> = (0..10_000_usize).into_par_iter().collect();
            set.len() == 10_000 && sunk::get() == 7
        });
        over.store(true, Ordering::Relaxed);
        assert!(kept);
    });
}
