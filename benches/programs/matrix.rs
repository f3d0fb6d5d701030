//! Square matrices as one thread works with them. Compiled once for both engines, as `alone` is.

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

    pub(crate) fn side(&self) -> usize {
        self.side
    }

    pub(crate) fn into_numbers(self) -> Vec<f32> {
        self.numbers
    }

    #[inline(never)]
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

    pub(crate) fn quarters(&self) -> [Matrix; 4] {
        [(false, false), (false, true), (true, false), (true, true)]
            .map(|(lower, right)| self.quarter(lower, right))
    }

    #[inline(never)]
    pub(crate) fn of_quarters([a, b, c, d]: [Matrix; 4]) -> Matrix {
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

    #[inline(never)]
    pub(crate) fn plus(&self, other: &Matrix) -> Matrix {
        let pairs = self.numbers.iter().zip(&other.numbers);
        Matrix {
            side: self.side,
            numbers: pairs.map(|(a, b)| a + b).collect(),
        }
    }

    #[inline(never)]
    pub(crate) fn minus(&self, other: &Matrix) -> Matrix {
        let pairs = self.numbers.iter().zip(&other.numbers);
        Matrix {
            side: self.side,
            numbers: pairs.map(|(a, b)| a - b).collect(),
        }
    }

    #[inline(never)]
    pub(crate) fn plain_product(&self, other: &Matrix) -> Matrix {
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
