//! Whether two threads get a core each. The host of a virtual machine may let them share one for seconds at a time; then two threads of
//! any library take up to twice as long, and a contest says nothing.

use std::array;
use std::hint::black_box;
use std::thread;
use std::time::Instant;

/// So many steps take some milliseconds.
const STEPS: u64 = 2_000_000;
/// Two threads take less than so many times as long as one, if each has a core.
const SHARED: f64 = 1.3;
/// So often it is looked at; the median counts.
const LOOKS: usize = 3;

/// Whether they do just now, or there is only one anyway.
pub(crate) fn are_apart() -> bool {
    if thread::available_parallelism().map_or(1, usize::from) < 2 {
        return true;
    }
    let mut ratios: [f64; LOOKS] = array::from_fn(|_| {
        let one = seconds(|| {
            arithmetic(1);
        });
        // A thread that is new may be kept on its parent's processor for some time; tine's threads are not.
        let two = seconds(|| {
            tine::join(|| arithmetic(1), || arithmetic(2));
        });
        two / one
    });
    ratios.sort_by(f64::total_cmp);
    ratios[LOOKS / 2] < SHARED
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}

/// Chains that keep a core busy, with next to no memory.
fn arithmetic(seed: u64) -> u64 {
    let mut chains: [u64; 8] = array::from_fn(|i| seed + i as u64);
    for step in 0..STEPS {
        for chain in &mut chains {
            *chain = black_box(*chain ^ step).wrapping_add(*chain >> 3);
        }
    }
    black_box(chains.iter().fold(0, |sum, chain| sum ^ chain))
}
