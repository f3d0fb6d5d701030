//! Laws of elements that are brought into the order of a hash table's places.

use super::{Census, Citizen, Engine, blows, cases, fuse, numbers, roll};
use crate::sort::by_place;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tine_core::ThreadPoolBuilder;

/// What takes so many bytes a place is far away from any cache.
const PLACE: usize = 1 << 12;

fn hash(number: u32) -> u64 {
    u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32
}

#[test]
fn equal_hashes_keep_their_order() {
    cases(|rng, len| {
        let width = 1 + rng.below(20) as u32;
        let v = numbers(rng, len, 1 << rng.below(31));
        let pairs: Vec<(u32, usize)> = v.into_iter().zip(0..).collect();
        let bytes = PLACE << width;
        let dealt = by_place(Engine, pairs.clone(), width, bytes, &|pair: &(
            u32,
            usize,
        )| {
            hash(pair.0)
        });
        for (number, _) in &pairs {
            let of = |v: &[(u32, usize)]| -> Vec<usize> {
                let equal = v.iter().filter(|pair| pair.0 == *number);
                equal.map(|pair| pair.1).collect()
            };
            assert_eq!(of(&dealt), of(&pairs));
        }
        assert_eq!(dealt.len(), pairs.len());
    });
}

#[test]
fn places_ascend_where_hashes_differ() {
    // A pool of one thread leaves all as it is.
    let pool = ThreadPoolBuilder::new().num_threads(2).build();
    pool.expect("a pool").install(|| {
        let v: Vec<u32> = (0..5000).collect();
        let width = 13;
        let dealt = by_place(Engine, v.clone(), width, PLACE << width, &|number| {
            hash(*number)
        });
        assert_ne!(dealt, v);
        // Eight places to a part: 32 KiB.
        let part = |number: &u32| (hash(*number) & ((1 << width) - 1)) >> 3;
        assert!(dealt.is_sorted_by_key(part));
        let alike = by_place(Engine, v.clone(), width, PLACE << width, &|number| {
            hash(*number % 7)
        });
        assert_eq!(alike, v);
    });
}

#[test]
fn a_panic_of_a_hash_loses_nothing() {
    cases(|rng, len| {
        let census = Census::default();
        let citizens = census.citizens(&numbers(rng, len, 1 << 30));
        let fuse = fuse(rng.below(2 * len + 40));
        let mut dealt = Vec::new();
        let hash = |citizen: &Citizen<'_>| {
            fuse();
            hash(citizen.number)
        };
        let blown = blows(|| dealt = by_place(Engine, citizens, 12, PLACE << 12, &hash));
        assert_eq!(census.count(), if blown { 0 } else { len });
        assert_eq!(roll(&dealt).len(), dealt.len());
        drop(dealt);
        assert_eq!(census.count(), 0);
    });
}

#[test]
fn a_hash_without_sense_loses_nothing() {
    cases(|rng, len| {
        let census = Census::default();
        let v = numbers(rng, len, 1 << 30);
        let seed = rng.below(1 << 30) as u64;
        let calls = AtomicU64::new(seed);
        let hash = |_: &Citizen<'_>| {
            // Relaxed: any number will do.
            let call = calls.fetch_add(1, Relaxed);
            call.wrapping_mul(0x5851_F42D_4C95_7F2D)
        };
        let dealt = by_place(Engine, census.citizens(&v), 12, PLACE << 12, &hash);
        let mut sorted = v;
        sorted.sort_unstable();
        assert_eq!(roll(&dealt), sorted);
    });
}
