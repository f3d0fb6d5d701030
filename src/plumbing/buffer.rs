//! The memory of a vector whose items are on their way, for the items that are made of them: each result goes where its item was, as in
//! std's `collect`, which saves memory and the time that the system takes to provide it.
//!
//! Invariant: a buffer owns its memory and no items. Whose the slots are is said where it is used.

use std::alloc::{Layout, dealloc};
use std::mem::ManuallyDrop;
use std::ptr::NonNull;

/// What a slot needs. Only made of a type.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    size: usize,
    align: usize,
}

impl Shape {
    /// That of a `T`; none if it takes no memory.
    pub(crate) const fn of<T>() -> Option<Self> {
        match size_of::<T>() {
            0 => None,
            size => Some(Shape {
                size,
                align: align_of::<T>(),
            }),
        }
    }

    /// Whether it is also that of an `R`.
    pub(crate) const fn fits<R>(self) -> bool {
        self.size == size_of::<R>() && self.align == align_of::<R>()
    }
}

/// See the module's words.
#[derive(Debug)]
pub struct Buffer {
    /// Of memory for `capacity` slots of that shape, as a vector had it from the global allocator; owned by this value.
    start: NonNull<u8>,
    capacity: usize,
    shape: Shape,
    /// How many items there were: no more than `capacity`.
    len: usize,
}

impl Buffer {
    /// The memory of `vec`, and where its items begin; there are as many as [`len`](Self::len) says. They belong to nobody from now on. None if
    /// they take no memory.
    pub(crate) fn of<T>(vec: Vec<T>) -> Option<(Self, NonNull<T>)> {
        let shape = Shape::of::<T>()?;
        let mut vec = ManuallyDrop::new(vec);
        let start = NonNull::new(vec.as_mut_ptr())?;
        let buffer = Buffer {
            start: start.cast(),
            capacity: vec.capacity(),
            shape,
            len: vec.len(),
        };
        Some((buffer, start))
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Where the slots begin, if they have the shape for an `R`.
    #[inline]
    pub(crate) fn slots<R>(&self) -> Option<*mut R> {
        self.shape.fits::<R>().then_some(self.start.as_ptr().cast())
    }

    /// The vector of the first `len` slots.
    ///
    /// # Safety
    ///
    /// 1. `R` has the shape of the slots.
    /// 2. The first `len` of them hold items, which nobody else owns.
    pub(crate) unsafe fn into_vec<R>(self, len: usize) -> Vec<R> {
        let this = ManuallyDrop::new(self);
        let start = this.start.cast().as_ptr();
        // SAFETY: the global allocator gave the memory for `capacity` slots of this shape, by (1); it is not freed by `this`. (2) says the rest.
        unsafe { Vec::from_raw_parts(start, len, this.capacity) }
    }
}

impl Drop for Buffer {
    #[inline]
    fn drop(&mut self) {
        let Shape { size, align } = self.shape;
        match Layout::from_size_align(size * self.capacity, align) {
            // SAFETY: the vector had it from the global allocator with that layout.
            Ok(layout) if layout.size() > 0 => unsafe { dealloc(self.start.as_ptr(), layout) },
            _ => {}
        }
    }
}
