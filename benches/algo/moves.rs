//! What moves elements without looking at them: memory traffic alone.

use super::numbers;
use super::turns::play;
use crate::harness::report::Report;
use tine::slice::SliceAlgorithmsMut;

/// Against std's.
pub(crate) fn reversal_and_rotation(report: &mut Report) {
    for count in [10_000, 1_000_000, 10_000_000] {
        let input = numbers::noise(count);
        play(
            report,
            &format!("reverse {count}"),
            &input,
            &|v| v.reverse(),
            &|v| v.par_reverse(),
            None,
        );
        for by in [count / 1000, count / 10, count / 3, count / 2] {
            play(
                report,
                &format!("rotate {count} by {by}"),
                &input,
                &|v| v.rotate_left(by),
                &|v| v.par_rotate_left(by),
                None,
            );
        }
    }
}

/// Against the shuffle of Fisher and Yates, with the same generator.
pub(crate) fn shuffle(report: &mut Report) {
    fn sequential(v: &mut [u64]) {
        let mut state = 5_u64;
        for last in (1..v.len()).rev() {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let x = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            let product = u128::from(x ^ (x >> 31)) * (last as u128 + 1);
            v.swap(last, (product >> 64) as usize);
        }
    }
    for count in [1_000, 100_000, 1_000_000, 10_000_000] {
        play(
            report,
            &format!("shuffle {count}"),
            &numbers::noise(count),
            &|v| sequential(v),
            &|v| v.par_shuffle(5),
            None,
        );
    }
}
