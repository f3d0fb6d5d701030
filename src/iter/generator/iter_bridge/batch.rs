//! How many items to pull at once: a pure value that knows neither iterator nor clock.

use std::mem;

/// No more items than this at once, nor more bytes of them.
const MOST_ITEMS: usize = 2048;
const MOST_BYTES: usize = 64 * 1024;

/// The size of one thread's batches: grows while they take little time, and shrinks as soon as they take much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BatchSize {
    items: usize,
    /// So many more batches have one item, which may wait for those behind it.
    single: usize,
    most: usize,
    /// What a batch should take, in ticks of any length.
    goal: u64,
}

impl BatchSize {
    /// One item of type `T`, `single` times and once more; later as many as take about `goal`.
    pub(super) fn new<T>(goal: u64, single: usize) -> Self {
        let fitting = MOST_BYTES / mem::size_of::<T>().max(1);
        BatchSize {
            items: 1,
            single,
            most: fitting.clamp(1, MOST_ITEMS),
            goal,
        }
    }

    /// What the next batch should have.
    #[inline]
    pub(super) fn items(self) -> usize {
        self.items
    }

    /// Nothing is known any more.
    #[inline]
    pub(super) fn restart(&mut self) {
        self.items = 1;
    }

    /// The last batch took so many ticks.
    #[inline]
    pub(super) fn note(&mut self, ticks: u64) {
        if self.single > 0 {
            self.single -= 1;
        } else if ticks > self.goal {
            let items = self.items as u64 * self.goal / ticks;
            self.items = (items as usize).max(1);
        } else if ticks < self.goal / 2 {
            self.items = (self.items * 2).min(self.most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BatchSize;

    const GOAL: u64 = 1000;

    #[test]
    fn it_starts_with_one_and_grows_to_a_limit() {
        let mut size = BatchSize::new::<u8>(GOAL, 0);
        let mut seen = vec![];
        for _ in 0..13 {
            seen.push(size.items());
            size.note(10);
        }
        assert_eq!(
            seen,
            [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 2048]
        );
    }

    #[test]
    fn slowness_makes_it_small_at_once() {
        let mut size = BatchSize::new::<u8>(GOAL, 0);
        (0..6).for_each(|_| size.note(1));
        assert_eq!(size.items(), 64);
        size.note(GOAL * 3 / 4);
        assert_eq!(size.items(), 64);
        size.note(GOAL * 4);
        assert_eq!(size.items(), 16);
        size.note(u64::MAX);
        assert_eq!(size.items(), 1);
        size.note(u64::MAX);
        assert_eq!(size.items(), 1);
    }

    #[test]
    fn the_first_items_come_one_by_one() {
        let mut size = BatchSize::new::<u8>(GOAL, 2);
        let seen = [10; 5].map(|ticks| {
            let items = size.items();
            size.note(ticks);
            items
        });
        assert_eq!(seen, [1, 1, 1, 2, 4]);
    }

    #[test]
    fn it_may_start_anew() {
        let mut size = BatchSize::new::<u8>(GOAL, 0);
        (0..10).for_each(|_| size.note(1));
        size.restart();
        assert_eq!(size, BatchSize::new::<u8>(GOAL, 0));
    }

    #[test]
    fn large_items_come_in_small_batches() {
        let most = |mut size: BatchSize| {
            (0..20).for_each(|_| size.note(0));
            size.items()
        };
        assert_eq!(most(BatchSize::new::<[u8; 16 * 1024]>(GOAL, 0)), 4);
        assert_eq!(most(BatchSize::new::<[u8; 1024 * 1024]>(GOAL, 0)), 1);
        assert_eq!(most(BatchSize::new::<()>(GOAL, 0)), 2048);
    }
}
