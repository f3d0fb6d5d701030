//! One partition by several threads.
//!
//! There are as many pivots as stripes. In each phase every stripe is partitioned by another pivot, so that no pivot is compared
//! by two threads at a time; after the last phase each stripe consists of pieces between the same pivots. Then pieces change
//! places, until those that belong together lie together.
//!
//! Invariant: elements only ever change places, so the slice holds each of them once, whatever panics.

use super::partition::partition;
use crate::fork_join::ForkJoin;
use std::cmp::Ordering;

/// So many bytes are swapped by one thread.
const SWAP_PIECE: usize = if cfg!(test) { 4096 } else { 256 << 10 };

/// Partitions `v` by its first `pivots` elements, which are in ascending order. Returns where those are then; what lies before,
/// between and behind them can be sorted by itself.
///
/// `pivots` is a power of two above 1, and at most half of the length.
pub(super) fn partition_by<T, C>(
    on: impl ForkJoin,
    v: &mut [T],
    pivots: usize,
    compare: &C,
) -> Vec<usize>
where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let (first, rest) = v.split_at_mut(pivots);
    let longest = rest.len().div_ceil(pivots);
    let mut stripes: Vec<_> = rest.chunks_mut(longest).map(Stripe::new).collect();
    stripes.resize_with(pivots, || Stripe::new(&mut []));
    let mut pivots: Vec<_> = first.iter_mut().enumerate().collect();
    // A stripe meets first the pivot with its own number, then one that is half of all pivots away, then those a quarter away,
    // and so on: its pieces get shorter soon. To flip the same bits in all numbers leaves them all different.
    let bits = pivots.len().ilog2();
    let mut flipped = 0;
    for phase in 0..pivots.len() {
        let flips = phase.reverse_bits() >> (usize::BITS - bits);
        let change = flips ^ flipped;
        flipped = flips;
        for i in (0..pivots.len()).filter(|i| i ^ change > *i) {
            pivots.swap(i, i ^ change);
        }
        cut_all(on, &mut stripes, &mut pivots, compare);
    }
    let count = pivots.len();
    let mut pieces: Vec<_> = (0..count).map(|i| Piece::new(2 * i + 1, 1)).collect();
    pieces.extend(stripes.iter().flat_map(Stripe::pieces));
    arrange(on, v, pieces)
}

/// A part of the slice that one thread works on at a time.
struct Stripe<'v, T> {
    elements: &'v mut [T],
    /// For each pivot that was met, how many elements go left of it.
    cuts: Vec<(usize, usize)>,
}

impl<'v, T> Stripe<'v, T> {
    fn new(elements: &'v mut [T]) -> Self {
        Stripe {
            elements,
            cuts: Vec::new(),
        }
    }

    /// Partitions by one more pivot.
    fn cut(&mut self, number: usize, goes_left: impl Fn(&T) -> bool) {
        let place = self.cuts.partition_point(|cut| cut.0 < number);
        let end = self
            .cuts
            .get(place)
            .map_or(self.elements.len(), |cut| cut.1);
        let start = place.checked_sub(1).map_or(0, |before| self.cuts[before].1);
        let left = partition(&mut self.elements[start..end], goes_left);
        self.cuts.insert(place, (number, start + left));
    }

    /// What lies between the pivots, by the numbers of [`Piece`].
    fn pieces(&self) -> impl Iterator<Item = Piece> {
        let ends = self.cuts.iter().map(|cut| cut.1);
        let starts = [0].into_iter().chain(ends.clone());
        let ends = ends.chain([self.elements.len()]);
        let lens = starts.zip(ends).map(|(start, end)| end - start);
        lens.enumerate().map(|(i, len)| Piece::new(2 * i, len))
    }
}

/// Cuts each stripe by the pivot at its place.
fn cut_all<T, C>(
    on: impl ForkJoin,
    stripes: &mut [Stripe<'_, T>],
    pivots: &mut [(usize, &mut T)],
    compare: &C,
) where
    T: Send,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    if let ([stripe], [(number, pivot)]) = (&mut *stripes, &mut *pivots) {
        return stripe.cut(*number, |element| compare(element, pivot).is_lt());
    }
    let middle = stripes.len() / 2;
    let (left, right) = stripes.split_at_mut(middle);
    let (left_pivots, right_pivots) = pivots.split_at_mut(middle);
    on.join(
        || cut_all(on, left, left_pivots, compare),
        || cut_all(on, right, right_pivots, compare),
    );
}

/// Neighbours that belong to the same part of the result.
#[derive(Clone, Copy)]
struct Piece {
    /// Twice the number of pivots before it; one more if it is the next pivot itself.
    part: usize,
    len: usize,
}

impl Piece {
    #[inline]
    fn new(part: usize, len: usize) -> Self {
        Piece { part, len }
    }
}

/// Brings the pieces, of which `v` consists in this order, into the order of their parts. Returns the places of the pivots.
fn arrange<T: Send>(on: impl ForkJoin, v: &mut [T], mut pieces: Vec<Piece>) -> Vec<usize> {
    pieces.retain(|piece| piece.len > 0);
    let mut places = Vec::new();
    let (mut done, mut start) = (0, 0);
    for part in 0..=pieces.iter().map(|piece| piece.part).max().unwrap_or(0) {
        if part % 2 == 1 {
            places.push(start);
        }
        // All pieces before number `done` belong to lower parts or this one, and lie before `start`.
        while let Some(last) = (done..pieces.len()).rfind(|&i| pieces[i].part == part) {
            let len = if pieces[done].part == part {
                pieces[done].len
            } else {
                let len = pieces[done].len.min(pieces[last].len);
                let between: usize = pieces[done..last].iter().map(|piece| piece.len).sum();
                let (left, right) = v[start..].split_at_mut(between);
                swap_all(on, &mut left[..len], &mut right[..len]);
                exchange(&mut pieces, done, last, len);
                len
            };
            done += 1;
            start += len;
        }
    }
    places
}

/// Notes that the first `len` elements of two pieces, the shorter one's all, have changed places.
#[inline]
fn exchange(pieces: &mut Vec<Piece>, left: usize, right: usize, len: usize) {
    let (one, other) = (pieces[left], pieces[right]);
    let split_up = |was: Piece, part: usize| {
        let pieces = [Piece::new(part, len), Piece::new(was.part, was.len - len)];
        pieces.into_iter().filter(|piece| piece.len > 0)
    };
    pieces.splice(right..=right, split_up(other, one.part));
    pieces.splice(left..=left, split_up(one, other.part));
}

/// Swaps the elements of two slices of the same length.
fn swap_all<T: Send>(on: impl ForkJoin, one: &mut [T], other: &mut [T]) {
    if one.len() < 2 || size_of_val(one) <= SWAP_PIECE {
        return one.swap_with_slice(other);
    }
    let middle = one.len() / 2;
    let (left, right) = one.split_at_mut(middle);
    let (other_left, other_right) = other.split_at_mut(middle);
    on.join(
        || swap_all(on, left, other_left),
        || swap_all(on, right, other_right),
    );
}
