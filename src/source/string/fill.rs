//! Adding characters and pieces of text to a rope of bytes: they are written to its room as long as there is some.
//!
//! Invariant: what is counted of a rope's room is UTF-8, whole characters and nothing else.

use crate::iter::{Growth, Rope};
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// What texts are made of.
///
/// # Safety
///
/// 1. If `write` returns a number, as many of the first bytes of the room hold UTF-8.
/// 2. `single` returns ASCII.
pub(super) unsafe trait Piece {
    /// It has so many bytes or more.
    const LEAST: usize;

    /// All of it, if that is a byte and known without a look at more.
    #[inline]
    fn single(&self) -> Option<u8> {
        None
    }

    /// How many bytes it has.
    fn bytes(&self) -> usize;

    /// Writes it to the first bytes of `room`, and returns how many it has; or does nothing if there are too few.
    fn write(&self, room: &mut [MaybeUninit<u8>]) -> Option<usize>;
}

/// Appends all of them.
pub(super) fn extend<P: Piece>(rope: &mut Rope<u8>, pieces: impl Iterator<Item = P>) {
    let mut pieces = pieces;
    loop {
        let mut tail = rope.tail();
        let (room, count) = tail.room();
        let left_over = fill(room, count, pieces);
        drop(tail);
        let Some((piece, others)) = left_over else {
            return;
        };
        rope.make_room(piece.bytes());
        let mut tail = rope.tail();
        let (room, count) = tail.room();
        *count = piece.write(room).expect("there is room for it");
        pieces = others;
    }
}

/// Writes pieces to the room, and counts their bytes, until there are no more; or returns the one for which there is no room, and the others.
///
/// Not inlined: what is borrowed exclusively by a function's parameter is known to be nothing that `pieces` read.
#[inline(never)]
fn fill<P, I>(room: &mut [MaybeUninit<u8>], count: &mut usize, pieces: I) -> Option<(P, I)>
where
    P: Piece,
    I: Iterator<Item = P>,
{
    let mut pieces = pieces;
    let mut filled = Growth {
        len: count,
        more: 0,
    };
    while let Some(piece) = pieces.next() {
        // One question after the other: of two that lead to the same place, compilers make one, which takes half as long again.
        if let Some(byte) = piece.single() {
            let Some(place) = room.get_mut(filled.more) else {
                return Some((piece, pieces));
            };
            place.write(byte);
            filled.more += 1;
        } else {
            match piece.write(&mut room[filled.more..]) {
                Some(len) => filled.more += len,
                None => return Some((piece, pieces)),
            }
        }
    }
    None
}

/// Copies bytes, few of them without a call.
#[inline]
fn copy(from: &[u8], room: &mut [MaybeUninit<u8>]) -> Option<usize> {
    let len = from.len();
    let to = room.get_mut(..len)?;
    match len {
        0 => {}
        1 => copy_ends::<1>(from, to),
        2..4 => copy_ends::<2>(from, to),
        4..8 => copy_ends::<4>(from, to),
        8..=16 => copy_ends::<8>(from, to),
        _ => {
            for (to, from) in to.iter_mut().zip(from) {
                to.write(*from);
            }
        }
    }
    Some(len)
}

/// Copies the first `N` bytes and the last `N`, which may overlap.
#[inline]
fn copy_ends<const N: usize>(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    if let (Some(from), Some(to)) = (from.first_chunk::<N>(), to.first_chunk_mut::<N>()) {
        *to = from.map(MaybeUninit::new);
    }
    if let (Some(from), Some(to)) = (from.last_chunk::<N>(), to.last_chunk_mut::<N>()) {
        *to = from.map(MaybeUninit::new);
    }
}

/// The UTF-8 of a character, and its length; zeros follow. Std's goes by way of memory, where single bytes are written and more are read at
/// once, for which a processor has to wait.
#[inline]
fn encode(char: char) -> ([u8; 4], usize) {
    let code = u32::from(char);
    let rest = |shift: u32| 0x80 | (code >> shift & 0x3F);
    let len = char.len_utf8();
    let bytes = match len {
        1 => [code, 0, 0, 0],
        2 => [0xC0 | code >> 6, rest(0), 0, 0],
        3 => [0xE0 | code >> 12, rest(6), rest(0), 0],
        _ => [0xF0 | code >> 18, rest(12), rest(6), rest(0)],
    };
    (bytes.map(|byte| byte as u8), len)
}

// SAFETY: (1) it is encoded. (2) It is asked.
unsafe impl Piece for char {
    const LEAST: usize = 1;

    #[inline]
    fn single(&self) -> Option<u8> {
        self.is_ascii().then_some(*self as u8)
    }

    #[inline]
    fn write(&self, room: &mut [MaybeUninit<u8>]) -> Option<usize> {
        let (bytes, len) = encode(*self);
        match room.first_chunk_mut() {
            // Whatever its length, at one go.
            Some(room) => {
                *room = bytes.map(MaybeUninit::new);
                Some(len)
            }
            None => copy(&bytes[..len], room),
        }
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.len_utf8()
    }
}

// SAFETY: (1), (2) by those of the character.
unsafe impl Piece for &char {
    const LEAST: usize = 1;

    #[inline]
    fn single(&self) -> Option<u8> {
        (*self).single()
    }

    #[inline]
    fn write(&self, room: &mut [MaybeUninit<u8>]) -> Option<usize> {
        (*self).write(room)
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.len_utf8()
    }
}

macro_rules! pieces {
    ($($piece:ty),*) => {$(
        // SAFETY: (1) it copies all of what is UTF-8. (2) There is none.
        unsafe impl Piece for $piece {
            const LEAST: usize = 0;

            #[inline]
            fn write(&self, room: &mut [MaybeUninit<u8>]) -> Option<usize> {
                copy(self.as_bytes(), room)
            }

            #[inline]
            fn bytes(&self) -> usize {
                self.len()
            }
        }
    )*};
}

pieces! { &str, Cow<'_, str>, Box<str>, String }
