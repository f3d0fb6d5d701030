//! Promise: a task's handle gives its value or its panic, once, to whoever waits for it, in whatever way.

mod common;

use common::watchdog::watchdog;
use common::{Boom, boom, number_of, pool};
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, channel};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};
use tine::{Cancelled, Priority, Task, TaskOptions, ThreadPool, ThreadPoolBuilder};

/// A pool of one thread that does nothing before something is sent.
fn busy_pool() -> (ThreadPool, std::sync::mpsc::Sender<()>, Task<()>) {
    let pool = pool(1);
    let (sender, receiver) = channel();
    let (began, begun) = channel();
    let blocker = pool.submit(move || {
        began.send(()).unwrap();
        receiver.recv().unwrap();
    });
    begun.recv().unwrap();
    (pool, sender, blocker)
}

/// Polls until it is ready, and sleeps in between.
fn block_on<F: Future>(future: F) -> F::Output {
    struct Unpark(thread::Thread);
    impl Wake for Unpark {
        fn wake(self: Arc<Self>) {
            self.0.unpark();
        }
    }
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut future = pin!(future);
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

fn wait_until_finished<T>(task: &Task<T>) {
    while !task.is_finished() {
        thread::yield_now();
    }
}

#[test]
fn values_reach_whoever_waits() {
    let _dog = watchdog();
    for size in [1, 2, 7] {
        let pool = pool(size);
        assert_eq!(pool.submit(|| 1).join().unwrap(), 1);
        assert_eq!(pool.install(|| tine::submit(|| 2).join().unwrap()), 2);
        assert_eq!(block_on(pool.submit(|| 3)).unwrap(), 3);
        let task = pool.submit(|| vec![4; 1000]);
        wait_until_finished(&task);
        assert_eq!(task.try_join().unwrap().unwrap(), [4; 1000]);
        let task = pool.submit(|| String::from("5"));
        assert_eq!(task.join_timeout(Duration::MAX).unwrap().unwrap(), "5");
        assert_eq!(pool.submit(|| [0_u64; 100]).join().unwrap(), [0; 100]);
        pool.submit(|| ()).join().unwrap();
    }
    assert_eq!(tine::submit(|| 6).join().unwrap(), 6);
}

#[test]
fn panics_reach_whoever_waits() {
    let _dog = watchdog();
    for size in [1, 2] {
        let pool = pool(size);
        let task = |number| pool.submit(move || -> () { boom(number) });
        assert_eq!(number_of(&*task(1).join().unwrap_err()), 1);
        let inside = pool.install(|| tine::submit(|| -> () { boom(2) }).join());
        assert_eq!(number_of(&*inside.unwrap_err()), 2);
        assert_eq!(number_of(&*block_on(task(3)).unwrap_err()), 3);
        let ended = task(4);
        wait_until_finished(&ended);
        assert_eq!(number_of(&*ended.try_join().unwrap().unwrap_err()), 4);
        assert_eq!(pool.submit(|| 5).join().unwrap(), 5);
    }
}

#[test]
fn a_task_that_has_not_ended_is_given_back() {
    let _dog = watchdog();
    let (_pool, sender, blocker) = busy_pool();
    assert!(!blocker.is_finished());
    let blocker = blocker.try_join().unwrap_err();
    let blocker = blocker.join_timeout(Duration::ZERO).unwrap_err();
    let before = Instant::now();
    let blocker = blocker.join_timeout(Duration::from_millis(3)).unwrap_err();
    assert!(before.elapsed() >= Duration::from_millis(3));
    sender.send(()).unwrap();
    blocker.join().unwrap();
}

#[test]
fn a_poll_leaves_the_last_waker() {
    struct Count(AtomicUsize);
    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, SeqCst);
        }
    }
    let _dog = watchdog();
    let (_pool, sender, mut blocker) = busy_pool();
    let counts = [0, 1].map(|_| Arc::new(Count(AtomicUsize::new(0))));
    for count in counts.iter().cycle().take(5) {
        let waker = Waker::from(count.clone());
        let polled = pin!(&mut blocker).poll(&mut Context::from_waker(&waker));
        assert!(polled.is_pending());
    }
    assert_eq!(Arc::strong_count(&counts[1]), 1);
    sender.send(()).unwrap();
    wait_until_finished(&blocker);
    while Arc::strong_count(&counts[0]) > 1 {
        thread::yield_now();
    }
    assert_eq!(counts.map(|count| count.0.load(SeqCst)), [1, 0]);
    assert!(block_on(&mut blocker).is_ok());
    assert!(blocker.is_finished());
}

#[test]
#[should_panic(expected = "has given its result")]
fn a_result_is_given_once() {
    let mut task = tine::submit(|| 1);
    assert_eq!(block_on(&mut task).unwrap(), 1);
    let _ = task.join();
}

#[test]
fn a_cancelled_task_never_begins() {
    let _dog = watchdog();
    let (pool, sender, blocker) = busy_pool();
    let owned = Arc::new(());
    let captured = owned.clone();
    let task = pool.submit(move || drop(captured));
    assert!(!task.is_finished());
    assert!(task.cancel());
    assert_eq!(Arc::strong_count(&owned), 1);
    assert!(task.is_finished());
    assert!(!task.cancel());
    assert!(!blocker.cancel());
    assert!(task.join().unwrap_err().is::<Cancelled>());
    let waiting = pool.submit(|| ());
    let mut waited_for = pool.submit(|| ());
    let polled = pin!(&mut waited_for).poll(&mut Context::from_waker(Waker::noop()));
    assert!(polled.is_pending());
    assert!(waited_for.cancel());
    assert!(block_on(waited_for).unwrap_err().is::<Cancelled>());
    sender.send(()).unwrap();
    blocker.join().unwrap();
    waiting.join().unwrap();
    let ended = pool.submit(|| 1);
    wait_until_finished(&ended);
    assert!(!ended.cancel());
    assert_eq!(ended.join().unwrap(), 1);
}

#[test]
fn a_closure_that_panics_when_it_is_dropped() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            boom(9);
        }
    }
    let _dog = watchdog();
    let (pool, sender, blocker) = busy_pool();
    let bomb = Bomb;
    let task = pool.submit(move || std::mem::forget(bomb));
    assert!(task.cancel());
    assert_eq!(number_of(&*task.join().unwrap_err()), 9);
    sender.send(()).unwrap();
    blocker.join().unwrap();
}

#[test]
fn a_dropped_handle_detaches() {
    let _dog = watchdog();
    let (pool, sender, blocker) = busy_pool();
    let (reports, received) = channel();
    for i in 0..3 {
        let reports = reports.clone();
        drop(pool.submit(move || reports.send(i).unwrap()));
    }
    drop(blocker);
    drop(pool);
    sender.send(()).unwrap();
    drop(reports);
    assert_eq!(received.iter().collect::<Vec<_>>(), [0, 1, 2]);
}

/// A pool that tells of panics that nobody is told of.
fn telling_pool() -> (ThreadPool, Receiver<usize>) {
    let (sender, receiver) = channel();
    let sender = std::sync::Mutex::new(sender);
    let tell = move |payload: Box<dyn std::any::Any + Send>| {
        let sender = sender.lock().unwrap();
        sender
            .send(payload.downcast_ref::<Boom>().unwrap().0)
            .unwrap();
    };
    let builder = ThreadPoolBuilder::new().num_threads(1);
    (builder.panic_handler(tell).build().unwrap(), receiver)
}

#[test]
fn a_panic_that_nobody_takes_goes_to_the_handler() {
    struct Bomb(usize);
    impl Drop for Bomb {
        fn drop(&mut self) {
            boom(self.0);
        }
    }
    let _dog = watchdog();
    let (pool, told) = telling_pool();
    let (sender, receiver) = channel::<()>();
    drop(pool.submit(move || {
        receiver.recv().unwrap();
        boom(1)
    }));
    sender.send(()).unwrap();
    assert_eq!(told.recv(), Ok(1));
    let task = pool.submit(|| -> () { boom(2) });
    wait_until_finished(&task);
    drop(task);
    assert_eq!(told.recv(), Ok(2));
    let (sender, receiver) = channel::<()>();
    drop(pool.submit(move || {
        receiver.recv().unwrap();
        Bomb(3)
    }));
    sender.send(()).unwrap();
    assert_eq!(told.recv(), Ok(3));
    // One whose result is taken is not told of, nor is one that was cancelled.
    let (sender, receiver) = channel::<()>();
    let first = pool.submit(move || receiver.recv().unwrap());
    let cancelled = pool.submit(|| ());
    assert!(cancelled.cancel());
    drop(cancelled);
    sender.send(()).unwrap();
    first.join().unwrap();
    assert!(pool.submit(|| -> () { boom(4) }).join().is_err());
    drop(pool);
    assert!(told.recv().is_err());
}

#[test]
fn without_a_handler_such_a_panic_is_dropped() {
    let _dog = watchdog();
    let pool = pool(1);
    drop(pool.submit(|| -> () { boom(1) }));
    assert_eq!(pool.submit(|| 2).join().unwrap(), 2);
}

#[test]
fn joins_of_joins_end_on_one_thread() {
    fn sum(depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let tasks = [0, 1].map(|_| tine::submit(move || sum(depth - 1)));
        tasks.into_iter().map(|task| task.join().unwrap()).sum()
    }
    let _dog = watchdog();
    for size in [1, 2, 3] {
        assert_eq!(pool(size).submit(|| sum(8)).join().unwrap(), 256);
    }
    // Each joins the one that was submitted before it.
    let pool = pool(1);
    let last = pool.install(|| {
        (0..100).fold(tine::submit(|| 0), |before, _| {
            tine::submit(move || before.join().unwrap() + 1)
        })
    });
    assert_eq!(last.join().unwrap(), 100);
}

#[test]
fn a_limited_wait_inside_a_pool_works_meanwhile() {
    let _dog = watchdog();
    let pool = pool(1);
    let value = pool.install(|| {
        let helper = tine::submit(|| 7);
        let other = tine::spawn_future(async { helper.await.unwrap() });
        // Kept meanwhile, so that the future stays.
        let (keep, kept) = channel();
        let never = tine::spawn_future(std::future::poll_fn(move |context| {
            keep.send(context.waker().clone()).unwrap();
            Poll::<()>::Pending
        }));
        assert!(never.join_timeout(Duration::from_millis(5)).is_err());
        assert!(other.is_finished());
        drop(kept);
        other
    });
    assert_eq!(value.join().unwrap(), 7);
}

#[test]
fn pools_join_tasks_of_each_other() {
    let _dog = watchdog();
    let pools = Arc::new([1, 2].map(pool));
    let inner = pools.clone();
    let task = pools[0].submit(move || {
        let task = inner[1].submit(tine::current_num_threads);
        (task.join().unwrap(), tine::current_num_threads(), inner)
    });
    let (there, here, _) = task.join().unwrap();
    assert_eq!((there, here), (2, 1));
}

#[test]
fn urgent_tasks_begin_first() {
    let _dog = watchdog();
    let (pool, sender, blocker) = busy_pool();
    let (reports, received) = channel();
    use Priority::{Critical, High, Low, Normal};
    for level in [Low, High, Normal, Critical] {
        let reports = reports.clone();
        let options = TaskOptions::new().priority(level);
        drop(pool.submit_with(options, move || reports.send(level).unwrap()));
    }
    drop(reports);
    sender.send(()).unwrap();
    blocker.join().unwrap();
    let order: Vec<_> = received.iter().collect();
    assert_eq!(order, [Critical, High, Normal, Low]);
}

#[test]
fn tasks_of_a_scope_borrow() {
    let _dog = watchdog();
    for size in [1, 2] {
        let text = String::from("prong");
        let mut count = 0;
        let pool = pool(size);
        let kept = pool.scope(|s| {
            let task = s.submit(|s| {
                let inner = s.submit(|_| text.len());
                inner.join().unwrap() + 1
            });
            drop(s.submit(|_| count += 1));
            let cancelled = s.submit(|_| &text);
            let outcome = (cancelled.cancel(), cancelled.join());
            match outcome {
                (true, result) => assert!(result.unwrap_err().is::<Cancelled>()),
                (false, result) => assert_eq!(result.unwrap(), &text),
            }
            // One that outlives its scope.
            let kept = s.submit(|_| text.as_str());
            assert_eq!(task.join().unwrap(), 6);
            kept
        });
        assert_eq!(count, 1);
        assert!(kept.is_finished());
        assert_eq!(kept.join().unwrap(), "prong");
    }
}

#[test]
fn a_panic_in_a_scope_belongs_to_who_holds_the_handle() {
    let _dog = watchdog();
    let pool = pool(1);
    let held = pool.scope(|s| s.submit(|_| -> () { boom(1) }));
    assert_eq!(number_of(&*held.join().unwrap_err()), 1);
    let caught = common::caught(|| {
        pool.scope(|s| {
            let (sender, receiver) = channel::<()>();
            drop(s.submit(move |_| -> () {
                receiver.recv().unwrap();
                boom(2)
            }));
            sender.send(()).unwrap();
        })
    });
    assert_eq!(caught, 2);
}

#[test]
fn a_pool_that_is_shut_down_cancels_what_comes_late() {
    let _dog = watchdog();
    let pool = pool(1);
    let early = pool.submit(|| 1);
    pool.shutdown();
    assert!(early.is_finished());
    let owned = Arc::new(());
    let captured = owned.clone();
    let late = pool.submit(move || drop(captured));
    let captured = owned.clone();
    let future = pool.spawn_future(async move { drop(captured) });
    assert_eq!(Arc::strong_count(&owned), 1);
    let next = early.then(|_| unreachable!());
    for result in [late.join(), future.join(), next.join()] {
        assert!(result.unwrap_err().is::<Cancelled>());
    }
}

#[test]
fn all_tasks_are_waited_for() {
    let _dog = watchdog();
    for size in [1, 2] {
        let pool = pool(size);
        let tasks: Vec<_> = (0..20).map(|i| pool.submit(move || i)).collect();
        let future = pool.spawn_future(async { tine::submit(|| 7).await.unwrap() });
        pool.wait_all();
        assert!(tasks.iter().all(Task::is_finished));
        assert!(future.is_finished());
    }
}

#[test]
fn handles_may_pass_through_a_panic() {
    fn usable<T: Send + std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    usable::<Task<std::sync::Mutex<u8>>>();
    usable::<Task<std::cell::Cell<u8>>>();
    usable::<ThreadPool>();
    let pool = pool(2);
    let task = pool.submit(|| 1);
    let unwound = std::panic::catch_unwind(|| pool.install(|| -> u8 { boom(3) }));
    assert_eq!(number_of(&*unwound.unwrap_err()), 3);
    assert_eq!(pool.install(|| task.join()).unwrap(), 1);
}

#[test]
fn a_waker_that_panics_when_it_is_dropped() {
    struct Sore;
    impl Wake for Sore {
        fn wake(self: Arc<Self>) {}
    }
    impl Drop for Sore {
        fn drop(&mut self) {
            boom(3);
        }
    }
    /// A task that waits, and is all that has such a waker.
    fn polled(pool: &ThreadPool) -> (std::sync::mpsc::Sender<()>, Task<u32>) {
        let (release, released) = channel();
        let mut task = pool.submit(move || {
            released.recv().expect("released");
            1
        });
        let waker = Waker::from(Arc::new(Sore));
        let mut context = Context::from_waker(&waker);
        assert!(Pin::new(&mut task).poll(&mut context).is_pending());
        (release, task)
    }
    let _dog = watchdog();
    let (pool, panics) = telling_pool();
    let (release, task) = polled(&pool);
    let next = task.then(|n| n + 1);
    release.send(()).expect("it waits");
    assert_eq!(next.join().expect("no panic"), 2);
    let (release, task) = polled(&pool);
    drop(task);
    release.send(()).expect("it waits");
    pool.shutdown();
    drop(pool);
    assert_eq!(panics.iter().collect::<Vec<_>>(), [3, 3]);
}

#[test]
fn who_waits_for_another_pool_works_for_its_own() {
    let _dog = watchdog();
    let (mine, other) = (Arc::new(pool(1)), pool(1));
    for limit in [Duration::MAX, Duration::from_secs(3600)] {
        let home = Arc::clone(&mine);
        let task = other.submit(move || {
            // Nobody but the thread that waits can run it.
            home.submit(|| 7).join().unwrap()
        });
        let value = mine.install(|| task.join_timeout(limit).unwrap().unwrap());
        assert_eq!(value, 7);
    }
}

#[test]
fn misuse_is_told_with_the_callers_line() {
    thread_local!(static FILE: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) });
    let others = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let file = panic.location().map_or("", |location| location.file());
        FILE.with_borrow_mut(|last| *last = file.to_owned());
        others(panic);
    }));
    let blame = |misuse: &mut dyn FnMut()| {
        FILE.with_borrow_mut(String::clear);
        let misuse = std::panic::AssertUnwindSafe(misuse);
        assert!(std::panic::catch_unwind(misuse).is_err());
        FILE.with_borrow(|file| assert_eq!(file, file!()));
    };
    let spent = || {
        let mut task = tine::submit(|| 1);
        assert_eq!(block_on(&mut task).unwrap(), 1);
        task
    };
    blame(&mut || _ = spent().join());
    blame(&mut || _ = spent().try_join());
    blame(&mut || _ = spent().join_timeout(Duration::ZERO));
    blame(&mut || drop(spent().then(|n| n)));
    blame(&mut || drop(tine::when_any([] as [Task<u8>; 0])));
    blame(&mut || drop(tine::deque::bounded::<u8>(3)));
    let pool = Arc::new(pool(1));
    pool.install(|| blame(&mut || pool.shutdown()));
    pool.install(|| blame(&mut || _ = pool.shutdown_timeout(Duration::ZERO)));
    let same = Arc::clone(&pool);
    let task = pool.submit(move || blame(&mut || same.wait_all()));
    task.join().unwrap();
}
