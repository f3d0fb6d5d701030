//! Processors and the threads that may run on them, as far as the operating system tells: Linux.
//!
//! Elsewhere [`current`] is `None` and, but for [`count`], nothing else is ever asked.

use std::num::NonZero;
use std::thread;

pub(crate) use os::{Allowed, ThreadId};

/// How many processors this process may keep busy at once: where a quota says so, fewer than it may run on. 1 if the system does not
/// tell. Slow: it may read files.
#[inline]
pub(crate) fn count() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The processor that the calling thread runs on, or ran on a moment ago.
pub(crate) fn current() -> Option<usize> {
    os::current()
}

#[cfg(all(target_os = "linux", not(loom)))]
mod os {
    //! `sched_getcpu(3)`, `sched_getaffinity(2)`, `sched_setaffinity(2)`.

    use crate::base::linux::{self, CpuSet, Tid};
    use std::cell::Cell;
    use std::fs;

    pub(super) fn current() -> Option<usize> {
        usize::try_from(linux::sched_getcpu()).ok()
    }

    /// A thread of this process.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct ThreadId(Tid);

    impl ThreadId {
        /// The calling thread.
        pub(crate) fn current() -> Self {
            ThreadId(linux::gettid())
        }

        /// A number by which others can ask about the calling thread; not zero, which is nobody's.
        #[inline]
        pub(crate) fn number_of_current() -> u32 {
            thread_local! {
                static NUMBER: Cell<u32> = const { Cell::new(0) };
            }
            NUMBER.with(|number| {
                if number.get() == 0 {
                    number.set(linux::gettid().unsigned_abs());
                }
                number.get()
            })
        }

        /// The thread with that number, if it is any.
        pub(crate) fn of_number(number: u32) -> Option<Self> {
            let tid = Tid::try_from(number).ok()?;
            (tid != 0).then_some(ThreadId(tid))
        }

        /// The processor that it runs on, or ran on last. Reads a file.
        pub(crate) fn last_processor(self) -> Option<usize> {
            self.stat(39)?.parse().ok()
        }

        /// Whether it waits for something, so that it could not run if there was a processor for it. Reads a file.
        pub(crate) fn is_blocked(self) -> bool {
            // In an interruptible sleep, or waiting for a disk.
            self.stat(3)
                .is_some_and(|state| state == "S" || state == "D")
        }

        /// A field of its `stat` file, the first of which has number 1; from the third on. See proc_pid_stat(5).
        #[inline(never)]
        fn stat(self, field: usize) -> Option<String> {
            let stat = fs::read_to_string(format!("/proc/self/task/{}/stat", self.0)).ok()?;
            // Behind the name, which is in brackets and may be anything, begins the third field.
            let (_, fields) = stat.rsplit_once(')')?;
            Some(fields.split(' ').nth(field - 2)?.to_owned())
        }
    }

    /// The processors that a thread may run on.
    #[derive(Clone, Copy)]
    pub(crate) struct Allowed(CpuSet);

    impl Allowed {
        /// Those of `thread`; `None` if the system does not tell or has more than fit in.
        #[inline(never)]
        pub(crate) fn of(thread: ThreadId) -> Option<Self> {
            let mut set = linux::NO_CPUS;
            // SAFETY: (1) `set` is as large as the call is told.
            let result =
                unsafe { linux::sched_getaffinity(thread.0, size_of::<CpuSet>(), &mut set) };
            (result == 0).then_some(Allowed(set))
        }

        /// All of them but one; `None` if that leaves none, or was not among them.
        pub(crate) fn without(mut self, processor: usize) -> Option<Self> {
            let word = self.0.get_mut(processor / usize::BITS as usize)?;
            let bit = 1 << (processor % usize::BITS as usize);
            if *word & bit == 0 {
                return None;
            }
            *word &= !bit;
            self.0.iter().any(|word| *word != 0).then_some(self)
        }

        /// Lets `thread` run on these only. Says whether the system did it.
        #[inline(never)]
        pub(crate) fn apply_to(&self, thread: ThreadId) -> bool {
            // SAFETY: (1) the set is as large as the call is told.
            unsafe { linux::sched_setaffinity(thread.0, size_of::<CpuSet>(), &self.0) == 0 }
        }
    }
}

#[cfg(not(all(target_os = "linux", not(loom))))]
mod os {
    //! Nothing is known.

    pub(super) fn current() -> Option<usize> {
        None
    }

    /// A thread of this process.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(crate) struct ThreadId;

    impl ThreadId {
        pub(crate) fn current() -> Self {
            ThreadId
        }

        pub(crate) fn number_of_current() -> u32 {
            1
        }

        pub(crate) fn of_number(_number: u32) -> Option<Self> {
            None
        }

        pub(crate) fn last_processor(self) -> Option<usize> {
            None
        }

        pub(crate) fn is_blocked(self) -> bool {
            false
        }
    }

    /// The processors that a thread may run on: unknown.
    #[derive(Clone, Copy)]
    pub(crate) struct Allowed;

    impl Allowed {
        pub(crate) fn of(_thread: ThreadId) -> Option<Self> {
            None
        }

        pub(crate) fn without(self, _processor: usize) -> Option<Self> {
            None
        }

        pub(crate) fn apply_to(&self, _thread: ThreadId) -> bool {
            false
        }
    }
}

#[cfg(all(test, target_os = "linux", not(loom)))]
mod tests {
    use super::{Allowed, ThreadId, count, current};
    use std::sync::mpsc::channel;
    use std::thread;

    #[test]
    fn a_thread_moves_where_it_may_run() {
        let me = ThreadId::current();
        let all = Allowed::of(me).expect("Linux tells");
        let here = current().expect("Linux tells");
        match all.without(here) {
            Some(others) => {
                assert!(others.apply_to(me));
                assert_ne!(current(), Some(here));
                assert!(others.without(here).is_none());
                assert!(all.apply_to(me));
            }
            None => assert!(count() == 1 || all.without(here + 1).is_some()),
        }
    }

    #[test]
    fn who_waits_is_told_from_who_runs() {
        let me = ThreadId::of_number(ThreadId::number_of_current()).expect("Linux tells");
        assert_eq!(me, ThreadId::current());
        assert!(!me.is_blocked());
        assert!(ThreadId::of_number(0).is_none());
        let (tell, told) = channel();
        let (go, may_go) = channel::<()>();
        let other = thread::spawn(move || {
            tell.send(ThreadId::current()).expect("somebody asks");
            may_go.recv().expect_err("only an end");
        });
        let other_id = told.recv().expect("a thread tells");
        while !other_id.is_blocked() {
            thread::yield_now();
        }
        drop(go);
        other.join().expect("no panic");
    }

    #[test]
    fn a_processor_that_cannot_be_is_not_taken_away() {
        let all = Allowed::of(ThreadId::current()).expect("Linux tells");
        assert!(all.without(usize::MAX).is_none());
    }
}
