//! Bringing elements into the order of the places that a hash table has for them.
//!
//! A table that the caches do not hold waits for memory at nearly every element that is put in. Where those come in the order of
//! their places, a stretch of the table is fetched once, and for all that belongs there (radix partitioning: Manegold, Boncz and
//! Kersten, "Optimizing Main-Memory Join on Modern Hardware", TKDE 2002).
//!
//! Nothing here knows the elements by their type, so that it is compiled once.

use std::mem;
use std::ops::Range;
use std::{ptr, slice};
use tine_core::current_num_threads;
use tine_core::engine::join_by_calls;
use tine_core::engine::prim::{Mutex, lock};

/// Smaller tables, in bytes, lie in caches well enough ...
const FAR: usize = if cfg!(test) { 32 << 10 } else { 16 << 20 };
/// ... and so do those of fewer places, which may lie in memory that was touched before, while what is listed for a moment does not.
const MANY: usize = if cfg!(test) { 1 << 10 } else { 1 << 21 };
/// The binary logarithm of how many bytes of the table a part of the elements has: the nearest caches hold it.
const PART: u32 = 15;
/// For no more parts than this power of two there are places to write to in the caches.
const MOST_BITS: u32 = 11;
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
}

impl Places {
    /// In a table for `len` elements of `size` bytes, if no cache holds it, and there is somebody to share with. A guess, on which nothing but
    /// time depends.
    pub(super) fn far(len: usize, size: usize) -> Option<Self> {
        let count = (len / 7).checked_mul(8)?.checked_next_power_of_two()?;
        let bytes = count.checked_mul(size + 1)?;
        if bytes < FAR
            || count < MANY
            || u32::try_from(count).is_err()
            || current_num_threads() == 1
        {
            return None;
        }
        let width = count.ilog2();
        let bits = bytes.ilog2().saturating_sub(PART).min(MOST_BITS).min(width);
        Some(Places { width, bits })
    }

    fn part_of(self, hash: u32) -> usize {
        let low = u64::from(hash) & ((1 << self.width) - 1);
        (low >> (self.width - self.bits)) as usize
    }

    /// Puts where the elements go in place of their hashes: numbers below how many they are, each once. They are in the order of the table's
    /// parts, and inside of one in that which they had.
    ///
    /// # Panics
    /// If they are too many for such numbers.
    pub(super) fn settle(self, hashes: &mut [u32]) {
        assert!(u32::try_from(hashes.len()).is_ok(), "too many elements");
        let longest = hashes.len().div_ceil(current_num_threads()).max(1);
        let stripes = hashes.chunks_mut(longest).map(|hashes| {
            Mutex::new(Stripe {
                places: self,
                hashes,
                next: vec![0; 1 << self.bits],
                counted: false,
            })
        });
        let stripes: Vec<Mutex<Stripe<'_>>> = stripes.collect();
        let step = |range: Range<usize>| {
            stripes[range].iter().for_each(|stripe| lock(stripe).step());
        };
        in_pieces(0..stripes.len(), 1, &step);
        let mut place = 0;
        for part in 0..1 << self.bits {
            for stripe in &stripes {
                let count = mem::replace(&mut lock(stripe).next[part], place);
                place += count;
            }
        }
        in_pieces(0..stripes.len(), 1, &step);
    }
}

/// Elements that one thread looks at, twice.
struct Stripe<'h> {
    places: Places,
    hashes: &'h mut [u32],
    /// How many there are of each part, and then where the next one goes.
    next: Vec<u32>,
    counted: bool,
}

impl Stripe<'_> {
    fn step(&mut self) {
        let Stripe { places, next, .. } = self;
        if !self.counted {
            for hash in &*self.hashes {
                next[places.part_of(*hash)] += 1;
            }
            self.counted = true;
            return;
        }
        for hash in &mut *self.hashes {
            let next = &mut next[places.part_of(*hash)];
            *hash = *next;
            *next += 1;
        }
    }
}

/// Whether many of these hashes are equal.
pub(super) fn are_alike(sample: &[u32]) -> bool {
    let mut seen = vec![0_u64; BITS / 64];
    let mut equal = 0;
    for &hash in sample {
        let bit = hash as usize % BITS;
        equal += (seen[bit / 64] >> (bit % 64) & 1) as usize;
        seen[bit / 64] |= 1 << (bit % 64);
    }
    equal > ALIKE
}

/// Calls `work` for pieces of so many elements together, by all threads.
pub(super) fn for_all(len: usize, work: &(dyn Fn(Range<usize>) + Sync)) {
    in_pieces(0..len, PIECE, work);
}

/// Calls `work` with parts of the range that are no longer than `piece`, in parallel; with each index once.
fn in_pieces(range: Range<usize>, piece: usize, work: &(dyn Fn(Range<usize>) + Sync)) {
    if range.len() <= piece {
        return work(range);
    }
    let middle = range.start + range.len() / 2;
    join_by_calls(
        || in_pieces(range.start..middle, piece, work),
        || in_pieces(middle..range.end, piece, work),
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

    /// Some of the elements.
    ///
    /// # Safety
    /// 1. Elements of this type are there, at these indices; they may be sent, and nobody else uses them as long as this reference.
    pub(super) unsafe fn part<'p, T>(self, range: &Range<usize>) -> &'p mut [T] {
        // SAFETY: obligation 1.
        let start = unsafe { self.0.cast::<T>().add(range.start) };
        // SAFETY: obligation 1.
        unsafe { slice::from_raw_parts_mut(start, range.len()) }
    }
}

/// Copies each element of `size` bytes to its place among those at `dest`.
///
/// # Safety
/// 1. At `source` there are as many elements as places, of a size and an alignment that [`can_scatter`]. Any thread may copy them, and nobody
///    uses them meanwhile; from then on only the copies may be used.
/// 2. At `dest` there is room for as many, likewise aligned, which is no part of the source.
/// 3. The places are the numbers below how many they are, each once.
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
/// As for `scatter`; and the range is one of `places`.
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
