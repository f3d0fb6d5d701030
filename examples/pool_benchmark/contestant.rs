//! The pools, all behind the same verbs: hand over tasks, tell what was stolen.

use std::sync::{Arc, Condvar, Mutex};
use std::thread;

/// How many threads `Threads` keeps alive at once.
pub(crate) const ALIVE: usize = 64;

/// Who runs the tasks.
pub(crate) enum Pool {
    /// Fire and forget.
    Spawn(tine::ThreadPool),
    /// With a handle, dropped at once.
    Submit(tine::ThreadPool),
    /// Its `spawn`.
    Rayon(rayon::ThreadPool),
    /// One queue behind a lock. The handle is not `Sync`, so each submitter clones it under the lock.
    Shared(Mutex<threadpool::ThreadPool>),
    Tokio(tokio::runtime::Runtime),
    /// A thread for each task.
    Threads(Arc<Places>),
}

/// How many more threads may live, and who waits for one to end.
pub(crate) struct Places {
    free: Mutex<usize>,
    freed: Condvar,
}

/// What tine counted during a run.
#[derive(Clone, Copy, Default)]
pub(crate) struct Steals {
    pub(crate) attempts: u64,
    pub(crate) successes: u64,
    pub(crate) stolen: u64,
}

impl Pool {
    pub(crate) fn spawn(threads: usize) -> Result<Pool, String> {
        tine_pool(threads).map(Pool::Spawn)
    }

    pub(crate) fn submit(threads: usize) -> Result<Pool, String> {
        tine_pool(threads).map(Pool::Submit)
    }

    pub(crate) fn rayon(threads: usize) -> Result<Pool, String> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(Pool::Rayon).map_err(|error| error.to_string())
    }

    pub(crate) fn shared(threads: usize) -> Pool {
        Pool::Shared(Mutex::new(threadpool::ThreadPool::new(threads)))
    }

    pub(crate) fn tokio(threads: usize) -> Result<Pool, String> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(threads).build();
        runtime.map(Pool::Tokio).map_err(|error| error.to_string())
    }

    pub(crate) fn threads() -> Pool {
        Pool::Threads(Arc::new(Places {
            free: Mutex::new(ALIVE),
            freed: Condvar::new(),
        }))
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Pool::Spawn(_) => "tine spawn",
            Pool::Submit(_) => "tine submit",
            Pool::Rayon(_) => "rayon",
            Pool::Shared(_) => "threadpool",
            Pool::Tokio(_) => "tokio",
            Pool::Threads(_) => "threads",
        }
    }

    /// Hands over the tasks `from..to`, each of which runs `body` with its number.
    pub(crate) fn hand_over<F: Fn(usize) + Copy + Send + 'static>(
        &self,
        tasks: std::ops::Range<usize>,
        body: F,
    ) {
        match self {
            Pool::Spawn(pool) => tasks.for_each(|i| pool.spawn(move || body(i))),
            Pool::Submit(pool) => tasks.for_each(|i| drop(pool.submit(move || body(i)))),
            Pool::Rayon(pool) => tasks.for_each(|i| pool.spawn(move || body(i))),
            Pool::Shared(pool) => {
                let pool = lock(pool).clone();
                tasks.for_each(|i| pool.execute(move || body(i)));
            }
            Pool::Tokio(runtime) => {
                tasks.for_each(|i| drop(runtime.spawn(async move { body(i) })));
            }
            Pool::Threads(places) => tasks.for_each(|i| places.thread(move || body(i))),
        }
    }

    /// How many threads it has, where they are always the same.
    pub(crate) fn workers(&self) -> Option<usize> {
        match self {
            Pool::Spawn(pool) | Pool::Submit(pool) => Some(pool.current_num_threads()),
            Pool::Rayon(pool) => Some(pool.current_num_threads()),
            Pool::Shared(pool) => Some(lock(pool).max_count()),
            Pool::Tokio(runtime) => Some(runtime.metrics().num_workers()),
            Pool::Threads(_) => None,
        }
    }

    /// What has been stolen so far, where that is counted.
    pub(crate) fn steals(&self) -> Option<Steals> {
        let (Pool::Spawn(pool) | Pool::Submit(pool)) = self else {
            return None;
        };
        Some(Steals::of(pool))
    }
}

impl Steals {
    /// What the pool has counted so far.
    pub(crate) fn of(pool: &tine::ThreadPool) -> Steals {
        let total = pool.stats().total();
        Steals {
            attempts: total.attempts,
            successes: total.successes,
            stolen: total.stolen,
        }
    }

    pub(crate) fn since(self, before: Steals) -> Steals {
        Steals {
            attempts: self.attempts - before.attempts,
            successes: self.successes - before.successes,
            stolen: self.stolen - before.stolen,
        }
    }
}

impl Places {
    /// Starts a thread as soon as there is a place for it.
    fn thread(self: &Arc<Self>, task: impl FnOnce() + Send + 'static) {
        let mut free = lock(&self.free);
        while *free == 0 {
            free = self
                .freed
                .wait(free)
                .unwrap_or_else(|held| held.into_inner());
        }
        *free -= 1;
        drop(free);
        let places = Arc::clone(self);
        thread::spawn(move || {
            task();
            *lock(&places.free) += 1;
            places.freed.notify_one();
        });
    }
}

fn tine_pool(threads: usize) -> Result<tine::ThreadPool, String> {
    let pool = tine::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|error| error.to_string())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|held| held.into_inner())
}
