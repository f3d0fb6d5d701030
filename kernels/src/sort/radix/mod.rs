//! Sorting by digits.
//!
//! What the near caches cannot hold is dealt out by its first digit, and each part then is sorted by itself. What they can hold is
//! dealt out by two digits, the second one first, which together leave few elements that are alike; those are sorted as parts of
//! their own. Few elements are compared. Where keys are crowded, as floats of both signs are, a sample tells, and they get a third
//! digit. If that would not do either, they are compared; or, where they are many, first dealt out by where they lie on a logarithmic scale.
//!
//! | file | holds |
//! |---|---|
//! | `key` | keys as rows of words |
//! | `digit` | which bits of a word to go by |
//! | `crowding` | how unevenly words are spread |
//! | `scale` | marks for words that are spread over all magnitudes |
//! | `rest` | what is still to be sorted by |
//! | `deal` | one pass: from the elements to a buffer, or back |
//! | `parts` | where neighbouring parts begin and end |
//!
//! Invariant: of each element one copy counts, and whoever panics, that one ends where it belongs to: in the slice.

mod crowding;
mod deal;
mod digit;
mod key;
mod parts;
mod rest;
mod scale;

use super::leaf;
use super::room::{Restore, as_filled, as_room};
use crate::base::pages;
use crate::fork_join::ForkJoin;
use crowding::Crowding;
use key::compare_from;
use parts::Parts;
use rest::{LEAF, Rest};
use std::cmp::Ordering;
use std::mem::{self, MaybeUninit};

pub(super) use deal::deal;
pub(super) use digit::Digit;
pub use key::RadixKey;

/// What takes up to so many bytes lies in the near caches together with a copy.
const NEAR: usize = if cfg!(test) { 4096 } else { 128 << 10 };
/// Up to so many bytes of crowded words are treated as if they were near.
const CROWDED: usize = 4 * NEAR;
/// On a scale so many times as many parts are made: some get most of the elements, and others none.
const UNEVEN: usize = 8;
/// Fewer elements are not dealt out by several threads: it takes them longer to come.
const SHARED: usize = if cfg!(test) { 300 } else { 50_000 };
/// How many tasks a thread should meet.
const TASKS_PER_THREAD: usize = 8;
/// No task needs to be shorter than this.
const SHORT_TASK: usize = if cfg!(test) { 100 } else { 16_384 };

/// How two keys are ordered.
pub(super) fn compare<K: RadixKey>(one: &K, other: &K) -> Ordering {
    compare_from(0, one, other)
}

/// Sorts `v` in the order of `key`, which is that of `compare`, too; elements with equal keys keep their order.
pub(super) fn stable<T, K, F, C>(
    on: impl ForkJoin,
    v: &mut [T],
    key: &F,
    compare: &C,
    threads: usize,
) where
    T: Send,
    K: RadixKey,
    F: Fn(&T) -> K + Sync,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let mut buffer = Vec::with_capacity(v.len());
    let buffer = &mut buffer.spare_capacity_mut()[..v.len()];
    pages::will_fill(buffer);
    // A gate.
    let sort: fn(_, _, _, _, _, _) = sort::<true, _, _, _, _>;
    sort(on, v, buffer, key, compare, threads);
}

/// Sorts `v` by way of `buffer`, which is as long, in the order of `key`, which is that of `compare`, too; those with equal keys keep their
/// order if `STABLE`.
pub(super) fn sort<const STABLE: bool, T, K, F, C>(
    on: impl ForkJoin,
    v: &mut [T],
    buffer: &mut [MaybeUninit<T>],
    key: &F,
    compare: &C,
    threads: usize,
) where
    T: Send,
    K: RadixKey,
    F: Fn(&T) -> K + Sync,
    C: Fn(&T, &T) -> Ordering + Sync,
{
    let radix = Radix::<_, _, _, STABLE> {
        on,
        key,
        compare,
        threads,
        task: (v.len() / (TASKS_PER_THREAD * threads)).max(SHORT_TASK),
    };
    radix.in_place(v, buffer, Rest::WHOLE);
}

/// What all levels share.
struct Radix<'a, E, F, C, const STABLE: bool> {
    on: E,
    key: &'a F,
    /// What few elements are sorted by: whoever compares them elsewhere, too, has the same code for both.
    compare: &'a C,
    threads: usize,
    /// Parts that have so many elements together are sorted by one thread.
    task: usize,
}

fn by_comparing<const STABLE: bool, T>(v: &mut [T], compare: &impl Fn(&T, &T) -> Ordering) {
    // Gates, of which only the one that is used is compiled.
    if STABLE {
        let sort: fn(_, _) = leaf::stable;
        sort(v, compare);
    } else {
        let sort: fn(_, _) = leaf::unstable;
        sort(v, compare);
    }
}

impl<E: ForkJoin, F, C, const STABLE: bool> Radix<'_, E, F, C, STABLE> {
    /// Sorts `v` by way of `buffer`, which is as long. `v` holds its elements however this ends.
    fn in_place<T, K>(&self, v: &mut [T], buffer: &mut [MaybeUninit<T>], rest: Rest)
    where
        T: Send,
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        if rest.is_for_a_leaf(v.len()) {
            return self.leaf(v, rest);
        }
        let Some(rest) = self.differing(v, rest) else {
            return;
        };
        let word = |element: &T| (self.key)(element).word(rest.word);
        let is_near = size_of_val(v) <= NEAR;
        // The second caches hold it, and a first digit would not make it less.
        let is_held = size_of_val(v) <= CROWDED;
        let (crowding, scale) = match crowding::of(v, rest.bits, word) {
            Crowding::Steep(_) if is_near => return self.leaf(v, rest),
            Crowding::Steep(scale) => (0, Some(scale)),
            Crowding::Bits(bits) if is_held => (bits, None),
            Crowding::None | Crowding::Bits(_) => (0, None),
        };
        if is_near || crowding > 0 {
            let mut digits = Digit::near(rest.bits, v.len(), crowding);
            let Some(first) = digits.next() else { return };
            let mut next = Some(first);
            while let Some(digit) = next {
                if self.deal(v, buffer, digit, rest).is_none() {
                    return;
                }
                // SAFETY: (1) `deal` has filled all of `buffer`.
                let dealt = unsafe { as_filled(buffer) };
                // SAFETY: (1) `again` fills it, however that ends.
                let room = unsafe { as_room(v) };
                self.again(dealt, room, digits.next(), rest);
                next = digits.next();
            }
            return self.alike(v, buffer, rest.below(first));
        }
        let (rest, spread) = match scale {
            None => (rest, 1),
            Some(scale) => (rest.on(scale), UNEVEN),
        };
        let digit = Digit::far(rest.width(), size_of_val(v).saturating_mul(spread));
        let Some(ends) = self.deal(v, buffer, digit, rest) else {
            return;
        };
        // SAFETY: (1) `deal` has filled all of `buffer`.
        let dealt = unsafe { as_filled(buffer) };
        // SAFETY: (1) `back` fills it, however that ends: its own parts by guards, and those of both halves by obligation (4) of `ForkJoin`.
        let room = unsafe { as_room(v) };
        self.back(dealt, room, Parts::new(&ends), rest.below(digit));
    }

    /// Fills `dest`, which is as long, with the elements of `source`: sorted, or unsorted if this panics. Those in `source` count
    /// no more, however this ends. Parts that are as short as `scratch` go by way of that.
    fn over<T, K>(
        &self,
        source: &mut [T],
        dest: &mut [MaybeUninit<T>],
        scratch: &mut [MaybeUninit<T>],
        rest: Rest,
    ) where
        T: Send,
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        let len = source.len();
        let mut copy = Restore::new(source, dest);
        let (source, dest) = copy.both();
        if rest.is_for_a_leaf(len) {
            return self.leaf(source, rest);
        }
        if let Some(scratch) = scratch.get_mut(..len) {
            // The source has just been looked at, but the destination perhaps not for long.
            return self.in_place(source, scratch, rest);
        }
        let Some(rest) = self.differing(source, rest) else {
            return;
        };
        let digit = Digit::far(rest.width(), size_of_val(source));
        let Some(ends) = self.deal(source, dest, digit, rest) else {
            return;
        };
        let (source, dest) = copy.cancel();
        // SAFETY: (1) `deal` has filled all of `dest`.
        let v = unsafe { as_filled(dest) };
        // SAFETY: (1) the elements have been copied, so nobody uses these any more.
        let buffer = unsafe { as_room(source) };
        self.on(v, buffer, Parts::new(&ends), rest.below(digit));
    }

    /// Deals out the elements of `source`, which count no more, to `dest`, however this ends; without a digit in the order that
    /// they have.
    fn again<T, K>(
        &self,
        source: &mut [T],
        dest: &mut [MaybeUninit<T>],
        digit: Option<Digit>,
        rest: Rest,
    ) where
        T: Send,
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        let mut copy = Restore::new(source, dest);
        let (source, dest) = copy.both();
        let ends = digit.map(|digit| self.deal(source, dest, digit, rest));
        if let Some(Some(_)) = ends {
            copy.cancel();
        }
    }

    /// Sorts each part of `v` whose keys are alike but for `rest`.
    fn alike<T, K>(&self, v: &mut [T], buffer: &mut [MaybeUninit<T>], rest: Rest)
    where
        T: Send,
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        if rest.bits == 0 && rest.word + 1 == K::WORDS {
            return;
        }
        // The words without the bits that are still to be seen; all of those may be.
        let unseen = rest.width();
        let seen = |element: &T| {
            let word = (self.key)(element).word(rest.word);
            word.checked_shr(unseen).unwrap_or(0)
        };
        let differ = |part: &[T]| {
            let differs = |element| {
                compare_from(rest.word, &(self.key)(&part[0]), &(self.key)(element)).is_ne()
            };
            part.iter().skip(1).any(differs)
        };
        let mut start = 0;
        while start < v.len() {
            // Most parts are one element, so this is a search for two that are alike.
            let mut last = seen(&v[start]);
            let behind = v[start + 1..].iter().position(|element| {
                let next = seen(element);
                mem::replace(&mut last, next) == next
            });
            let Some(behind) = behind else { return };
            start += behind;
            let same = |element: &&T| seen(element) == last;
            let len = v[start..].iter().take_while(same).count();
            let part = &mut v[start..start + len];
            // Mostly they are few, and all the same.
            if len > LEAF || differ(part) {
                self.in_place(part, &mut buffer[start..start + len], rest);
            }
            start += len.max(1);
        }
    }

    /// Sorts parts of `source`, each `over` to its place in `dest`.
    fn back<'v, T, K>(
        &self,
        mut source: &'v mut [T],
        mut dest: &'v mut [MaybeUninit<T>],
        parts: Parts<'_>,
        rest: Rest,
    ) where
        T: Send,
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        if let Some((left, right)) = parts.halves(self.task) {
            let (source, right_source) = source.split_at_mut(left.len());
            let (dest, right_dest) = dest.split_at_mut(left.len());
            self.on.join(
                || self.back(source, dest, left, rest),
                || self.back(right_source, right_dest, right, rest),
            );
            return;
        }
        let is_near = |len: &usize| len * size_of::<T>() <= NEAR;
        let longest = parts.lens().filter(is_near).max();
        let mut scratch = Vec::with_capacity(longest.unwrap_or(0));
        let scratch = scratch.spare_capacity_mut();
        for len in parts.lens() {
            let (part, source_behind) = source.split_at_mut(len);
            let (part_dest, dest_behind) = dest.split_at_mut(len);
            // Those that are not sorted because of a panic have to be there too.
            let behind = Restore::new(source_behind, dest_behind);
            self.over(part, part_dest, scratch, rest);
            (source, dest) = behind.cancel();
        }
    }

    /// Sorts parts of `v`, each in its place.
    fn on<T, K>(
        &self,
        mut v: &mut [T],
        mut buffer: &mut [MaybeUninit<T>],
        parts: Parts<'_>,
        rest: Rest,
    ) where
        T: Send,
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        if let Some((left, right)) = parts.halves(self.task) {
            let (v, right_v) = v.split_at_mut(left.len());
            let (buffer, right_buffer) = buffer.split_at_mut(left.len());
            self.on.join(
                || self.on(v, buffer, left, rest),
                || self.on(right_v, right_buffer, right, rest),
            );
            return;
        }
        for len in parts.lens() {
            let (part, behind) = v.split_at_mut(len);
            let (part_buffer, buffer_behind) = buffer.split_at_mut(len);
            self.in_place(part, part_buffer, rest);
            (v, buffer) = (behind, buffer_behind);
        }
    }

    /// Sorts few elements.
    #[inline]
    fn leaf<T, K>(&self, v: &mut [T], rest: Rest)
    where
        K: RadixKey,
        F: Fn(&T) -> K,
        C: Fn(&T, &T) -> Ordering,
    {
        if v.len() < 2 {
            return;
        }
        // A constant first, so that each is compiled only where it is needed.
        if const { K::WORDS > 1 } {
            let key = self.key;
            by_comparing::<STABLE, _>(v, &move |a: &T, b: &T| {
                compare_from(rest.word, &key(a), &key(b))
            });
        } else {
            by_comparing::<STABLE, _>(v, self.compare);
        }
    }

    /// As the function of this name. All threads take part if it is worth it.
    fn deal<T, K>(
        &self,
        source: &mut [T],
        dest: &mut [MaybeUninit<T>],
        digit: Digit,
        rest: Rest,
    ) -> Option<Vec<usize>>
    where
        T: Send,
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        let stripes = if source.len() < SHARED {
            1
        } else {
            self.threads
        };
        let word_of = |_: usize, element: &T| rest.seen((self.key)(element).word(rest.word));
        // A gate.
        let deal: fn(_, _, _, _, _, _) -> _ = deal;
        deal(self.on, source, dest, digit, stripes, &word_of)
    }

    /// In what the keys do differ; nothing if they are all the same.
    fn differing<T, K>(&self, v: &mut [T], rest: Rest) -> Option<Rest>
    where
        T: Send,
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        (rest.word..K::WORDS).find_map(|word| {
            let bits = self.varying(v, word, (self.key)(&v[0]).word(word));
            let bits = if word == rest.word {
                bits & rest.bits
            } else {
                bits
            };
            (bits > 0).then_some(rest.of_word(word, bits))
        })
    }

    /// The bits in which a word of some key differs from `first`.
    #[inline]
    fn varying<T, K>(&self, v: &mut [T], word: usize, first: u64) -> u64
    where
        T: Send,
        K: RadixKey,
        F: Fn(&T) -> K + Sync,
        C: Fn(&T, &T) -> Ordering + Sync,
    {
        if v.len() < SHARED {
            let words = v.iter().map(|element| (self.key)(element).word(word));
            return words.fold(0, |bits, word| bits | (word ^ first));
        }
        let (left, right) = v.split_at_mut(v.len() / 2);
        let (left, right) = self.on.join(
            || self.varying(left, word, first),
            || self.varying(right, word, first),
        );
        left | right
    }
}

#[cfg(all(test, not(tine_tsan)))]
mod tests;
