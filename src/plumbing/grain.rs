//! When to split: a pure value that decides, for one range at a time, between splitting and running whole.
//!
//! It knows no producer and no thread, so that every policy can be tested by itself.

/// How far a range with a known length is split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grain {
    /// Never make a block smaller than this; at least 1.
    min_len: usize,
    /// Split every block longer than this, as far as `min_len` allows; at least 1.
    max_len: usize,
    /// How the pieces multiply.
    budget: Budget,
}

impl Grain {
    /// The grain of a range with the producer's wishes, on that many threads.
    pub(crate) fn new(min_len: usize, max_len: usize, threads: usize) -> Self {
        Grain {
            min_len: min_len.max(1),
            max_len: max_len.max(1),
            budget: Budget::new(threads),
        }
    }

    /// Decides whether a range of `len` items is to be split at `len / 2`. `stolen` tells that it has changed threads since
    /// the last decision, which shows that there are idle ones.
    #[must_use]
    pub(crate) fn split(&mut self, len: usize, stolen: bool) -> bool {
        if len / 2 < self.min_len {
            return false;
        }
        // Both are needed: the budget shrinks with every split, also with a forced one.
        let wanted = self.budget.split(stolen);
        wanted || len > self.max_len
    }
}

/// How often a supply is halved on the way down; a steal refreshes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    left: usize,
    threads: usize,
}

impl Budget {
    /// The budget of a supply that `threads` threads share.
    pub(crate) fn new(threads: usize) -> Self {
        let threads = threads.max(1);
        Budget {
            left: threads,
            threads,
        }
    }

    /// Decides whether to split once more.
    #[must_use]
    pub(crate) fn split(&mut self, stolen: bool) -> bool {
        if stolen {
            self.left = self.threads.max(self.left / 2);
            return true;
        }
        let wanted = self.left > 0;
        self.left /= 2;
        wanted
    }
}

#[cfg(test)]
mod tests;
