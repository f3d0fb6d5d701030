//! Inputs in which some values are frequent: those are counted, the rest is sorted by itself, and all are written in order.
//!
//! Invariant: values are only counted if equal ones cannot be told apart, and nothing that a user wrote is called. So it does not
//! matter that for a time the slice does not hold each element once.

use super::radix::{self, RadixKey};
use super::{leaf, sample};
use crate::fork_join::ForkJoin;

/// Fewer elements are counted by one thread: others would come too late.
const SHARED: usize = if cfg!(test) { 4000 } else { 400_000 };
/// So few values are counted one after the other, by a loop that looks at several elements at once,
const FEW: usize = 6;
/// in so many elements before it is the next one's turn: they stay in the nearest cache.
const BLOCK: usize = 1024;
/// So many elements are looked at to find them.
const FEW_SAMPLE: usize = 32;
/// So many elements are looked at to tell whether values are frequent: one in `SPARSE`, but at least and at most so many.
const SAMPLE: (usize, usize) = (64, 512);
const SPARSE: usize = 32;
/// Such a share must have been met before: of fewer elements than `MANY`, and of others.
const REPEATED: [f64; 2] = [0.7, 0.125];
const MANY: usize = if cfg!(test) { 8000 } else { 30_000 };
/// The binary logarithms of the fewest and the most values that are counted: more counts would not stay in the near caches.
const BITS: (u32, u32) = (8, 12);

/// Sorts `v` if some of its values are frequent; `sort` is for the rest. Tells whether it did.
pub(super) fn settle<T>(
    on: impl ForkJoin,
    v: &mut [T],
    threads: usize,
    sort: impl FnOnce(&mut [T]),
) -> bool
where
    T: RadixKey + Copy + Send + Sync,
{
    let stripes = if v.len() < SHARED { 1 } else { threads };
    if let Some(few) = Few::of(v).and_then(|few| few.count(on, v, stripes)) {
        spread(v, 0, &few.counts[..few.len]);
        return true;
    }
    if !Tally::of(v).repeats(v) {
        return false;
    }
    let (rest, mut counts) = take_all(on, v, stripes);
    sort(&mut v[..rest]);
    leaf::std_unstable(&mut counts, |one, other| {
        radix::compare(&one.value, &other.value)
    });
    spread(v, rest, &counts);
    true
}

/// Counts by so many threads, each with a tally of its own. Returns how many elements were not counted, which are at the front of
/// `v` then, and the counts; there may be several of one value.
fn take_all<T>(on: impl ForkJoin, v: &mut [T], stripes: usize) -> (usize, Vec<Count<T>>)
where
    T: RadixKey + Copy + Send,
{
    if stripes < 2 {
        let mut tally = Tally::of(v);
        let rest = tally.take(v);
        tally.counts.retain(|count| count.times > 0);
        return (rest, tally.counts);
    }
    let middle = v.len() / stripes * (stripes / 2);
    let (left, right) = v.split_at_mut(middle);
    let (left, right) = on.join(
        || take_all(on, left, stripes / 2),
        || take_all(on, right, stripes - stripes / 2),
    );
    v.copy_within(middle..middle + right.0, left.0);
    (left.0 + right.0, [left.1, right.1].concat())
}

/// How often the few values come that there are.
#[derive(Clone, Copy)]
struct Few<T> {
    /// The first `len` of them, in ascending order.
    counts: [Count<T>; FEW],
    len: usize,
}

impl<T: RadixKey + Copy> Few<T> {
    /// The values of a sample of `v`, which is longer; none of them counted. None if they are not few.
    fn of(v: &[T]) -> Option<Self> {
        let count = Count {
            value: v[0],
            times: 0,
        };
        let mut few = Few {
            counts: [count; FEW],
            len: 0,
        };
        let mut places = sample::places(v.len(), v.len() / FEW_SAMPLE).take(FEW_SAMPLE);
        let are_few = places.all(|place| few.add(v[place], 0));
        are_few.then_some(few)
    }

    /// Counts `value` so many times more. False if it is one too many.
    fn add(&mut self, value: T, times: usize) -> bool {
        let known = &self.counts[..self.len];
        let rank = known.binary_search_by(|count| radix::compare(&count.value, &value));
        let rank = match rank {
            Ok(rank) => rank,
            Err(_) if self.len == FEW => return false,
            Err(rank) => {
                self.counts.copy_within(rank..self.len, rank + 1);
                self.counts[rank] = Count { value, times: 0 };
                self.len += 1;
                rank
            }
        };
        self.counts[rank].times += times;
        true
    }

    /// Those of `v`, counted by so many threads, and what other values it has. None if these are too many.
    fn count(mut self, on: impl ForkJoin, v: &[T], stripes: usize) -> Option<Self>
    where
        T: Send + Sync,
    {
        if stripes < 2 {
            let mut blocks = v.chunks(BLOCK);
            return blocks.all(|block| self.take(block)).then_some(self);
        }
        let middle = v.len() / stripes * (stripes / 2);
        let (left, right) = v.split_at(middle);
        let (left, right) = on.join(
            || self.count(on, left, stripes / 2),
            || self.count(on, right, stripes - stripes / 2),
        );
        let (mut few, other) = (left?, right?);
        let mut counts = other.counts[..other.len].iter();
        let are_few = counts.all(|count| few.add(count.value, count.times));
        are_few.then_some(few)
    }

    /// Counts what `block` has. False if it has too many values.
    fn take(&mut self, block: &[T]) -> bool {
        let mut rest = block.len();
        for count in &mut self.counts[..self.len] {
            let value = count.value;
            let are_same = block.iter().map(|element| u32::from(same(element, &value)));
            let times = are_same.sum::<u32>() as usize;
            count.times += times;
            rest -= times;
        }
        if rest == 0 {
            return true;
        }
        // That does not come often: there are few values.
        let known = *self;
        let known = &known.counts[..known.len];
        let is_new = |value: &&T| !known.iter().any(|count| same(&count.value, *value));
        let mut new = block.iter().filter(is_new);
        new.all(|&value| self.add(value, 1))
    }
}

/// Counts values, each in a place of its own.
struct Tally<T> {
    /// A power of two of them.
    counts: Vec<Count<T>>,
    /// How far a hash is shifted to be a place.
    shift: u32,
}

/// How often a value was met; that may be any value as long as this is never.
#[derive(Clone, Copy)]
struct Count<T> {
    value: T,
    times: usize,
}

impl<T: RadixKey + Copy> Tally<T> {
    /// For the values of `v`, which is not empty. None has been met yet.
    fn of(v: &[T]) -> Self {
        let bits = (v.len() / 8).max(1).ilog2().clamp(BITS.0, BITS.1);
        let count = Count {
            value: v[0],
            times: 0,
        };
        Tally {
            counts: vec![count; 1 << bits],
            shift: u64::BITS - bits,
        }
    }

    /// Counts `value`, unless another value came first to its place. Returns whether it did, and whether it was met before.
    #[inline(always)]
    fn meet(&mut self, value: T) -> (bool, bool) {
        let count = &mut self.counts[(hash(&value) >> self.shift) as usize];
        let is_new = count.times == 0;
        // No branch: nobody can guess it.
        count.value = if is_new { value } else { count.value };
        let is_counted = same(&count.value, &value);
        count.times += usize::from(is_counted);
        (is_counted, is_counted & !is_new)
    }

    /// Whether many elements of a sample have been met before. Spends the tally.
    fn repeats(mut self, v: &[T]) -> bool {
        let count = (v.len() / SPARSE).clamp(SAMPLE.0, SAMPLE.1);
        let places = sample::places(v.len(), v.len() / count).take(count);
        let share = REPEATED[usize::from(v.len() >= MANY)];
        let may_be_new = (count as f64 * (1.0 - share)) as usize;
        let mut new = places.filter(|&place| !self.meet(v[place]).1);
        new.nth(may_be_new).is_none()
    }

    /// Counts the elements of `v`. Those that cannot be counted are moved to its front; returns how many there are.
    fn take(&mut self, v: &mut [T]) -> usize {
        let mut rest = 0;
        for i in 0..v.len() {
            let value = v[i];
            v[rest] = value;
            rest += usize::from(!self.meet(value).0);
        }
        rest
    }
}

/// The highest bits differ for nearly all different values.
#[inline(always)]
fn hash<T: RadixKey>(value: &T) -> u64 {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (0..T::WORDS).fold(0, |hash, index| {
        mix(hash.rotate_left(32), value.word(index))
    })
}

#[inline(always)]
fn same<T: RadixKey>(one: &T, other: &T) -> bool {
    (0..T::WORDS).fold(true, |all, index| {
        all & (one.word(index) == other.word(index))
    })
}

/// Fills `v` with the values that were counted, in ascending order of `counts`, among the others, which are its first `rest`
/// elements, in order.
fn spread<T: RadixKey + Copy>(v: &mut [T], mut rest: usize, counts: &[Count<T>]) {
    let mut end = v.len();
    for count in counts.iter().rev() {
        while rest > 0 && radix::compare(&count.value, &v[rest - 1]).is_lt() {
            (rest, end) = (rest - 1, end - 1);
            v[end] = v[rest];
        }
        v[end - count.times..end].fill(count.value);
        end -= count.times;
    }
}
