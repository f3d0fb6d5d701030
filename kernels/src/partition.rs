//! Elements that go left before all others, in place.
//!
//! A stripe is a part of the front and a part of the back, as long as the parts of the result are expected to be. So most elements
//! are on the right side when each stripe is partitioned for itself (Francis and Pannan, "A Parallel Partition for Enhanced Parallel
//! Quicksort", 1992). What is not changes places at the end.
//!
//! Invariant: elements only ever change places, so the slice holds each of them once, whatever panics.

use crate::fork_join::ForkJoin;
use crate::share::{each, start};
use crate::sort::partition as alone;
use std::mem;
use std::ops::Range;

/// How many stripes a thread should get, so that nobody waits long for the last one.
const STRIPES_PER_THREAD: usize = 16;
/// No stripe has more elements, nor fewer if there are enough.
const LONGEST_STRIPE: usize = if cfg!(test) { 50 } else { 1 << 16 };
const SHORTEST_STRIPE: usize = if cfg!(test) { 10 } else { 64 };
/// So many bytes are swapped by one thread.
const SWAP_PIECE: usize = if cfg!(test) { 16 } else { 64 << 10 };
/// Shares for which a processor cannot guess where an element goes.
const UNFORESEEN: Range<f64> = 0.1..0.9;

/// Brings the elements that go left before all others and returns how many there are. Asks some of them twice.
pub fn partition<T, F>(on: impl ForkJoin, v: &mut [T], goes_left: F) -> usize
where
    T: Send,
    F: Fn(&T) -> bool + Sync,
{
    let mut first = alone::Partition::new(v);
    let done = start(on, first.len(), |range| first.up_to(range.end, &goes_left));
    let left = first.finish(&goes_left);
    if done == v.len() {
        return left;
    }
    on.enter(|| {
        let share = left as f64 / done as f64;
        let wanted = STRIPES_PER_THREAD * on.threads();
        let rest = &mut v[left..];
        let len = (rest.len() / wanted).clamp(SHORTEST_STRIPE, LONGEST_STRIPE);
        let mut contexts = vec![(); rest.len().div_ceil(len)];
        left + partition_by(on, rest, &mut contexts, share, |(), element| {
            goes_left(element)
        })
    })
}

/// The same by one stripe for each of `contexts`, which are not empty. The share of the elements that go left is about `share`.
/// In a pool.
pub(super) fn partition_by<T, C, F>(
    on: impl ForkJoin,
    v: &mut [T],
    contexts: &mut [C],
    share: f64,
    goes_left: F,
) -> usize
where
    T: Send,
    C: Send,
    F: Fn(&C, &T) -> bool + Sync,
{
    let border = (v.len() as f64 * share.clamp(0.0, 1.0)) as usize;
    let (front, back) = v.split_at_mut(border.min(v.len()));
    let count = contexts.len();
    let parts = even(front, count).zip(even(back, count));
    let stripes = parts.map(|(front, back)| Stripe::new(front, back));
    let mut stripes: Vec<_> = stripes.zip(contexts).collect();
    each(on, &mut stripes, &|(stripe, context)| {
        let goes_left = |element: &T| goes_left(context, element);
        if UNFORESEEN.contains(&share) && size_of::<T>() < alone::LARGE {
            stripe.without_branches(goes_left);
        } else {
            stripe.with_few_swaps(goes_left);
        }
    });
    let fronts = stripes.iter().map(|(stripe, _)| Cut {
        left: stripe.left,
        right: stripe.front.len() - stripe.left,
    });
    let backs = stripes.iter().flat_map(|(stripe, _)| {
        let skipped = Cut {
            left: 0,
            right: stripe.skipped,
        };
        let rest = Cut {
            left: stripe.late,
            right: stripe.back.len() - stripe.skipped - stripe.late,
        };
        [skipped, rest]
    });
    let cuts: Vec<_> = fronts.chain(backs).collect();
    gather(on, v, &cuts)
}

/// Cuts `v` into `count` parts of nearly the same length.
fn even<T>(v: &mut [T], count: usize) -> impl Iterator<Item = &mut [T]> {
    let (mut rest, mut left) = (v, count);
    std::iter::from_fn(move || {
        let len = rest.len().checked_div(left)?;
        left -= 1;
        rest.split_off_mut(..len)
    })
}

/// What is one thread's work: partitioned as if the back were directly behind the front.
struct Stripe<'v, T> {
    front: &'v mut [T],
    back: &'v mut [T],
    /// How many elements at the start of the front go left; those behind them do not.
    left: usize,
    /// How many elements at the start of the back do not go left.
    skipped: usize,
    /// How many behind those do; those behind them do not.
    late: usize,
}

impl<'v, T> Stripe<'v, T> {
    fn new(front: &'v mut [T], back: &'v mut [T]) -> Self {
        Stripe {
            front,
            back,
            left: 0,
            skipped: 0,
            late: 0,
        }
    }

    /// Swaps every element, be it with itself, so that nothing depends on a guess of its size.
    fn without_branches(&mut self, goes_left: impl Fn(&T) -> bool) {
        let (front, back) = (&mut *self.front, &mut *self.back);
        let mut left = alone::without_branches(front, &goes_left);
        let mut next = 0;
        while left < front.len() && next < back.len() {
            // No more of these can go left than there is room in front.
            let end = back.len().min(next + (front.len() - left));
            for element in &mut back[next..end] {
                let goes = goes_left(element);
                mem::swap(&mut front[left], element);
                left += usize::from(goes);
            }
            next = end;
        }
        self.left = left;
        self.skipped = next;
        self.late = alone::without_branches(&mut back[next..], goes_left);
    }

    /// Walks from both ends and swaps only what is on the wrong side.
    fn with_few_swaps(&mut self, goes_left: impl Fn(&T) -> bool) {
        let (mut left, mut right) = (0, self.back.len());
        loop {
            left += alone::count_front(&self.front[left..], &goes_left);
            right -= alone::count_back(&self.back[..right], |element| !goes_left(element));
            if left == self.front.len() || right == 0 {
                break;
            }
            right -= 1;
            mem::swap(&mut self.front[left], &mut self.back[right]);
            left += 1;
        }
        // One of the two is empty.
        self.left = left + alone::with_few_swaps(&mut self.front[left..], &goes_left);
        self.late = alone::with_few_swaps(&mut self.back[..right], goes_left);
    }
}

/// Neighbours of which the first ones go left and the others do not.
struct Cut {
    left: usize,
    right: usize,
}

/// Swaps what lies on the wrong side of `v`, which consists of such pieces. Returns how many elements go left.
fn gather<T: Send>(on: impl ForkJoin, v: &mut [T], cuts: &[Cut]) -> usize {
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
    each(on, &mut pairs, &|(one, other)| one.swap_with_slice(other));
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
