//! What `filter` and `filter_map` leave of a vector's items is collected in the vector's memory where the slots fit, as in std, and so are results and
//! options that are made of them; nothing is lost on the way, and few items do not keep much memory.

mod common;

use common::ledger::{Ledger, Token};
use common::watchdog::watchdog;
use common::{boom, caught, pool};
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine::prelude::*;

/// Each access takes long under the sanitizer that looks for races.
const LENGTHS: &[usize] = match cfg!(tine_tsan) {
    true => &[0, 1, 2, 7, 100, 1_000],
    false => &[0, 1, 2, 7, 63, 64, 65, 320, 321, 1_000, 10_000, 1_000_000],
};

/// One in how many is left; or how many are left for one that is not, if negative.
const SHARES: &[i64] = &[1, 2, 3, 40, 1_000, -3, -40, -1_000];

/// Runs `test` in pools of several sizes.
fn in_pools(test: impl Fn() + Send + Sync) {
    let _dog = watchdog();
    for size in [1, 2, 3, 16] {
        pool(size).install(&test);
    }
}

/// The same number for the same one, and no order in them.
fn mixed(n: u64) -> u64 {
    let n = (n + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (n ^ n >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 8
}

fn is_left(n: u64, share: i64) -> bool {
    match share {
        1.. => mixed(n).is_multiple_of(share.unsigned_abs()),
        _ => !mixed(n).is_multiple_of(share.unsigned_abs()),
    }
}

#[test]
fn what_is_left_is_that_of_std_in_the_same_memory() {
    in_pools(|| {
        for &len in LENGTHS {
            for &share in SHARES {
                let numbers = || (0..len as u64).collect::<Vec<_>>();
                let left = |n: &u64| is_left(*n, share);
                let expected: Vec<u64> = numbers().into_iter().filter(left).collect();
                let ours = numbers();
                let place = ours.as_ptr().addr();
                let ours: Vec<u64> = ours.into_par_iter().filter(left).collect();
                assert_eq!(ours, expected);
                if ours.len() >= len.div_ceil(4) {
                    assert_eq!(ours.as_ptr().addr(), place);
                }
                // Between others, made into something else, and left out twice.
                let ours: Vec<f64> = numbers()
                    .into_par_iter()
                    .map(|n| n as i64)
                    .filter(|&n| left(&(n as u64)))
                    .filter_map(|n| (n % 3 != 0).then_some(n - 1))
                    .map(|n| n as f64)
                    .collect();
                let expected = expected.iter().filter(|&&n| n % 3 != 0);
                assert!(ours.into_iter().eq(expected.map(|&n| n as f64 - 1.0)));
            }
        }
    });
}

#[test]
fn texts_are_left_and_others_dropped() {
    in_pools(|| {
        for &len in LENGTHS.iter().filter(|&&len| len <= 10_000) {
            for &share in SHARES {
                let texts = || (0..len as u64).map(|n| n.to_string()).collect::<Vec<_>>();
                let left = |text: &String| is_left(text.parse().unwrap(), share);
                let expected: Vec<String> = texts().into_iter().filter(left).collect();
                let ours: Vec<String> = texts().into_par_iter().filter(left).collect();
                assert_eq!(ours, expected);
                let lengths: Vec<Vec<u8>> = (texts().into_par_iter())
                    .filter_map(|text| left(&text).then(|| text.into_bytes()))
                    .collect();
                assert!(
                    lengths
                        .iter()
                        .eq(expected.iter().map(|text| text.as_bytes()))
                );
            }
        }
    });
}

#[test]
fn slots_that_do_not_fit_are_made_anew() {
    in_pools(|| {
        for &len in LENGTHS {
            let numbers = || (0..len as u64).collect::<Vec<_>>();
            let odd = || (0..len as u64).filter(|n| n % 2 == 1);
            let short = numbers().into_par_iter().filter(|n| n % 2 == 1);
            let short: Vec<u32> = short.map(|n| n as u32).collect();
            assert!(short.into_iter().eq(odd().map(|n| n as u32)));
            let long = numbers().into_par_iter();
            let long: Vec<u128> = long
                .filter_map(|n| (n % 2 == 1).then_some(n.into()))
                .collect();
            assert!(long.into_iter().eq(odd().map(u128::from)));
            // As large, but not aligned like that.
            let pairs = numbers().into_par_iter();
            let pairs: Vec<[u32; 2]> = pairs
                .filter_map(|n| (n % 2 == 1).then_some([n as u32; 2]))
                .collect();
            assert!(pairs.into_iter().eq(odd().map(|n| [n as u32; 2])));
            let nothing = vec![(); len].into_par_iter().filter(|()| true);
            assert_eq!(nothing.collect::<Vec<()>>().len(), len);
            // An option that is as large as what is in it, and one that is not.
            let some = (0..len as u64).map(NonZeroU64::new).collect::<Vec<_>>();
            let some: Vec<NonZeroU64> = some.into_par_iter().filter_map(|n| n).collect();
            assert!(some.iter().map(|n| n.get()).eq(1..(len as u64).max(1)));
        }
    });
}

#[test]
fn few_items_do_not_keep_much_memory() {
    in_pools(|| {
        let numbers: Vec<u64> = (0..100_000).collect();
        let few: Vec<u64> = numbers.into_par_iter().filter(|n| n % 100 == 7).collect();
        assert!(few.iter().copied().eq((0..1_000).map(|n| n * 100 + 7)));
        assert!(few.capacity() < 2_000, "{}", few.capacity());
        let mut numbers = Vec::with_capacity(1_000_000);
        numbers.extend(0..1_000_u64);
        let most: Vec<u64> = numbers.into_par_iter().filter(|n| n % 100 != 7).collect();
        assert!(most.capacity() < 2_000, "{}", most.capacity());
    });
}

#[test]
fn what_is_behind_the_result_is_added_to() {
    let numbers: Vec<u64> = (0..1_000).collect();
    let mut all = vec![7];
    all.par_extend(numbers.into_par_iter().filter(|n| n % 2 == 0));
    assert_eq!(all[0], 7);
    assert!(all[1..].iter().copied().eq((0..500).map(|n| n * 2)));
}

/// What `Token`s are made into: as large, and dropped elsewhere.
struct Made(Token);

#[test]
fn nothing_is_lost_whichever_item_panics() {
    in_pools(|| {
        for len in [1, 10, 2_000] {
            for bad in (0..len).step_by(len / 20 + 1) {
                let ledger = Ledger::default();
                let make = |token: Token| {
                    if token.number == bad {
                        boom(bad);
                    }
                    (token.number % 3 != 1).then_some(Made(token))
                };
                let tokens = ledger.tokens(len);
                let made = || tokens.into_par_iter().filter_map(make).collect::<Vec<_>>();
                assert_eq!(caught(made), bad);
                ledger.all_dropped_once();
            }
            let ledger = Ledger::default();
            let left = |token: &Token| token.number % 3 != 1;
            let left = ledger.tokens(len).into_par_iter().filter(left);
            let left: Vec<Made> = left.map(Made).collect();
            let expected = (0..len).filter(|number| number % 3 != 1);
            assert!(left.iter().map(|made| made.0.number).eq(expected));
            drop(left);
            ledger.all_dropped_once();
        }
    });
}

#[test]
fn results_of_all_items_are_in_the_same_memory() {
    in_pools(|| {
        for &len in LENGTHS {
            let numbers: Vec<u64> = (0..len as u64).collect();
            let place = numbers.as_ptr().addr();
            let halves = numbers.into_par_iter().map(|n| match n {
                u64::MAX => Err("no number is so large"),
                n => Ok(n as f64 / 2.0),
            });
            let halves = halves.collect::<Result<Vec<f64>, _>>().unwrap();
            assert!(halves.iter().copied().eq((0..len).map(|n| n as f64 / 2.0)));
            assert_eq!(halves.as_ptr().addr(), place);
            let next = halves.into_par_iter().map(|n| Some((n * 2.0) as u64 + 1));
            let next = next.collect::<Option<Vec<u64>>>().unwrap();
            assert!(next.iter().copied().eq(1..=len as u64));
            assert_eq!(next.as_ptr().addr(), place);
            let texts = (0..len.min(1_000)).map(|n| n.to_string());
            let texts: Vec<String> = texts.collect();
            let place = texts.as_ptr().addr();
            let bytes = texts.into_par_iter().map(|text| Some(text.into_bytes()));
            let bytes: Vec<Vec<u8>> = bytes.while_some().collect();
            assert_eq!(bytes.as_ptr().addr(), place);
            let expected = (0..len.min(1_000)).map(|n| n.to_string().into_bytes());
            assert!(bytes.into_iter().eq(expected));
        }
    });
}

#[test]
fn nothing_is_lost_whichever_item_fails() {
    in_pools(|| {
        for len in [1, 10, 2_000] {
            for bad in (0..len).step_by(len / 20 + 1) {
                let ledger = Ledger::default();
                let tokens = ledger.tokens(len);
                let made = tokens.into_par_iter().map(|token| match token.number {
                    number if number == bad => Err(token),
                    _ => Ok(Made(token)),
                });
                let failed = made.collect::<Result<Vec<Made>, Token>>();
                assert_eq!(failed.err().map(|token| token.number), Some(bad));
                ledger.all_dropped_once();
                let ledger = Ledger::default();
                let tokens = ledger.tokens(len).into_par_iter();
                let some = tokens.map(|token| (token.number != bad).then_some(Made(token)));
                let some: Vec<Made> = some.while_some().collect();
                assert!(some.len() < len && some.iter().all(|made| made.0.number != bad));
                assert!(some.is_sorted_by_key(|made| made.0.number));
                drop(some);
                ledger.all_dropped_once();
            }
        }
    });
}

#[test]
fn nothing_behind_what_fails_is_computed_by_one_thread() {
    pool(1).install(|| {
        let (seen, texts) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let numbers = (0..1_000_000_u64).collect::<Vec<_>>().into_par_iter();
        let made = numbers.map(|n| {
            seen.fetch_add(1, Relaxed);
            (n != 70).then_some(n)
        });
        assert_eq!(made.collect::<Option<Vec<u64>>>(), None);
        assert_eq!(seen.into_inner(), 71);
        let made = vec![String::new(); 1_000].into_par_iter().map(|text| {
            let so_far = texts.fetch_add(1, Relaxed);
            (so_far != 70).then_some(text)
        });
        assert_eq!(made.collect::<Option<Vec<String>>>(), None);
        assert_eq!(texts.into_inner(), 71);
    });
}

/// Each item waits for one of another thread, so that the vector is cut up while others write to it.
#[test]
fn parts_are_sifted_by_several_threads_at_once() {
    let _dog = watchdog();
    pool(2).install(|| {
        for round in 0..30 {
            let barrier = std::sync::Barrier::new(2);
            let texts = vec!["left".to_string(), "right".to_string()];
            let left: Vec<String> = texts
                .into_par_iter()
                .filter(|text| {
                    barrier.wait();
                    match text.as_str() {
                        "left" => round % 3 != 0,
                        _ => round % 3 != 1,
                    }
                })
                .collect();
            match round % 3 {
                0 => assert_eq!(left, ["right"]),
                1 => assert_eq!(left, ["left"]),
                _ => assert_eq!(left, ["left", "right"]),
            }
        }
    });
}
