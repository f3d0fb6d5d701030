//! The window of a stream: the blocks that are made ahead, oldest first.
//!
//! Invariant: the items of a block are in its `cell` until somebody runs it, which is its task or, once the task was called off,
//! the thread that consumes. So each block is run at most once, and never while nobody would tell of it.

use super::supply::{Supply, Work};
use super::{Blocks, InOrder, Made, Pending};
use std::collections::VecDeque;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tine_core::{
    Scope, Task, current_num_threads,
    engine::{
        as_guest, clock,
        prim::{Mutex, lock},
        unwind,
    },
    in_place_scope,
};

/// How many blocks are made ahead, at most, for each thread.
const AHEAD: usize = 4;
/// What a block should take, in microseconds.
const BLOCK_US: u64 = 100;
/// What is done sooner by one thread alone, in microseconds.
const ALONE_US: u64 = 24;
/// So many items per thread are a long stream: that the first of them are made by one thread alone does not matter.
const LONG_PER_THREAD: usize = 64;
/// A supply that takes longer for its first block is slow, in microseconds.
const SLOW_US: u64 = 1000;
/// So long the next result is waited for before more is cut of a slow supply.
const PATIENCE: Duration = Duration::from_millis(1);

/// Runs `op` with the items that `work` makes of the supply, in order.
pub(super) fn with_window<S, W, OP, O>(supply: S, work: &W, op: OP) -> O
where
    S: Supply,
    W: Work<S::Block>,
    OP: FnOnce(InOrder<'_, W::Item>) -> O,
{
    as_guest(|| in_place_scope(|scope| op(InOrder::new(&mut Window::new(scope, supply, work)))))
}

/// A stream under way.
struct Window<'w, 'scope, S: Supply, W: Work<S::Block>> {
    scope: &'w Scope<'scope>,
    supply: S,
    work: &'scope W,
    /// What was cut and not consumed, oldest first.
    blocks: VecDeque<Block<S::Block, W::Item>>,
    /// So many items are in those.
    ahead: usize,
    /// So many blocks there are at most.
    most: usize,
    /// The next block has so many items.
    len: usize,
    /// What an item of the last block took, once that is known.
    ticks: Option<u64>,
    /// How much longer to go on without the others, in ticks.
    alone: u64,
    /// The last cut took longer than the work.
    is_slow: bool,
    /// Nothing is left to be cut.
    is_dry: bool,
    /// A panic was handed on.
    over: bool,
}

/// A block that may be worked on anywhere.
struct Block<B, T> {
    cell: Arc<Mutex<Option<B>>>,
    len: usize,
    task: Task<Option<Made<T>>>,
    /// What the consuming thread has made of it while it waited.
    made: Option<Made<T>>,
}

impl<B, T> Block<B, T> {
    /// What is to be run, if nobody runs it; from now on it is for the caller to do so.
    fn claim(&self) -> Option<B> {
        self.task.cancel().then(|| take(&self.cell)).flatten()
    }
}

/// Empties a cell. A function, so that nothing is run under its lock.
fn take<B>(cell: &Mutex<Option<B>>) -> Option<B> {
    lock(cell).take()
}

/// Runs a block.
fn make<B, W: Work<B>>(work: &W, block: B) -> Made<W::Item> {
    let begin = clock::ticks();
    let mut items = Vec::new();
    let panic = Pending(unwind::halt(|| work.run(block, &mut items)).err());
    Made {
        items,
        panic,
        ticks: clock::since(begin),
    }
}

/// What a task has made.
fn made_by<T>(result: thread::Result<Option<Made<T>>>) -> Made<T> {
    match result {
        Ok(Some(made)) => made,
        Ok(None) => unreachable!("nobody else has taken it"),
        Err(payload) => unwind::resume(payload),
    }
}

impl<'w, 'scope, S, W> Window<'w, 'scope, S, W>
where
    S: Supply,
    S::Block: 'scope,
    W: Work<S::Block>,
{
    fn new(scope: &'w Scope<'scope>, supply: S, work: &'scope W) -> Self {
        let threads = current_num_threads().max(1);
        let is_long = match supply.left() {
            (least, Some(_)) => least / LONG_PER_THREAD >= threads,
            (_, None) => false,
        };
        Window {
            scope,
            supply,
            work,
            blocks: VecDeque::new(),
            ahead: 0,
            most: AHEAD * threads,
            len: 1,
            ticks: None,
            alone: if is_long { clock::micros(ALONE_US) } else { 0 },
            is_slow: false,
            is_dry: false,
            over: false,
        }
    }

    /// Cuts blocks off and offers them, if many were consumed since that was done last.
    fn refill(&mut self) {
        if self.blocks.len() > self.most / 2 {
            return;
        }
        while self.has_room() {
            self.offer();
            // Whoever is slower than the work would only be waited for.
            if self.is_slow {
                return;
            }
        }
    }

    /// Whether to make more ahead.
    fn has_room(&self) -> bool {
        self.blocks.len() < self.most && !self.is_dry
    }

    /// Cuts a block off, and notes how long that takes.
    fn cut(&mut self) -> Option<(S::Block, usize)> {
        // If the supply panics, that was all.
        self.over = true;
        let begin = clock::ticks();
        let cut = self.supply.cut(self.len);
        let took = clock::since(begin);
        self.over = false;
        let len = cut.as_ref().map_or(0, |(_, len)| *len);
        let limit = self.predict(len).unwrap_or(clock::micros(SLOW_US));
        self.is_slow = S::MAY_WAIT && took > limit;
        self.is_dry = cut.is_none();
        cut
    }

    /// Cuts a block off for anybody.
    fn offer(&mut self) {
        let Some((block, len)) = self.cut() else {
            return;
        };
        let cell = Arc::new(Mutex::new(Some(block)));
        let (work, there) = (self.work, Arc::clone(&cell));
        let task = self
            .scope
            .submit(move |_| take(&there).map(|block| make(work, block)));
        self.ahead += len;
        self.blocks.push_back(Block {
            cell,
            len,
            task,
            made: None,
        });
    }

    /// What becomes of a block; works on later ones as long as another thread is at work on it.
    fn finish(&mut self, block: Block<S::Block, W::Item>) -> Made<W::Item> {
        if let Some(made) = block.made {
            return made;
        }
        if let Some(block) = block.claim() {
            return make(self.work, block);
        }
        let mut task = block.task;
        loop {
            self.help_during(&task);
            if task.is_finished() || !self.has_room() {
                return made_by(task.join());
            }
            if self.is_slow {
                task = match task.join_timeout(PATIENCE) {
                    Ok(result) => return made_by(result),
                    Err(task) => task,
                };
            }
            self.offer();
        }
    }

    /// Works on what has not begun, until the task is done.
    fn help_during(&mut self, task: &Task<Option<Made<W::Item>>>) {
        for block in &mut self.blocks {
            if task.is_finished() {
                return;
            }
            if block.made.is_none()
                && let Some(claimed) = block.claim()
            {
                block.made = Some(make(self.work, claimed));
            }
        }
    }

    /// What so many items will take if they are like the last ones, once that is known.
    fn predict(&self, len: usize) -> Option<u64> {
        Some(self.ticks?.saturating_mul(len as u64))
    }

    /// Whether to make the next block before anybody else is asked: it is early, or little is left.
    fn is_alone(&self) -> bool {
        self.blocks.is_empty()
            && (self.alone > 0
                || matches!(self.supply.left(), (left, Some(most)) if left == most
                    && self.predict(left).is_some_and(|ticks| ticks < clock::micros(ALONE_US))))
    }

    /// Learns from a block how many items the next one should have.
    fn learn(&mut self, made: &Made<W::Item>) {
        let per_item = (made.ticks / made.items.len().max(1) as u64).max(1);
        let fitting = (clock::micros(BLOCK_US) / per_item) as usize;
        self.len = fitting.clamp(1, self.len.saturating_mul(2));
        self.ticks = Some(per_item);
        self.alone = self.alone.saturating_sub(made.ticks.max(1));
        self.over = made.panic.0.is_some();
    }
}

impl<'scope, S, W> Blocks<W::Item> for Window<'_, 'scope, S, W>
where
    S: Supply,
    S::Block: 'scope,
    W: Work<S::Block>,
{
    fn next_block(&mut self) -> Option<Made<W::Item>> {
        if self.over {
            return None;
        }
        let made = if self.is_alone() {
            let (block, _) = self.cut()?;
            make(self.work, block)
        } else {
            self.refill();
            let block = self.blocks.pop_front()?;
            self.ahead -= block.len;
            self.finish(block)
        };
        self.learn(&made);
        Some(made)
    }

    fn left(&self) -> (usize, Option<usize>) {
        if self.over {
            return (0, Some(0));
        }
        let (least, most) = self.supply.left();
        (
            least.saturating_add(self.ahead),
            most.and_then(|most| most.checked_add(self.ahead)),
        )
    }
}

impl<S: Supply, W: Work<S::Block>> Drop for Window<'_, '_, S, W> {
    fn drop(&mut self) {
        // What has not begun need not be waited for.
        for block in &self.blocks {
            block.task.cancel();
        }
    }
}
