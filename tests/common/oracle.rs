//! Compares parallel iterators with std's, over lengths and pools.

use super::pool;
use std::fmt::Debug;
use std::sync::LazyLock;
use tine::ThreadPool;

/// One of each size; more threads than processors, and more than the shorter inputs have items.
pub(crate) static POOLS: LazyLock<[ThreadPool; 4]> = LazyLock::new(|| [1, 2, 3, 16].map(pool));

/// Nothing, less than one block, powers of two with their neighbours, and more than one look at the clock.
pub(crate) const LENGTHS: [usize; 14] = [0, 1, 2, 3, 7, 8, 31, 64, 65, 127, 500, 1024, 1025, 5000];

/// `length` numbers that look random, with many pairs among them.
pub(crate) fn data(length: usize) -> Vec<u64> {
    let scatter = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
    (0..length as u64).map(|i| scatter(i) % 1000).collect()
}

/// Requires the same result of both for all lengths and pools.
#[track_caller]
pub(crate) fn check<R: PartialEq + Debug + Send>(
    parallel: impl Fn(usize) -> R + Sync,
    sequential: impl Fn(usize) -> R,
) {
    for length in LENGTHS {
        let expected = sequential(length);
        for pool in &*POOLS {
            let threads = pool.current_num_threads();
            let found = pool.install(|| parallel(length));
            assert!(
                found == expected,
                "length {length}, {threads} threads:\n{found:?}\n{expected:?}"
            );
        }
    }
}

/// Checks an expression that reads the same for both kinds of iterator.
macro_rules! same {
    (|$items:ident| $($result:tt)*) => {
        $crate::common::oracle::same!(|$items, _length| $($result)*)
    };
    (|$items:ident, $length:ident| $($result:tt)*) => {
        $crate::common::oracle::check(
            |$length| {
                let $items = $crate::common::oracle::data($length).into_par_iter();
                $($result)*
            },
            |$length| {
                let $items = $crate::common::oracle::data($length).into_iter();
                $($result)*
            },
        )
    };
}

/// The numbers again, as the iterator of the same kind.
macro_rules! vector {
    ($items:expr) => {
        $items.collect::<Vec<_>>()
    };
}

pub(crate) use {same, vector};
