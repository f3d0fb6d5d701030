//! Elements that go left before all others, both kinds in their order, by way of a buffer.
//!
//! Invariant: the slice is only read while code of the user may run, so a panic of that leaves it as it was.

use crate::base::pages;
use crate::fork_join::ForkJoin;
use crate::share::{each, start};
use std::mem::MaybeUninit;
use std::ptr;

/// How many blocks a thread should get, so that nobody waits long for the last one.
const BLOCKS_PER_THREAD: usize = 16;
/// No block has more elements, nor fewer if there are enough.
const LONGEST_BLOCK: usize = if cfg!(test) { 50 } else { 1 << 16 };
const SHORTEST_BLOCK: usize = if cfg!(test) { 10 } else { 64 };

/// Brings the elements that go left before all others and returns how many there are. Asks each once.
pub fn partition_stable<T, F>(on: impl ForkJoin, v: &mut [T], goes_left: F) -> usize
where
    T: Send,
    F: Fn(&T) -> bool + Sync,
{
    let len = v.len();
    let mut buffer = Vec::with_capacity(len);
    let buffer = &mut buffer.spare_capacity_mut()[..len];
    pages::will_fill(buffer);
    // How many elements of each block go left, and how many do not. The first blocks are of any length.
    let mut counts = Vec::new();
    let done = start(on, len, |range| {
        let left = deal(&v[range.clone()], &mut buffer[range.clone()], &goes_left);
        counts.push((left, range.len() - left));
    });
    if done == len {
        pieces(v, buffer, &counts)
            .iter_mut()
            .for_each(Piece::arrive);
    } else {
        on.enter(|| {
            counts.extend(deal_all(
                on,
                &mut v[done..],
                &mut buffer[done..],
                &goes_left,
            ));
            each(on, &mut pieces(v, buffer, &counts), &Piece::arrive);
        });
    }
    counts.iter().map(|count| count.0).sum()
}

/// Deals each block, in parallel, and returns their counts.
fn deal_all<T, F>(
    on: impl ForkJoin,
    v: &mut [T],
    buffer: &mut [MaybeUninit<T>],
    goes_left: &F,
) -> Vec<(usize, usize)>
where
    T: Send,
    F: Fn(&T) -> bool + Sync,
{
    let wanted = BLOCKS_PER_THREAD * on.threads();
    let len = (v.len() / wanted).clamp(SHORTEST_BLOCK, LONGEST_BLOCK);
    let blocks = v.chunks_mut(len).zip(buffer.chunks_mut(len));
    let mut blocks: Vec<_> = blocks.map(|(source, buffer)| (source, buffer, 0)).collect();
    each(on, &mut blocks, &|(source, buffer, left)| {
        *left = deal(source, buffer, goes_left);
    });
    let counts = blocks
        .iter()
        .map(|(source, _, left)| (*left, source.len() - left));
    counts.collect()
}

/// Copies what goes left to the front of the buffer, and the rest to its back in reverse order. The buffer is as long as the
/// block, and is full afterwards.
fn deal<T>(block: &[T], buffer: &mut [MaybeUninit<T>], goes_left: impl Fn(&T) -> bool) -> usize {
    let (mut left, mut right) = (0, block.len());
    for element in block {
        let goes = goes_left(element);
        right -= usize::from(!goes);
        let place = if goes { left } else { right };
        // SAFETY: `element` is read where it lies, and the copy forgotten unless it replaces the whole slice.
        buffer[place].write(unsafe { ptr::read(element) });
        left += usize::from(goes);
    }
    left
}

/// A dealt block, and where its elements belong.
struct Piece<'v, T> {
    /// Full: first what goes left, then the others in reverse order.
    buffer: &'v mut [MaybeUninit<T>],
    left: &'v mut [T],
    right: &'v mut [T],
}

impl<T> Piece<'_, T> {
    /// Moves the elements to where they belong.
    fn arrive(&mut self) {
        let (left, right) = self.buffer.split_at(self.left.len());
        for (target, source) in self.left.iter_mut().zip(left) {
            // SAFETY: `buffer` is full, and `deal` has read its elements from the slice, all of which is overwritten here.
            let element = unsafe { source.assume_init_read() };
            // SAFETY: `target` is exclusive; what was there is not dropped, since it has moved.
            unsafe { ptr::write(target, element) };
        }
        for (target, source) in self.right.iter_mut().zip(right.iter().rev()) {
            // SAFETY: as above.
            let element = unsafe { source.assume_init_read() };
            // SAFETY: as above.
            unsafe { ptr::write(target, element) };
        }
    }
}

/// The pieces of a slice that was dealt into the buffer.
fn pieces<'v, T>(
    v: &'v mut [T],
    mut buffer: &'v mut [MaybeUninit<T>],
    counts: &[(usize, usize)],
) -> Vec<Piece<'v, T>> {
    let border = counts.iter().map(|count| count.0).sum();
    let (mut left, mut right) = v.split_at_mut(border);
    let pieces = counts.iter().filter_map(|&(to_left, to_right)| {
        Some(Piece {
            buffer: buffer.split_off_mut(..to_left + to_right)?,
            left: left.split_off_mut(..to_left)?,
            right: right.split_off_mut(..to_right)?,
        })
    });
    pieces.collect()
}
