//! What is recorded is what was done, and each format of it is whole.
#![cfg(all(feature = "trace", not(tine_lean)))]

use serde_json::Value;
use std::collections::HashMap;
use std::sync::Barrier;
use std::time::Duration;
use tine::trace::{Activity, EventKind, Trace};
use tine::{ThreadPool, ThreadPoolBuilder};

fn pool(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build().expect("a pool")
}

fn fib(n: u32) -> u64 {
    if n < 2 {
        return n.into();
    }
    let (a, b) = tine::join(|| fib(n - 1), || fib(n - 2));
    a + b
}

fn count(trace: &Trace, activity: Activity) -> usize {
    let spans = trace.workers.iter().flat_map(|worker| &worker.spans);
    spans.filter(|span| span.activity == activity).count()
}

fn forks(trace: &Trace) -> u64 {
    let events = trace.workers.iter().flat_map(|worker| &worker.events);
    let forks = |kind| match kind {
        EventKind::Forks { count } => count,
        _ => 0,
    };
    events.map(|event| forks(event.kind)).sum()
}

/// What holds of every trace.
fn check(trace: &Trace) {
    for worker in &trace.workers {
        let mut open: Vec<Duration> = Vec::new();
        let mut last = trace.time.start;
        for span in &worker.spans {
            assert!(last <= span.start && span.start <= span.end && span.end <= trace.time.end);
            last = span.start;
            open.retain(|end| *end > span.start);
            assert!(open.iter().all(|end| span.end <= *end), "{span:?}");
            open.push(span.end);
        }
        let events = &worker.events;
        assert!(events.is_sorted_by_key(|event| event.at));
        let within = trace.time.start..=trace.time.end;
        assert!(events.iter().all(|event| within.contains(&event.at)));
        let innermost = worker.innermost();
        assert!(innermost.is_sorted_by(|one, next| one.end <= next.start));
    }
}

#[test]
fn every_fork_and_every_task_is_there() {
    for threads in [1, 2, 3] {
        let pool = pool(threads);
        for _ in 0..100 {
            pool.spawn(|| ());
        }
        pool.wait_all();
        assert_eq!(pool.install(|| fib(12)), 144);
        let trace = pool.trace();
        check(&trace);
        assert_eq!(trace.workers.len(), threads);
        assert_eq!(trace.time.start, Duration::ZERO);
        assert_eq!(count(&trace, Activity::Task), 100);
        assert_eq!(
            count(&trace, Activity::Job) as u64,
            pool.stats().total().jobs
        );
        // fib(12) forks as often as it is called with 2 or more.
        assert_eq!(forks(&trace), 232);
    }
}

#[test]
fn a_steal_names_its_victim() {
    let pool = pool(2);
    // Each half waits for the other, so one of them is stolen.
    let both = Barrier::new(2);
    pool.join(|| both.wait(), || both.wait());
    let trace = pool.trace();
    check(&trace);
    let steals = |thief: usize| {
        let kinds = trace.workers[thief].events.iter().map(|event| event.kind);
        let victims = kinds.filter_map(|kind| match kind {
            EventKind::Steal { victim, items } => Some((victim, items)),
            _ => None,
        });
        victims.collect::<Vec<_>>()
    };
    let (first, second) = (steals(0), steals(1));
    assert!(!first.is_empty() || !second.is_empty());
    assert!(first.iter().all(|steal| *steal == (1, 1)), "{first:?}");
    assert!(second.iter().all(|steal| *steal == (0, 1)), "{second:?}");
}

#[test]
fn a_guest_is_seen_in_a_sleepers_place() {
    let seen = |trace: &Trace| count(trace, Activity::Guest);
    // Until a thread sleeps there is no place for a guest.
    for _ in 0..10_000 {
        tine::join(|| (), || ());
        let trace = tine::trace::snapshot();
        check(&trace);
        if seen(&trace) > 0 {
            return;
        }
        std::thread::yield_now();
    }
    panic!("no guest was ever seen");
}

#[test]
fn what_is_overwritten_is_told_by_the_start() {
    let pool = pool(2);
    pool.install(|| (0..40_000).for_each(|_| tine::spawn(|| ())));
    pool.wait_all();
    // A job and a task each, both with a beginning and an end: more than a ring of 65,536 takes on either worker.
    let trace = pool.trace();
    check(&trace);
    assert!(trace.time.start > Duration::ZERO);
    let tasks = count(&trace, Activity::Task);
    assert!(0 < tasks && tasks < 40_000, "{tasks} tasks");
}

#[test]
fn it_can_be_read_while_it_is_written() {
    let pool = pool(2);
    let task = pool.submit(|| fib(16));
    while !task.is_finished() {
        check(&pool.trace());
    }
    assert_eq!(task.join().expect("no panic"), 987);
    check(&pool.trace());
}

/// A trace with something of everything, and a title that no format likes.
fn example() -> Trace {
    let pool = pool(3);
    pool.install(|| fib(16));
    (0..20).for_each(|_| pool.spawn(|| ()));
    pool.wait_all();
    pool.trace().titled("a <b> & \"c\" \\ \u{7} µ λ")
}

#[test]
fn the_trace_file_is_json_whose_spans_nest() {
    let trace = example();
    let mut file = Vec::new();
    trace.write_chrome(&mut file).expect("memory takes it");
    let json: Value = serde_json::from_slice(&file).expect("JSON");
    let events = json["traceEvents"].as_array().expect("events");
    let nanos = |value: &Value| (value.as_f64().expect("a number") * 1000.0).round() as u64;
    let mut names = 0;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut open: HashMap<u64, Vec<u64>> = HashMap::new();
    for event in events {
        *counts
            .entry(event["ph"].as_str().expect("a phase"))
            .or_default() += 1;
        let track = event["tid"].as_u64().expect("a track");
        assert_eq!(event["pid"], 1);
        assert!(event["name"].is_string());
        match event["ph"].as_str() {
            Some("M") if event["name"] == "process_name" => {
                assert_eq!(event["args"]["name"], *trace.title);
            }
            Some("M") => {
                assert_eq!(event["args"]["name"], format!("worker {track}"));
                names += 1;
            }
            Some("X") => {
                let start = nanos(&event["ts"]);
                let end = start + nanos(&event["dur"]);
                let open = open.entry(track).or_default();
                open.retain(|outer| *outer > start);
                assert!(open.iter().all(|outer| end <= *outer), "{event}");
                open.push(end);
            }
            Some("i") => _ = nanos(&event["ts"]),
            other => panic!("{other:?}"),
        }
    }
    let spans = trace.workers.iter().map(|worker| worker.spans.len());
    let moments = trace.workers.iter().map(|worker| worker.events.len());
    assert_eq!(names, 3);
    assert_eq!((counts["X"], counts["i"]), (spans.sum(), moments.sum()));
}

#[test]
fn the_pictures_are_whole() {
    let trace = example();
    let (mut svg, mut bitmap) = (Vec::new(), Vec::new());
    trace.write_svg(&mut svg).expect("memory takes it");
    trace.write_png(&mut bitmap).expect("memory takes it");
    let svg = String::from_utf8(svg).expect("text");
    let mut lines = svg.lines();
    let head = lines.next().expect("a head");
    assert_eq!(lines.next_back(), Some("</svg>"));
    let whole =
        |line: &str| line.starts_with('<') && (line.ends_with("/>") || line.ends_with("</text>"));
    assert!(lines.all(whole));
    for text in [
        "a &lt;b&gt; &amp; \"c\" \\   µ λ",
        "worker 2",
        "time in ",
        "asleep",
    ] {
        assert!(svg.contains(&format!(">{text}")), "{text}");
    }

    let decoder = png::Decoder::new(std::io::Cursor::new(bitmap));
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits")];
    let frame = reader.next_frame(&mut pixels).expect("a picture");
    let size = format!("width=\"{}\" height=\"{}\"", frame.width, frame.height);
    assert!(head.contains(&size), "{head}");
    // The three first colours of the legend's activities, somewhere.
    let mut colors = pixels.chunks_exact(3);
    assert!(colors.any(|color| color == [0x3b, 0x76, 0xaf]));
}

#[test]
fn a_trace_of_nothing_has_a_picture() {
    let trace = pool(1).trace();
    let nothing = trace.cut(trace.time.end..trace.time.end);
    check(&nothing);
    let mut file = Vec::new();
    nothing.write_svg(&mut file).expect("memory takes it");
    nothing.write_png(&mut file).expect("memory takes it");
    nothing.write_chrome(&mut file).expect("memory takes it");
    assert!(Trace::default().write_svg(&mut file).is_ok());
}
