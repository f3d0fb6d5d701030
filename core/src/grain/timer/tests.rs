//! What a drive says of itself in the end.

use super::super::Aim;
use super::super::sunk;
use super::{Notice, Rules, Site, Way, recall};
use crate::ThreadPoolBuilder;
use crate::base::clock;
use std::time::{Duration, Instant};

/// What a block takes.
const BLOCK: Duration = Duration::from_millis(2);
const BLOCKS: u32 = 3;

fn pass(time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {
        std::hint::spin_loop();
    }
}

/// How much of a drive others could have had, and how long it was, if so many of 256 parts are sunk and so many bytes written.
fn shared_and_whole(parts: u64, bytes: usize) -> (u64, u64) {
    let start = clock::ticks();
    let rules = Rules::new(100_000, 1, usize::MAX);
    let mut timer = rules.timer(Site::of(shared_and_whole as *const ()), 100_000);
    for _ in 0..BLOCKS {
        sunk::set(parts);
        pass(BLOCK);
        timer.note_written(10, bytes);
        // What somebody else runs is waited for, and is like the rest.
        pass(BLOCK);
        timer.look();
    }
    let shared = timer.to_share();
    sunk::set(0);
    (shared, clock::since(start))
}

#[test]
fn what_is_sunk_is_no_reason_to_announce_a_loop_again() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    pool.expect("a pool").install(|| {
        let least = clock::nanos(2 * u64::from(BLOCKS) * BLOCK.as_nanos() as u64) * 9 / 10;
        let (shared, whole) = shared_and_whole(0, 0);
        assert!((least..=whole).contains(&shared), "{shared} of {whole}");
        let (shared, whole) = shared_and_whole(sunk::WHOLE / 2, 0);
        assert!(
            (least / 4..=whole * 3 / 4).contains(&shared),
            "{shared} of {whole}"
        );
        assert_eq!(shared_and_whole(sunk::WHOLE, 0).0, 0);
    });
}

#[test]
fn what_is_written_as_fast_as_it_is_moved_is_no_reason_to_share() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    pool.expect("a pool").install(|| {
        // What is written in a block's time.
        let bytes = super::MOVED_PER_NS * BLOCK.as_nanos() as usize;
        // Much more than that, since a block may be interrupted.
        assert_eq!(shared_and_whole(0, 100 * bytes).0, 0);
        // An interrupted block has written less than could have been moved in its time; not so in most of some drives.
        let is_shared_in_part = |_: &u32| {
            let (shared, whole) = shared_and_whole(0, bytes * 9 / 10);
            (1..whole * 3 / 4).contains(&shared)
        };
        assert!((0..9).filter(is_shared_in_part).count() >= 5);
    });
}

/// What an item of a search is taken to have cost, of whose items the first `timed` ones were seen to take that long, before it ended after
/// some more time.
fn cost_of_search(timed: usize, took: Duration, more: Duration) -> Option<u64> {
    const LEN: usize = 1000;
    let site = Site::of(cost_of_search as *const ());
    let mut rules = Rules::new(LEN, 1, usize::MAX);
    rules.aim(Aim::Any, LEN);
    rules.drive(site, LEN, |timer| {
        assert_ne!(timer.step(LEN).way, Way::Whole);
        pass(took);
        timer.note(timed);
        pass(more);
    });
    recall::cost(site)
}

#[test]
fn a_search_that_ended_soon_was_not_cheap_for_that() {
    const LONG: Duration = Duration::from_millis(1);
    const NOTHING: Duration = Duration::ZERO;
    let ticks =
        |time: Duration, items: usize| super::per_item(items, clock::nanos(time.as_nanos() as u64));
    // On a thread of its own, which remembers nothing.
    let on_new_thread = |timed, took, more| {
        let cost = move || cost_of_search(timed, took, more);
        std::thread::spawn(cost)
            .join()
            .expect("no panic")
            .expect("noted")
    };
    // It had a thousand items, of which two took that long.
    assert!(on_new_thread(2, LONG, NOTHING) >= ticks(LONG, 2) * 9 / 10);
    // Two took nothing, and the rest that long.
    assert!(on_new_thread(2, NOTHING, LONG) >= ticks(LONG, 1000) * 9 / 10);
}

#[test]
fn of_blocks_that_are_short_by_demand_some_are_measured_for_all() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    pool.expect("a pool").install(|| {
        const COUNT: usize = 1_000;
        let blocks = |rules: &Rules| {
            let mut timer = rules.anew();
            let passed = |_: &usize| {
                let before = timer.last;
                timer.note(1);
                timer.last == before
            };
            let passed = (0..COUNT).filter(passed).count();
            (passed, timer.pace.done())
        };
        let mut single = Rules::new(COUNT, 1, 1);
        // However slow this machine is.
        single.patience.block = u64::MAX;
        let (passed, done) = blocks(&single);
        assert!(passed > COUNT / 2, "{passed}");
        assert!(done.abs_diff(COUNT) <= usize::from(super::PASSED), "{done}");
        // Others are as long as they can be: each is.
        let (_, done) = blocks(&Rules::new(COUNT, 1, COUNT));
        assert_eq!(done, COUNT);
    });
}

/// Who is told of what a drive of `LEN` items offers, all of which took so long the last time, if somebody could come in a millisecond.
fn told_of_drive(took: Duration, is_awake: bool) -> Notice {
    const LEN: usize = 20;
    let site = Site::of(told_of_drive as *const ());
    let ticks = clock::nanos(took.as_nanos() as u64);
    recall::note(site, recall::count_drive(), super::per_item(LEN, ticks), 0);
    let mut rules = Rules::new(LEN, 1, usize::MAX);
    rules.patience.alone = clock::micros(1_000);
    rules.lone = if is_awake { 0 } else { clock::micros(1_000) };
    let mut timer = rules.timer(site, LEN);
    assert_eq!(timer.step(LEN).way, Way::Offer);
    timer.told()
}

#[test]
fn nobody_is_woken_for_what_is_over_before_that_one_comes() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    pool.expect("a pool").install(|| {
        let (short, long) = (Duration::from_micros(100), Duration::from_millis(5));
        assert_eq!(told_of_drive(short, false), Notice::Silent);
        assert_eq!(told_of_drive(long, false), Notice::Quiet);
        assert_eq!(told_of_drive(short, true), Notice::Quiet);
    });
}
