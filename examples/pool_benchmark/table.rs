//! What is printed of a contest: a line for each contestant, in columns as wide as what stands in them.

use super::command::grouped;
use super::contest::{Contest, Outcome};
use std::time::Duration;

/// The heads of the columns, and their units below.
const HEADS: [[&str; 12]; 2] = [
    [
        "",
        "tasks",
        "handed over",
        "done in",
        "done",
        "a task",
        "idle gap",
        "looks",
        "that stole",
        "rate",
        "tasks stolen",
        "share of each worker",
    ],
    [
        "",
        "",
        "tasks/s",
        "ms",
        "tasks/s",
        "x first",
        "ms",
        "",
        "",
        "%",
        "",
        "% of the tasks",
    ],
];

/// What the columns mean.
pub(crate) const LEGEND: &str = "\
Figures are medians over the rounds; shares and steals are those of the last round. - : not counted, or does not apply.
  handed over   tasks a second until the last was handed over, which for some pools is mixed with running them
  done          tasks a second until the last had ended
  a task        time for one task by that of the contestant in the first line, compared within each round
  idle gap      the longest time that a worker ran nothing, from the start to the end of a run; it searched, slept, or
                was put aside by the system
  looks         looks into queues of other workers, how many of them stole something, and what they stole in all;
                only tine counts them";

/// Prints a table of text; the first column and the last begin at their left, the others end at their right.
pub(crate) fn print(rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.get(column));
    let widths: Vec<usize> = (0..columns)
        .map(|column| cells(column).map(|cell| cell.len()).max().unwrap_or(0))
        .collect();
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            line += &match column {
                0 => format!("  {cell:<width$}"),
                _ if column + 1 == HEADS[0].len() => format!("  {cell}"),
                _ => format!("  {cell:>width$}"),
            };
        }
        println!("{}", line.trim_end());
    }
}

impl Contest {
    /// A line for each seat.
    pub(crate) fn print(&self) {
        let mut rows: Vec<Vec<String>> = HEADS
            .iter()
            .map(|heads| heads.iter().map(|&head| head.into()).collect())
            .collect();
        rows.extend((0..self.names.len()).map(|seat| self.row(seat)));
        print(&rows);
    }

    fn row(&self, seat: usize) -> Vec<String> {
        let (name, last) = (&self.names[seat], self.last(seat));
        let per_second = |time: fn(&Outcome) -> Option<Duration>| {
            let rate = |run: &Outcome| {
                let time = time(run).unwrap_or_default().as_secs_f64();
                run.tasks as f64 / time.max(1e-9)
            };
            time(last).map_or("-".into(), |_| grouped(self.middle(seat, rate) as u64))
        };
        let milliseconds = |time: fn(&Outcome) -> Option<Duration>| {
            let figure = |run: &Outcome| time(run).unwrap_or_default().as_secs_f64() * 1e3;
            time(last).map_or("-".into(), |_| format!("{:.2}", self.middle(seat, figure)))
        };
        let gap = |run: &Outcome| run.summary.as_ref().and_then(|summary| summary.gap);
        let mut row = vec![
            name.clone(),
            grouped(last.tasks as u64),
            per_second(|run| run.submitted),
            milliseconds(|run| Some(run.done)),
            per_second(|run| Some(run.done)),
            format!("{:.2}", self.ratio(name, &self.names[0])),
            milliseconds(gap),
        ];
        row.extend(steals(last));
        row.push(shares(last));
        row
    }
}

fn steals(run: &Outcome) -> [String; 4] {
    let Some(steals) = run.steals else {
        return ["-", "-", "-", "-"].map(String::from);
    };
    let rate = 100.0 * steals.successes as f64 / steals.attempts as f64;
    [
        grouped(steals.attempts),
        grouped(steals.successes),
        if steals.attempts == 0 {
            "-".into()
        } else {
            format!("{rate:.1}")
        },
        grouped(steals.stolen),
    ]
}

/// Each share, or between which figures they lie where they are many.
fn shares(run: &Outcome) -> String {
    let Some(summary) = &run.summary else {
        return "-".into();
    };
    let all: u64 = summary.shares.iter().sum();
    let share = |tasks: &u64| format!("{:.1}", 100.0 * *tasks as f64 / all as f64);
    let shares: Vec<String> = summary.shares.iter().map(share).collect();
    match &shares[..] {
        [most, .., least] if shares.len() > 8 => {
            format!("{most} .. {least} ({} threads)", shares.len())
        }
        _ => shares.join(" + "),
    }
}
