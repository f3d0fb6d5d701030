//! Pools of a chosen width, one of each library.

use std::num::NonZero;

/// A tine pool.
pub(crate) fn tine(threads: usize) -> tine::ThreadPool {
    tine::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("a tine pool")
}

/// A rayon pool.
pub(crate) fn rayon(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("a rayon pool")
}

/// A chili pool. It counts the calling thread, and a further thread of its own gives the heartbeat.
pub(crate) fn chili(threads: usize) -> chili::ThreadPool {
    let config = chili::Config {
        thread_count: NonZero::new(threads),
        ..chili::Config::default()
    };
    chili::ThreadPool::with_config(config)
}
