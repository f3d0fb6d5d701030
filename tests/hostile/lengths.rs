//! Lengths near `usize::MAX`, and items of no size.

use crate::common::watchdog::watchdog;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tine::iter::repeat_n;
use tine::prelude::*;

const MAX: usize = usize::MAX;

fn panics<R>(op: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(|| drop(op()))).is_err()
}

fn longest() -> tine::range::Iter<usize> {
    (0..MAX).into_par_iter()
}

#[test]
fn parts_of_the_longest_range() {
    let _dog = watchdog();
    assert_eq!(longest().len(), MAX);
    assert_eq!(longest().take(3).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(
        longest().rev().take(2).collect::<Vec<_>>(),
        [MAX - 1, MAX - 2]
    );
    assert_eq!(
        longest().rev().enumerate().take(1).collect::<Vec<_>>(),
        [(0, MAX - 1)]
    );
    assert_eq!(longest().zip(7..9).collect::<Vec<_>>(), [(0, 7), (1, 8)]);
    assert_eq!(longest().step_by(MAX).collect::<Vec<_>>(), [0]);
    assert_eq!(
        longest().step_by(MAX / 2).collect::<Vec<_>>(),
        [0, MAX / 2, MAX - 1]
    );
    assert_eq!(
        longest().rev().step_by(MAX / 2).collect::<Vec<_>>(),
        [MAX - 1, MAX / 2, 0]
    );
    assert_eq!(
        longest().step_by(MAX - 1).rev().collect::<Vec<_>>(),
        [MAX - 1, 0]
    );
    assert_eq!(
        longest().interleave_shortest(0..1).collect::<Vec<_>>(),
        [0, 0, 1]
    );
    assert_eq!(
        (0..1)
            .into_par_iter()
            .interleave_shortest(longest())
            .collect::<Vec<_>>(),
        [0, 0]
    );
    assert_eq!(longest().find_any(|&n| n < 9).map(|n| n < 9), Some(true));
    assert_eq!(longest().position_first(|n| n == 5), Some(5));
    assert_eq!(longest().chunks(2).len(), MAX / 2 + 1);
    assert_eq!(
        longest().chunks(2).take(2).collect::<Vec<_>>(),
        [[0, 1], [2, 3]]
    );
    assert_eq!(longest().with_min_len(MAX).take(2).count(), 2);
    assert_eq!(longest().with_max_len(0).take(2).count(), 2);
    assert_eq!(longest().take_any(5).count(), 5);
}

#[test]
fn lengths_that_overflow() {
    let _dog = watchdog();
    assert!(panics(|| longest().chain(0..1).len()));
    assert!(panics(|| longest().interleave(0..1).len()));
    assert!(panics(|| longest().intersperse(0).len()));
    assert!(panics(|| longest().intersperse(0).enumerate().len()));
    assert_eq!(longest().chain(0..0).len(), MAX);
    // Nobody needs the length to search.
    assert_eq!(longest().intersperse(0).opt_len(), None);
    assert_eq!(longest().intersperse(7).find_first(|&n| n == 7), Some(7));
    assert!(longest().intersperse(0).any(|n| n == 100));
}

#[test]
fn targets_that_cannot_exist() {
    let _dog = watchdog();
    assert!(panics(|| longest().collect::<Vec<_>>()));
    assert!(panics(|| longest().map(|n| n as u8).collect::<Vec<_>>()));
    assert!(panics(|| longest().collect_into_vec(&mut vec![1])));
    assert!(panics(|| repeat_n([0u64; 9], MAX / 8).collect::<Vec<_>>()));
    // One more than a vector can count.
    assert!(panics(|| vec![()].par_extend(repeat_n((), MAX))));
}

// What fits the address space and no machine: an allocation that fails ends the process.
#[test]
fn targets_that_no_memory_holds() {
    let _dog = watchdog();
    let many = || (0..MAX / 64).into_par_iter();
    assert!(panics(|| many().collect::<Vec<_>>()));
    assert!(panics(|| many().collect_into_vec(&mut vec![1])));
    assert!(panics(|| many().map(|n| (n, n)).collect::<HashMap<_, _>>()));
    assert!(panics(|| many().collect::<HashSet<_>>()));
    assert!(panics(|| many().map(|_| 'x').collect::<String>()));
    let pairs = || many().map(|n| (n, n));
    assert!(panics(
        || pairs().unzip_into_vecs(&mut vec![1], &mut vec![2])
    ));
    assert!(panics(|| pairs().unzip::<_, _, Vec<_>, Vec<_>>()));
}

#[test]
fn the_ends_of_all_ranges() {
    let _dog = watchdog();
    assert_eq!(
        (0..=u128::MAX).into_par_iter().find_first(|_| true),
        Some(0)
    );
    assert_eq!((0..=u128::MAX).into_par_iter().opt_len(), None);
    assert_eq!(
        (i128::MIN..i128::MAX).into_par_iter().find_first(|_| true),
        Some(i128::MIN)
    );
    assert_eq!(
        (0..=u64::MAX)
            .into_par_iter()
            .find_any(|n| n % 5 == 3)
            .map(|n| n % 5),
        Some(3)
    );
    assert_eq!((0..=MAX).into_par_iter().find_first(|&n| n > 3), Some(4));
    assert_eq!((isize::MIN..isize::MAX).into_par_iter().len(), MAX);
    assert_eq!(
        (isize::MIN..isize::MAX)
            .into_par_iter()
            .rev()
            .take(1)
            .collect::<Vec<_>>(),
        [isize::MAX - 1]
    );
    assert_eq!(
        (i64::MIN..=i64::MAX)
            .into_par_iter()
            .find_any(|_| true)
            .map(|_| 1),
        Some(1)
    );
    #[allow(clippy::reversed_empty_ranges)]
    let backwards = (9..3usize).into_par_iter();
    assert_eq!((backwards.len(), backwards.count()), (0, 0));
}

#[test]
fn more_nothings_than_there_are_addresses() {
    let _dog = watchdog();
    let nothings = [(); MAX].to_vec();
    assert_eq!(nothings.par_iter().len(), MAX);
    assert_eq!(nothings.par_iter().rev().enumerate().take(3).count(), 3);
    assert_eq!(nothings.par_chunks(MAX).count(), 1);
    assert_eq!(
        nothings
            .par_chunks(MAX / 2)
            .map(<[()]>::len)
            .collect::<Vec<_>>(),
        [MAX / 2, MAX / 2, 1]
    );
    assert_eq!(
        nothings
            .par_rchunks(MAX / 2)
            .map(<[()]>::len)
            .collect::<Vec<_>>(),
        [MAX / 2, MAX / 2, 1]
    );
    assert_eq!(nothings.par_chunks_exact(MAX - 1).len(), 1);
    assert_eq!(nothings.par_windows(MAX - 1).count(), 2);
    assert_eq!(nothings.par_windows(MAX).count(), 1);
    let mut nothings = nothings;
    assert_eq!(nothings.par_chunks_mut(MAX - 1).count(), 2);
    assert!(panics(|| nothings.par_drain(..=MAX).count()));
    assert_eq!(nothings.par_drain(5..10).count(), 5);
    assert_eq!(nothings.len(), MAX - 5);
    drop(nothings.par_drain(9..));
    assert_eq!(nothings.len(), 9);
    nothings.par_sort();
    let many: Vec<()> = repeat_n((), 5000).collect();
    assert_eq!(many.len(), 5000);
    let some: Vec<()> = many
        .into_par_iter()
        .enumerate()
        .filter(|(i, ())| i % 2 == 0)
        .map(|(_, unit)| unit)
        .collect();
    assert_eq!(some.len(), 2500);
}
