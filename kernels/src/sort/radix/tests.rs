//! Laws of sorting by digits: the order of comparing, stability, every kind of key, keys that lie or panic.

use super::super::by_radix_key;
use super::{RadixKey, compare};
use crate::tests::Engine;
use std::cmp::Ordering;
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tine_core::ThreadPoolBuilder;
use tine_core::engine::{rng::Rng, unwind};

const LENGTHS: [usize; 8] = [0, 1, 17, 100, 599, 600, 3000, 30_001];

/// Runs `check` in pools of several widths.
fn in_pools(check: impl Fn() + Sync) {
    let widths: &[usize] = if cfg!(tine_plain) {
        &[1, 5]
    } else {
        &[1, 2, 5]
    };
    for &threads in widths {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("a pool").install(&check);
    }
}

/// Words of many shapes: noise, few values, only high or low bits, one that stands out, steps of powers of two, all magnitudes both ways.
fn words(len: usize) -> Vec<Vec<u64>> {
    let rng = Rng::new(len as u64);
    let part = || rng.below(1 << 22) as u64;
    let word = || part() << 42 | part() << 21 | part();
    let make = |f: &dyn Fn(usize, u64) -> u64| (0..len).map(|i| f(i, word())).collect();
    vec![
        make(&|_, x| x),
        make(&|_, x| x % 3),
        make(&|_, x| x << 60),
        make(&|_, x| x & 0xFF00_0000_00FF),
        make(&|i, _| if i == len / 2 { u64::MAX } else { 5 }),
        make(&|i, x| (1 << (i % 64)) ^ (x % 2)),
        make(&|_, x| (x % 1000) * (x % 1000) * (x % 1000)),
        make(&|i, x| if i % 10 == 0 { x } else { x % 50 }),
        make(&|i, x| (1 << 63 | x >> (i % 60 + 1)) ^ 0_u64.wrapping_sub(x % 2)),
    ]
}

/// Sorts pairs of a key and their place, which tells whether equal keys kept their order.
fn check<K: RadixKey + Copy + Send + Debug>(words: &[u64], key: impl Fn(u64) -> K) {
    let pairs = || words.iter().map(|&word| key(word)).zip(0usize..);
    let mut expected: Vec<_> = pairs().collect();
    expected.sort_by(|a, b| compare(&a.0, &b.0));
    let mut v: Vec<_> = pairs().collect();
    by_radix_key(Engine, &mut v, |pair| pair.0);
    let places = |v: &[(K, usize)]| v.iter().map(|pair| pair.1).collect::<Vec<_>>();
    assert!(places(&v) == places(&expected));
}

#[test]
fn the_order_is_that_of_comparing() {
    in_pools(|| {
        for words in LENGTHS.into_iter().flat_map(words) {
            check(&words, |word| word);
            check(&words, |word| word as u8);
            check(&words, |word| word as i32);
            check(&words, f64::from_bits);
            check(&words, |word| u128::from(word) << 40 | u128::from(word % 7));
            check(&words, |word| {
                let mut text = [b'x'; 13];
                text[2..10].copy_from_slice(&word.to_be_bytes());
                text
            });
            check(&words, |word| (word as u16, word % 2 == 0, word as i8));
        }
    });
}

#[test]
fn keys_are_ordered_as_what_they_are() {
    fn check<K: RadixKey + Copy>(keys: &[K], order: impl Fn(&K, &K) -> Ordering) {
        for one in keys {
            for other in keys {
                assert_eq!(compare(one, other), order(one, other));
            }
        }
    }
    check(&[i64::MIN, -1, 0, 1, i64::MAX], i64::cmp);
    check(&[i8::MIN, -1, 0, 1, i8::MAX], i8::cmp);
    check(
        &[i128::MIN, -1 << 64, -1, 0, 1, 1 << 64, i128::MAX],
        i128::cmp,
    );
    check(&[u128::MIN, 1, 1 << 64, u128::MAX], u128::cmp);
    check(&[isize::MIN, 0, isize::MAX], isize::cmp);
    let nan = f64::NAN;
    let floats = [
        -nan,
        f64::NEG_INFINITY,
        -1.5,
        -0.0,
        0.0,
        1e-310,
        1.5,
        f64::INFINITY,
        nan,
    ];
    check(&floats, f64::total_cmp);
    check(&floats.map(|x| x as f32), f32::total_cmp);
    check(&['a', '\0', char::MAX, 'ß'], char::cmp);
    check(&[false, true], bool::cmp);
    check(&[*b"123456789", *b"123456780", *b"023456789"], Ord::cmp);
    check(&[[]; 2], <[u8; 0]>::cmp);
    check(&[(1u8, -1i8), (1, 1), (0, 0)], Ord::cmp);
    check(&[(1u8, -1i8, 'a'), (1, 1, 'b'), (1, 1, 'a')], Ord::cmp);
}

/// Which elements there are.
fn sorted(mut v: Vec<u64>) -> Vec<u64> {
    v.sort_unstable();
    v
}

#[test]
fn a_key_that_contradicts_itself_loses_no_element() {
    in_pools(|| {
        for words in LENGTHS.into_iter().flat_map(words) {
            for say_less in [1, 2, 7, 1000] {
                let calls = AtomicUsize::new(1);
                let mut v: Vec<Box<u64>> = words.iter().copied().map(Box::new).collect();
                by_radix_key(Engine, &mut v, |word| {
                    let call = calls.fetch_add(1, Relaxed) as u64;
                    let is_lie = call.is_multiple_of(say_less);
                    if is_lie {
                        **word ^ call.wrapping_mul(0x9E37_79B9_7F4A_7C15)
                    } else {
                        **word
                    }
                });
                let v = v.into_iter().map(|word| *word).collect();
                assert!(sorted(v) == sorted(words.clone()));
            }
        }
    });
}

#[test]
fn a_panic_of_the_key_loses_no_element() {
    in_pools(|| {
        for words in [600, 3000, 20_000].into_iter().flat_map(words) {
            let mut calls_at_most = 0;
            loop {
                let mut v: Vec<Box<u64>> = words.iter().copied().map(Box::new).collect();
                let calls = AtomicUsize::new(0);
                let result = unwind::halt(|| {
                    by_radix_key(Engine, &mut v, |word| {
                        if calls.fetch_add(1, Relaxed) == calls_at_most {
                            unwind::resume(Box::new("planned"));
                        }
                        **word
                    })
                });
                let v = v.into_iter().map(|word| *word).collect();
                assert!(sorted(v) == sorted(words.clone()));
                match result {
                    Ok(()) => break,
                    Err(payload) => assert!(payload.is::<&str>()),
                }
                calls_at_most = calls_at_most * 3 + 1;
            }
        }
    });
}

/// A key of many words, of which each tells one element from all others.
struct Late(u32);

impl RadixKey for Late {
    const WORDS: usize = 20_000;

    fn word(&self, index: usize) -> u64 {
        u64::from(index as u32 >= self.0)
    }
}

#[test]
fn keys_of_many_words_do_not_take_the_whole_stack() {
    // A level for each word would take more than a test's thread has.
    let len = 2000;
    let mut v: Vec<u32> = (0..len).map(|i| i * 7919 % len).collect();
    by_radix_key(Engine, &mut v, |&number| Late(number));
    assert!(v.into_iter().eq((0..len).rev()));
}
