//! What forking costs: Fibonacci numbers, sums of trees, queens.
//!
//! Each runs sequentially and with every library, in pools of one and of two threads.

#[expect(dead_code, reason = "the workloads serve other benches too")]
mod workload;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use std::time::Duration;
use workload::queens::Board;
use workload::tree::Tree;
use workload::{fib, pools};

/// The variants of a program, each returning its result.
struct Program<'a> {
    sequential: &'a dyn Fn() -> u64,
    tine: &'a (dyn Fn() -> u64 + Sync),
    rayon: &'a (dyn Fn() -> u64 + Sync),
    chili: &'a dyn Fn(&mut chili::Scope<'_>) -> u64,
}

impl Program<'_> {
    fn bench(&self, criterion: &mut Criterion, name: &str) {
        for (threads, width) in [(1, "1 thread"), (2, "2 threads")] {
            let mut group = group(criterion, &format!("{name}/{width}"));
            group.bench_function("sequential", |bencher| bencher.iter(|| (self.sequential)()));
            let pool = pools::tine(threads);
            group.bench_function("tine", |bencher| {
                pool.install(|| bencher.iter(|| (self.tine)()))
            });
            let pool = pools::rayon(threads);
            group.bench_function("rayon", |bencher| {
                pool.install(|| bencher.iter(|| (self.rayon)()))
            });
            let pool = pools::chili(threads);
            group.bench_function("chili", |bencher| {
                let scope = &mut pool.scope();
                bencher.iter(|| (self.chili)(scope));
            });
        }
    }

    /// The same from a thread outside every pool, on the global pools.
    fn bench_outside(&self, criterion: &mut Criterion, name: &str) {
        let mut group = group(criterion, &format!("{name}/from an ordinary thread"));
        group.bench_function("sequential", |bencher| bencher.iter(|| (self.sequential)()));
        group.bench_function("tine", |bencher| bencher.iter(|| (self.tine)()));
        group.bench_function("rayon", |bencher| bencher.iter(|| (self.rayon)()));
        let pool = pools::chili(tine::current_num_threads());
        group.bench_function("chili", |bencher| {
            bencher.iter(|| (self.chili)(&mut pool.scope()))
        });
    }
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(2));
    group
}

fn fibs(criterion: &mut Criterion) {
    let n = || black_box(25);
    let program = Program {
        sequential: &|| fib::sequential(n()),
        tine: &|| fib::tine(n()),
        rayon: &|| fib::rayon(n()),
        chili: &|scope| fib::chili(scope, n()),
    };
    program.bench(criterion, "fib(25)");
}

fn trees(criterion: &mut Criterion) {
    for (layers, name) in [(10, "tree of 1,023"), (20, "tree of 1,048,575")] {
        let tree = &Tree::shuffled(layers);
        let program = Program {
            sequential: &|| tree.sequential(),
            tine: &|| tree.tine(),
            rayon: &|| tree.rayon(),
            chili: &|scope| tree.chili(scope),
        };
        program.bench(criterion, name);
        if layers == 10 {
            program.bench_outside(criterion, name);
        }
    }
}

fn queens(criterion: &mut Criterion) {
    let board = || black_box(Board::empty(10));
    let program = Program {
        sequential: &|| board().sequential(),
        tine: &|| board().tine(),
        rayon: &|| board().rayon(),
        chili: &|scope| board().chili(scope),
    };
    program.bench(criterion, "10 queens");
}

criterion_group!(forks, fibs, trees, queens);
criterion_main!(forks);
