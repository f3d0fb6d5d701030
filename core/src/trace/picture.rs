//! The picture of a trace as shapes in whole pixels, for whichever format draws them.

use crate::pool::recorder::Activity;
use crate::trace::data::{EventKind, Span, Timeline, Trace};
use std::collections::BTreeSet;
use std::ops::Range;
use std::time::Duration;

/// A picture. Shapes that come later lie above.
pub(super) struct Picture {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) shapes: Vec<Shape>,
}

/// Across and down.
type Point = (i32, i32);
/// Red, green, blue, as usually written.
type Color = u32;

/// What a format must be able to draw.
pub(super) enum Shape {
    Rect {
        at: Point,
        size: Point,
        color: Color,
    },
    Line {
        from: Point,
        to: Point,
        color: Color,
    },
    Text {
        /// On the line that the letters stand on.
        at: Point,
        text: String,
        size: Size,
        anchor: Anchor,
        color: Color,
    },
}

/// Of letters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    Title,
    Label,
}

impl Size {
    /// The size of a font whose letters are about as wide as those of the bitmaps.
    pub(super) fn pixels(self) -> u32 {
        match self {
            Size::Title => 17,
            Size::Label => 12,
        }
    }
}

/// Which part of a text is where it is put.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

const WIDTH: i32 = 1280;
/// The time axis goes from here to there.
const PLOT: Range<i32> = 168..1248;
const COLUMNS: usize = (PLOT.end - PLOT.start) as usize;
/// The left edge of what is written.
const MARGIN: i32 = 24;
/// Above the first row.
const HEAD: i32 = 92;
/// From the last row to the lower edge, for the axis and the legend.
const FOOT: i32 = 104;
/// The strip for forks, and what is free above and below it.
const STRIP: i32 = 7;
const GAP: i32 = 3;
/// Between two rows.
const BETWEEN: i32 = 18;

const PAPER: Color = 0xff_ff_ff;
const INK: Color = 0x1f_23_28;
const PALE_INK: Color = 0x65_6d_76;
const GRID: Color = 0xd8_dc_e0;
const BARE: Color = 0xf6_f8_fa;
const STEAL: Color = 0xcf_22_2e;
/// From few forks to many.
const FORKS: [Color; 4] = [0xa6_dd_d5, 0x5b_b8_ad, 0x1f_8a_80, 0x0a_50_4a];

/// Work first, so that it lies at the bottom of a column.
const LEGEND: [(Activity, Color, &str); 5] = [
    (Activity::Job, 0x3b_76_af, "job"),
    (Activity::Task, 0x4f_a3_52, "task"),
    (Activity::Guest, 0x8a_63_b8, "guest in its place"),
    (Activity::Searching, 0xf0_a9_2b, "searching"),
    (Activity::Asleep, 0xcd_d3_da, "asleep"),
];
/// How many of them are work.
const WORK: usize = 3;

/// See the module's words.
pub(super) fn picture(trace: &Trace) -> Picture {
    let workers = trace.workers.len() as i32;
    let bar = (34 * 8 / workers.max(1)).clamp(12, 34);
    let pitch = bar + GAP + STRIP + BETWEEN;
    let mut sheet = Sheet {
        scale: Scale::new(trace),
        bar,
        pitch,
        bottom: HEAD + workers * pitch,
        shapes: Vec::new(),
    };
    let height = sheet.bottom + FOOT;
    sheet.rect((0, 0), (WIDTH, height), PAPER);
    sheet.head(trace);
    sheet.axis();
    let most = trace.workers.iter().map(|worker| sheet.forks(worker));
    let most = most.flatten().max().unwrap_or(0);
    for (index, worker) in trace.workers.iter().enumerate() {
        sheet.row(index, worker, most);
    }
    sheet.steals(trace);
    sheet.legend(most);
    Picture {
        width: WIDTH,
        height,
        shapes: sheet.shapes,
    }
}

/// Where a time lies on the axis.
struct Scale {
    start: Duration,
    length: Duration,
}

impl Scale {
    fn new(trace: &Trace) -> Self {
        let length = trace.time.end.saturating_sub(trace.time.start);
        Scale {
            start: trace.time.start,
            length: length.max(Duration::from_nanos(1)),
        }
    }

    /// In columns from the left edge of the plot.
    fn place(&self, time: Duration) -> f64 {
        let part = time.saturating_sub(self.start).as_secs_f64() / self.length.as_secs_f64();
        part.min(1.0) * COLUMNS as f64
    }

    fn column(&self, time: Duration) -> usize {
        (self.place(time) as usize).min(COLUMNS - 1)
    }
}

struct Sheet {
    scale: Scale,
    /// How high a worker's bar is.
    bar: i32,
    /// From one row to the next.
    pitch: i32,
    /// Below the last row.
    bottom: i32,
    shapes: Vec<Shape>,
}

/// For each activity of the legend, how much of a column lies below its upper edge, in pixels of the bar.
type Levels = [i32; LEGEND.len()];

impl Sheet {
    fn rect(&mut self, at: Point, size: Point, color: Color) {
        self.shapes.push(Shape::Rect { at, size, color });
    }

    fn line(&mut self, from: Point, to: Point, color: Color) {
        self.shapes.push(Shape::Line { from, to, color });
    }

    fn text(&mut self, at: Point, text: impl Into<String>, anchor: Anchor, color: Color) {
        let (text, size) = (text.into(), Size::Label);
        self.shapes.push(Shape::Text {
            at,
            text,
            size,
            anchor,
            color,
        });
    }

    fn head(&mut self, trace: &Trace) {
        self.shapes.push(Shape::Text {
            at: (MARGIN, 36),
            text: trace.title.clone(),
            size: Size::Title,
            anchor: Anchor::Start,
            color: INK,
        });
        let events = || trace.workers.iter().flat_map(|worker| &worker.events);
        let forks = events().map(|event| match event.kind {
            EventKind::Forks { count } => count,
            EventKind::Steal { .. } => 0,
        });
        let steals = events().filter(|event| matches!(event.kind, EventKind::Steal { .. }));
        let (unit, name) = unit(self.scale.length);
        let time = self.scale.length.as_nanos() as f64 / unit;
        let words = format!(
            "{time:.2} {name} on {}, {} and {}",
            counted(trace.workers.len() as u64, "worker"),
            counted(forks.sum(), "fork"),
            counted(steals.count() as u64, "steal"),
        );
        self.text((MARGIN, 60), words, Anchor::Start, PALE_INK);
        let busy = (PLOT.start - 12, HEAD - 8);
        self.text(busy, "at work", Anchor::End, PALE_INK);
    }

    /// Lines at round times, from the top of the rows to their labels.
    fn axis(&mut self) {
        let axis = self.bottom + 2;
        let (unit, name) = unit(self.scale.length);
        let length = self.scale.length.as_nanos() as u64;
        let step = round_step(length / 10);
        for time in (0..=length).step_by(step as usize) {
            let x = PLOT.start
                + self
                    .scale
                    .place(self.scale.start + Duration::from_nanos(time)) as i32;
            self.line((x, HEAD - 4), (x, axis + 5), GRID);
            let label = format!("{}", time as f64 / unit);
            self.text((x, axis + 19), label, Anchor::Middle, PALE_INK);
        }
        self.line((PLOT.start, axis), (PLOT.end, axis), PALE_INK);
        let place = ((PLOT.start + PLOT.end) / 2, axis + 38);
        self.text(place, format!("time in {name}"), Anchor::Middle, PALE_INK);
    }

    fn row(&mut self, index: usize, worker: &Timeline, most: u64) {
        let top = HEAD + index as i32 * self.pitch;
        let spans = worker.innermost();
        let middle = top + self.bar / 2 + 4;
        self.text(
            (MARGIN, middle),
            format!("worker {index}"),
            Anchor::Start,
            INK,
        );
        let work = format!("{:.1} %", 100.0 * self.work(&spans));
        self.text((PLOT.start - 12, middle), work, Anchor::End, PALE_INK);
        self.rect((PLOT.start, top), (COLUMNS as i32, self.bar), BARE);
        let levels = self.levels(&spans);
        for run in runs(&levels) {
            let mut below = 0;
            for (level, (_, color, _)) in levels[run.start].into_iter().zip(LEGEND) {
                if level > below {
                    let at = (PLOT.start + run.start as i32, top + self.bar - level);
                    self.rect(at, (run.len() as i32, level - below), color);
                }
                below = level;
            }
        }
        self.starts(worker, top);
        let strip = top + self.bar + GAP;
        let shades: Vec<_> = self
            .forks(worker)
            .iter()
            .map(|&forks| shade(forks, most))
            .collect();
        for run in runs(&shades) {
            if let Some(color) = shades[run.start] {
                let at = (PLOT.start + run.start as i32, strip);
                self.rect(at, (run.len() as i32, STRIP), color);
            }
        }
    }

    /// The part of the time that is spent at work.
    fn work(&self, spans: &[Span]) -> f64 {
        let is_work = |span: &&Span| LEGEND[..WORK].iter().any(|entry| entry.0 == span.activity);
        let time: Duration = spans
            .iter()
            .filter(is_work)
            .map(|span| span.end - span.start)
            .sum();
        time.as_secs_f64() / self.scale.length.as_secs_f64()
    }

    /// What is in each column.
    fn levels(&self, spans: &[Span]) -> Vec<Levels> {
        let mut shares = vec![[0.0; LEGEND.len()]; COLUMNS];
        for span in spans {
            let kind = LEGEND.iter().position(|entry| entry.0 == span.activity);
            let (start, end) = (self.scale.place(span.start), self.scale.place(span.end));
            let columns = start as usize..(end.ceil() as usize).min(COLUMNS);
            for (column, shares) in columns.clone().zip(&mut shares[columns]) {
                let inside = end.min(column as f64 + 1.0) - start.max(column as f64);
                if let Some(kind) = kind {
                    shares[kind] += inside;
                }
            }
        }
        let bar = f64::from(self.bar);
        let levels = shares.into_iter().map(|shares| {
            let mut sum = 0.0;
            shares.map(|share| {
                sum += share;
                (sum * bar).round() as i32
            })
        });
        levels.collect()
    }

    /// A pale line where a piece of work begins that is wide enough to be seen.
    fn starts(&mut self, worker: &Timeline, top: i32) {
        let mut last = 0;
        for span in &worker.spans {
            let (start, end) = (self.scale.place(span.start), self.scale.place(span.end));
            let is_work = LEGEND[..WORK].iter().any(|entry| entry.0 == span.activity);
            if is_work && end - start >= 4.0 && start as i32 > last {
                last = start as i32;
                let x = PLOT.start + last;
                self.line((x, top), (x, top + self.bar - 1), PAPER);
            }
        }
    }

    /// How many forks there are in each column.
    fn forks(&self, worker: &Timeline) -> Vec<u64> {
        let mut columns = vec![0; COLUMNS];
        for event in &worker.events {
            if let EventKind::Forks { count } = event.kind {
                columns[self.scale.column(event.at)] += count;
            }
        }
        columns
    }

    /// A line from the victim to a dot at the thief's.
    fn steals(&mut self, trace: &Trace) {
        let mut lines = BTreeSet::new();
        for (thief, worker) in trace.workers.iter().enumerate() {
            for event in &worker.events {
                if let EventKind::Steal { victim, .. } = event.kind {
                    lines.insert((self.scale.column(event.at), victim, thief));
                }
            }
        }
        for (column, victim, thief) in lines {
            let x = PLOT.start + column as i32;
            let [from, to] = [victim, thief].map(|row| HEAD + row as i32 * self.pitch);
            let (from, to) = if victim < thief {
                (from + self.bar, to - 2)
            } else {
                (from - 1, to + self.bar + 1)
            };
            self.line((x, from), (x, to), STEAL);
            self.rect((x - 1, to - 1), (3, 3), STEAL);
        }
    }

    fn legend(&mut self, most: u64) {
        let y = self.bottom + 72;
        let mut x = PLOT.start;
        for (_, color, name) in LEGEND {
            self.rect((x, y), (14, 14), color);
            self.text((x + 20, y + 11), name, Anchor::Start, INK);
            x += 20 + wide(name) + 24;
        }
        self.line((x + 7, y), (x + 7, y + 12), STEAL);
        self.rect((x + 6, y + 11), (3, 3), STEAL);
        let name = "steal, dot at the thief";
        self.text((x + 16, y + 11), name, Anchor::Start, INK);
        x += 16 + wide(name) + 24;
        for (step, color) in FORKS.into_iter().enumerate() {
            self.rect((x + 8 * step as i32, y + 4), (8, STRIP), color);
        }
        let name = format!("forks, up to {most} in a column");
        self.text((x + 40, y + 11), name, Anchor::Start, INK);
    }
}

/// A number of things.
fn counted(number: u64, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

/// How wide a label is, about.
fn wide(label: &str) -> i32 {
    label.chars().count() as i32 * 7
}

/// Ranges of equal neighbours.
fn runs<T: PartialEq>(columns: &[T]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    columns.chunk_by(T::eq).map(move |chunk| {
        start += chunk.len();
        start - chunk.len()..start
    })
}

/// By the logarithm: none for no forks.
fn shade(forks: u64, most: u64) -> Option<Color> {
    let part = (forks as f64).ln() / (most.max(2) as f64).ln();
    let last = FORKS.len() - 1;
    (forks > 0).then(|| FORKS[((part * FORKS.len() as f64) as usize).min(last)])
}

/// The unit in which so long a time is told, in nanoseconds, and its name.
fn unit(length: Duration) -> (f64, &'static str) {
    match length.as_nanos() {
        0..5_000 => (1.0, "nanoseconds"),
        5_000..5_000_000 => (1e3, "microseconds"),
        5_000_000..5_000_000_000 => (1e6, "milliseconds"),
        _ => (1e9, "seconds"),
    }
}

/// The least of 1, 2, 5, 10, 20, 50 and so on that is not below.
fn round_step(least: u64) -> u64 {
    let mut power = 1;
    loop {
        if let Some(step) = [1, 2, 5]
            .map(|digit| digit * power)
            .into_iter()
            .find(|step| *step >= least)
        {
            return step;
        }
        power *= 10;
    }
}
