//! Laws of the order in which large tables are filled.

use super::{Places, Shared, are_alike, can_scatter, scatter};
use crate::ThreadPoolBuilder;
use tine_core::engine::rng::Rng;

/// Runs `check` in pools of several widths.
fn in_pools(check: impl Fn() + Sync) {
    for threads in [1, 2, 3, 8] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(&check);
    }
}

#[test]
fn places_are_those_of_a_stable_sort() {
    in_pools(|| {
        let rng = Rng::new(1);
        for len in (0..300).chain([5000]) {
            let width = 1 + rng.below(32) as u32;
            let bits = rng.below(width.min(11) as usize + 1) as u32;
            let places = Places {
                width,
                bits,
                are_far: true,
            };
            let spread = 1 << rng.below(33);
            let hashes: Vec<u32> = (0..len).map(|_| rng.below(spread) as u32).collect();
            let mut to = hashes.clone();
            places.settle(&mut to);
            let mut expected: Vec<usize> = (0..len).collect();
            expected.sort_by_key(|&index| {
                let low = u64::from(hashes[index]) & ((1 << width) - 1);
                low >> (width - bits)
            });
            assert!(expected.iter().map(|&index| to[index] as usize).eq(0..len));
        }
    });
}

fn elements_go_to_their_places<const N: usize>() {
    let len = 1000;
    let mut source: Vec<[u64; N]> = (0..len).map(|i| [i as u64; N]).collect();
    let mut dest = vec![[0; N]; len];
    let to: Vec<u32> = (0..len as u32).map(|i| i * 7 % len as u32).collect();
    let (from, into) = (
        Shared::of(source.as_mut_ptr()),
        Shared::of(dest.as_mut_ptr()),
    );
    // SAFETY: (1) and (2) as many rows of a size that is known. (3) 7 and 1000 have no common divisor.
    unsafe { scatter(from, into, 8 * N, &to) };
    for (i, &place) in to.iter().enumerate() {
        assert_eq!(dest[place as usize], [i as u64; N]);
    }
}

#[test]
fn rows_of_all_sizes_go_to_their_places() {
    in_pools(|| {
        elements_go_to_their_places::<1>();
        elements_go_to_their_places::<2>();
        elements_go_to_their_places::<4>();
    });
    let can = [(8, 4), (16, 8), (32, 8), (8, 1), (24, 8), (0, 4)].map(|(s, a)| can_scatter(s, a));
    assert_eq!(can, [true, true, true, false, false, false]);
}

#[test]
fn equal_hashes_are_seen() {
    let hash = |number: u32| number.wrapping_mul(0x9E37_79B9) >> 3;
    let different: Vec<u32> = (0..1000).map(hash).collect();
    assert!(!are_alike(&different));
    let alike: Vec<u32> = (0..1000).map(|number| hash(number % 900)).collect();
    assert!(are_alike(&alike));
}

#[test]
fn small_tables_and_lone_threads_are_left_alone() {
    let pool = |threads| {
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool")
    };
    let far = |threads, len| {
        let places = pool(threads).install(|| Places::of(len, 16));
        places.map(|places| places.are_far)
    };
    assert_eq!(far(2, 20_000), Some(true));
    assert_eq!(far(2, 6_000), Some(false));
    assert_eq!(far(1, 20_000), None);
    assert_eq!(far(2, 100), None);
    assert_eq!(far(2, usize::MAX), None);
}
