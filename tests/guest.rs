//! Callers from outside the pool: what they see of it while their closures run, and that they see nothing of it otherwise.

mod common;

use common::child::alone;
use common::outsider;
use common::watchdog::watchdog;
use std::cell::Cell;
use std::collections::HashSet;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;
use tine::ThreadPoolBuilder;
use tine::prelude::*;

/// The index of the thread that runs this, which must be one of the pool's.
#[track_caller]
fn index() -> usize {
    let index = tine::current_thread_index().expect("an index inside the pool");
    assert!(index < tine::current_num_threads(), "index {index}");
    index
}

/// Joins to `levels` levels and calls `leaf` at each end.
fn tree(levels: usize, leaf: &(impl Fn() + Sync)) {
    match levels {
        0 => leaf(),
        _ => drop(tine::join(
            || tree(levels - 1, leaf),
            || tree(levels - 1, leaf),
        )),
    }
}

#[test]
fn inside_every_verb_there_is_an_index_and_outside_there_is_none() {
    let _one = outsider();
    let outside = || assert_eq!(tine::current_thread_index(), None);
    outside();
    tine::join(index, index);
    outside();
    tine::join_context(|_| index(), |_| index());
    outside();
    tine::scope(|s| {
        index();
        s.spawn(|_| {
            index();
        });
    });
    outside();
    tine::scope_fifo(|s| {
        index();
        s.spawn_fifo(|_| {
            index();
        });
    });
    outside();
    // The body of an in-place scope stays outside the pool; its spawns do not.
    tine::in_place_scope(|s| {
        outside();
        s.spawn(|_| {
            index();
        });
    });
    outside();
    (0..1000).into_par_iter().for_each(|_| {
        index();
    });
    outside();
    assert_eq!(
        tine::broadcast(|_| index()).len(),
        tine::current_num_threads()
    );
    outside();
}

#[test]
fn a_panic_leaves_the_caller_outside() {
    let _one = outsider();
    for _ in 0..20 {
        assert_eq!(common::caught(|| tine::join(|| common::boom(1), || ())), 1);
        assert_eq!(tine::current_thread_index(), None);
        assert_eq!(common::caught(|| tine::scope(|_| common::boom(2))), 2);
        assert_eq!(tine::current_thread_index(), None);
    }
}

#[test]
fn no_two_closures_have_the_same_index_at_the_same_time() {
    let _one = outsider();
    let dog = watchdog();
    let taken: Vec<Mutex<Option<thread::ThreadId>>> = (0..tine::current_num_threads())
        .map(|_| Mutex::new(None))
        .collect();
    let leaf = || {
        // Held while the leaf runs; a leaf runs no other job, so nobody else may be met here.
        let mut place = taken[index()].try_lock().expect("an index of one's own");
        *place = Some(thread::current().id());
        thread::yield_now();
        assert_eq!(*place, Some(thread::current().id()));
    };
    // More callers than the pool has threads.
    thread::scope(|s| {
        for _ in 0..4 {
            s.spawn(|| {
                dog.rounds(common::rounds(400).max(5))
                    .for_each(|_| tree(6, &leaf))
            });
        }
    });
}

#[test]
fn both_closures_of_an_outside_join_count_as_migrated() {
    let _one = outsider();
    for _ in 0..100 {
        let migrated =
            tine::join_context(|context| context.migrated(), |context| context.migrated());
        assert_eq!(migrated, (true, true));
    }
}

#[test]
fn inside_the_pool_the_first_closure_has_not_migrated() {
    let _one = outsider();
    let inner = || tine::join_context(|context| context.migrated(), |_| ()).0;
    assert_eq!(tine::join(inner, inner), (false, false));
}

#[test]
fn the_caller_takes_part() {
    // In a child, where no other test borrows the places that the caller could have.
    alone("the_caller_takes_part", &[], || {
        thread_local!(static MINE: Cell<u32> = const { Cell::new(0) });
        MINE.set(7);
        let here = thread::current().id();
        let takes_part =
            || tine::join(|| (thread::current().id(), MINE.get()), || ()).0 == (here, 7);
        // There is a place for the caller as soon as one of the pool's threads sleeps, which they all do soon.
        let waited = (0..1000).find(|_| {
            thread::sleep(Duration::from_millis(1));
            takes_part()
        });
        waited.expect("the caller takes part in the end");
    });
}

#[test]
fn callers_of_a_configured_pool_do_not_take_part() {
    alone("callers_of_a_configured_pool_do_not_take_part", &[], || {
        let builder = ThreadPoolBuilder::new().num_threads(2).stack_size(8 << 20);
        builder.build_global().unwrap();
        let here = thread::current().id();
        let elsewhere = || assert_ne!(thread::current().id(), here);
        tine::join(elsewhere, elsewhere);
        tine::scope(|s| {
            elsewhere();
            s.spawn(|_| elsewhere());
        });
        (0..100).into_par_iter().for_each(|_| elsewhere());
    });
}

#[test]
fn a_pool_of_ones_own_runs_everything_on_its_threads() {
    let pool = common::pool(2);
    let ids: HashSet<_> = pool
        .broadcast(|_| thread::current().id())
        .into_iter()
        .collect();
    let inside = || assert!(ids.contains(&thread::current().id()));
    for _ in 0..100 {
        pool.install(inside);
        pool.join(inside, inside);
        pool.scope(|s| {
            inside();
            s.spawn(|_| inside());
        });
        pool.scope_fifo(|s| s.spawn_fifo(|_| inside()));
        pool.in_place_scope(|s| s.spawn(|_| inside()));
    }
}

#[test]
fn the_variables_of_a_thread_are_dropped_after_its_last_call() {
    let _dog = watchdog();
    // A call from a destructor of a thread-local, when the pool's own may be gone already.
    struct Last;
    impl Drop for Last {
        fn drop(&mut self) {
            assert_eq!(tine::join(|| 1, || 2), (1, 2));
        }
    }
    thread_local!(static LAST: Last = const { Last });
    for _ in 0..20 {
        let caller = thread::spawn(|| {
            LAST.with(|_| ());
            tine::join(|| 1, || 2)
        });
        assert_eq!(caller.join().unwrap(), (1, 2));
        let caller = thread::spawn(|| {
            tine::join(|| 1, || 2);
            LAST.with(|_| ());
        });
        caller.join().unwrap();
    }
}

#[test]
fn threads_that_come_and_go() {
    let dog = watchdog();
    for _ in dog.rounds(common::rounds(2000).max(20)) {
        let callers: Vec<_> = (0..8)
            .map(|i: u64| thread::spawn(move || (0..100 * i).into_par_iter().sum::<u64>()))
            .collect();
        for (i, caller) in (0..).zip(callers) {
            let n: u64 = 100 * i;
            assert_eq!(caller.join().unwrap(), n * n.saturating_sub(1) / 2);
        }
    }
}

#[test]
fn whoever_found_no_place_finds_one_soon() {
    let name = "whoever_found_no_place_finds_one_soon";
    // What a process begins with is what it stays with, if this fails, and it fails in one of ten.
    // A race would show in the first, and ThreadSanitizer's processes take a second each.
    let processes = match (common::child::is_child(), cfg!(tine_tsan)) {
        (true, _) => 1,
        (_, true) => 2,
        _ => 20,
    };
    let one = || {
        alone(name, &[("TINE_NUM_THREADS", "1")], || {
            // The pool's only thread has just begun, and is awake. Once it has lain down it has no reason to get up, but the
            // calls that it is given come so soon after each other that it may need some before it is quick enough.
            let _dog = watchdog();
            let caller = thread::current().id();
            let mut here_in_a_row = 0;
            while here_in_a_row < 1_000 {
                let mut here = false;
                tine::join(|| here = thread::current().id() == caller, || ());
                here_in_a_row = if here { here_in_a_row + 1 } else { 0 };
            }
        })
    };
    (0..processes).for_each(|_| one());
}
