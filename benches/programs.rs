//! Whole programs, tine against rayon: `cargo bench --bench programs`.
//!
//! Arguments are parts of program names: `cargo bench --bench programs -- sort life`. They are the programs of rayon's demo,
//! written anew. Each source file is compiled twice, once with either library as its `engine`, so both run the same code;
//! but what one thread does by itself (`alone`, `bodies`, `matrix`, `tour`) is compiled once.
//! The contestants take turns; see `harness`.

#[path = "programs/alone.rs"]
mod alone;
#[path = "programs/bodies.rs"]
mod bodies;
#[expect(dead_code, reason = "the harness serves other benches too")]
mod harness;
#[path = "programs"]
mod on_tine {
    use tine as engine;

    pub(crate) mod both;
    pub(crate) mod life;
    pub(crate) mod matmul;
    pub(crate) mod mergesort;
    pub(crate) mod nbody;
    pub(crate) mod pythagoras;
    pub(crate) mod quicksort;
    pub(crate) mod sieve;
    pub(crate) mod tsp;
}
#[expect(dead_code, reason = "the sequential programs are taken from `on_tine`")]
#[expect(clippy::duplicate_mod, reason = "the same programs on another engine")]
#[path = "programs"]
mod on_rayon {
    use rayon as engine;

    pub(crate) mod both;
    pub(crate) mod life;
    pub(crate) mod matmul;
    pub(crate) mod mergesort;
    pub(crate) mod nbody;
    pub(crate) mod pythagoras;
    pub(crate) mod quicksort;
    pub(crate) mod sieve;
    pub(crate) mod tsp;
}
#[path = "programs/matrix.rs"]
mod matrix;
#[path = "programs/tour.rs"]
mod tour;
#[expect(dead_code, reason = "the workloads serve other benches too")]
mod workload;

use bodies::Body;
use harness::contest::{Contest, Spread};
use harness::report::{Report, Target};
use matrix::Matrix;
use on_rayon as theirs;
use on_tine as ours;
use on_tine::both::InTurn;
use std::hint::black_box;
use workload::numbers::noise;

fn main() {
    let mut games = Games {
        report: Report::from_args(),
        ratios: Vec::new(),
    };
    life(&mut games);
    nbody(&mut games);
    matmul(&mut games);
    sieve(&mut games);
    tsp(&mut games);
    sorts(&mut games);
    pythagoras(&mut games);
    games.finish();
}

/// Plays the programs, and keeps the ratios of tine's time to rayon's.
struct Games {
    report: Report,
    ratios: Vec<f64>,
}

impl Games {
    /// Plays one program, if it was asked for; all three must come to the same result, as far as `same` tells.
    fn play<R>(
        &mut self,
        name: &str,
        same: impl Fn(&R, &R) -> bool,
        mut sequential: impl FnMut() -> R,
        mut tine: impl FnMut() -> R,
        mut rayon: impl FnMut() -> R,
    ) {
        if !self.report.wants(name) {
            return;
        }
        let right = sequential();
        assert!(
            same(&right, &tine()) && same(&right, &rayon()),
            "{name}: the results differ"
        );
        let outcome = Contest::new(self.report.rounds(31))
            .seat("sequential", sequential)
            .seat("tine", tine)
            .seat("rayon", rayon)
            .run();
        self.report.times(name, &outcome, 1.0);
        self.report.note(
            "speed-up, sequential / tine",
            outcome.ratio("sequential", "tine"),
        );
        self.report.note(
            "speed-up, sequential / rayon",
            outcome.ratio("sequential", "rayon"),
        );
        let ratio = outcome.ratio("tine", "rayon");
        self.report
            .check("time, tine / rayon", ratio, Target::AtMost(1.0));
        self.ratios.push(ratio.mid);
    }

    fn finish(mut self) {
        if self.report.wants("geometric mean of all that were played") && !self.ratios.is_empty() {
            let logs: f64 = self.ratios.iter().map(|ratio| ratio.ln()).sum();
            let mean = (logs / self.ratios.len() as f64).exp();
            self.report.check(
                "time, tine / rayon",
                Spread::single(mean),
                Target::AtMost(0.85),
            );
        }
        self.report.finish();
    }
}

fn life(games: &mut Games) {
    const SIDE: usize = 200;
    let board: Vec<bool> = noise(SIDE * SIDE).iter().map(|n| n % 3 == 0).collect();
    games.play(
        "life, 100 generations",
        Vec::eq,
        || ours::life::sequential(black_box(&board), SIDE, 100),
        || ours::life::collected(black_box(&board), SIDE, 100),
        || theirs::life::collected(black_box(&board), SIDE, 100),
    );
    games.play(
        "life by a bridge, 5 generations",
        Vec::eq,
        || ours::life::sequential(black_box(&board), SIDE, 5),
        || ours::life::bridged(black_box(&board), SIDE, 5),
        || theirs::life::bridged(black_box(&board), SIDE, 5),
    );
}

fn nbody(games: &mut Games) {
    let unit = |n: u64| n as f64 / u64::MAX as f64;
    let numbers = noise(6 * 1000);
    let body = |n: &[u64]| {
        [
            [unit(n[0]), unit(n[1]), unit(n[2])],
            [unit(n[3]), unit(n[4]), unit(n[5])],
        ]
    };
    let bodies: Vec<Body> = numbers.chunks(6).map(body).collect();
    games.play(
        "nbody by body",
        Vec::eq,
        || ours::nbody::sequential(black_box(&bodies), 5),
        || ours::nbody::by_body(black_box(&bodies), 5),
        || theirs::nbody::by_body(black_box(&bodies), 5),
    );
    // Added up in another order, the sums differ a little.
    let close = |a: &f64, b: &f64| (a - b).abs() < 1e-6;
    games.play(
        "nbody by pair",
        |a: &Vec<Body>, b| {
            let (a, b) = (
                a.as_flattened().as_flattened(),
                b.as_flattened().as_flattened(),
            );
            a.iter().zip(b).all(|(a, b)| close(a, b))
        },
        || ours::nbody::sequential(black_box(&bodies), 5),
        || ours::nbody::by_pair(black_box(&bodies), 5),
        || theirs::nbody::by_pair(black_box(&bodies), 5),
    );
}

fn matmul(games: &mut Games) {
    const SIDE: usize = 512;
    let (left, right) = (
        noise(SIDE * SIDE),
        noise(2 * SIDE * SIDE).split_off(SIDE * SIDE),
    );
    let number = |n: u64| (n % 16) as f32;
    // Small whole numbers, so that nothing is rounded.
    let factors = [&left, &right].map(|n| Matrix::new(SIDE, |place| number(n[place])));
    games.play(
        "matmul",
        Vec::eq,
        || ours::matmul::strassen::<InTurn>(black_box(&factors[0]), &factors[1]).into_numbers(),
        || {
            ours::matmul::strassen::<ours::both::AtOnce>(black_box(&factors[0]), &factors[1])
                .into_numbers()
        },
        || {
            theirs::matmul::strassen::<theirs::both::AtOnce>(black_box(&factors[0]), &factors[1])
                .into_numbers()
        },
    );
}

fn sieve(games: &mut Games) {
    const LIMIT: usize = 20_000_000;
    games.play(
        "sieve",
        usize::eq,
        || ours::sieve::sequential(black_box(LIMIT)),
        || ours::sieve::segmented(black_box(LIMIT)),
        || theirs::sieve::segmented(black_box(LIMIT)),
    );
}

fn tsp(games: &mut Games) {
    const CITIES: usize = 13;
    let places = noise(2 * CITIES);
    let places: Vec<[f64; 2]> = places
        .chunks(2)
        .map(|n| [(n[0] % 10_000) as f64, (n[1] % 10_000) as f64])
        .collect();
    let distance = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]) as u32;
    let row = |a: &[f64; 2]| places.iter().map(|b| distance(a, b)).collect();
    let distances: Vec<Vec<u32>> = places.iter().map(row).collect();
    games.play(
        "tsp",
        u32::eq,
        || ours::tsp::sequential(black_box(&distances)),
        || ours::tsp::branch_and_bound(black_box(&distances)),
        || theirs::tsp::branch_and_bound(black_box(&distances)),
    );
}

fn sorts(games: &mut Games) {
    let numbers: Vec<u32> = noise(1_000_000).iter().map(|&n| n as u32).collect();
    // All pay for the copy.
    let on_copy = |sort: fn(&mut [u32])| {
        let numbers = &numbers;
        move || {
            let mut copy = black_box(numbers).clone();
            sort(&mut copy);
            copy
        }
    };
    games.play(
        "quicksort",
        Vec::eq,
        on_copy(|v| ours::quicksort::sort::<InTurn>(v, 0)),
        on_copy(|v| ours::quicksort::sort::<ours::both::AtOnce>(v, 5_000)),
        on_copy(|v| theirs::quicksort::sort::<theirs::both::AtOnce>(v, 5_000)),
    );
    games.play(
        "quicksort, forking to the end",
        Vec::eq,
        on_copy(|v| ours::quicksort::sort::<InTurn>(v, 0)),
        on_copy(|v| ours::quicksort::sort::<ours::both::AtOnce>(v, 1)),
        on_copy(|v| theirs::quicksort::sort::<theirs::both::AtOnce>(v, 1)),
    );
    games.play(
        "mergesort",
        Vec::eq,
        on_copy(ours::mergesort::sort::<InTurn>),
        on_copy(ours::mergesort::sort::<ours::both::AtOnce>),
        on_copy(theirs::mergesort::sort::<theirs::both::AtOnce>),
    );
}

fn pythagoras(games: &mut Games) {
    const LIMIT: u32 = 2_000_000;
    type Program = fn(u32) -> u32;
    let variants: [(&str, Program, Program); 4] = [
        (
            "pythagoras, nested",
            ours::pythagoras::nested,
            theirs::pythagoras::nested,
        ),
        (
            "pythagoras, flat",
            ours::pythagoras::flat,
            theirs::pythagoras::flat,
        ),
        (
            "pythagoras, outer loop",
            ours::pythagoras::outer,
            theirs::pythagoras::outer,
        ),
        (
            "pythagoras, single rounds of the outer loop",
            ours::pythagoras::outer_single,
            theirs::pythagoras::outer_single,
        ),
    ];
    for (name, tine, rayon) in variants {
        games.play(
            name,
            u32::eq,
            || ours::pythagoras::sequential(black_box(LIMIT)),
            || tine(black_box(LIMIT)),
            || rayon(black_box(LIMIT)),
        );
    }
}
