//! The only place that names std's or loom's atomics, locks and fences.
//!
//! Everything above imports them from here, so that one cfg turns the lock-free protocols into
//! loom models and another makes fences visible to ThreadSanitizer.

#[cfg(not(loom))]
pub use std::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{
        AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering,
        compiler_fence,
    },
};

#[cfg(loom)]
pub use loom::sync::{
    Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicPtr, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering},
};

/// A cell for values that pass from thread to thread under a protocol; loom looks at each access and complains of a race.
#[cfg(loom)]
pub(crate) use loom::cell::UnsafeCell as PassedCell;

/// A cell for values that pass from thread to thread under a protocol.
#[cfg(not(loom))]
#[derive(Debug)]
pub(crate) struct PassedCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> PassedCell<T> {
    /// A cell with a first value.
    pub(crate) const fn new(value: T) -> Self {
        PassedCell(std::cell::UnsafeCell::new(value))
    }

    /// Calls `read` with the address of what is inside, to be read only.
    #[inline(always)]
    pub(crate) fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        read(self.0.get())
    }

    /// Calls `write` with the address of what is inside.
    #[inline(always)]
    pub(crate) fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        write(self.0.get())
    }
}

/// A sequentially consistent fence.
///
/// ThreadSanitizer does not model fences, so under `tine_tsan` the fence is a read-modify-write
/// of one static instead: every two of them are ordered, as two fences would be.
#[inline(always)]
pub(crate) fn fence_seq_cst() {
    #[cfg(all(not(loom), not(tine_tsan)))]
    // SeqCst: each caller names the fence it pairs with.
    std::sync::atomic::fence(Ordering::SeqCst);
    #[cfg(all(not(loom), tine_tsan))]
    {
        static FENCE: AtomicUsize = AtomicUsize::new(0);
        // SeqCst: stands in for the fence; each caller names the fence it pairs with.
        FENCE.fetch_add(0, Ordering::SeqCst);
    }
    #[cfg(loom)]
    // SeqCst: each caller names the fence it pairs with.
    loom::sync::atomic::fence(Ordering::SeqCst);
}

/// A sequentially consistent fence behind a read-modify-write of the caller's, between which and the fence it does nothing.
///
/// On x86-64 each such instruction is a fence already, and only the compiler needs to be told.
#[inline(always)]
pub(crate) fn fence_behind_exchange() {
    #[cfg(all(target_arch = "x86_64", not(any(loom, miri, tine_tsan))))]
    // SeqCst: as that of the processor; each caller names the fence it pairs with.
    compiler_fence(Ordering::SeqCst);
    #[cfg(not(all(target_arch = "x86_64", not(any(loom, miri, tine_tsan)))))]
    fence_seq_cst();
}

/// A store that a later [`load_in_line`] of this thread cannot overtake: all of both stand in one line that every thread agrees on.
///
/// Cheaper than a store and a fence where that is a locked instruction anyway. Loom takes sequentially consistent accesses for
/// weaker ones than they are, and only knows their fences.
#[inline(always)]
pub(crate) fn store_in_line(word: &AtomicU64, value: u64) {
    #[cfg(not(loom))]
    // SeqCst: each caller names the loads that it pairs with.
    word.swap(value, Ordering::SeqCst);
    #[cfg(loom)]
    {
        // Release: as a sequentially consistent store is one.
        word.store(value, Ordering::Release);
        fence_seq_cst();
    }
}

/// A load that has its place in line with [`store_in_line`].
#[inline(always)]
pub(crate) fn load_in_line(word: &AtomicU64) -> u64 {
    #[cfg(not(loom))]
    // SeqCst: each caller names the stores that it pairs with.
    return word.load(Ordering::SeqCst);
    #[cfg(loom)]
    {
        fence_seq_cst();
        // Acquire: as a sequentially consistent load is one.
        word.load(Ordering::Acquire)
    }
}

/// Tells the processor (or the model) that this thread waits for another one.
#[inline(always)]
pub(crate) fn spin_hint() {
    #[cfg(not(loom))]
    std::hint::spin_loop();
    #[cfg(loom)]
    loom::thread::yield_now();
}

/// Locks a mutex whose critical sections run no user code and therefore never poison it.
#[inline]
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
