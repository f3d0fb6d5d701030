//! How many workers search and how many sleep, as a value of one word.

/// `searching << 32 | sleeping`. A worker that does neither is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counters(u64);

/// One worker that sleeps.
pub(super) const ONE_SLEEPING: u64 = 1;
/// One worker that searches.
pub(super) const ONE_SEARCHING: u64 = 1 << 32;

impl Counters {
    pub(super) const fn from_word(word: u64) -> Self {
        Counters(word)
    }

    pub(crate) const fn searching(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(crate) const fn sleeping(self) -> u32 {
        self.0 as u32
    }

    /// Somebody could take more work: active workers should share what they have.
    pub(crate) const fn hungry(self) -> bool {
        self.0 != 0
    }

    /// New work must wake a sleeper: there is one, and nobody searches who would find the work.
    pub(crate) const fn needs_wake(self) -> bool {
        self.searching() == 0 && self.sleeping() != 0
    }

    /// How many of `workers` neither search nor sleep.
    pub(crate) const fn active(self, workers: usize) -> usize {
        workers.saturating_sub(self.searching() as usize + self.sleeping() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::{Counters, ONE_SEARCHING, ONE_SLEEPING};

    #[test]
    fn every_small_state() {
        for searching in 0..4u64 {
            for sleeping in 0..4u64 {
                let word = searching * ONE_SEARCHING + sleeping * ONE_SLEEPING;
                let value = Counters::from_word(word);
                assert_eq!(u64::from(value.searching()), searching);
                assert_eq!(u64::from(value.sleeping()), sleeping);
                assert_eq!(value.hungry(), searching + sleeping > 0);
                assert_eq!(value.needs_wake(), searching == 0 && sleeping > 0);
                assert_eq!(value.active(8) as u64, 8 - searching - sleeping);
            }
        }
    }
}
