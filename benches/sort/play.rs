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

/// Lets all seats sort copies of `input` in turns.
pub(crate) fn play<T: Clone>(
    report: &Report,
    input: &[T],
    seats: &[Seat<T>],
    rounds: usize,
) -> Outcome {
    let calls = (50_000 / input.len()).max(1);
    let contest = Contest::new(report.rounds(rounds)).back_to_back(calls);
    // One set of copies for all, since only one contestant runs at a time.
    let copies: Rc<RefCell<Vec<Vec<T>>>> = Rc::default();
    let contest = seats.iter().fold(contest, |contest, &(name, sort)| {
        let (fresh, used) = (Rc::clone(&copies), Rc::clone(&copies));
        let prepare = move |calls: usize| {
            let mut copies = fresh.borrow_mut();
            for copy in copies.iter_mut().take(calls) {
                copy.clone_from_slice(input);
            }
            while copies.len() < calls {
                copies.push(input.to_vec());
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
