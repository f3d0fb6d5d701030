//! The Trace Event format, which Perfetto and chrome://tracing open.

use crate::pool::recorder::Activity;
use crate::trace::data::{Event, EventKind, Timeline, Trace};
use std::fmt::{self, Write as _};
use std::io::{self, BufWriter, Write};
use std::time::Duration;

impl Activity {
    /// Its name for readers.
    pub(super) fn name(self) -> &'static str {
        match self {
            Activity::Job => "job",
            Activity::Task => "task",
            Activity::Guest => "guest",
            Activity::Searching => "searching",
            Activity::Asleep => "asleep",
        }
    }
}

impl Trace {
    /// Writes a trace file that [Perfetto](https://ui.perfetto.dev) and chrome://tracing open: a track for each worker with its
    /// spans, and its steals and forks as marks. The format is Chrome's Trace Event format, in JSON.
    ///
    /// # Errors
    /// Those of `out`.
    ///
    /// ```
    /// let mut file = Vec::new();
    /// tine::trace::snapshot().write_chrome(&mut file)?;
    /// assert!(file.starts_with(b"{\"traceEvents\":["));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_chrome(&self, out: impl Write) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        let title = Text(&self.title);
        write!(
            out,
            r#"{{"traceEvents":[{{"name":"process_name","ph":"M","pid":1,"tid":0,"args":{{"name":{title}}}}}"#
        )?;
        for (track, worker) in self.workers.iter().enumerate() {
            worker.write_events(track, &mut out)?;
        }
        writeln!(out, "\n]}}")?;
        out.flush()
    }
}

impl Timeline {
    /// The name of the track, then what happened in it.
    fn write_events(&self, track: usize, out: &mut impl Write) -> io::Result<()> {
        // A line each, with what all have in common.
        let mut event =
            |rest: fmt::Arguments<'_>| write!(out, ",\n{{\"pid\":1,\"tid\":{track},{rest}}}");
        event(format_args!(
            r#""name":"thread_name","ph":"M","args":{{"name":"worker {track}"}}"#
        ))?;
        for span in &self.spans {
            let name = span.activity.name();
            let (start, time) = (Micros(span.start), Micros(span.end - span.start));
            event(format_args!(
                r#""name":"{name}","ph":"X","ts":{start},"dur":{time}"#
            ))?;
        }
        for Event { at, kind } in &self.events {
            let at = Micros(*at);
            match kind {
                EventKind::Forks { count } => event(format_args!(
                    r#""name":"forks","ph":"i","s":"t","ts":{at},"args":{{"count":{count}}}"#
                )),
                EventKind::Steal { victim, items } => event(format_args!(
                    r#""name":"steal","ph":"i","s":"t","ts":{at},"args":{{"from":"worker {victim}","items":{items}}}"#
                )),
            }?;
        }
        Ok(())
    }
}

/// The format's unit, to the nanosecond.
struct Micros(Duration);

impl fmt::Display for Micros {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanos = self.0.as_nanos();
        write!(f, "{}.{:03}", nanos / 1000, nanos % 1000)
    }
}

/// A text in quotes, with an escape for each sign that needs one.
struct Text<'a>(&'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for sign in self.0.chars() {
            match sign {
                '"' | '\\' => write!(f, "\\{sign}")?,
                _ if sign.is_ascii_control() => write!(f, "\\u{:04x}", u32::from(sign))?,
                _ => f.write_char(sign)?,
            }
        }
        f.write_char('"')
    }
}
