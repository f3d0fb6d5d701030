//! `collect` of what is made one by one of a vector's items keeps the vector's memory where the slots fit, as std's does; and loses nothing on the
//! way.

mod common;

use common::ledger::{Ledger, Token};
use common::watchdog::watchdog;
use common::{boom, caught, pool};
use tine::prelude::*;

/// Each access takes long under the sanitizer that looks for races.
const LENGTHS: &[usize] = match cfg!(tine_tsan) {
    true => &[0, 1, 2, 7, 100, 1_000],
    false => &[0, 1, 2, 7, 100, 1_000, 10_000, 100_000],
};
/// More than an allocator keeps at hand, but for that one.
const LARGE_BYTES: usize = if cfg!(tine_tsan) { 1 << 18 } else { 40 << 20 };

/// Runs `test` in pools of several sizes.
fn in_pools(test: impl Fn() + Send + Sync) {
    let _dog = watchdog();
    for size in [1, 2, 3, 16] {
        pool(size).install(&test);
    }
}

#[test]
fn the_memory_is_that_of_the_vector() {
    in_pools(|| {
        for len in LENGTHS[1..].iter().copied().chain([LARGE_BYTES / 8]) {
            let numbers: Vec<u64> = (0..len as u64).collect();
            let place = numbers.as_ptr().addr();
            let mapped = numbers.into_par_iter().map(|n| n as i64 - 5);
            let mapped: Vec<f64> = mapped.map(|n| n as f64).collect();
            assert_eq!(mapped.as_ptr().addr(), place);
            assert_eq!(mapped.len(), len);
            assert!(mapped.iter().zip(-5_i64..).all(|(&a, b)| a == b as f64));
            let same: Box<[f64]> = mapped.into_boxed_slice().into_par_iter().collect();
            assert_eq!(same.as_ptr().addr(), place);
            assert!(same.iter().zip(-5_i64..).all(|(&a, b)| a == b as f64));
        }
    });
}

#[test]
fn items_of_any_size_go_where_they_were() {
    /// Of several lines, and aligned to one.
    #[derive(Clone)]
    #[repr(align(64))]
    struct Line([u32; 80]);
    in_pools(|| {
        let lines: Vec<Line> = (0..LARGE_BYTES as u32 / 640)
            .map(|n| Line([n; 80]))
            .collect();
        let lines = lines.into_par_iter().map(|mut line| {
            line.0[79] += 1;
            line
        });
        let lines: Vec<Line> = lines.collect();
        let right = |(line, n): (&Line, u32)| line.0[..79] == [n; 79] && line.0[79] == n + 1;
        assert!(lines.iter().zip(0..).all(right));
        let bytes: Vec<u8> = (0..LARGE_BYTES / 200).map(|n| (n % 251) as u8).collect();
        let bytes: Vec<i8> = bytes.into_par_iter().map(|byte| byte as i8).collect();
        assert!(
            bytes
                .iter()
                .zip(0..)
                .all(|(&byte, n)| byte == (n % 251) as u8 as i8)
        );
        let large: Vec<[u64; 600]> = (0..LARGE_BYTES as u64 / 20_000).map(|n| [n; 600]).collect();
        let large: Vec<[u64; 600]> = large
            .into_par_iter()
            .map(|row| [row[599] * 3; 600])
            .collect();
        assert!(large.iter().zip(0..).all(|(&row, n)| row == [n * 3; 600]));
    });
}

#[test]
fn slots_that_do_not_fit_are_made_anew() {
    in_pools(|| {
        for &len in LENGTHS {
            let numbers = || (0..len as u64).collect::<Vec<_>>();
            let short: Vec<u32> = numbers().into_par_iter().map(|n| n as u32).collect();
            assert!(short.iter().copied().eq(0..len as u32));
            let long: Vec<u128> = numbers().into_par_iter().map(u128::from).collect();
            assert!(long.iter().copied().eq(0..len as u128));
            // As large, but not aligned like that.
            let pairs: Vec<[u32; 2]> = numbers().into_par_iter().map(|n| [n as u32; 2]).collect();
            assert!(pairs.iter().copied().eq((0..len as u32).map(|n| [n; 2])));
            let nothing: Vec<()> = numbers().into_par_iter().map(drop).collect();
            assert_eq!(nothing.len(), len);
            let nothing: Vec<()> = nothing.into_par_iter().map(|()| ()).collect();
            assert_eq!(nothing.len(), len);
        }
    });
}

#[test]
fn few_items_do_not_keep_much_memory() {
    let some = LARGE_BYTES / 8;
    let mut numbers = Vec::with_capacity(3 * some);
    numbers.extend(0..some as u64);
    let numbers: Vec<u64> = numbers.into_par_iter().map(|n| n + 1).collect();
    assert!(numbers.iter().copied().eq(1..=some as u64));
    assert!(numbers.capacity() < 2 * some);
}

#[test]
fn texts_are_replaced_by_others() {
    in_pools(|| {
        for &len in LENGTHS {
            let texts: Vec<String> = (0..len).map(|n| n.to_string()).collect();
            let longer: Vec<String> = texts.into_par_iter().map(|text| text + "!").collect();
            assert!(
                longer
                    .iter()
                    .zip(0..len)
                    .all(|(text, n)| *text == format!("{n}!"))
            );
        }
    });
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
                    Made(token)
                };
                let tokens = ledger.tokens(len);
                assert_eq!(
                    caught(|| tokens.into_par_iter().map(make).collect::<Vec<_>>()),
                    bad
                );
                ledger.all_dropped_once();
            }
            let ledger = Ledger::default();
            let made: Vec<Made> = ledger.tokens(len).into_par_iter().map(Made).collect();
            assert!(made.iter().map(|made| made.0.number).eq(0..len));
            drop(made);
            ledger.all_dropped_once();
        }
    });
}

/// Each item waits for one of another thread, so that the vector is cut up while others write to it.
#[test]
fn parts_are_made_by_several_threads_at_once() {
    let _dog = watchdog();
    pool(2).install(|| {
        for _ in 0..20 {
            let barrier = std::sync::Barrier::new(2);
            let numbers: Vec<u64> = (0..2).collect();
            let made: Vec<u64> = numbers
                .into_par_iter()
                .map(|n| {
                    barrier.wait();
                    n * 10
                })
                .collect();
            assert_eq!(made, [0, 10]);
        }
    });
}
