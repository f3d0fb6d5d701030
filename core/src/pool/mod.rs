//! The pool: its threads, who may act as a worker, where a worker looks for work, how it sleeps.
//!
//! | file | holds |
//! |---|---|
//! | `error`, `config`, `threads` | what a user asks for, and the threads that are made of it |
//! | `registry` | what the workers of one pool share |
//! | `life` | what keeps a pool alive, and who waits for its end |
//! | `shares` | what keeps its memory while tasks refer to it |
//! | `priority`, `levels` | how urgent a task is, and the queues of those that wait |
//! | `tasks`, `turns` | a worker's own tasks, and which comes next |
//! | `slot` | one worker's place: its deque and what goes with it |
//! | `sleep` | who searches, who sleeps, who is to be woken; README with the proof |
//! | `search`, `wait`, `across` | the policy: where to look for a job, and what to do while waiting, also for another pool |
//! | `linger` | staying awake for longer, if that is asked for |
//! | `rhythm` | getting up ahead of work that comes in a rhythm |
//! | `worker` | the life of a pool thread |
//! | `guest` | threads from outside that borrow a sleeping worker's place |
//! | `legacy` | the builder under its first name |
//! | `recorder` | what a worker does and when, for `trace`; nothing at all without that feature |
//! | `meter`, `stopwatch`, `stats` | what a worker has done, counted by itself, and as a user reads it |
//! | `global`, `handle` | the pool that is always there, and pools of one's own |
//!
//! Invariant: a slot has one owner at a time: its pool thread while awake, or the guest that
//! leased it while the thread sleeps. `sleep`'s lock passes it on.

pub(crate) mod sleep;

#[cfg(not(loom))]
mod across;
#[cfg(not(loom))]
pub(crate) mod config;
#[cfg(not(loom))]
pub(crate) mod error;
#[cfg(not(loom))]
pub(crate) mod global;
#[cfg(not(loom))]
pub(crate) mod guest;
#[cfg(not(loom))]
pub(crate) mod handle;
#[cfg(not(loom))]
pub(crate) mod hunger;
#[cfg(not(loom))]
pub(crate) mod legacy;
#[cfg(not(loom))]
mod levels;
#[cfg(not(loom))]
mod life;
#[cfg(not(loom))]
mod linger;
#[cfg(not(loom))]
pub(crate) mod meter;
#[cfg(not(loom))]
pub(crate) mod priority;
#[cfg(not(loom))]
pub(crate) mod recorder;
#[cfg(not(loom))]
pub(crate) mod registry;
#[cfg(not(loom))]
mod rhythm;
#[cfg(not(loom))]
pub(crate) mod search;
#[cfg(not(loom))]
mod shares;
#[cfg(not(loom))]
pub(crate) mod slot;
#[cfg(not(loom))]
pub(crate) mod stats;
#[cfg(any(test, not(loom)))]
mod stopwatch;
#[cfg(not(loom))]
mod tasks;
#[cfg(not(loom))]
pub(crate) mod threads;
#[cfg(not(loom))]
mod turns;
#[cfg(not(loom))]
pub(crate) mod wait;
#[cfg(not(loom))]
pub(crate) mod worker;
