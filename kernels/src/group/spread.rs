//! What pieces of a slice come to, dealt out by hash to parts whose tables fit a cache.
//!
//! Invariant: a part has what was dealt with the hashes that tell so, in the order of the pieces and inside these.

use super::trial::Plan;
use crate::fork_join::ForkJoin;
use crate::share;

/// A part has so many groups or items, more or less.
const PART: usize = if cfg!(test) { 32 } else { 16_384 };
/// No more parts than this power of two, or a piece would have hardly any of what is dealt in one.
const MOST_BITS: u32 = 8;
/// If items are dealt out as they are, each thread has so many pieces, unless these would be shorter than this.
const PIECES: usize = 4;
const SHORTEST_DEALT: usize = if cfg!(test) { 20 } else { 64 };
/// The same for pieces that find groups.
const SHORTEST: usize = if cfg!(test) { 20 } else { 1024 };
/// Longer pieces are worth sharing at once.
const LONG: usize = if cfg!(test) { 200 } else { 50_000 };
/// If pieces find groups, a slice has so many of them: enough for many threads. Their number must not depend on how many threads there
/// are, since the order in which values are put together does on them.
const STRETCHES: usize = 32;

/// Where one piece puts what it has.
pub(super) struct Dealer<E> {
    bits: u32,
    parts: Vec<Vec<E>>,
}

impl<E> Dealer<E> {
    /// For so much.
    fn new(len: usize, bits: u32) -> Self {
        // Some more than a fair share: few parts outgrow it.
        let fair = len >> bits;
        let mut parts: Vec<Vec<_>> = Vec::new();
        parts.resize_with(1 << bits, || Vec::with_capacity(fair + fair / 8 + 8));
        Dealer { bits, parts }
    }

    #[inline(always)]
    pub(super) fn put(&mut self, hash: u64, what: E) {
        let part = hash as u32 >> (u32::BITS - self.bits);
        self.parts[part as usize].push(what);
    }
}

/// What a part has, piece by piece.
pub(super) type Part<E> = Vec<Vec<E>>;

/// All parts of what `first` has, and of what `work` puts in of each piece of `v`, behind that: `work` is told where the piece begins.
pub(super) fn spread<'v, T, E>(
    on: impl ForkJoin,
    (plan, are_slow): (Plan, bool),
    first: impl FnOnce(&mut Dealer<E>),
    v: &'v [T],
    work: impl Fn(usize, &'v [T], &mut Dealer<E>) + Sync,
) -> Vec<Part<E>>
where
    T: Sync,
    E: Send,
{
    let (len, dealt) = match plan {
        Plan::Pieces { shortest, groups } => {
            let shortest = shortest.max(SHORTEST);
            // A power of two, so that each of few threads gets as many.
            let pieces = 1 << (v.len() / shortest).clamp(1, STRETCHES).ilog2();
            let len = v.len().div_ceil(pieces);
            (len, groups.min(len))
        }
        _ => {
            let pieces = on.threads().saturating_mul(PIECES);
            let len = (v.len() / pieces).max(SHORTEST_DEALT);
            (len, len)
        }
    };
    let pieces = v.chunks(len);
    let all = dealt.saturating_mul(pieces.len());
    let bits = (all / PART).next_power_of_two().ilog2().clamp(1, MOST_BITS);
    let pieces = (0..).step_by(len).zip(pieces).collect();
    let deal = |(start, items): (usize, &'v [T])| {
        let mut dealer = Dealer::new(dealt, bits);
        work(start, items, &mut dealer);
        dealer.parts
    };
    let of_pieces = match plan {
        Plan::Pieces { .. } if len < LONG && !are_slow => share::map(on, pieces, deal),
        _ => share::map_at_once(on, pieces, deal),
    };
    let mut dealer = Dealer::new(0, bits);
    first(&mut dealer);
    let with_room = |first| {
        let mut part = Vec::with_capacity(of_pieces.len() + 1);
        part.push(first);
        part
    };
    let mut parts: Vec<Part<E>> = dealer.parts.into_iter().map(with_room).collect();
    for piece in of_pieces {
        let pairs = parts.iter_mut().zip(piece);
        pairs.for_each(|(part, entries)| part.push(entries));
    }
    parts
}
