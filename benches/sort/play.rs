//! A contest of sorts over one input. The copies that are sorted are made before the clock runs.

use super::sorts::Seat;
use crate::harness::contest::{Contest, Outcome};
use crate::harness::report::Report;
use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

/// How many rounds such a length is worth.
pub(crate) fn seat_count(count: usize) -> usize {
    (6_000_000 / count).clamp(5, 31)
}

/// How many calls make a sample of such a length.
pub(crate) fn calls(count: usize) -> usize {
    (20_000 / count).max(1)
}

/// Lets all seats sort copies of `inputs`, which are equally long, in turns. There should be as many as [`calls`]: a processor soon
/// knows by heart which way the comparisons of a single short one go.
pub(crate) fn play<T: Clone>(
    report: &Report,
    inputs: &[Vec<T>],
    seats: &[Seat<T>],
    rounds: usize,
) -> Outcome {
    let calls = calls(inputs[0].len());
    let contest = Contest::new(report.rounds(rounds)).back_to_back(calls);
    // One set of copies for all, since only one contestant runs at a time.
    let copies: Rc<RefCell<Vec<Vec<T>>>> = Rc::default();
    let contest = seats.iter().fold(contest, |contest, &(name, sort)| {
        let (fresh, used) = (Rc::clone(&copies), Rc::clone(&copies));
        let prepare = move |calls: usize| {
            let mut copies = fresh.borrow_mut();
            for (copy, input) in copies.iter_mut().zip(inputs.iter().cycle()).take(calls) {
                copy.clone_from_slice(input);
            }
            while copies.len() < calls {
                let input = &inputs[copies.len() % inputs.len()];
                copies.push(input.clone());
            }
        };
        let run = move |calls: usize| {
            for copy in used.borrow_mut().iter_mut().take(calls) {
                sort(black_box(copy));
            }
        };
        contest.seat_prepared(name, prepare, run)
    });
    contest.run()
}
