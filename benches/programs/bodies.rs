//! Bodies and how strongly they attract each other. Compiled once for both engines, as `alone` is.

/// Position and velocity; all bodies have the same mass.
pub(crate) type Body = [[f64; 3]; 2];

/// Keeps close encounters from throwing bodies out of the world.
const SOFTENING: f64 = 0.01;

/// What all bodies together do to one.
#[inline(never)]
pub(crate) fn pull_on(body: &Body, all: &[Body]) -> [f64; 3] {
    let mut sum = [0.0; 3];
    all.iter()
        .for_each(|other| accumulate(&mut sum, pull(body, other), 1.0));
    sum
}

/// How strongly `one` is drawn to `other`; nothing if they are the same.
pub(crate) fn pull([one, _]: &Body, [other, _]: &Body) -> [f64; 3] {
    let way: [f64; 3] = std::array::from_fn(|axis| other[axis] - one[axis]);
    let square = way.iter().map(|part| part * part).sum::<f64>() + SOFTENING;
    way.map(|part| part / (square * square.sqrt()))
}

/// Adds a multiple.
pub(crate) fn accumulate(sum: &mut [f64; 3], more: [f64; 3], factor: f64) {
    sum.iter_mut()
        .zip(more)
        .for_each(|(sum, more)| *sum += more * factor);
}
