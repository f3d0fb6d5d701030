//! Indices that wrap, and the word of the thieves as a value.
//!
//! An index is kept in the upper bits of a word, so that it wraps with the word, and is compared with an index that has
//! something else below it by one subtraction.

/// The width of what lies below an index: the logarithm of a capacity, and above that a number of items.
const LOW_BITS: u32 = 24;
const LOG_BITS: u32 = 6;

/// From an index to the next.
const STEP: u64 = 1 << LOW_BITS;

/// The index `count` after this one.
#[inline(always)]
pub(super) const fn after(index: u64, count: u64) -> u64 {
    index.wrapping_add(count << LOW_BITS)
}

/// The index `count` before this one.
#[inline(always)]
pub(super) const fn before(index: u64, count: u64) -> u64 {
    index.wrapping_sub(count << LOW_BITS)
}

/// How far `index` is ahead of `other`: negative if it is behind.
#[inline(always)]
pub(super) const fn ahead(index: u64, other: u64) -> i64 {
    index.wrapping_sub(other) as i64 >> LOW_BITS
}

/// Where in a buffer of `mask + 1` seats an index belongs.
#[inline(always)]
pub(super) const fn seat_of(index: u64, mask: u64) -> usize {
    (index >> LOW_BITS & mask) as usize
}

/// The index of the oldest item, how many items from there on are offered, and which buffer they are to be read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Top(pub(super) u64);

impl Top {
    /// Most items that can be offered.
    pub(super) const MOST: u64 = (1 << (LOW_BITS - LOG_BITS)) - 1;

    /// The oldest item is `index`, nothing is offered, and the buffer has `1 << log` seats.
    pub(super) const fn at(index: u64, log: u32) -> Self {
        Top(index | log as u64)
    }

    #[inline(always)]
    pub(super) const fn index(self) -> u64 {
        self.0 & !(STEP - 1)
    }

    /// Whether `index` is beyond this one.
    #[inline(always)]
    pub(super) const fn is_before(self, index: u64) -> bool {
        // What lies below this index is less than a step. The same difference as in `is_at`, so that it is formed once.
        (self.0.wrapping_sub(index) as i64) < 0
    }

    /// Whether this is `index`.
    #[inline(always)]
    pub(super) const fn is_at(self, index: u64) -> bool {
        self.0.wrapping_sub(index) < STEP
    }

    /// How many items may be had for the exchange alone.
    #[inline(always)]
    pub(super) const fn offered(self) -> u64 {
        (self.0 >> LOG_BITS) & Self::MOST
    }

    #[inline(always)]
    pub(super) const fn log(self) -> u32 {
        self.0 as u32 % (1 << LOG_BITS)
    }

    /// The same with another offer, of at most [`MOST`](Self::MOST).
    pub(super) const fn offering(self, count: u64) -> Self {
        Top((self.0 & !(Self::MOST << LOG_BITS)) | count << LOG_BITS)
    }

    /// The same with the buffer of `1 << log` seats.
    pub(super) const fn in_buffer(self, log: u32) -> Self {
        Top::at(self.index(), log).offering(self.offered())
    }

    /// After `count` items that were offered have left.
    #[inline(always)]
    pub(super) const fn without(self, count: u64) -> Self {
        Top(self.0.wrapping_add(count * (STEP - (1 << LOG_BITS))))
    }

    /// After the oldest item has left, offered or not.
    #[inline(always)]
    pub(super) const fn without_oldest(self) -> Self {
        if self.offered() > 0 {
            self.without(1)
        } else {
            Top(self.0.wrapping_add(STEP))
        }
    }

    /// After the only item, whose index is `last`, has left, offered or not.
    #[inline(always)]
    pub(super) const fn emptied(self, last: u64) -> Self {
        Top::at(after(last, 1), self.log())
    }
}
