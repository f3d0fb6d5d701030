//! Nobody hides work: a job that waits behind a long one is found by an idle thread.
//!
//! Each test blocks one closure until another has run elsewhere. A pool that keeps the other to itself hangs, and the
//! watchdog ends it.

mod common;

use common::pool;
use common::watchdog::watchdog;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use tine::prelude::*;

/// Often enough to meet idle threads in all their states: searching, about to sleep, asleep.
fn repeat(test: impl Fn()) {
    let dog = watchdog();
    for round in dog.rounds(common::rounds(2000).max(50)) {
        test();
        if round % 16 == 0 {
            // Gives the idle threads the time to fall asleep; nothing depends on whether they do.
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
    }
}

/// A one-time signal that is waited for without help from the pool.
#[derive(Default)]
struct Signal(AtomicBool);

impl Signal {
    fn give(&self) {
        self.0.store(true, SeqCst);
    }

    fn wait(&self) {
        while !self.0.load(SeqCst) {
            std::thread::yield_now();
        }
    }
}

#[test]
fn the_second_closure_of_a_join_runs_while_the_first_blocks() {
    let pool = pool(2);
    repeat(|| {
        let meeting = Barrier::new(2);
        let migrated = pool.install(|| {
            let first = |context: tine::FnContext| {
                meeting.wait();
                context.migrated()
            };
            let second = |context: tine::FnContext| {
                meeting.wait();
                context.migrated()
            };
            tine::join_context(first, second)
        });
        assert_eq!(migrated, (false, true));
    });
}

#[test]
fn the_second_closure_runs_while_the_first_spins() {
    let pool = pool(2);
    repeat(|| {
        let done = Signal::default();
        pool.install(|| tine::join(|| done.wait(), || done.give()));
        let done = Signal::default();
        tine::join(|| pool.join(|| done.wait(), || done.give()), || ());
    });
}

#[test]
fn work_pushed_before_a_long_leaf_is_found() {
    /// Pushes one job a level, and blocks in the innermost closure until all of them have run.
    fn descend(level: usize, ran: &AtomicUsize, all: usize) {
        if level == 0 {
            while ran.load(SeqCst) < all {
                std::thread::yield_now();
            }
            return;
        }
        tine::join(|| descend(level - 1, ran, all), || ran.fetch_add(1, SeqCst));
    }
    for size in [2, 3] {
        let pool = pool(size);
        repeat(|| {
            let ran = AtomicUsize::new(0);
            pool.install(|| descend(20, &ran, 20));
            assert_eq!(ran.load(SeqCst), 20);
        });
    }
}

#[test]
fn work_pushed_while_everyone_was_busy_is_found_later() {
    let pool = pool(2);
    repeat(|| {
        // Both threads are busy at the time of the push, so no idle thread asks for it; then one becomes idle.
        let pushed = Signal::default();
        let ran = Signal::default();
        pool.scope(|s| {
            s.spawn(|_| pushed.wait());
            tine::join(
                || {
                    pushed.give();
                    ran.wait();
                },
                || ran.give(),
            );
        });
    });
}

#[test]
fn a_spawn_in_a_scope_is_found_while_the_body_blocks() {
    let pool = pool(2);
    repeat(|| {
        let (done, again) = (Signal::default(), Signal::default());
        pool.scope(|s| {
            s.spawn(|_| done.give());
            done.wait();
            s.spawn(|_| again.give());
            again.wait();
        });
        let (done, again) = (Signal::default(), Signal::default());
        pool.scope_fifo(|s| {
            s.spawn_fifo(|_| done.give());
            done.wait();
            s.spawn_fifo(|_| again.give());
            again.wait();
        });
    });
}

#[test]
fn a_detached_job_is_found_while_its_spawner_blocks() {
    let pool = pool(2);
    repeat(|| {
        let (sender, receiver) = std::sync::mpsc::channel();
        pool.install(move || {
            tine::spawn(move || sender.send(()).unwrap());
            receiver.recv().expect("the job runs elsewhere");
        });
    });
}

#[test]
fn every_thread_is_reached() {
    let pool = pool(4);
    repeat(|| {
        // Four jobs meet, so each of the four threads must get one.
        let meeting = Barrier::new(4);
        let meet = || {
            meeting.wait();
        };
        pool.install(|| tine::join(|| tine::join(meet, meet), || tine::join(meet, meet)));
        pool.scope(|s| (0..4).for_each(|_| s.spawn(|_| meet())));
        pool.broadcast(|_| meet());
    });
}

#[test]
fn every_thread_of_a_wide_pool_is_reached() {
    let _dog = watchdog();
    for threads in [3, 8, 16] {
        let pool = pool(threads);
        for _ in 0..4 {
            let meeting = Barrier::new(threads);
            let meet = |_| {
                meeting.wait();
            };
            pool.install(|| (0..threads).into_par_iter().for_each(meet));
            pool.scope(|s| (0..threads).for_each(|_| s.spawn(|_| _ = meeting.wait())));
        }
    }
}

#[test]
fn the_items_of_a_short_range_run_side_by_side() {
    let pool = pool(3);
    repeat(|| {
        let meeting = Barrier::new(3);
        pool.install(|| {
            (0..3).into_par_iter().for_each(|_| {
                meeting.wait();
            })
        });
    });
}

/// Before anybody asks for it, so that nobody has to wait until the owner is made to.
#[test]
fn a_loop_shares_its_halves_while_everyone_is_busy() {
    let pool = pool(2);
    repeat(|| {
        let (busy, over) = (Signal::default(), Signal::default());
        let [before, after] = pool.scope(|s| {
            s.spawn(|_| {
                busy.give();
                over.wait();
            });
            busy.wait();
            // What follows the end of a search is shared anyway.
            tine::join(|| (), || ());
            let before = pool.stats();
            (0..64).into_par_iter().with_max_len(1).for_each(|_| ());
            let after = pool.stats();
            over.give();
            [before, after]
        });
        assert_ne!(after.since(&before).total().publishes, 0);
    });
}

#[test]
fn an_item_is_found_below_one_that_runs_short_loops_without_end() {
    /// The first item runs loops, each of which offers its own items, until the second one has run.
    fn items(small: &[u32]) {
        let done = Signal::default();
        [false, true].par_iter().for_each(|&last| match last {
            true => done.give(),
            false => {
                while !done.0.load(SeqCst) {
                    assert_eq!(small.par_iter().sum::<u32>(), 20);
                }
            }
        });
    }
    let _one_at_a_time = common::outsider();
    let (pool, small) = (pool(2), [1; 20]);
    repeat(|| {
        if tine::current_num_threads() > 1 {
            items(&small);
        }
        pool.install(|| items(&small));
    });
}

#[test]
fn an_outside_caller_that_blocks_is_helped() {
    let _one_at_a_time = common::outsider();
    if tine::current_num_threads() < 2 {
        return;
    }
    repeat(|| {
        let done = Signal::default();
        tine::join(|| done.wait(), || done.give());
        let done = Signal::default();
        tine::scope(|s| {
            s.spawn(|_| done.give());
            done.wait();
        });
        let done = Signal::default();
        tine::in_place_scope(|s| {
            s.spawn(|_| done.give());
            done.wait();
        });
    });
}

/// Without it, what is exposed may leave its deque twice.
#[cfg(all(target_os = "linux", target_arch = "x86_64", not(tine_no_barrier)))]
#[test]
fn a_barrier_that_is_forbidden_later_ends_the_process() {
    /// From now on this thread cannot have the barrier.
    fn forbid() -> bool {
        let step = |code: u32, yes, k| libc::sock_filter {
            code: code as u16,
            jt: yes,
            jf: 0,
            k,
        };
        let number = libc::SYS_membarrier as u32;
        let mut filter = [
            step(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
            step(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, 1, number),
            step(libc::BPF_RET | libc::BPF_K, 0, libc::SECCOMP_RET_ALLOW),
            step(
                libc::BPF_RET | libc::BPF_K,
                0,
                libc::SECCOMP_RET_ERRNO | libc::EPERM as u32,
            ),
        ];
        let program = libc::sock_fprog {
            len: filter.len() as u16,
            filter: filter.as_mut_ptr(),
        };
        // SAFETY: takes numbers.
        let bound = unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) };
        // SAFETY: `program` and what it points to live; it is only read.
        let set = unsafe { libc::prctl(libc::PR_SET_SECCOMP, 2, &raw const program) };
        bound == 0 && set == 0
    }
    // SAFETY: takes numbers. That is how the barrier is registered.
    if unsafe { libc::syscall(libc::SYS_membarrier, 1 << 4, 0, 0) } != 0 {
        return;
    }
    common::child::aborts("a_barrier_that_is_forbidden_later_ends_the_process", || {
        let pool = common::pool(1);
        if forbid() {
            pool.wait_all();
        } else {
            std::process::abort();
        }
    });
}
