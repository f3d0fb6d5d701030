//! How many workers search and how many sleep, as a value of one word.

/// `searching << 32 | front << 31 | sleeping`. A worker that neither searches nor sleeps is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counters(u64);

/// The thread of [`FRONT`] is in its bed, and no guest has its place. It is counted as sleeping then.
pub(super) const FRONT_IS_FREE: u64 = 1 << 31;
/// The worker whose place guests take first, without a lock.
pub(super) const FRONT: usize = 0;

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
        self.0 as u32 & !(FRONT_IS_FREE as u32)
    }

    pub(super) const fn front_is_free(self) -> bool {
        self.0 & FRONT_IS_FREE != 0
    }

    /// How many of `workers` do not sleep.
    pub(super) const fn awake(self, workers: usize) -> usize {
        workers.saturating_sub(self.sleeping() as usize)
    }

    /// How many of `workers` neither search nor sleep.
    pub(crate) const fn active(self, workers: usize) -> usize {
        workers.saturating_sub(self.searching() as usize + self.sleeping() as usize)
    }
}

/// How many workers there are, and how many of them should be awake at the same time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Crew {
    pub(super) workers: usize,
    /// At least 1, at most `workers`: one per processor.
    pub(super) useful: usize,
}

impl Crew {
    /// Somebody could take more work: active workers should share what they have.
    pub(crate) const fn hungry(self, counters: Counters) -> bool {
        counters.searching() != 0 || self.has_useful_sleepers(counters)
    }

    /// New work, so many jobs of it, must wake a sleeper: there is one who would be of use, and fewer search who would find the work.
    pub(super) const fn needs_wake(self, counters: Counters, jobs: usize) -> bool {
        (counters.searching() as usize) < jobs && self.has_useful_sleepers(counters)
    }

    /// There is a sleeper who would be of use.
    pub(super) const fn has_useful_sleepers(self, counters: Counters) -> bool {
        counters.sleeping() != 0 && counters.awake(self.workers) < self.useful
    }

    /// There are more workers than should be awake: who sleeps may be of no use.
    pub(super) const fn is_wide(self) -> bool {
        self.useful < self.workers
    }

    /// Those awake might be blocked while sleepers do not count as hungry. Depends on the number of
    /// sleepers alone.
    pub(super) const fn needs_watch(self, counters: Counters) -> bool {
        counters.sleeping() != 0 && counters.awake(self.workers) >= self.useful
    }
}

#[cfg(test)]
mod tests {
    use super::{Counters, Crew, FRONT_IS_FREE, ONE_SEARCHING, ONE_SLEEPING};

    #[test]
    fn every_small_state() {
        for useful in 1..=8 {
            let crew = Crew { workers: 8, useful };
            for searching in 0..4u64 {
                for sleeping in 0..=4u64 {
                    let word = searching * ONE_SEARCHING + sleeping * ONE_SLEEPING;
                    let counters = Counters::from_word(word);
                    let free = Counters::from_word(word + FRONT_IS_FREE);
                    assert!(free.front_is_free() && !counters.front_is_free());
                    assert_eq!(free.sleeping(), counters.sleeping());
                    assert_eq!(free.searching(), counters.searching());
                    let asleep = sleeping > 0 && 8 - (sleeping as usize) < useful;
                    assert_eq!(u64::from(counters.searching()), searching);
                    assert_eq!(u64::from(counters.sleeping()), sleeping);
                    assert_eq!(counters.active(8) as u64, 8 - searching - sleeping);
                    assert_eq!(crew.hungry(counters), searching > 0 || asleep);
                    for jobs in 0..4 {
                        let wakes = searching < jobs && asleep;
                        assert_eq!(crew.needs_wake(counters, jobs as usize), wakes);
                    }
                    assert_eq!(crew.needs_watch(counters), sleeping > 0 && !asleep);
                }
            }
        }
    }

    #[test]
    fn one_worker_per_processor_needs_no_watch() {
        let crew = Crew {
            workers: 3,
            useful: 3,
        };
        for word in [
            0,
            ONE_SLEEPING,
            ONE_SLEEPING * 2,
            ONE_SLEEPING + ONE_SEARCHING,
        ] {
            assert!(!crew.needs_watch(Counters::from_word(word)));
        }
    }
}
