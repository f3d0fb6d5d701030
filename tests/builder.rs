//! `ThreadPoolBuilder`: each setting does what its name says, and each error is reported and not a panic.

mod common;

use common::child::alone;
use common::watchdog::watchdog;
use std::collections::HashSet;
use std::error::Error;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::channel;
use std::thread;
use tine::{ThreadBuilder, ThreadPoolBuildError, ThreadPoolBuilder};

const TAKEN: &str = "The global thread pool has already been initialized.";
const IN_POOL: &str = "The current thread is already part of another thread pool.";

/// What the system says about its processors.
fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

#[test]
fn num_threads_is_obeyed() {
    for count in [1, 2, 3, 16] {
        let pool = ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        assert_eq!(pool.current_num_threads(), count);
        assert_eq!(pool.install(tine::current_num_threads), count);
        let indices = pool.broadcast(|context| (context.index(), context.num_threads()));
        assert_eq!(indices, (0..count).map(|i| (i, count)).collect::<Vec<_>>());
        let ids: HashSet<_> = pool
            .broadcast(|_| thread::current().id())
            .into_iter()
            .collect();
        assert_eq!(ids.len(), count);
    }
}

#[test]
fn the_most_threads_are_plenty() {
    assert!(tine::max_num_threads() >= 255);
}

#[test]
fn zero_threads_means_as_many_as_processors() {
    alone("zero_threads_means_as_many_as_processors", &[], || {
        let explicit = ThreadPoolBuilder::new().num_threads(0).build().unwrap();
        let silent = ThreadPoolBuilder::default().build().unwrap();
        assert_eq!(explicit.current_num_threads(), processors());
        assert_eq!(silent.current_num_threads(), processors());
        assert_eq!(tine::current_num_threads(), processors());
    });
}

#[test]
fn the_variable_sets_the_default() {
    alone(
        "the_variable_sets_the_default",
        &[("TINE_NUM_THREADS", "5")],
        || {
            assert_eq!(tine::current_num_threads(), 5);
            assert_eq!(tine::broadcast(|context| context.index()), [0, 1, 2, 3, 4]);
            let silent = ThreadPoolBuilder::new().build().unwrap();
            assert_eq!(silent.current_num_threads(), 5);
            let explicit = ThreadPoolBuilder::new().num_threads(3).build().unwrap();
            assert_eq!(explicit.current_num_threads(), 3);
        },
    );
}

#[test]
fn a_variable_of_zero_means_the_default() {
    alone(
        "a_variable_of_zero_means_the_default",
        &[("TINE_NUM_THREADS", "0")],
        || {
            assert_eq!(tine::current_num_threads(), processors());
        },
    );
}

#[test]
fn a_variable_that_is_no_number_is_ignored() {
    alone(
        "a_variable_that_is_no_number_is_ignored",
        &[("TINE_NUM_THREADS", "many")],
        || {
            assert_eq!(tine::current_num_threads(), processors());
        },
    );
}

#[test]
fn the_global_pool_is_built_once() {
    alone("the_global_pool_is_built_once", &[], || {
        let builder = || ThreadPoolBuilder::new().num_threads(3);
        let named = builder().thread_name(|index| format!("global {index}"));
        named.build_global().unwrap();
        assert_eq!(tine::current_num_threads(), 3);
        let names = tine::broadcast(|_| thread::current().name().map(str::to_string));
        assert_eq!(
            names,
            ["global 0", "global 1", "global 2"].map(|name| Some(name.into()))
        );
        let error = builder().build_global().unwrap_err();
        assert_eq!(error.to_string(), TAKEN);
        assert!(error.source().is_none());
        assert_eq!(tine::current_num_threads(), 3);
    });
}

#[test]
fn the_global_pool_cannot_be_built_after_its_first_use() {
    alone(
        "the_global_pool_cannot_be_built_after_its_first_use",
        &[],
        || {
            assert_eq!(tine::join(|| 1, || 2), (1, 2));
            let error = ThreadPoolBuilder::new().build_global().unwrap_err();
            assert_eq!(error.to_string(), TAKEN);
        },
    );
}

#[test]
fn a_build_of_the_global_pool_that_failed_may_be_repeated() {
    alone(
        "a_build_of_the_global_pool_that_failed_may_be_repeated",
        &[],
        || {
            let fails = |_: ThreadBuilder| Err(io::Error::other("no threads today"));
            let builder = ThreadPoolBuilder::new().num_threads(2).spawn_handler(fails);
            assert!(builder.build_global().is_err());
            let builder = ThreadPoolBuilder::new().num_threads(3);
            builder.build_global().unwrap();
            assert_eq!(tine::current_num_threads(), 3);
        },
    );
}

#[test]
fn the_global_pool_cannot_be_used_to_build_it() {
    alone("the_global_pool_cannot_be_used_to_build_it", &[], || {
        let builder = ThreadPoolBuilder::new().num_threads(2);
        let named = builder.thread_name(|index| {
            let error = ThreadPoolBuilder::new().build_global().unwrap_err();
            assert_eq!(error.to_string(), TAKEN);
            assert!(catch_unwind(|| tine::join(|| (), || ())).is_err());
            index.to_string()
        });
        named.build_global().unwrap();
        assert_eq!(tine::join(|| 1, || 2), (1, 2));
        assert_eq!(tine::current_num_threads(), 2);
    });
}

#[test]
fn a_named_global_pool_runs_the_work_of_outsiders() {
    alone(
        "a_named_global_pool_runs_the_work_of_outsiders",
        &[],
        || {
            let named = ThreadPoolBuilder::new()
                .num_threads(2)
                .thread_name(|_| "mine".into());
            named.build_global().unwrap();
            // Its user counts on the names, so the caller does not take part.
            let on_pool = || assert_eq!(thread::current().name(), Some("mine"));
            tine::join(on_pool, on_pool);
            tine::scope(|s| s.spawn(|_| on_pool()));
        },
    );
}

#[test]
fn thread_names() {
    let builder = ThreadPoolBuilder::new().num_threads(3);
    let pool = builder
        .thread_name(|index| format!("worker number {index}"))
        .build()
        .unwrap();
    let names = pool.broadcast(|_| thread::current().name().unwrap().to_string());
    assert_eq!(
        names,
        ["worker number 0", "worker number 1", "worker number 2"]
    );
}

#[test]
fn the_stack_is_as_large_as_asked_for() {
    /// Uses about 16 KiB a level.
    #[inline(never)]
    fn dig(levels: usize) -> usize {
        let mut room = [levels as u8; 16 * 1024];
        std::hint::black_box(&mut room);
        if levels == 0 {
            0
        } else {
            dig(levels - 1) + usize::from(room[levels] == levels as u8)
        }
    }
    // In a child, since a stack that is too small kills the process.
    alone("the_stack_is_as_large_as_asked_for", &[], || {
        let levels = 1024;
        let pool = ThreadPoolBuilder::new()
            .num_threads(1)
            .stack_size(64 << 20)
            .build()
            .unwrap();
        assert_eq!(pool.install(|| dig(levels)), levels);
    });
}

#[test]
fn start_and_exit_handlers_run_once_on_each_thread() {
    let _dog = watchdog();
    let (sender, events) = channel();
    let exits = sender.clone();
    let builder = ThreadPoolBuilder::new().num_threads(3);
    let pool = builder
        .start_handler(move |index| {
            assert_eq!(tine::current_thread_index(), Some(index));
            sender
                .send(("start", index, thread::current().id()))
                .unwrap();
        })
        .exit_handler(move |index| exits.send(("exit", index, thread::current().id())).unwrap())
        .build()
        .unwrap();
    let ids = pool.broadcast(|_| thread::current().id());
    drop(pool);
    let events: Vec<_> = events.iter().collect();
    assert_eq!(events.len(), 6);
    for (index, id) in ids.into_iter().enumerate() {
        let start = events
            .iter()
            .position(|event| *event == ("start", index, id));
        let exit = events
            .iter()
            .position(|event| *event == ("exit", index, id));
        assert!(start.expect("a start") < exit.expect("an exit"));
    }
}

#[test]
fn what_an_exit_handler_spawns_is_run() {
    let _dog = watchdog();
    for threads in 1..4 {
        let ran = Arc::new(AtomicUsize::new(0));
        let own = Arc::clone(&ran);
        let more = move |_| {
            let (spawned, submitted) = (Arc::clone(&own), Arc::clone(&own));
            tine::spawn(move || _ = spawned.fetch_add(1, SeqCst));
            let count = move || submitted.fetch_add(1, SeqCst);
            drop(tine::submit(|| drop(tine::submit(count))));
        };
        let builder = ThreadPoolBuilder::new().num_threads(threads);
        let pool = builder.exit_handler(more).build().unwrap();
        pool.spawn(|| ());
        pool.shutdown();
        assert_eq!(ran.load(SeqCst), 2 * threads);
        drop(pool);
        // The threads have ended, but perhaps not let go yet.
        while Arc::strong_count(&ran) > 1 {
            thread::yield_now();
        }
    }
}

#[test]
fn the_spawn_handler_makes_the_threads() {
    let _dog = watchdog();
    let (sender, finished) = channel();
    let mut seen = Vec::new();
    let builder = ThreadPoolBuilder::new().num_threads(3).stack_size(1 << 20);
    let pool = builder
        .thread_name(|index| format!("own {index}"))
        .spawn_handler(|thread| {
            seen.push((
                thread.index(),
                thread.name().map(str::to_string),
                thread.stack_size(),
            ));
            let sender = sender.clone();
            thread::spawn(move || {
                let index = thread.index();
                thread.run();
                sender.send(index).unwrap();
            });
            Ok(())
        })
        .build()
        .unwrap();
    drop(sender);
    let expected = |index| (index, Some(format!("own {index}")), Some(1 << 20));
    assert_eq!(seen, [0, 1, 2].map(expected));
    assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2]);
    drop(pool);
    let finished: HashSet<usize> = finished.iter().collect();
    assert_eq!(finished, HashSet::from([0, 1, 2]));
}

#[test]
fn a_thread_works_for_one_pool_at_a_time() {
    let _dog = watchdog();
    let (sender, builders) = channel::<ThreadBuilder>();
    let inner = ThreadPoolBuilder::new().num_threads(1);
    let inner = inner.spawn_handler(|thread| {
        sender.send(thread).unwrap();
        Ok(())
    });
    drop(inner.build().unwrap());
    let thread = builders.recv().unwrap();
    let outer = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    // Had it run and returned, the join would find itself outside of every pool.
    let result = outer.install(|| {
        let run = AssertUnwindSafe(|| thread.run());
        tine::join(|| catch_unwind(run), tine::current_thread_index)
    });
    assert!(result.0.is_err());
    assert!(result.1.is_some());
}

#[test]
fn a_spawn_handlers_error_is_the_builds_error() {
    let _dog = watchdog();
    let (sender, finished) = channel();
    let builder = ThreadPoolBuilder::new()
        .num_threads(3)
        .spawn_handler(|thread| {
            if thread.index() == 2 {
                return Err(io::Error::other("no third thread"));
            }
            let sender = sender.clone();
            thread::spawn(move || {
                thread.run();
                sender.send(()).unwrap();
            });
            Ok(())
        });
    let error = builder.build().unwrap_err();
    assert_eq!(error.to_string(), "no third thread");
    let source = error
        .source()
        .and_then(|source| source.downcast_ref::<io::Error>());
    assert_eq!(
        source.map(ToString::to_string),
        Some("no third thread".into())
    );
    // The two threads that had begun end by themselves.
    drop(sender);
    assert_eq!(finished.iter().count(), 2);
}

#[test]
fn a_scoped_pool_may_borrow() {
    let _dog = watchdog();
    let place = AtomicUsize::new(0);
    let local = 35;
    let builder = ThreadPoolBuilder::new().num_threads(2);
    let wrapper = |thread: ThreadBuilder| {
        place.fetch_add(1, SeqCst);
        thread.run();
    };
    let result = builder.build_scoped(wrapper, |pool| {
        assert_eq!(pool.current_num_threads(), 2);
        pool.install(|| local + 7)
    });
    assert_eq!(result.unwrap(), 42);
    assert_eq!(place.load(SeqCst), 2);
}

#[test]
fn the_current_thread_can_be_the_pools_first() {
    let _dog = watchdog();
    // In a thread of its own, which belongs to the pool ever after.
    let outcome = thread::spawn(|| {
        let handled = AtomicUsize::new(0);
        let handled: &'static AtomicUsize = Box::leak(Box::new(handled));
        let builder = || ThreadPoolBuilder::new().num_threads(2).use_current_thread();
        let pool = builder()
            .start_handler(move |_| {
                handled.fetch_add(1, SeqCst);
            })
            .build()
            .unwrap();
        let here = thread::current().id();
        assert_eq!(pool.current_thread_index(), Some(0));
        assert_eq!(tine::current_thread_index(), Some(0));
        assert_eq!(tine::current_num_threads(), 2);
        assert_eq!(pool.install(|| thread::current().id()), here);
        let ids = pool.broadcast(|_| thread::current().id());
        assert_eq!(ids[0], here);
        assert_ne!(ids[1], here);
        // Only the thread that the pool made itself has handlers.
        assert_eq!(handled.load(SeqCst), 1);
        let sum = pool.join(|| 1, || 2);
        assert_eq!(sum, (1, 2));
        builder().build().unwrap_err().to_string()
    });
    assert_eq!(outcome.join().unwrap(), IN_POOL);
}

#[test]
fn the_current_thread_is_in_no_pool_that_was_not_built() {
    let _dog = watchdog();
    let outcome = thread::spawn(|| {
        let builder = || ThreadPoolBuilder::new().num_threads(2).use_current_thread();
        let refuse = |_| Err(io::Error::other("no second thread"));
        builder().spawn_handler(refuse).build().unwrap_err();
        assert_eq!(tine::current_thread_index(), None);
        // Another pool may come first, too.
        let nested = |thread: ThreadBuilder| {
            thread::spawn(|| thread.run());
            builder().build().unwrap();
            Ok(())
        };
        builder().spawn_handler(nested).build().unwrap_err()
    });
    assert_eq!(outcome.join().unwrap().to_string(), IN_POOL);
}

#[test]
fn a_pool_of_the_current_thread_alone_works_when_it_yields() {
    let _dog = watchdog();
    let outcome = thread::spawn(|| {
        let builder = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        let pool = builder.build().unwrap();
        let (sender, receiver) = channel();
        pool.spawn(move || sender.send(7).unwrap());
        assert!(receiver.try_recv().is_err());
        assert_eq!(tine::yield_now(), Some(tine::Yield::Executed));
        receiver.try_recv()
    });
    assert_eq!(outcome.join().unwrap(), Ok(7));
}

#[test]
fn the_global_pool_can_contain_the_main_thread() {
    alone("the_global_pool_can_contain_the_main_thread", &[], || {
        let builder = ThreadPoolBuilder::new().num_threads(2).use_current_thread();
        builder.build_global().unwrap();
        assert_eq!(tine::current_thread_index(), Some(0));
        let here = thread::current().id();
        assert_eq!(tine::broadcast(|_| thread::current().id())[0], here);
        assert_eq!(tine::join(|| thread::current().id(), || ()).0, here);
    });
}

#[test]
fn a_dropped_pool_finishes_what_it_was_given() {
    let _dog = watchdog();
    let (sender, receiver) = channel();
    let pool = common::pool(2);
    pool.spawn(move || {
        for _ in 0..100 {
            let sender = sender.clone();
            tine::spawn(move || sender.send(()).unwrap());
        }
    });
    drop(pool);
    assert_eq!(receiver.iter().count(), 100);
}

#[test]
fn errors_and_builders_can_be_shown_and_sent() {
    fn sent<T: Error + Send + Sync + 'static>() {}
    sent::<ThreadPoolBuildError>();
    let pool = common::pool(1);
    let shown = [
        format!("{:?}", ThreadPoolBuilder::new()),
        format!("{pool:?}"),
    ];
    assert!(shown.iter().all(|text| !text.is_empty()), "{shown:?}");
}

#[test]
fn a_thread_of_the_global_pool_that_never_starts_is_not_waited_for() {
    alone(
        "a_thread_of_the_global_pool_that_never_starts_is_not_waited_for",
        &[],
        || {
            let _dog = watchdog();
            let builder = ThreadPoolBuilder::new().num_threads(3);
            let some = builder.spawn_handler(|thread| {
                if thread.index() == 1 {
                    std::thread::spawn(|| thread.run());
                }
                Ok(())
            });
            some.build_global().unwrap();
            assert_eq!(tine::join(|| 1, || 2), (1, 2));
        },
    );
}
