//! Elements that go left before all others, in place: stripes are partitioned each for itself, then what is on the wrong side
//! of the whole slice changes places.
//!
//! Invariant: elements only ever swap places, so the slice holds each of them once, whatever panics.

use super::share::{each, start};
use crate::task::join::{current_num_threads, in_pool};
use std::mem;

/// How many stripes a thread should get, so that nobody waits long for the last one.
const STRIPES_PER_THREAD: usize = 16;
/// No stripe has more elements, nor fewer if there are enough.
const LONGEST_STRIPE: usize = if cfg!(test) { 50 } else { 1 << 16 };
const SHORTEST_STRIPE: usize = if cfg!(test) { 10 } else { 64 };
/// So many bytes are swapped by one thread.
const SWAP_PIECE: usize = if cfg!(test) { 16 } else { 64 << 10 };
/// How many elements are asked at each end before any is swapped.
const BLOCK: usize = 128;

/// Brings the elements that go left before all others and returns how many there are. Asks some of them twice.
pub(crate) fn partition<T, F>(v: &mut [T], goes_left: F) -> usize
where
    T: Send,
    F: Fn(&T) -> bool + Sync,
{
    let mut left = 0;
    let done = start(v.len(), |range| {
        for i in range {
            let goes = goes_left(&v[i]);
            v.swap(left, i);
            left += usize::from(goes);
        }
    });
    if done == v.len() {
        return left;
    }
    in_pool(|_| {
        let rest = &mut v[done..];
        let wanted = STRIPES_PER_THREAD * current_num_threads();
        let len = (rest.len() / wanted).clamp(SHORTEST_STRIPE, LONGEST_STRIPE);
        let mut stripes: Vec<_> = rest.chunks_mut(len).map(|v| Stripe::new(v, ())).collect();
        let mut cuts = cut(&mut stripes, |(), element| goes_left(element));
        cuts.insert(
            0,
            Cut {
                left,
                right: done - left,
            },
        );
        gather(v, &cuts)
    })
}

/// The same by one stripe for each of `contexts`, which are not empty. In a pool.
pub(super) fn partition_by<T, C, F>(v: &mut [T], contexts: &mut [C], goes_left: F) -> usize
where
    T: Send,
    C: Send,
    F: Fn(&mut C, &T) -> bool + Sync,
{
    let len = v.len().div_ceil(contexts.len()).max(1);
    let stripes = v.chunks_mut(len).zip(contexts);
    let mut stripes: Vec<_> = stripes
        .map(|(v, context)| Stripe::new(v, context))
        .collect();
    let cuts = cut(&mut stripes, |context, element| goes_left(context, element));
    gather(v, &cuts)
}

/// A part of the slice that is one thread's work.
struct Stripe<'v, T, C> {
    elements: &'v mut [T],
    /// What the question needs to know, for this stripe alone.
    context: C,
    /// How many elements go left.
    left: usize,
}

impl<'v, T, C> Stripe<'v, T, C> {
    fn new(elements: &'v mut [T], context: C) -> Self {
        Stripe {
            elements,
            context,
            left: 0,
        }
    }
}

/// The two parts of a partitioned stripe.
struct Cut {
    left: usize,
    right: usize,
}

/// Partitions each stripe.
fn cut<T, C, F>(stripes: &mut [Stripe<'_, T, C>], goes_left: F) -> Vec<Cut>
where
    T: Send,
    C: Send,
    F: Fn(&mut C, &T) -> bool + Sync,
{
    each(stripes, &|stripe| {
        let context = &mut stripe.context;
        stripe.left = alone(stripe.elements, |element| goes_left(context, element));
    });
    let cuts = stripes.iter().map(|stripe| Cut {
        left: stripe.left,
        right: stripe.elements.len() - stripe.left,
    });
    cuts.collect()
}

/// Swaps what lies on the wrong side: `v` consists of partitioned stripes. Returns how many elements go left.
fn gather<T: Send>(v: &mut [T], cuts: &[Cut]) -> usize {
    let border = cuts.iter().map(|cut| cut.left).sum();
    let (front, back) = v.split_at_mut(border);
    let (mut front, mut back) = (Walk::new(front, 0), Walk::new(back, border));
    let (mut to_right, mut to_left) = (Vec::new(), Vec::new());
    let mut place = 0;
    for cut in cuts {
        let middle = place + cut.left;
        to_left.extend(back.part(place.max(border), middle));
        place = middle + cut.right;
        to_right.extend(front.part(middle, place.min(border)));
    }
    let mut pairs = Vec::new();
    let most = (SWAP_PIECE / size_of::<T>().max(1)).max(1);
    let (mut one, mut other): (&mut [T], &mut [T]) = (&mut [], &mut []);
    let (mut to_right, mut to_left) = (to_right.into_iter(), to_left.into_iter());
    loop {
        if one.is_empty() {
            one = to_right.next().unwrap_or_default();
        }
        if other.is_empty() {
            other = to_left.next().unwrap_or_default();
        }
        let len = one.len().min(other.len()).min(most);
        match (one.split_off_mut(..len), other.split_off_mut(..len)) {
            (Some(one), Some(other)) if len > 0 => pairs.push((one, other)),
            _ => break,
        }
    }
    each(&mut pairs, &|(one, other)| one.swap_with_slice(other));
    border
}

/// A slice that parts are taken from, in ascending order.
struct Walk<'v, T> {
    rest: &'v mut [T],
    /// The place where `rest` begins.
    place: usize,
}

impl<'v, T> Walk<'v, T> {
    fn new(rest: &'v mut [T], place: usize) -> Self {
        Walk { rest, place }
    }

    /// What lies between the two places, if that is anything.
    fn part(&mut self, from: usize, to: usize) -> Option<&'v mut [T]> {
        let len = to.checked_sub(from).filter(|&len| len > 0)?;
        self.rest.split_off_mut(..from - self.place)?;
        self.place = to;
        self.rest.split_off_mut(..len)
    }
}

/// Partitions by one thread: collects what is on the wrong side in a block at each end, and swaps that in pairs, so that nothing
/// depends on a guess (Edelkamp and Weiss, "BlockQuicksort", 2016).
fn alone<T>(v: &mut [T], mut goes_left: impl FnMut(&T) -> bool) -> usize {
    let (mut in_left, mut in_right) = (Wrong::new(), Wrong::new());
    // The blocks begin at `from` and end at `to`; what lies around them is in its place.
    let (mut from, mut to) = (0, v.len());
    while to - from >= 2 * BLOCK {
        let (left, rest) = v[from..to].split_at_mut(BLOCK);
        let (_, right) = rest.split_at_mut(rest.len() - BLOCK);
        if in_left.is_empty() {
            in_left.collect(left, |element| !goes_left(element));
        }
        if in_right.is_empty() {
            in_right.collect(right, &mut goes_left);
        }
        let pairs = in_left.len().min(in_right.len());
        for _ in 0..pairs {
            mem::swap(&mut left[in_left.take()], &mut right[in_right.take()]);
        }
        if in_left.is_empty() {
            from += BLOCK;
        }
        if in_right.is_empty() {
            to -= BLOCK;
        }
    }
    // A few are asked again.
    let mut left = from;
    for i in from..to {
        let goes = goes_left(&v[i]);
        v.swap(left, i);
        left += usize::from(goes);
    }
    left
}

/// The places in a block of what is on the wrong side.
struct Wrong {
    places: [u8; BLOCK],
    next: usize,
    end: usize,
}

impl Wrong {
    fn new() -> Self {
        Wrong {
            places: [0; BLOCK],
            next: 0,
            end: 0,
        }
    }

    fn len(&self) -> usize {
        self.end - self.next
    }

    fn is_empty(&self) -> bool {
        self.next == self.end
    }

    /// Notes which of the block's elements are wrong.
    #[inline]
    fn collect<T>(&mut self, block: &[T], mut is_wrong: impl FnMut(&T) -> bool) {
        let mut end = 0;
        for (place, element) in block.iter().enumerate().take(BLOCK) {
            // There are never more of them than elements before.
            self.places[end % BLOCK] = place as u8;
            end += usize::from(is_wrong(element));
        }
        (self.next, self.end) = (0, end);
    }

    /// The next one; there is one.
    #[inline]
    fn take(&mut self) -> usize {
        let place = self.places[self.next % BLOCK];
        self.next += 1;
        usize::from(place) % BLOCK
    }
}
