//! Laws of sorting, against std, for all patterns, comparisons and panics, on pools of several widths.

mod ahead;
mod nearly;
mod order;
mod panics;
mod places;
mod teeth;

use tine_core::ThreadPoolBuilder;
use tine_core::engine::rng::Rng;

const LENGTHS: [usize; 7] = [0, 1, 2, 100, 2047, 2048, 30_001];

/// Alone and in company; other widths show the address sanitizer, which is slow, nothing new.
const WIDTHS: &[usize] = if cfg!(tine_plain) {
    &[1, 3]
} else {
    &[1, 2, 3, 8]
};

/// Runs `check` in pools of several widths.
fn in_pools(check: impl Fn() + Sync) {
    for &threads in WIDTHS {
        in_a_pool(threads, &check);
    }
}

/// The same in one.
fn in_a_pool(threads: usize, check: impl Fn() + Sync) {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("a pool").install(&check);
}

/// Inputs of `len` numbers: noise, few values and others behind them, runs up and down, nearly sorted, a saw, all the same.
fn patterns(len: usize) -> Vec<Vec<u32>> {
    let rng = Rng::new(len as u64);
    let noise = |bound: usize| (0..len).map(|_| rng.below(bound) as u32).collect();
    let mut nearly: Vec<u32> = (0..len as u32).collect();
    for _ in 0..len / 50 {
        nearly.swap(rng.below(len), rng.below(len));
    }
    // Some values are frequent, and as many elements are rare.
    let rare = |n: usize| if n.is_multiple_of(2) { n } else { n % 40 };
    let zipf = (0..len).map(|_| rare(rng.below(1 << 30)) as u32).collect();
    // There are few values, and then come others: some, or too many to be few.
    let late = |others: usize| {
        let number = |i: usize| match i % 797 {
            796 => 10 + i / 797 % others,
            _ => rng.below(3),
        };
        (0..len).map(|i| number(i) as u32).collect()
    };
    let up = (0..len as u32).collect();
    let down = (0..len as u32).rev().collect();
    let saw = (0..len as u32).map(|i| i % 1000).collect();
    let hill = (0..len as u32).map(|i| i.min(len as u32 - i)).collect();
    vec![
        noise(1 << 30),
        noise(3),
        late(2),
        late(9),
        zipf,
        nearly,
        up,
        down,
        saw,
        hill,
        vec![7; len],
    ]
}

/// Which elements there are.
fn sorted(mut v: Vec<u32>) -> Vec<u32> {
    v.sort_unstable();
    v
}

/// A large element, which would be dropped twice if it were there twice.
type Large = (Box<u32>, [u64; 15]);

fn large(v: &[u32]) -> Vec<Large> {
    v.iter().map(|&n| (Box::new(n), [1; 15])).collect()
}

fn small(v: Vec<Large>) -> Vec<u32> {
    v.into_iter().map(|element| *element.0).collect()
}
