//! Bringing elements into the order of the places that a hash table has for them.
//!
//! A table that the caches do not hold waits for memory at nearly every element that is put in. Where those come in the order of
//! their places, a stretch of the table is fetched once, and for all that belongs there (radix partitioning: Manegold, Boncz and
//! Kersten, "Optimizing Main-Memory Join on Modern Hardware", TKDE 2002).
//!
//! Nothing here knows the elements by their type, so that it is compiled once.

use std::mem;
use std::ops::Range;
use std::ptr;
use tine_core::current_num_threads;
use tine_core::engine::join_by_calls;

/// Smaller tables, in bytes, lie in the caches of a processor.
const NEAR: u64 = if cfg!(test) { 8 << 10 } else { 4_700_000 };
/// Smaller ones lie in caches well enough for what is put in to come from all over ...
const FAR: u64 = if cfg!(test) { 32 << 10 } else { 16 << 20 };
/// ... and those of fewer places may lie in memory that an allocator has at hand, while it hands back to the system what is listed for a moment.
const MANY: u64 = if cfg!(test) { 1 << 14 } else { 1 << 22 };
/// The binary logarithm of how many bytes of the table a part of the elements has: the nearest caches hold it.
const PART: u32 = 15;
/// For no more parts than this power of two there are places to write to in the caches.
const MOST_BITS: u32 = 11;
/// Fewer elements stay as they came.
const FEW: usize = if cfg!(test) { 16 } else { 4096 };
/// So many elements, or fewer, are asked for their hashes before.
const SAMPLE: usize = if cfg!(test) { 64 } else { 1024 };
/// So many elements are looked at by one thread.
const PIECE: usize = if cfg!(test) { 100 } else { 1 << 16 };
/// If more hashes of a sample are equal to others, as far as these bits tell, few places of the table are used, and the caches hold them.
const ALIKE: usize = 32;
const BITS: usize = 1 << 16;

/// How the places of a hash table look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// The binary logarithm of how many there are.
    width: u32,
    /// The same of the parts that elements are dealt out to, at most `width`.
    bits: u32,
    /// Whether bringing all elements into order pays, and not only what other threads have anyway.
    pub(super) are_far: bool,
}

impl Places {
    /// In a table for `len` elements of `size` bytes, if no cache of a processor holds it, and there is somebody to share with. A guess, on
    /// which nothing but time depends.
    #[inline]
    pub(super) fn of(len: usize, size: usize) -> Option<Self> {
        if len > u32::MAX as usize / 2 {
            return None;
        }
        let width = (len / 7 * 8).max(1).ilog2() + 1;
        let bytes = (size as u64 + 1) << width;
        // The number of threads last: most tables are small.
        if bytes < NEAR || current_num_threads() == 1 {
            return None;
        }
        let bits = bytes.ilog2().saturating_sub(PART).min(MOST_BITS).min(width);
        Some(Places {
            width,
            bits,
            are_far: bytes >= FAR && 1_u64 << width >= MANY,
        })
    }

    fn part_of(self, hash: u32) -> usize {
        let low = u64::from(hash) & ((1 << self.width) - 1);
        (low >> (self.width - self.bits)) as usize
    }

    /// Where so many elements go, of which `hashes` says the hashes: numbers below how many they are, each once. They are in the order of the
    /// table's parts, and inside of one in that which they had. None if they may stay where they are: few, or many of a few kinds.
    #[inline]
    pub(super) fn of_all(self, len: usize, hashes: &Hashes<'_>) -> Option<Vec<u32>> {
        let step = len / SAMPLE + 1;
        if len < FEW || are_alike(&filled(len.div_ceil(step), step, hashes)) {
            return None;
        }
        let mut to = filled(len, 1, hashes);
        self.settle(&mut to);
        Some(to)
    }

    /// Puts where the elements go in place of their hashes: see [`of_all`](Places::of_all).
    ///
    /// # Panics
    /// If they are too many for such numbers.
    #[inline]
    fn settle(self, hashes: &mut [u32]) {
        assert!(u32::try_from(hashes.len()).is_ok(), "too many elements");
        let mut next = vec![0; 1 << self.bits];
        for hash in &*hashes {
            next[self.part_of(*hash)] += 1;
        }
        let mut place = 0;
        for next in &mut next {
            place += mem::replace(next, place);
        }
        for hash in hashes {
            let next = &mut next[self.part_of(*hash)];
            *hash = *next;
            *next += 1;
        }
    }
}

/// Whether many of these hashes are equal.
#[inline]
fn are_alike(sample: &[u32]) -> bool {
    let mut seen = vec![0_u32; BITS / 32];
    let mut equal = 0;
    for &hash in sample {
        let (word, bit) = (hash as usize % BITS / 32, hash % 32);
        equal += (seen[word] >> bit & 1) as usize;
        seen[word] |= 1 << bit;
    }
    equal > ALIKE
}

/// Puts the hashes of elements into the list: of the one with the first number, of that `step` further on, and so forth. No element is asked
/// for by two threads at a time.
type Hashes<'h> = dyn Fn(usize, usize, &mut [u32]) + Sync + 'h;

/// The hashes of one element of each `step`, so many.
#[inline]
fn filled(count: usize, step: usize, hashes: &Hashes<'_>) -> Vec<u32> {
    let mut numbers = zeros(count);
    fill(0, step, &mut numbers, hashes);
    numbers
}

#[inline]
fn fill(first: usize, step: usize, numbers: &mut [u32], hashes: &Hashes<'_>) {
    let len = numbers.len();
    if len <= PIECE {
        return hashes(first, step, numbers);
    }
    let (left, right) = numbers.split_at_mut(len / 2);
    join_by_calls(
        || fill(first, step, left, hashes),
        || fill(first + len / 2 * step, step, right, hashes),
    );
}

/// Compiled once for a program, as most is here.
#[inline]
fn zeros(count: usize) -> Vec<u32> {
    vec![0; count]
}

/// Calls `work` for pieces of so many elements together, by all threads.
#[inline]
fn for_all(len: usize, work: &(dyn Fn(Range<usize>) + Sync)) {
    in_pieces(0..len, work);
}

#[inline]
fn in_pieces(range: Range<usize>, work: &(dyn Fn(Range<usize>) + Sync)) {
    if range.len() <= PIECE {
        return work(range);
    }
    let middle = range.start + range.len() / 2;
    join_by_calls(
        || in_pieces(range.start..middle, work),
        || in_pieces(middle..range.end, work),
    );
}

/// Whether [`scatter`] knows elements of this size, with this alignment.
pub(super) const fn can_scatter(size: usize, align: usize) -> bool {
    align >= align_of::<u32>() && matches!(size, 8 | 16 | 32)
}

/// Where elements are, for all threads.
#[derive(Clone, Copy)]
pub(super) struct Shared(*mut ());

// SAFETY: what an address is used for is the user's affair.
unsafe impl Sync for Shared {}
// SAFETY: as above.
unsafe impl Send for Shared {}

impl Shared {
    pub(super) fn of<T>(place: *mut T) -> Self {
        Shared(place.cast())
    }

    /// One of the elements.
    ///
    /// # Safety
    /// 1. An element of this type is there; it may be sent, and nobody else uses it as long as this reference.
    #[inline]
    pub(super) unsafe fn at<'p, T>(self, index: usize) -> &'p mut T {
        // SAFETY: obligation 1.
        let place = unsafe { self.0.cast::<T>().add(index) };
        // SAFETY: obligation 1.
        unsafe { &mut *place }
    }
}

/// Copies each element of `size` bytes to its place among those at `dest`.
///
/// # Safety
/// 1. At `source` there are as many elements as places, of a size and an alignment that [`can_scatter`]. Any thread may copy them, and nobody
///    uses them meanwhile; from then on only the copies may be used.
/// 2. At `dest` there is room for as many, likewise aligned, which is no part of the source.
/// 3. The places are the numbers below how many they are, each once.
#[inline]
pub(super) unsafe fn scatter(source: Shared, dest: Shared, size: usize, places: &[u32]) {
    let copy = match size {
        8 => copy::<2>,
        16 => copy::<4>,
        32 => copy::<8>,
        _ => unreachable!("elements of another size"),
    };
    for_all(places.len(), &|range| {
        // SAFETY: (1) to (3) by obligations 1 to 3, for a part of the elements, which goes where no other does.
        unsafe { copy(source, dest, range, places) }
    });
}

/// As [`scatter`], for the elements of the range, of as many bytes as `N` numbers have.
///
/// # Safety
/// 1. As for `scatter`; and the range is one of `places`.
/// 2. As for `scatter`.
/// 3. As for `scatter`.
unsafe fn copy<const N: usize>(source: Shared, dest: Shared, range: Range<usize>, places: &[u32]) {
    let (source, dest) = (source.0.cast::<[u32; N]>(), dest.0.cast::<[u32; N]>());
    for index in range {
        // SAFETY: there is an element, by obligation 1.
        let element = unsafe { source.add(index) };
        // SAFETY: there is room for it, by obligations 2 and 3.
        let place = unsafe { dest.add(places[index] as usize) };
        // SAFETY: obligations 1 to 3; what is copied may be anything, as it is only copied.
        unsafe { ptr::copy_nonoverlapping(element, place, 1) };
    }
}

#[cfg(test)]
mod tests;
