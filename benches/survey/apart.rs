//! Contestants in processes of their own: this program starts itself anew for each.

use crate::harness::report::Report;
use crate::loops::{self, Input};
use std::env;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

const LENGTHS: [usize; 6] = [10, 100, 1_000, 10_000, 100_000, 1_000_000];
const CONTESTANTS: [&str; 3] = ["sequential", "tine", "rayon"];
/// So many processes each, by turns.
const PROCESSES: usize = 5;
/// How long a process plays.
const TIME: Duration = Duration::from_millis(60);
const CHILD: &str = "--child=";

pub(crate) fn is_wanted() -> bool {
    env::args().any(|arg| arg == "--apart")
}

/// Plays every loop that is wanted, and prints medians of the processes' medians, the least and the most of these, and ratios.
pub(crate) fn play(report: &Report) {
    for len in LENGTHS {
        for (index, (name, _)) in loops::ALL.iter().enumerate() {
            let item = format!("{name}, {len}");
            if report.plays(len) && report.wants(&item) {
                let mut times = CONTESTANTS.map(|_| Vec::new());
                for _ in 0..report.rounds(PROCESSES) {
                    for (contestant, times) in times.iter_mut().enumerate() {
                        times.push(child(index, len, contestant));
                    }
                }
                let medians = times.each_mut().map(|times| median(times));
                for ((name, times), median) in CONTESTANTS.iter().zip(&times).zip(medians) {
                    let (least, most) = (times[0], times[times.len() - 1]);
                    println!("  {name}: {median:.2} us [{least:.2} .. {most:.2}]");
                }
                let [sequential, tine, rayon] = medians;
                println!("  tine / sequential {:.3}", tine / sequential);
                println!("  tine / rayon {:.3}", tine / rayon);
            }
        }
    }
}

/// Has a process play, and returns how many microseconds a call took.
fn child(index: usize, len: usize, contestant: usize) -> f64 {
    let program = env::current_exe().expect("this program's path");
    let output = Command::new(program)
        .arg(format!("{CHILD}{index},{len},{contestant}"))
        .output()
        .expect("a process");
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().expect("a number of microseconds")
}

/// If this process is such a child, plays and prints how many microseconds a call took.
pub(crate) fn plays_child() -> bool {
    let Some(task) = env::args().find_map(|arg| arg.strip_prefix(CHILD).map(str::to_string)) else {
        return false;
    };
    let task: Vec<usize> = task.split(',').filter_map(|n| n.parse().ok()).collect();
    let [index, len, contestant] = task[..] else {
        panic!("{CHILD} wants three numbers");
    };
    let (_, contestants) = &loops::ALL[index];
    let input = Input::new(len);
    if contestant == 0 {
        // An allocator is quicker as long as there is but one thread; in a program that has others it is not.
        thread::spawn(thread::park);
    }
    let mut times = Vec::new();
    let start = Instant::now();
    while start.elapsed() < TIME || times.len() < 5 {
        let call = Instant::now();
        contestants[contestant](&input);
        times.push(1e6 * call.elapsed().as_secs_f64());
    }
    // The first fifth does not count.
    println!("{}", median(&mut times.split_off(times.len() / 5)));
    true
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
