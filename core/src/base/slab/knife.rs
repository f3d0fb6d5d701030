//! Cutting blocks from slabs, and the shelf of the empty ones.

use super::live::Live;
use super::plain;
use crate::base::prim::{Mutex, lock};
use std::alloc::{self, Layout};
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

/// Each slab begins at a multiple of this, so that a block tells where its slab is.
const PAGE: usize = 4096;
/// What is left of a page for blocks, in words, beside the count and what the allocator keeps.
const WORDS: usize = (PAGE - 16 - size_of::<Live>().next_multiple_of(WORD)) / WORD;
const WORD: usize = size_of::<Word>();
/// Blocks of more words come from the allocator, as they would leave much of a slab unused.
pub(super) const MOST_WORDS: usize = 32;
/// How many slabs the shelf has room for: 4 MiB.
const SHELF: usize = 1024;

/// The unit of room; it may hold anything.
type Word = MaybeUninit<usize>;

/// Some room, and how much of it is in use. It begins at a multiple of `PAGE`, and is no longer than that.
#[repr(C)]
struct Slab {
    live: Live,
    /// Blocks. Each belongs to who has it; the rest to the thread that cuts from the slab.
    words: [Word; WORDS],
}

impl Slab {
    const LAYOUT: Layout = match Layout::from_size_align(size_of::<Slab>(), PAGE) {
        Ok(layout) if layout.size() <= PAGE => layout,
        _ => panic!("a slab is no page"),
    };
}

/// The slabs that nobody uses.
static EMPTY: Mutex<Vec<Unused>> = Mutex::new(Vec::new());

/// A slab that belongs to who has this.
struct Unused(NonNull<Slab>);

// SAFETY: memory without content; it belongs to no thread.
unsafe impl Send for Unused {}

thread_local! {
    static KNIFE: Knife = const { Knife::new() };
}

/// Whether room for a `T` is cut from slabs.
pub(super) const fn fits<T>() -> bool {
    words_of::<T>() <= MOST_WORDS && align_of::<T>() <= align_of::<Word>()
}

/// How many words a block for a `T` takes. At least one, so that each block is inside of its slab.
const fn words_of<T>() -> usize {
    match size_of::<T>() {
        0 => 1,
        size => size.div_ceil(WORD),
    }
}

/// Puts `value` in memory of its own.
#[inline]
pub(crate) fn allocate<T>(value: T) -> NonNull<T> {
    if !fits::<T>() {
        return plain::allocate(value);
    }
    let words = words_of::<T>();
    // A thread that is being torn down cuts one block and leaves the rest.
    let cut = KNIFE.try_with(|knife| knife.cut(words));
    let block = cut.unwrap_or_else(|_| Knife::new().cut(words)).cast();
    // SAFETY: `block` is the caller's; `fits` has seen that it is aligned, and `words_of` that it is large enough.
    unsafe { block.write(value) };
    block
}

/// Gives the memory back. What is in it is not dropped.
///
/// # Safety
/// 1. `place` came from [`allocate`] of the same type, and is given back once.
/// 2. Nobody uses the memory any more: whatever was done with it happened before.
#[inline]
pub(crate) unsafe fn free<T>(place: NonNull<T>) {
    if !fits::<T>() {
        // SAFETY: obligations 1 and 2.
        return unsafe { plain::free(place) };
    }
    let slab = place.as_ptr().map_addr(|address| address & !(PAGE - 1));
    // SAFETY: obligation 1: `cut` made the block from a pointer to its whole slab, which is not null, and begins at the last
    // multiple of `PAGE` before the block.
    let slab = unsafe { NonNull::new_unchecked(slab.cast::<Slab>()) };
    // SAFETY: a slab stays while it has a block in use.
    let last = unsafe { &(*slab.as_ptr()).live }.free();
    if last {
        put_away(Unused(slab));
    }
}

/// Cuts blocks from a slab of its thread's.
struct Knife {
    /// The slab that this knife cuts from. Null: none.
    slab: Cell<*mut Slab>,
    /// The first word that was not cut.
    next: Cell<usize>,
    /// How many blocks were cut.
    cut: Cell<u32>,
}

impl Knife {
    const fn new() -> Self {
        Knife {
            slab: Cell::new(ptr::null_mut()),
            next: Cell::new(WORDS),
            cut: Cell::new(0),
        }
    }

    /// A block of `words` words: at least one, and at most `MOST_WORDS`.
    #[inline]
    fn cut(&self, words: usize) -> NonNull<()> {
        if words > WORDS - self.next.get() {
            self.change();
        }
        let first = self.next.get();
        self.next.set(first + words);
        self.cut.set(self.cut.get() + 1);
        let slab = self.slab.get();
        // SAFETY: `slab` is this knife's, as `next` leaves room in it.
        let room = unsafe { &raw mut (*slab).words }.cast::<Word>();
        // SAFETY: the `words` from `first` on are in the slab, as seen above, and this knife's, by the invariant.
        let block = unsafe { room.add(first) };
        // SAFETY: `block` is inside of a slab.
        unsafe { NonNull::new_unchecked(block) }.cast()
    }

    /// Goes on with an empty slab.
    #[cold]
    #[inline]
    fn change(&self) {
        self.leave();
        let Unused(slab) = find();
        self.slab.set(slab.as_ptr());
        self.next.set(0);
        self.cut.set(0);
    }

    /// Cuts from the slab no more.
    fn leave(&self) {
        let Some(slab) = NonNull::new(self.slab.replace(ptr::null_mut())) else {
            return;
        };
        self.next.set(WORDS);
        // SAFETY: the slab was this knife's, so it is there.
        let last = unsafe { &(*slab.as_ptr()).live }.close(self.cut.get());
        if last {
            put_away(Unused(slab));
        }
    }
}

impl Drop for Knife {
    fn drop(&mut self) {
        self.leave();
    }
}

/// An empty slab, to be cut from.
#[inline]
fn find() -> Unused {
    let found = lock(&EMPTY).pop();
    let Unused(slab) = found.unwrap_or_else(|| {
        // SAFETY: a slab has a size.
        let place = unsafe { alloc::alloc(Slab::LAYOUT) }.cast();
        Unused(NonNull::new(place).unwrap_or_else(|| alloc::handle_alloc_error(Slab::LAYOUT)))
    });
    // SAFETY: the slab is ours.
    let live = unsafe { &raw mut (*slab.as_ptr()).live };
    // SAFETY: as above, and aligned as a `Slab`.
    unsafe { live.write(Live::open()) };
    Unused(slab)
}

/// Leaves a slab to whoever needs one.
#[cold]
#[inline]
fn put_away(unused: Unused) {
    let mut empty = lock(&EMPTY);
    if empty.len() < SHELF {
        return empty.push(unused);
    }
    drop(empty);
    // SAFETY: it came from `find` with the layout of a `Slab`, and belongs to `unused`.
    unsafe { alloc::dealloc(unused.0.as_ptr().cast(), Slab::LAYOUT) };
}
