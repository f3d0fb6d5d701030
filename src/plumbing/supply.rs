//! What the streaming driver cuts up: something of a known length that can be cut near any place, if at all.
//!
//! Invariant: what is cut off follows what is left, and no item is lost or doubled at the cut. Lengths are a measure of work and no
//! more; nothing relies on them.

use super::consumer::Folder;
use super::frame;
use super::producer::Producer;

/// A supply of items whose length is known in some unit: in items, or in what they are made from, such as bytes.
pub(crate) trait Supply: Send + Sized {
    /// What it supplies.
    type Item;

    /// How long it is.
    fn len(&self) -> usize;

    /// How many items that may be.
    fn likely_items(&self) -> usize;

    /// About the first `index` units, and the rest; all of it if it cannot be cut. `index` is below the length.
    fn cut(self, index: usize) -> (Self, Option<Self>);

    /// Feeds all items to `folder`, or until it is full.
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<Self::Item>;
}

/// A producer and its length.
pub(super) struct Counted<P> {
    pub(super) len: usize,
    pub(super) producer: P,
}

impl<P: Producer> Supply for Counted<P> {
    type Item = P::Item;

    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn likely_items(&self) -> usize {
        self.len
    }

    #[inline]
    fn cut(self, index: usize) -> (Self, Option<Self>) {
        let (left, right) = self.producer.split_at(index);
        let left = Counted {
            len: index,
            producer: left,
        };
        let right = Counted {
            len: self.len - index,
            producer: right,
        };
        (left, Some(right))
    }

    // The loop over a block's items, once for all callers: by itself it keeps the folder in registers, which amid a driver's
    // variables would be in memory.
    #[inline(never)]
    fn fold_with<F>(self, folder: F) -> F
    where
        F: Folder<P::Item>,
    {
        if const { !P::NUMBERS } {
            frame::keep_address();
        }
        self.producer.fold_with(folder)
    }
}
