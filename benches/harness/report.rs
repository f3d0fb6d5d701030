//! The printed side: which items run, a line per figure with its target, and the count of what fell short.

use super::contest::{Outcome, Spread};
use std::time::Duration;

/// What a figure must not exceed or not fall below.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    AtMost(f64),
    AtLeast(f64),
}

impl Target {
    fn met_by_quartile(self, figure: Spread) -> bool {
        self.met_by(figure.low) || self.met_by(figure.high)
    }

    fn met_by(self, figure: f64) -> bool {
        match self {
            Target::AtMost(limit) => figure <= limit,
            Target::AtLeast(limit) => figure >= limit,
        }
    }
}

/// Prints the figures as they come and counts the verdicts.
pub(crate) struct Report {
    filters: Vec<String>,
    /// Without `--bench` (as under `cargo test`) every contest has one round, and nothing is judged by it.
    full: bool,
    longest: usize,
    most_rounds: usize,
    linger: Option<Duration>,
    met: usize,
    short: usize,
    close: usize,
}

impl Report {
    /// Takes every argument that is not an option as a filter for items.
    pub(crate) fn from_args() -> Self {
        let (options, filters): (Vec<_>, Vec<_>) = std::env::args()
            .skip(1)
            .partition(|arg| arg.starts_with("--"));
        let number = |option: &str| -> Option<usize> {
            let given = options.iter().find_map(|o| o.strip_prefix(option))?;
            Some(given.parse().expect("a number behind `=`"))
        };
        let linger = number("--linger=");
        Report {
            longest: number("--up-to=").unwrap_or(usize::MAX),
            most_rounds: number("--rounds=").unwrap_or(usize::MAX),
            linger: linger.map(|millis| Duration::from_millis(millis as u64)),
            filters,
            full: options.iter().any(|option| option == "--bench"),
            met: 0,
            short: 0,
            close: 0,
        }
    }

    /// Announces the item and tells whether it was asked for.
    pub(crate) fn wants(&self, item: &str) -> bool {
        let wanted = self.filters.is_empty()
            || self
                .filters
                .iter()
                .any(|filter| item.contains(filter.as_str()));
        if wanted {
            println!("\n{item}");
        }
        wanted
    }

    /// Whether inputs of this length are played: with `--up-to=N`, no longer ones than N.
    pub(crate) fn plays(&self, len: usize) -> bool {
        len <= self.longest
    }

    /// How many rounds to play where `full` would be right: with `--rounds=N`, no more than N.
    pub(crate) fn rounds(&self, full: usize) -> usize {
        if self.full {
            full.min(self.most_rounds)
        } else {
            1
        }
    }

    /// How long the threads of tine's global pool shall look for work before they sleep: with `--linger=N`, N milliseconds.
    pub(crate) fn linger(&self) -> Option<Duration> {
        self.linger
    }

    /// Prints a figure beside its target.
    pub(crate) fn check(&mut self, what: &str, figure: Spread, target: Target) {
        let Spread { low, mid, high } = figure;
        let (sign, limit) = match target {
            Target::AtMost(limit) => ("<=", limit),
            Target::AtLeast(limit) => (">=", limit),
        };
        let (verdict, count) = if target.met_by(mid) {
            ("ok", &mut self.met)
        } else if target.met_by_quartile(figure) {
            ("short by less than its spread", &mut self.close)
        } else {
            ("SHORT", &mut self.short)
        };
        *count += 1;
        println!("  {what:<58} {mid:>8.3}  [{low:.3} .. {high:.3}]  {sign} {limit:.3}  {verdict}");
    }

    /// Prints a figure that has no target.
    pub(crate) fn note(&self, what: &str, figure: Spread) {
        let Spread { low, mid, high } = figure;
        println!("  {what:<58} {mid:>8.3}  [{low:.3} .. {high:.3}]");
    }

    /// Prints the median time per call of every contestant, divided into `parts` equal parts (forks, items, or 1).
    pub(crate) fn times(&self, what: &str, outcome: &Outcome, parts: f64) {
        let median = |name: &&str| {
            format!(
                "{name} {}",
                human(outcome.spread(|round| round.wall(name) / parts).mid)
            )
        };
        let times: Vec<_> = outcome.names().iter().map(median).collect();
        println!("  {what}: {}", times.join(", "));
    }

    /// Prints the sum of it all.
    pub(crate) fn finish(self) {
        let Report {
            met, short, close, ..
        } = self;
        println!("\n{met} ok, {short} short, {close} short by less than their spread");
        if !self.full {
            println!(
                "one round of each, so nothing is proved: `cargo bench --bench duel` plays them all"
            );
        }
    }
}

/// Seconds in the unit that suits them.
fn human(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.2} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} us", s * 1e6),
        s if s < 1.0 => format!("{:.2} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}
