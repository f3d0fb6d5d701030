//! Work as one word: a pointer to a header that knows how to run what follows it.
//!
//! | job | lives in | header valid | closure taken by | result |
//! |---|---|---|---|---|
//! | [`stack::StackJob`] | its caller's frame | until its latch is set | whoever executes, or the caller itself if it popped it | in the job |
//! | [`heap::HeapJob`] | a block | until executed | whoever executes (frees the block) | none |
//! | [`shared::SharedJob`] | its owner | until its countdown's latch is set | nobody: called by reference, once per handle | none |
//! | [`task`] | a block with a handle | until its queue's share is given up | whoever claims it | in the block, or told to who waits |
//! | `pool`'s fifo | its pool | as long as the pool | each handle runs the oldest entry | that of the entry |
//!
//! Invariant: a [`JobRef`] is executed exactly once, or given back to the job's owner.

pub(crate) mod executor;
pub(crate) mod heap;
pub(crate) mod shared;
pub(crate) mod stack;
#[cfg(feature = "full")]
pub(crate) mod task;

use crate::queue::Word;
use crate::sync::latch::Latch;
use std::ptr::NonNull;

/// What every job begins with.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct JobHeader {
    execute: unsafe fn(NonNull<JobHeader>) -> Signal,
}

impl JobHeader {
    /// A header for a `repr(C)` job that begins with it.
    ///
    /// `execute` gets the pointer that the job's handle carries, once per handle.
    #[inline(always)]
    pub(crate) const fn new(execute: unsafe fn(NonNull<JobHeader>) -> Signal) -> Self {
        JobHeader { execute }
    }
}

/// A handle on a job: one word, to be executed exactly once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct JobRef(NonNull<JobHeader>);

// SAFETY: whoever makes a handle promises that its job may be executed on any thread.
unsafe impl Send for JobRef {}

impl JobRef {
    /// A handle on the job at `job`.
    ///
    /// # Safety
    /// 1. The job may be executed on any thread and stays valid until it was.
    /// 2. The handle is executed at most once.
    #[inline(always)]
    pub(crate) unsafe fn new(job: NonNull<JobHeader>) -> Self {
        JobRef(job)
    }

    /// The handle as a queue's word.
    #[inline(always)]
    pub(crate) fn into_word(self) -> Word {
        self.0.cast()
    }

    /// Back from a queue's word.
    ///
    /// # Safety
    /// 1. `word` came from [`into_word`](Self::into_word).
    #[inline(always)]
    pub(crate) unsafe fn from_word(word: Word) -> Self {
        JobRef(word.cast())
    }

    /// Runs the job. The signal says whom to tell; nothing of the job may be touched any more.
    ///
    /// # Safety
    /// 1. This handle was not executed before.
    pub(crate) unsafe fn execute(self) -> Signal {
        // SAFETY: the job is valid until executed, which `new` was promised.
        let header = unsafe { self.0.as_ref() };
        // SAFETY: obligation 1, and `new`'s obligations.
        unsafe { (header.execute)(self.0) }
    }
}

/// What is left to do after a job: set its waiter's latch. Apart from the job, so that a worker
/// can first say that it is free again.
#[must_use]
#[derive(Debug)]
pub(crate) struct Signal(Option<NonNull<Latch>>);

impl Signal {
    /// Nobody waits.
    pub(crate) const fn none() -> Self {
        Signal(None)
    }

    /// Somebody waits for `latch`.
    ///
    /// # Safety
    /// 1. `latch` stays valid until its waiter sees it set.
    /// 2. Nobody else sets it.
    pub(crate) unsafe fn new(latch: *const Latch) -> Self {
        Signal(NonNull::new(latch.cast_mut()))
    }

    /// Whether nobody waits.
    pub(crate) fn is_none(&self) -> bool {
        self.0.is_none()
    }

    /// Sets the latch. On return it may be gone.
    pub(crate) fn fire(self) {
        if let Some(latch) = self.0 {
            // SAFETY: promised to `new`; `self` is consumed, so the latch is set once.
            unsafe { Latch::set(latch.as_ptr()) }
        }
    }
}
