//! What a drive leaves behind for the next one.

use super::super::sunk;
use super::{Rules, Site};
use std::time::{Duration, Instant};
use tine_core::ThreadPoolBuilder;

/// What blocks take: long enough for an announcement, however the machine rounds.
const LONG: Duration = Duration::from_millis(2);

fn pass(time: Duration) {
    let start = Instant::now();
    while start.elapsed() < time {
        std::hint::spin_loop();
    }
}

/// Whether a second drive at `site` is announced, after one of which others could have had a part unless `sunk`.
fn is_announced_again(site: Site, sunk: u64) -> bool {
    assert!(site.announces(), "nothing is known of it");
    let rules = Rules::new(100_000, 1, usize::MAX);
    let rules = Rules {
        bounds: rules.bounds.offered(),
        ..rules
    };
    rules.drive(site, |timer| {
        for _ in 0..3 {
            sunk::set(sunk);
            pass(LONG);
            timer.note(10);
            // A part that somebody else runs is waited for, and that counts as the others do.
            pass(LONG);
            timer.look();
        }
    });
    sunk::set(0);
    site.announces()
}

#[test]
fn what_was_sunk_is_no_reason_to_announce_a_loop_again() {
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    pool.expect("a pool").install(|| {
        assert!(is_announced_again(Site::of(0x1000 as *const ()), 0));
        assert!(!is_announced_again(
            Site::of(0x2000 as *const ()),
            sunk::WHOLE
        ));
        assert!(is_announced_again(
            Site::of(0x3000 as *const ()),
            sunk::WHOLE / 2
        ));
    });
}
