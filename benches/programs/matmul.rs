//! The product of two square matrices by Strassen's seven products of quarters.

use super::both::Both;

/// Sides up to this are multiplied in the plain way.
const PLAIN: usize = 64;

/// A square matrix, row by row. The side is a power of two.
pub(crate) struct Matrix {
    side: usize,
    numbers: Vec<f32>,
}

impl Matrix {
    pub(crate) fn new(side: usize, number: impl Fn(usize) -> f32) -> Matrix {
        let numbers = (0..side * side).map(number).collect();
        Matrix { side, numbers }
    }

    pub(crate) fn into_numbers(self) -> Vec<f32> {
        self.numbers
    }

    fn quarter(&self, lower: bool, right: bool) -> Matrix {
        let half = self.side / 2;
        let (top, left) = (half * usize::from(lower), half * usize::from(right));
        let mut numbers = Vec::with_capacity(half * half);
        for start in (top..top + half).map(|row| row * self.side + left) {
            numbers.extend_from_slice(&self.numbers[start..start + half]);
        }
        Matrix {
            side: half,
            numbers,
        }
    }

    fn quarters(&self) -> [Matrix; 4] {
        [(false, false), (false, true), (true, false), (true, true)]
            .map(|(lower, right)| self.quarter(lower, right))
    }

    fn of_quarters([a, b, c, d]: [Matrix; 4]) -> Matrix {
        let half = a.side;
        let mut numbers = Vec::with_capacity(4 * half * half);
        for (left, right) in [(a, b), (c, d)] {
            for row in 0..half {
                let row = row * half..(row + 1) * half;
                numbers.extend_from_slice(&left.numbers[row.clone()]);
                numbers.extend_from_slice(&right.numbers[row]);
            }
        }
        Matrix {
            side: 2 * half,
            numbers,
        }
    }

    fn plus(&self, other: &Matrix) -> Matrix {
        let pairs = self.numbers.iter().zip(&other.numbers);
        Matrix {
            side: self.side,
            numbers: pairs.map(|(a, b)| a + b).collect(),
        }
    }

    fn minus(&self, other: &Matrix) -> Matrix {
        let pairs = self.numbers.iter().zip(&other.numbers);
        Matrix {
            side: self.side,
            numbers: pairs.map(|(a, b)| a - b).collect(),
        }
    }

    fn plain_product(&self, other: &Matrix) -> Matrix {
        let side = self.side;
        let mut numbers = vec![0.0; side * side];
        for (row, sums) in self.numbers.chunks(side).zip(numbers.chunks_mut(side)) {
            for (factor, others) in row.iter().zip(other.numbers.chunks(side)) {
                sums.iter_mut()
                    .zip(others)
                    .for_each(|(sum, number)| *sum += factor * number);
            }
        }
        Matrix { side, numbers }
    }
}

/// The product; `W` tells whether the seven products are in turn or parallel.
pub(crate) fn strassen<W: Both>(left: &Matrix, right: &Matrix) -> Matrix {
    if left.side <= PLAIN {
        return left.plain_product(right);
    }
    let ([a, b, c, d], [e, f, g, h]) = (left.quarters(), right.quarters());
    let product = |x: Matrix, y: Matrix| strassen::<W>(&x, &y);
    let ((ad_eh, cd_e), ((a_fh, d_ge), (ab_h, (ca_ef, bd_gh)))) = W::both(
        || {
            W::both(
                || product(a.plus(&d), e.plus(&h)),
                || strassen::<W>(&c.plus(&d), &e),
            )
        },
        || {
            W::both(
                || {
                    W::both(
                        || strassen::<W>(&a, &f.minus(&h)),
                        || strassen::<W>(&d, &g.minus(&e)),
                    )
                },
                || {
                    W::both(
                        || strassen::<W>(&a.plus(&b), &h),
                        || {
                            W::both(
                                || product(c.minus(&a), e.plus(&f)),
                                || product(b.minus(&d), g.plus(&h)),
                            )
                        },
                    )
                },
            )
        },
    );
    Matrix::of_quarters([
        ad_eh.plus(&d_ge).minus(&ab_h).plus(&bd_gh),
        a_fh.plus(&ab_h),
        cd_e.plus(&d_ge),
        ad_eh.minus(&cd_e).plus(&a_fh).plus(&ca_ef),
    ])
}
