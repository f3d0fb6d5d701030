//! Conway's game of life on a square board whose edges are glued together.

use super::engine::prelude::*;

/// The board after some generations, one cell after the other.
pub(crate) fn sequential(board: &[bool], side: usize, generations: usize) -> Vec<bool> {
    evolve(board, generations, |old| {
        (0..old.len()).map(|place| fate(old, side, place)).collect()
    })
}

/// Collects each generation from a range.
pub(crate) fn collected(board: &[bool], side: usize, generations: usize) -> Vec<bool> {
    evolve(board, generations, |old| {
        let places = (0..old.len()).into_par_iter();
        places.map(|place| fate(old, side, place)).collect()
    })
}

/// Writes each generation by way of an iterator that knows nothing of threads.
pub(crate) fn bridged(board: &[bool], side: usize, generations: usize) -> Vec<bool> {
    evolve(board, generations, |old| {
        let mut new = vec![false; old.len()];
        let cells = new.iter_mut().enumerate().par_bridge();
        cells.for_each(|(place, cell)| *cell = fate(old, side, place));
        new
    })
}

fn evolve(board: &[bool], generations: usize, next: impl Fn(&[bool]) -> Vec<bool>) -> Vec<bool> {
    (0..generations).fold(board.to_vec(), |old, _| next(&old))
}

/// Whether a cell lives in the next generation.
fn fate(board: &[bool], side: usize, place: usize) -> bool {
    let (row, column) = (place / side, place % side);
    let around = |at: usize| {
        let before = if at == 0 { side - 1 } else { at - 1 };
        let after = if at + 1 == side { 0 } else { at + 1 };
        [before, at, after]
    };
    let columns = around(column);
    let mut living = 0;
    for row in around(row) {
        for column in columns {
            living += usize::from(board[row * side + column]);
        }
    }
    // The cell itself was counted too.
    living == 3 || living == 4 && board[place]
}
