//! Shapes of what is to be sorted, as numbers below 2^32, from which elements of any type are made.

use super::numbers::noise_from;

/// How the elements lie.
#[derive(Clone, Copy)]
pub(crate) enum Shape {
    Random,
    Ascending,
    Descending,
    /// One in a hundred out of its place.
    NearlyAscending,
    Sixteen,
    Three,
    Same,
    /// Ten or more ascending runs of up to a thousand, the first of which was begun somewhere.
    Sawtooth,
    /// Few values are frequent and many are rare.
    Zipf,
    /// As many between any power of two and the next.
    Magnitudes,
}

impl Shape {
    pub(crate) const ALL: [(&'static str, Shape); 10] = [
        ("random", Shape::Random),
        ("ascending", Shape::Ascending),
        ("descending", Shape::Descending),
        ("99 % ascending", Shape::NearlyAscending),
        ("sixteen values", Shape::Sixteen),
        ("three values", Shape::Three),
        ("all the same", Shape::Same),
        ("sawtooth", Shape::Sawtooth),
        ("zipf", Shape::Zipf),
        ("all magnitudes", Shape::Magnitudes),
    ];

    /// `count` numbers of this shape; others for another `copy`, as far as chance has a say.
    pub(crate) fn numbers(self, count: usize, copy: usize) -> Vec<u32> {
        let noise = noise_from(1 + copy * count, count);
        let tooth = (count / 10).clamp(1, 1000);
        let begun = noise.first().map_or(0, |noise| *noise as usize % tooth);
        let number = |(i, noise): (usize, u64)| match self {
            Shape::Random => (noise >> 32) as u32,
            Shape::Ascending => i as u32,
            Shape::Descending => (count - i) as u32,
            Shape::NearlyAscending if noise % 100 == 0 => ((noise >> 32) % count as u64) as u32,
            Shape::NearlyAscending => i as u32,
            Shape::Sixteen => (noise % 16) as u32,
            Shape::Three => (noise % 3) as u32,
            Shape::Same => 7,
            Shape::Sawtooth => ((begun + i) % tooth) as u32,
            // The value of rank r comes about 1/r times as often as the first.
            Shape::Zipf => (count as f64).powf(noise as f64 / u64::MAX as f64) as u32,
            Shape::Magnitudes => (noise >> 32) as u32 >> (noise % 32),
        };
        noise.into_iter().enumerate().map(number).collect()
    }
}
