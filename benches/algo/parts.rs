//! Selections and partitions.

use super::numbers;
use super::turns::play;
use crate::harness::report::Report;
use std::hint::black_box;
use tine::slice::SliceAlgorithmsMut;

/// Promise 5: selection at least 1.5 times as fast as std's at 10,000,000.
pub(crate) fn selection(report: &mut Report) {
    let mut select = |what: &str, input: &[u64], index: usize, target: Option<f64>| {
        play(
            report,
            &format!("{what}, number {index} of {}", input.len()),
            input,
            &|v| {
                black_box(v.select_nth_unstable(index));
            },
            &|v| {
                black_box(v.par_select_nth_unstable(index));
            },
            target,
        );
    };
    for count in [10_000, 300_000, 1_000_000] {
        select("random", &numbers::noise(count), count / 2, None);
    }
    let count = 10_000_000;
    let noise = numbers::noise(count);
    for index in [1000, count / 10, count / 2, count - 1000] {
        select("random", &noise, index, Some(1.0 / 1.5));
    }
    // std only looks for the greatest.
    select("random", &noise, count - 1, None);
    let few: Vec<u64> = noise.iter().map(|n| n % 16).collect();
    select("sixteen values", &few, count / 2, None);
    select(
        "nearly ascending",
        &numbers::nearly_ascending(count),
        count / 2,
        None,
    );
    select("all the same", &vec![7; count], count / 2, None);
}

/// Against the branch-free loop in place, and against std's partition into two vectors.
pub(crate) fn partition(report: &mut Report) {
    fn in_place(v: &mut [u64], pred: impl Fn(&u64) -> bool) {
        let mut left = 0;
        for i in 0..v.len() {
            let goes = pred(&v[i]);
            v.swap(left, i);
            left += usize::from(goes);
        }
    }
    fn stable(v: &mut [u64], pred: impl Fn(&u64) -> bool) {
        let (left, right): (Vec<u64>, Vec<u64>) = v.iter().partition(|x| pred(x));
        let (front, back) = v.split_at_mut(left.len());
        front.copy_from_slice(&left);
        back.copy_from_slice(&right);
    }
    for count in [1_000, 100_000, 1_000_000, 10_000_000] {
        let input = numbers::noise(count);
        for (name, border) in [("half", u64::MAX / 2), ("1 %", u64::MAX / 100)] {
            let pred = |x: &u64| *x < border;
            play(
                report,
                &format!("in place, {name} of {count}"),
                &input,
                &|v| in_place(v, pred),
                &|v| {
                    black_box(v.par_partition_in_place(pred));
                },
                None,
            );
            play(
                report,
                &format!("stable, {name} of {count}"),
                &input,
                &|v| stable(v, pred),
                &|v| {
                    black_box(v.par_partition_stable(pred));
                },
                None,
            );
        }
    }
}
