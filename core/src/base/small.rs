//! Small blocks of memory that a thread had better not use: glibc.
//!
//! Whoever starts a thread allocates a small block for what it is to run, and the new thread frees it, as std has it. glibc keeps the block for
//! the next allocation of its size by that thread, and for the one after its next free, for ever. But the block belongs to the starter's part
//! of the heap, and to grow a block glibc locks the part that it is of. So two threads that do nothing but make strings, each its own,
//! wait for each other at each of them: 300,000 by `format!` took three times as long as they take.
//!
//! A worker takes such blocks first, and keeps them to its end.

use std::hint;

/// The sizes of the smallest kinds of blocks that glibc tells apart, in bytes; std's is one of the first.
const SIZES: [usize; 4] = [24, 40, 56, 72];

/// So many of each kind: std frees one or two.
const OF_EACH: usize = 3;

/// Blocks that nobody uses as long as this is kept.
pub(crate) struct SetAside {
    _blocks: [[Vec<u8>; OF_EACH]; SIZES.len()],
}

/// To be called by a thread before it allocates anything else.
#[inline]
pub(crate) fn set_aside() -> SetAside {
    // Hidden from the compiler, which would leave out blocks that nobody uses.
    let block = |bytes| hint::black_box(Vec::with_capacity(bytes));
    let _blocks = SIZES.map(|bytes| [(); OF_EACH].map(|()| block(bytes)));
    SetAside { _blocks }
}
