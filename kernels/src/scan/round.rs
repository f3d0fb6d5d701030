//! The rounds of a scan by several threads: one scans on, the others sum up what lies before it, and scan what they summed up in
//! the round before.

use super::kind::{CHAINS, Kind, sums};
use crate::fork_join::ForkJoin;
use crate::share::each;
use std::iter;

/// The elements of one thread in one round should have no more bytes than this, so that they stay in the cache.
const BYTES: usize = if cfg!(test) { 128 } else { 1 << 20 };
/// How many rounds there should be at least: the last elements wait for a round that has no use for all threads.
const ROUNDS: usize = 12;
/// A helper's share is at most this many times as large as the scanner's, and at least so much smaller.
const LOPSIDED: f64 = 4.0;

/// A scan that is shared.
pub(super) struct Rounds<'a, E, K, F> {
    on: E,
    kind: &'a K,
    op: &'a F,
    helpers: usize,
    /// The share of a helper, compared with that of the thread that scans. Follows the time they take: a helper calls the
    /// operation twice an element, but need not wait for each result.
    share: f64,
}

/// What is done in one round.
struct Round<'v, C, T> {
    /// What the caller scans.
    own: &'v mut [T],
    /// What lies behind that.
    tasks: Vec<Task<'v, C, T>>,
}

/// What a helper does in one round.
struct Task<'v, C, T> {
    /// Summed up in the round before: to be scanned.
    known: Option<Known<'v, C, T>>,
    /// To be summed up.
    ahead: [&'v mut [T]; CHAINS],
    /// What `ahead` makes, when that is known.
    sums: Option<[T; CHAINS]>,
    /// How long it took.
    ticks: u64,
}

/// Blocks and what has been carried to each.
type Known<'v, C, T> = [(C, &'v mut [T]); CHAINS];

impl<'a, E: ForkJoin, K, F> Rounds<'a, E, K, F> {
    /// Rounds for a pool of `threads` threads, which are more than one.
    pub(super) fn new(on: E, kind: &'a K, op: &'a F, threads: usize) -> Self {
        Rounds {
            on,
            kind,
            op,
            helpers: threads - 1,
            share: 0.5,
        }
    }

    /// Scans `v`. No thread gets fewer than about `least` elements a round.
    pub(super) fn run<'v, T>(
        mut self,
        mut v: &'v mut [T],
        least: usize,
        mut carry: K::Carry,
    ) -> K::Carry
    where
        K: Kind<'v, T>,
        T: Send + 'v,
        F: Fn(&T, &T) -> T + Sync,
    {
        let mut known: Vec<Known<'v, K::Carry, T>> = Vec::new();
        while let Some(Round { own, mut tasks }) = self.cut(&mut v, least) {
            for (task, known) in tasks.iter_mut().zip(known.drain(..)) {
                task.known = Some(known);
            }
            let len = own.len();
            let scan = || {
                let begin = self.on.ticks();
                let carry = self.kind.scan(carry, own, self.op);
                (carry, self.on.since(begin))
            };
            let help = |mut tasks: Vec<_>| {
                each(self.on, &mut tasks, &|task| self.help(task));
                tasks
            };
            let (scanned, tasks) = self.on.fork(scan, tasks, help);
            carry = scanned.0;
            match tasks {
                Err(tasks) => {
                    for task in tasks {
                        carry = self.alone(task, carry);
                    }
                }
                Ok(tasks) => {
                    self.balance(len, scanned.1, &tasks);
                    let jumps = tasks.into_iter().filter_map(|task| {
                        let sums = task.sums?;
                        let mut sums = sums.iter();
                        let jump = |block| match sums.next() {
                            Some(sum) => K::jump(&mut carry, block, sum, self.op),
                            None => unreachable!("a sum for each block"),
                        };
                        Some(task.ahead.map(jump))
                    });
                    known.extend(jumps);
                }
            }
        }
        let mut known: Vec<_> = known.into_iter().map(Some).collect();
        let again = || each(self.on, &mut known, &|known| self.again(known));
        self.on.join(|| self.kind.scan(carry, v, self.op), again).0
    }

    /// A helper's work.
    fn help<'v, T>(&self, task: &mut Task<'v, K::Carry, T>)
    where
        K: Kind<'v, T>,
        T: 'v,
        F: Fn(&T, &T) -> T,
    {
        let begin = self.on.ticks();
        self.again(&mut task.known);
        task.sums = Some(sums(&task.ahead, self.op));
        task.ticks = self.on.since(begin);
    }

    /// Scans what was summed up before, if there is anything.
    fn again<'v, T>(&self, known: &mut Option<Known<'v, K::Carry, T>>)
    where
        K: Kind<'v, T>,
        T: 'v,
        F: Fn(&T, &T) -> T,
    {
        if let Some(known) = known.take() {
            self.kind.scan_chains(known, self.op);
        }
    }

    /// What a helper would have done, if there had been one.
    fn alone<'v, T>(&self, mut task: Task<'v, K::Carry, T>, carry: K::Carry) -> K::Carry
    where
        K: Kind<'v, T>,
        T: 'v,
        F: Fn(&T, &T) -> T,
    {
        self.again(&mut task.known);
        let blocks = task.ahead.into_iter();
        blocks.fold(carry, |carry, block| self.kind.scan(carry, block, self.op))
    }

    /// Makes the next shares such that all need the same time, if everything goes on as in the last round.
    fn balance<C, T>(&mut self, len: usize, ticks: u64, tasks: &[Task<'_, C, T>]) {
        let speed = |len: usize, ticks: u64| len as f64 / ticks.max(1) as f64;
        let speeds = tasks.iter().map(|task| {
            let len = task.ahead.iter().map(|block| block.len()).sum();
            speed(len, task.ticks)
        });
        let helper = speeds.sum::<f64>() / tasks.len().max(1) as f64;
        let share = helper / speed(len, ticks);
        // Half of the way, for a thread may have been interrupted.
        self.share = ((self.share + share) / 2.0).clamp(1.0 / LOPSIDED, LOPSIDED);
    }

    /// The next round. None if few elements are left.
    fn cut<'v, C, T>(&self, rest: &mut &'v mut [T], least: usize) -> Option<Round<'v, C, T>> {
        let weight = 1.0 + self.share * self.helpers as f64;
        let few = (rest.len() / ROUNDS) as f64 / weight;
        let most = (BYTES / size_of::<T>().max(1)) as f64 / self.share.max(1.0);
        let own = (few.min(most) as usize).max(least);
        let chain = ((own as f64 * self.share) as usize / CHAINS).max(2);
        let all = rest.split_off_mut(..own + self.helpers * CHAINS * chain)?;
        let (own, ahead) = all.split_at_mut(own);
        let mut chains = ahead.chunks_exact_mut(chain);
        let task = || {
            Some(Task {
                known: None,
                ahead: [
                    chains.next()?,
                    chains.next()?,
                    chains.next()?,
                    chains.next()?,
                ],
                sums: None,
                ticks: 0,
            })
        };
        let tasks = iter::from_fn(task).collect();
        Some(Round { own, tasks })
    }
}
