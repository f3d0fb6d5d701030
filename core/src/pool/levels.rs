//! The tasks that wait for any worker: one queue a level of urgency.

use crate::job::JobRef;
use crate::pool::priority::Priority;
use crate::queue::injector::Injector;

/// See the module's words.
#[derive(Debug)]
pub(super) struct Levels {
    /// By `Priority as usize`.
    queues: [Injector<JobRef>; Priority::COUNT],
}

/// Which levels are asked, in this order.
pub(super) type Order = [Priority; Priority::COUNT];

impl Levels {
    /// Nothing waits.
    #[inline]
    pub(super) fn new() -> Self {
        Levels {
            queues: std::array::from_fn(|_| Injector::new()),
        }
    }

    /// The queue of one level.
    #[inline]
    pub(super) fn level(&self, priority: Priority) -> &Injector<JobRef> {
        &self.queues[priority as usize]
    }

    /// Whether nothing waits that is more urgent than normal. As [`Injector::is_empty`].
    #[inline]
    pub(super) fn is_calm(&self) -> bool {
        self.level(Priority::Critical).is_empty() && self.level(Priority::High).is_empty()
    }

    /// Whether nothing waits. As [`Injector::is_empty`].
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.queues.iter().all(Injector::is_empty)
    }
}

/// Whether the order for a worker that has begun `picks` tasks begins with what is more urgent than normal.
#[inline]
pub(super) fn urgent_first(picks: u32) -> bool {
    picks % 8 != 7
}

/// The order for a worker that has begun `picks` tasks: see [`Priority`].
pub(super) fn order(picks: u32) -> Order {
    use Priority::{Critical, High, Low, Normal};
    match picks % 32 {
        31 => [Low, Normal, High, Critical],
        pick if !urgent_first(pick) => [Normal, Critical, High, Low],
        pick if pick % 4 == 3 => [High, Critical, Normal, Low],
        _ => [Critical, High, Normal, Low],
    }
}

#[cfg(test)]
mod tests {
    use super::{order, urgent_first};
    use crate::pool::priority::Priority;

    #[test]
    fn each_level_has_its_share() {
        let mut firsts = [0; Priority::COUNT];
        for picks in 0..32 {
            let mut order = order(picks);
            assert_eq!(urgent_first(picks), order[2] == Priority::Normal);
            firsts[order[0] as usize] += 1;
            order.sort();
            assert!(order.is_sorted_by(|a, b| a < b), "each level once");
        }
        assert_eq!(firsts, [1, 3, 4, 24]);
    }
}
