//! Many loops that users write, short and cheap ones above all: `cargo bench --bench survey`.
//!
//! There are no aims here: it is for finding out what costs more than it should. Arguments are parts of item names, and `--up-to=1000` keeps to
//! inputs of that length and less. Sequential code, tine and rayon take turns, see `harness`; before each sample the caller sleeps for
//! a millisecond, then it calls the loop as often as fits some 200 us.
//!
//! `cargo bench --bench survey -- --apart` plays each contestant in processes of its own, as in programs: what memory an allocator has at
//! hand, and whose, depends on all that a process has done before.

#[path = "survey/apart.rs"]
mod apart;
#[expect(dead_code, reason = "the harness serves other benches too")]
mod harness;
#[path = "survey/loops.rs"]
mod loops;
#[expect(dead_code, reason = "the workloads serve other benches too")]
mod workload;

use harness::contest::{Before, Contest};
use harness::report::Report;
use loops::{Input, Loop};
use std::time::{Duration, Instant};

const LENGTHS: [usize; 6] = [10, 100, 1_000, 10_000, 100_000, 1_000_000];
const ROUNDS: usize = 12;
/// How long the calls of a sample should take.
const SAMPLE: Duration = Duration::from_micros(200);
const PAUSE: Duration = Duration::from_millis(1);

fn main() {
    if apart::plays_child() {
        return;
    }
    let mut report = Report::from_args();
    if apart::is_wanted() {
        return apart::play(&report);
    }
    for input in LENGTHS.map(Input::new) {
        for (name, contestants) in loops::ALL {
            let item = format!("{name}, {}", input.len);
            if report.plays(input.len) && report.wants(&item) {
                play(&mut report, &input, contestants);
            }
        }
    }
    report.finish();
}

fn play(report: &mut Report, input: &Input, [sequential, tine, rayon]: &[Loop; 3]) {
    sequential(input);
    let start = Instant::now();
    sequential(input);
    let once = start.elapsed().max(Duration::from_nanos(100));
    let calls = (SAMPLE.as_nanos() / once.as_nanos()).max(1) as usize;
    let outcome = Contest::new(report.rounds(ROUNDS))
        .before(Before::Sleep(PAUSE))
        .back_to_back(calls)
        .seat("sequential", || sequential(input))
        .seat("tine", || tine(input))
        .seat("rayon", || rayon(input))
        .run();
    report.times("a call", &outcome, 1.0);
    let above = outcome.spread(|round| 1e6 * (round.wall("tine") - round.wall("sequential")));
    report.note("tine - sequential (us)", above);
    report.note("tine / sequential", outcome.ratio("tine", "sequential"));
    report.note("tine / rayon", outcome.ratio("tine", "rayon"));
}
