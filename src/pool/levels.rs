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
    pub(super) fn new() -> Self {
        Levels {
            queues: std::array::from_fn(|_| Injector::new()),
        }
    }

    /// The queue of one level.
    pub(super) fn level(&self, priority: Priority) -> &Injector<JobRef> {
        &self.queues[priority as usize]
    }

    /// Whether nothing waits. As [`Injector::is_empty`].
    pub(super) fn is_empty(&self) -> bool {
        self.queues.iter().all(Injector::is_empty)
    }
}

/// The order for a worker that has begun `picks` tasks: see [`Priority`].
pub(super) fn order(picks: u32) -> Order {
    use Priority::{Critical, High, Low, Normal};
    match picks % 32 {
        31 => [Low, Normal, High, Critical],
        pick if pick % 8 == 7 => [Normal, Critical, High, Low],
        pick if pick % 4 == 3 => [High, Critical, Normal, Low],
        _ => [Critical, High, Normal, Low],
    }
}

#[cfg(test)]
mod tests {
    use super::order;
    use crate::pool::priority::Priority;

    #[test]
    fn each_level_has_its_share() {
        let mut firsts = [0; Priority::COUNT];
        for picks in 0..32 {
            let mut order = order(picks);
            firsts[order[0] as usize] += 1;
            order.sort();
            assert!(order.is_sorted_by(|a, b| a < b), "each level once");
        }
        assert_eq!(firsts, [1, 3, 4, 24]);
    }
}
