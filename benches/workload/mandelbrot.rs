//! A small picture of the Mandelbrot set: rows of very different cost.

const WIDTH: usize = 480;
const HEIGHT: usize = 300;
const LIMIT: u8 = 255;

/// How many steps every pixel's number stays small, row by row.
#[derive(PartialEq)]
pub(crate) struct Picture {
    steps: Vec<u8>,
}

impl Picture {
    /// A blank picture.
    pub(crate) fn blank() -> Picture {
        Picture {
            steps: vec![0; WIDTH * HEIGHT],
        }
    }

    /// Draws one row after the other.
    pub(crate) fn sequential(&mut self) {
        self.steps.chunks_mut(WIDTH).enumerate().for_each(draw_row);
    }

    /// Draws the rows in parallel with tine.
    pub(crate) fn tine(&mut self) {
        use tine::prelude::{
            IndexedParallelIterator as _, ParallelIterator as _, ParallelSliceMut as _,
        };
        self.steps
            .par_chunks_mut(WIDTH)
            .enumerate()
            .for_each(draw_row);
    }

    /// Draws the rows in parallel with rayon.
    pub(crate) fn rayon(&mut self) {
        use rayon::prelude::{
            IndexedParallelIterator as _, ParallelIterator as _, ParallelSliceMut as _,
        };
        self.steps
            .par_chunks_mut(WIDTH)
            .enumerate()
            .for_each(draw_row);
    }
}

/// Never inlined: inlined into three loops it becomes three pieces of code, of which some are 2 to 4 % slower than others.
#[inline(never)]
fn draw_row((y, row): (usize, &mut [u8])) {
    let imaginary = y as f64 / HEIGHT as f64 * 2.5 - 1.25;
    for (x, pixel) in row.iter_mut().enumerate() {
        *pixel = steps_of(x as f64 / WIDTH as f64 * 3.5 - 2.5, imaginary);
    }
}

/// How many steps of `z * z + c` stay within the circle of radius two.
fn steps_of(real: f64, imaginary: f64) -> u8 {
    let (mut re, mut im) = (0.0_f64, 0.0_f64);
    let mut steps = 0;
    while steps < LIMIT && re * re + im * im <= 4.0 {
        (re, im) = (re * re - im * im + real, 2.0 * re * im + imaginary);
        steps += 1;
    }
    steps
}
