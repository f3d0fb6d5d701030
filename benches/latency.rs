//! What a single call from an ordinary thread costs: `join`, and short loops.
//!
//! Every call is measured back to back, when the pool may still be awake, and after 2 ms of sleep, when it is not.

#[expect(dead_code, reason = "the workloads serve other benches too")]
mod workload;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::thread;
use std::time::{Duration, Instant};
use workload::item::Item;
use workload::loops;

/// Benches a call in both manners.
fn bench<R>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, call: impl Fn() -> R) {
    group.bench_function(format!("back to back/{name}"), |bencher| {
        bencher.iter(&call)
    });
    group.bench_function(format!("after 2 ms of sleep/{name}"), |bencher| {
        bencher.iter_custom(|calls| (0..calls).map(|_| after_sleep(&call)).sum());
    });
}

fn after_sleep<R>(call: impl Fn() -> R) -> Duration {
    thread::sleep(Duration::from_millis(2));
    let start = Instant::now();
    black_box(call());
    start.elapsed()
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300));
    group.measurement_time(Duration::from_secs(1));
    group
}

fn empty_join(criterion: &mut Criterion) {
    let mut group = group(criterion, "join of two empty closures");
    bench(&mut group, "tine", || {
        tine::join(|| black_box(1), || black_box(2))
    });
    bench(&mut group, "rayon", || {
        rayon::join(|| black_box(1), || black_box(2))
    });
}

fn join_of_200_us(criterion: &mut Criterion) {
    let item = Item::lasting(200_000.0);
    let work = |x: u64| item.cost(black_box(x));
    let mut group = group(criterion, "join of two closures of 200 us");
    bench(&mut group, "sequential", || (work(1), work(2)));
    bench(&mut group, "tine", || tine::join(|| work(1), || work(2)));
    bench(&mut group, "rayon", || rayon::join(|| work(1), || work(2)));
}

fn small_loops(criterion: &mut Criterion) {
    let item = Item::lasting(20.0);
    for count in [100, 1_000, 10_000] {
        let values: Vec<u64> = (0..count).collect();
        let values = || black_box(values.as_slice());
        let mut group = group(
            criterion,
            &format!("map and reduce of {count} items of 20 ns"),
        );
        bench(&mut group, "sequential", || {
            loops::sequential(item, values())
        });
        bench(&mut group, "tine", || loops::tine(item, values()));
        bench(&mut group, "rayon", || loops::rayon(item, values()));
    }
}

criterion_group!(calls, empty_join, join_of_200_us, small_loops);
criterion_main!(calls);
