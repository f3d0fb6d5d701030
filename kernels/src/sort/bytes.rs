//! Elements of one byte: there are 256 values at most, so they are counted, and written in order.

use crate::fork_join::ForkJoin;
use std::{array, mem};

/// Fewer are sorted by comparing: to look at all counts takes as long.
const SHORTEST: usize = if cfg!(test) { 64 } else { 256 };
/// So many are counted by one thread.
const PIECE: usize = if cfg!(test) { 1000 } else { 1 << 20 };
/// So many counts are kept of each value, since equal bytes that follow each other would wait for each other's.
const LANES: usize = 4;

/// Sorts bytes by what they are with the bits of `flip` turned over. Tells whether it did; it leaves few of them as they are.
pub(super) fn sort(on: impl ForkJoin, mut v: &mut [u8], flip: u8) -> bool {
    if v.len() < SHORTEST {
        return false;
    }
    let counts = count(on, v);
    for value in (0..=u8::MAX).map(|key| key ^ flip) {
        let (equal, others) = mem::take(&mut v).split_at_mut(counts[usize::from(value)]);
        equal.fill(value);
        v = others;
    }
    true
}

/// How often each value is there.
fn count(on: impl ForkJoin, v: &[u8]) -> [usize; 256] {
    if v.len() <= PIECE {
        return count_alone(v);
    }
    let (left, right) = v.split_at(v.len() / 2);
    let (left, right) = on.join(|| count(on, left), || count(on, right));
    array::from_fn(|value| left[value] + right[value])
}

#[inline]
fn count_alone(v: &[u8]) -> [usize; 256] {
    let mut lanes = [[0_u32; 256]; LANES];
    let mut chunks = v.chunks_exact(LANES);
    for chunk in &mut chunks {
        for (lane, &byte) in lanes.iter_mut().zip(chunk) {
            lane[usize::from(byte)] += 1;
        }
    }
    for &byte in chunks.remainder() {
        lanes[0][usize::from(byte)] += 1;
    }
    array::from_fn(|value| lanes.iter().map(|lane| lane[value] as usize).sum())
}
