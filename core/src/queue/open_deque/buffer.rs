//! The circular buffers behind a deque: one in use, the outgrown ones kept for slow thieves.
//!
//! Invariant: a buffer that was ever current lives as long as its deque. All outgrown ones together are smaller than the
//! current one, since each was doubled.

use super::top::{after, ahead, seat_of};
use crate::base::place::Place;
use crate::base::prim::{AtomicPtr, AtomicU64, Ordering};
use std::cell::UnsafeCell;
use std::ptr::NonNull;

/// Room for the items whose indices are the same modulo the capacity.
pub(super) struct Seat<T> {
    /// The index that may be pushed here, or was and is not stolen.
    turn: AtomicU64,
    pub(super) place: Place<T>,
}

impl<T> Seat<T> {
    /// Whether the owner may touch the place for `index`: all who had it before have left.
    #[inline(always)]
    pub(super) fn is_turn_of(&self, index: u64) -> bool {
        // Acquire: the last thief has emptied the place; pairs with the Release in `pass_on`.
        self.turn.load(Ordering::Acquire) == index
    }

    /// Says that the item that was here at `index` is gone, so that the next one of a buffer of this capacity may come.
    #[inline(always)]
    pub(super) fn pass_on(&self, index: u64, capacity: u64) {
        // Release: the place is empty; pairs with the Acquire in `is_turn_of`.
        self.turn.store(after(index, capacity), Ordering::Release);
    }
}

/// A power of two of seats.
struct Seats<T> {
    log: u32,
    seats: Box<[Seat<T>]>,
}

/// A copyable view of one buffer, so that a seat is reached by one load.
pub(super) struct Buffer<T> {
    home: NonNull<Seats<T>>,
    /// The first of `mask + 1` seats of `home`.
    first: NonNull<Seat<T>>,
    mask: u64,
}

impl<T> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Buffer<T> {}

impl<T> Buffer<T> {
    fn view(seats: &Seats<T>) -> Self {
        Buffer {
            home: NonNull::from(seats),
            first: NonNull::from(&*seats.seats).cast(),
            mask: seats.seats.len() as u64 - 1,
        }
    }

    /// How many items fit.
    #[inline(always)]
    pub(super) fn capacity(&self) -> u64 {
        self.mask + 1
    }

    /// The logarithm of the capacity.
    pub(super) fn log(&self) -> u32 {
        self.capacity().trailing_zeros()
    }

    /// The seat for `index`. It may be used as long as the deque lives, which the callers borrow.
    #[inline(always)]
    pub(super) fn seat<'a>(self, index: u64) -> &'a Seat<T> {
        let place = seat_of(index, self.mask);
        // SAFETY: `first` is the start of `mask + 1` seats in one allocation.
        let seat = unsafe { self.first.add(place) };
        // SAFETY: as above; the deque keeps its buffers, and what is in a seat may be shared.
        unsafe { seat.as_ref() }
    }
}

/// The current buffer as thieves find it.
pub(super) struct AtomicBuffer<T>(AtomicPtr<Seats<T>>);

impl<T> AtomicBuffer<T> {
    pub(super) fn new(buffer: Buffer<T>) -> Self {
        AtomicBuffer(AtomicPtr::new(buffer.home.as_ptr()))
    }

    /// The buffer, if it is the one of `1 << log` seats.
    #[inline(always)]
    pub(super) fn load(&self, log: u32) -> Option<Buffer<T>> {
        // Acquire: pairs with the Release in `store`, so that the seats are seen whole.
        let seats = self.0.load(Ordering::Acquire);
        // SAFETY: only ever holds what `new` and `store` put in: addresses of buffers that live as long as the deque.
        let seats = unsafe { &*seats };
        (seats.log == log).then(|| Buffer::view(seats))
    }

    pub(super) fn store(&self, buffer: Buffer<T>) {
        // Release: publishes the new seats and the items copied; pairs with the Acquire in `load`.
        self.0.store(buffer.home.as_ptr(), Ordering::Release);
    }
}

/// Owns every buffer of a deque.
pub(super) struct Buffers<T> {
    /// Oldest first, the current one last. Touched by the deque's owner only (and on drop).
    all: UnsafeCell<Vec<NonNull<Seats<T>>>>,
}

impl<T> Buffers<T> {
    /// One buffer, empty, whose first item will be `first`.
    pub(super) fn new(log: u32, first: u64) -> Self {
        Buffers {
            all: UnsafeCell::new(vec![allocate(log, first)]),
        }
    }

    /// The current buffer, before the deque is shared.
    pub(super) fn newest(&self) -> Buffer<T> {
        // SAFETY: the owner's, see the field `all`; no other reference to it lives.
        let all = unsafe { &*self.all.get() };
        // SAFETY: see the field `all`: buffers are freed on drop only.
        Buffer::view(unsafe { all[all.len() - 1].as_ref() })
    }

    /// A buffer of twice the size, with copies of the items `[from, to)` of `old` at the same indices.
    ///
    /// # Safety
    /// 1. The caller is the deque's owner.
    /// 2. These indices have had their turn in `old`, and `old` is written no more until the caller has done with it.
    pub(super) unsafe fn double(&self, old: Buffer<T>, from: u64, to: u64) -> Buffer<T> {
        let home = allocate(old.log() + 1, from);
        // SAFETY: fresh from `allocate`.
        let new = Buffer::view(unsafe { home.as_ref() });
        for step in 0..ahead(to, from).max(0) as u64 {
            let index = after(from, step);
            let place = &new.seat(index).place;
            // SAFETY: `new` is nobody else's yet; obligation 2.
            unsafe { place.copy(&old.seat(index).place) };
        }
        // SAFETY: obligation 1 and the field `all`; no other reference to it lives.
        let all = unsafe { &mut *self.all.get() };
        all.push(home);
        new
    }
}

impl<T> Drop for Buffers<T> {
    fn drop(&mut self) {
        for seats in self.all.get_mut().drain(..) {
            // SAFETY: made from a box in `allocate`, freed once, and the deque is gone.
            drop(unsafe { Box::from_raw(seats.as_ptr()) });
        }
    }
}

/// Empty seats, the turn of each being that one of the `1 << log` indices from `first` on which belongs there.
fn allocate<T>(log: u32, first: u64) -> NonNull<Seats<T>> {
    let mask = (1 << log) - 1;
    let start = seat_of(first, mask) as u64;
    let seat = |place: u64| Seat {
        turn: AtomicU64::new(after(first, place.wrapping_sub(start) & mask)),
        place: Place::empty(),
    };
    let seats = (0..=mask).map(seat).collect();
    NonNull::from(Box::leak(Box::new(Seats { log, seats })))
}
