//! Every type, shape and length: nobody else's sort is to be faster.

use super::play::{calls, play};
use super::sorts::Element;
use crate::harness::report::{Report, Target};
use crate::workload::shapes::Shape;

const LENGTHS: [usize; 6] = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// So few, for there are a thousand contests.
const ROUNDS: usize = 9;

/// What tine may take longer than std: so much of std's time, or so many seconds.
const SLOWER: (f64, f64) = (1.03, 2e-6);

/// All lengths of each shape, by both sorts.
pub(crate) fn all<T: Element>(report: &mut Report, name: &str) {
    for (sort, stable) in [("unstable", false), ("stable", true)] {
        for (shape_name, shape) in Shape::ALL {
            for count in LENGTHS {
                if report.wants(&format!("{sort}, {name}, {shape_name}, {count} elements")) {
                    one::<T>(report, shape, count, stable);
                }
            }
        }
    }
}

fn one<T: Element>(report: &mut Report, shape: Shape, count: usize, stable: bool) {
    let input = |copy| T::from_numbers(shape.numbers(count, copy));
    let inputs: Vec<Vec<T>> = (0..calls(count)).map(input).collect();
    let mut seats = T::seats(stable).to_vec();
    if !stable {
        seats.extend(T::radix());
    }
    let what = format!("{count}");
    let outcome = play(report, &inputs, &seats, ROUNDS);
    report.times(&what, &outcome, 1.0);
    let (factor, seconds) = SLOWER;
    let allowed = outcome.spread(|round| {
        let std = round.wall("std");
        round.wall("tine") / (std * factor).max(std + seconds)
    });
    let what = |than: &str| format!("{count}, tine / {than}");
    report.check(&what("what std allows"), allowed, Target::AtMost(1.0));
    let rayon = outcome.ratio("tine", "rayon");
    report.check(&what("rayon"), rayon, Target::AtMost(1.0));
}
