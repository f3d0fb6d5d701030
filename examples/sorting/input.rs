//! What is to be sorted: numbers of some shape, or the contents of a file.

use clap::ValueEnum;
use std::fs;
use std::path::Path;

/// Numbers or lines.
pub(crate) enum Input {
    Numbers(Vec<i64>),
    Lines(String),
}

impl Input {
    /// Reads a file: numbers if every line is one.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path);
        let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
        if text.is_empty() {
            return Err(format!("{}: nothing to sort", path.display()));
        }
        let numbers: Result<Vec<i64>, _> = text.lines().map(|line| line.trim().parse()).collect();
        Ok(match numbers {
            Ok(numbers) => Input::Numbers(numbers),
            Err(_) => Input::Lines(text),
        })
    }

    /// How many of what there are.
    pub(crate) fn describe(&self) -> String {
        match self {
            Input::Numbers(numbers) => format!("{} numbers", numbers.len()),
            Input::Lines(text) => format!("{} lines", text.lines().count()),
        }
    }
}

/// Shapes of numbers.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Distribution {
    /// All over the place
    Random,
    /// In order already
    Sorted,
    /// In order, the wrong way round
    Reversed,
    /// In order, but for one in a hundred
    Nearly,
    /// Sixteen different ones
    Few,
    /// Up, again and again
    Sawtooth,
}

impl Distribution {
    pub(crate) fn numbers(self, n: usize, seed: u64) -> Vec<i64> {
        // Mixed, so that numbers of one seed are not those of another some places later.
        let start = mixed(seed);
        let noise = |i: usize| mixed(start.wrapping_add(i as u64)) as i64;
        let number = |i: usize| match self {
            Distribution::Random => noise(i),
            Distribution::Sorted => i as i64,
            Distribution::Reversed => (n - i) as i64,
            Distribution::Nearly if i % 100 == 50 => noise(i).rem_euclid(n as i64),
            Distribution::Nearly => i as i64,
            Distribution::Few => noise(i).rem_euclid(16),
            Distribution::Sawtooth => i as i64 % 1000,
        };
        (0..n).map(number).collect()
    }
}

/// Another number for each, that seems to have nothing to do with it (splitmix64, Vigna, 2015).
fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
