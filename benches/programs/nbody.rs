//! Bodies that attract each other: every step looks at all pairs.

use super::engine::prelude::*;
use crate::bodies::{Body, accumulate, pull, pull_on};

const STEP: f64 = 0.001;

/// The bodies after some steps, one after the other.
pub(crate) fn sequential(bodies: &[Body], steps: usize) -> Vec<Body> {
    simulate(bodies, steps, |old| {
        old.iter().map(|body| pull_on(body, old)).collect()
    })
}

/// Each body looks at all others.
pub(crate) fn by_body(bodies: &[Body], steps: usize) -> Vec<Body> {
    simulate(bodies, steps, |old| {
        old.par_iter().map(|body| pull_on(body, old)).collect()
    })
}

/// Each pair is looked at once, and the pulls are added up in accumulators that hold all bodies.
pub(crate) fn by_pair(bodies: &[Body], steps: usize) -> Vec<Body> {
    let none = |count: usize| vec![[0.0; 3]; count];
    let add = |mut sums: Vec<[f64; 3]>, more: Vec<[f64; 3]>| {
        sums.iter_mut()
            .zip(more)
            .for_each(|(sum, pull)| accumulate(sum, pull, 1.0));
        sums
    };
    simulate(bodies, steps, |old| {
        (0..old.len())
            .into_par_iter()
            .fold(
                || none(old.len()),
                |mut sums, one| {
                    for other in one + 1..old.len() {
                        let pull = pull(&old[one], &old[other]);
                        accumulate(&mut sums[one], pull, 1.0);
                        accumulate(&mut sums[other], pull, -1.0);
                    }
                    sums
                },
            )
            .reduce(|| none(old.len()), add)
    })
}

fn simulate(bodies: &[Body], steps: usize, pulls: impl Fn(&[Body]) -> Vec<[f64; 3]>) -> Vec<Body> {
    (0..steps).fold(bodies.to_vec(), |mut bodies, _| {
        let pulls = pulls(&bodies);
        for ([position, velocity], pull) in bodies.iter_mut().zip(pulls) {
            accumulate(velocity, pull, STEP);
            accumulate(position, *velocity, STEP);
        }
        bodies
    })
}
