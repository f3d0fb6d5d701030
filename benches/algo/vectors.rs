//! What removes elements of a vector, against std's methods, which are the best sequential way.

use super::numbers;
use super::turns::play;
use crate::harness::report::Report;
use tine::vec::VecAlgorithms;

/// Promise 5: at least 1.6 times as fast as std's.
pub(crate) fn dedup(report: &mut Report) {
    for count in [1_000, 100_000, 1_000_000, 10_000_000] {
        let target = (count == 10_000_000).then_some(1.0 / 1.6);
        let noise = numbers::noise(count);
        let mut sorted: Vec<u64> = noise.iter().map(|n| n % (count as u64 / 2)).collect();
        sorted.sort_unstable();
        let few: Vec<u64> = noise.iter().map(|n| n % 2).collect();
        let inputs = [
            ("sorted", sorted),
            ("two values", few),
            ("no repetitions", noise),
        ];
        for (name, input) in inputs {
            play(
                report,
                &format!("{name}, {count}"),
                &input,
                &|v| v.dedup(),
                &|v| v.par_dedup(),
                target.filter(|_| name != "no repetitions"),
            );
        }
    }
}

/// Random answers, of which few or many are no.
pub(crate) fn retain(report: &mut Report) {
    for count in [1_000, 100_000, 1_000_000, 10_000_000] {
        let target = (count == 10_000_000).then_some(1.0 / 1.6);
        let input = numbers::noise(count);
        for percent in [50, 99] {
            let pred = |x: &u64| x % 100 < percent;
            play(
                report,
                &format!("{percent} % of {count}"),
                &input,
                &|v| v.retain(pred),
                &|v| v.par_retain(pred),
                target.filter(|_| percent == 50),
            );
        }
    }
}
