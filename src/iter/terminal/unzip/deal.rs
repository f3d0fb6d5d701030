//! What becomes of an item of two collections at once.
//!
//! Items of which many are at hand are put straight into slots of both sides. The loops that do so are not inlined: what is borrowed
//! exclusively by a function's parameter is known to be nothing that the items' closures read, so that these read what they
//! borrow once and not for each item.

use crate::iter::Either;
use crate::iter::terminal::collect::{in_register, too_many};
use crate::plumbing::{Folder, SMALL_BYTES, Walk};
use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::ptr;

/// What becomes of an item: something for the left, something for the right, or both.
pub(crate) trait Deal<T>: Sync {
    type Left: Send;
    type Right: Send;

    /// Whether every item gives exactly one item to either side.
    const KEEPS_POSITIONS: bool;

    fn deal<FA, FB>(&self, item: T, left: FA, right: FB) -> (FA, FB)
    where
        FA: Folder<Self::Left>,
        FB: Folder<Self::Right>;

    /// Puts what becomes of some items into the slots of either side, from the first one on, and counts what it has put there,
    /// which begins with none. There are `len` items. Returns the others if there are any: all of them if there is no room.
    fn deal_some<I>(
        &self,
        items: I,
        len: usize,
        left: &mut [MaybeUninit<Self::Left>],
        left_count: &mut usize,
        right: &mut [MaybeUninit<Self::Right>],
        right_count: &mut usize,
    ) -> Option<I>
    where
        I: Iterator<Item = T>;
}

/// Gives the halves of pairs to either side.
pub(crate) struct Pairs;

impl<A: Send, B: Send> Deal<(A, B)> for Pairs {
    type Left = A;
    type Right = B;
    const KEEPS_POSITIONS: bool = true;

    #[inline]
    fn deal<FA: Folder<A>, FB: Folder<B>>(&self, item: (A, B), left: FA, right: FB) -> (FA, FB) {
        (left.consume(item.0), right.consume(item.1))
    }

    #[inline(never)]
    fn deal_some<I>(
        &self,
        mut items: I,
        len: usize,
        left: &mut [MaybeUninit<A>],
        left_count: &mut usize,
        right: &mut [MaybeUninit<B>],
        right_count: &mut usize,
    ) -> Option<I>
    where
        I: Iterator<Item = (A, B)>,
    {
        let (Some(left), Some(right)) = (left.get_mut(..len), right.get_mut(..len)) else {
            return Some(items);
        };
        // The caller knows this. But here it tells the compiler that the check in the loop is in vain.
        if items.size_hint() != (len, Some(len)) {
            return None;
        }
        if const { !mem::needs_drop::<A>() && !mem::needs_drop::<B>() } {
            // A panic leaves nothing to drop, so that nobody need know meanwhile how far it went.
            let mut place = 0;
            // Behind a first item whatever closures borrow has been read.
            let head = const { in_register::<A>() }.min(len);
            while place < head {
                let Some((a, b)) = items.next() else { break };
                left[place].write(a);
                right[place].write(b);
                place += 1;
            }
            for (a, b) in items {
                if place == len {
                    too_many();
                }
                left[place].write(a);
                right[place].write(b);
                place += 1;
            }
            *left_count = place;
            *right_count = place;
            return None;
        }
        for (a, b) in items {
            let place = *left_count;
            if place == len {
                too_many();
            }
            left[place].write(a);
            right[place].write(b);
            *left_count += 1;
            *right_count += 1;
        }
        None
    }
}

/// Gives an item to the left if the predicate likes it.
pub(super) struct Sort<P>(pub(super) P);

impl<T: Send, P: Fn(&T) -> bool + Sync> Deal<T> for Sort<P> {
    type Left = T;
    type Right = T;
    const KEEPS_POSITIONS: bool = false;

    fn deal<FA: Folder<T>, FB: Folder<T>>(&self, item: T, left: FA, right: FB) -> (FA, FB) {
        if (self.0)(&item) {
            (left.consume(item), right)
        } else {
            (left, right.consume(item))
        }
    }

    #[inline(never)]
    fn deal_some<I>(
        &self,
        items: I,
        _len: usize,
        left: &mut [MaybeUninit<T>],
        left_count: &mut usize,
        right: &mut [MaybeUninit<T>],
        right_count: &mut usize,
    ) -> Option<I>
    where
        I: Iterator<Item = T>,
    {
        let mut items = Walk(items);
        let mut sorted = Sorted {
            left_count,
            right_count,
            items: 0,
            lefts: 0,
        };
        // There is a slot for each of them whatever side they go to.
        let len = left.len().min(right.len());
        if len == 0 {
            return Some(items.0);
        }
        // Behind a first item whatever the predicate borrows has been read.
        let item = items.0.next()?;
        let is_left = (self.0)(&item);
        // SAFETY: (1) as asked above: none were put so far.
        unsafe { sorted.put(item, is_left, left, right) };
        while sorted.items < len {
            let item = items.0.next()?;
            let is_left = (self.0)(&item);
            // SAFETY: (1) as just asked.
            unsafe { sorted.put(item, is_left, left, right) };
        }
        Some(items.0)
    }
}

/// Items that were sorted, which either side's count learns of when this ends: each step would write both.
struct Sorted<'c> {
    left_count: &'c mut usize,
    right_count: &'c mut usize,
    /// How many were.
    items: usize,
    /// How many of them went to the left. No more than `items`.
    lefts: usize,
}

impl Sorted<'_> {
    /// Puts one behind the others of its side.
    ///
    /// # Safety
    ///
    /// 1. Both sides have more slots than there were items.
    #[inline(always)]
    unsafe fn put<T>(
        &mut self,
        item: T,
        is_left: bool,
        left: &mut [MaybeUninit<T>],
        right: &mut [MaybeUninit<T>],
    ) {
        // SAFETY: there are no more on the left than there were items, and those have fewer than slots by (1).
        let left = unsafe { left.get_unchecked_mut(self.lefts) };
        // SAFETY: as above.
        let right = unsafe { right.get_unchecked_mut(self.items - self.lefts) };
        // Small ones are copied to both sides, as a jump would be guessed wrong as often as not.
        if const { size_of::<T>() <= SMALL_BYTES } {
            let item = MaybeUninit::new(item);
            // SAFETY: both are places of one item, and different ones. The copy that is not counted is never used.
            unsafe { ptr::copy_nonoverlapping(&item, left, 1) };
            *right = item;
        } else if is_left {
            left.write(item);
        } else {
            right.write(item);
        }
        self.items += 1;
        self.lefts += usize::from(is_left);
    }
}

impl Drop for Sorted<'_> {
    #[inline]
    fn drop(&mut self) {
        *self.left_count += self.lefts;
        *self.right_count += self.items - self.lefts;
    }
}

/// Gives what the closure makes of an item to the side that it says.
pub(super) struct SortMap<P, L, R>(P, PhantomData<fn() -> Either<L, R>>);

impl<P, L, R> SortMap<P, L, R> {
    pub(super) fn new<T>(op: P) -> Self
    where
        P: Fn(T) -> Either<L, R>,
    {
        SortMap(op, PhantomData)
    }
}

impl<T, L, R, P> Deal<T> for SortMap<P, L, R>
where
    P: Fn(T) -> Either<L, R> + Sync,
    L: Send,
    R: Send,
{
    type Left = L;
    type Right = R;
    const KEEPS_POSITIONS: bool = false;

    fn deal<FA: Folder<L>, FB: Folder<R>>(&self, item: T, left: FA, right: FB) -> (FA, FB) {
        match (self.0)(item) {
            Either::Left(item) => (left.consume(item), right),
            Either::Right(item) => (left, right.consume(item)),
        }
    }

    #[inline(never)]
    fn deal_some<I>(
        &self,
        items: I,
        _len: usize,
        left: &mut [MaybeUninit<L>],
        left_count: &mut usize,
        right: &mut [MaybeUninit<R>],
        right_count: &mut usize,
    ) -> Option<I>
    where
        I: Iterator<Item = T>,
    {
        let mut items = Walk(items);
        for _ in 0..left.len().min(right.len()) {
            let item = items.0.next()?;
            match (self.0)(item) {
                Either::Left(item) => {
                    left[*left_count].write(item);
                    *left_count += 1;
                }
                Either::Right(item) => {
                    right[*right_count].write(item);
                    *right_count += 1;
                }
            }
        }
        Some(items.0)
    }
}
