//! Both heads of the ring as one value, so that one exchange moves both.
//!
//! Indices count up and wrap; their differences are at most the number of places.

/// Where items leave: `real` is the oldest that is to be had, `steal` the oldest whose place is still in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heads {
    pub(super) steal: u32,
    pub(super) real: u32,
}

impl Heads {
    /// Both at `index`: nobody is copying.
    pub(super) const fn both(index: u32) -> Self {
        Heads {
            steal: index,
            real: index,
        }
    }

    pub(super) const fn pack(self) -> u64 {
        (self.steal as u64) << 32 | self.real as u64
    }

    pub(super) const fn unpack(word: u64) -> Self {
        Heads {
            steal: (word >> 32) as u32,
            real: word as u32,
        }
    }

    /// A thief has claimed `[steal, real)` and not yet released it.
    pub(super) const fn copying(self) -> bool {
        self.steal != self.real
    }

    /// After a thief claimed `count` items.
    pub(super) const fn claimed(self, count: u32) -> Self {
        Heads {
            steal: self.steal,
            real: self.real.wrapping_add(count),
        }
    }

    /// After the owner took `count` items; a claim that stands is left alone.
    pub(super) const fn taken(self, count: u32) -> Self {
        let real = self.real.wrapping_add(count);
        Heads {
            steal: if self.copying() { self.steal } else { real },
            real,
        }
    }

    /// After the thief released its claim.
    pub(super) const fn released(self) -> Self {
        Heads::both(self.real)
    }
}
