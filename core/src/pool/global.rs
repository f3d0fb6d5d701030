//! The pool that is always there: started on first use, never ended.

use crate::base::clock;
use crate::base::prim::{Mutex, lock};
use crate::base::thunk::{Call, Elsewhere, Once, Thunk};
use crate::pool::config::{Config, ThreadPoolBuilder};
use crate::pool::error::{ErrorKind, ThreadPoolBuildError};
use crate::pool::registry::Registry;
use crate::pool::sleep::delay;
use crate::pool::slot::Slot;
use crate::pool::threads::ThreadSpawn;
use std::cell::Cell;
use std::sync::{Arc, OnceLock};

static GLOBAL: OnceLock<Arc<Registry>> = OnceLock::new();
/// Held while a global pool is being started.
static STARTING: Mutex<()> = Mutex::new(());

/// The global pool.
///
/// # Panics
/// If its threads cannot be started.
pub(crate) fn global() -> &'static Registry {
    match GLOBAL.get() {
        Some(registry) => registry,
        None => {
            // A gate.
            let start: fn() -> &'static Registry = start_default;
            start()
        }
    }
}

#[cold]
fn start_default() -> &'static Registry {
    let mut result = ThreadPoolBuilder::new().build_global();
    // Where there are no threads at all, the calling thread must do.
    if result
        .as_ref()
        .is_err_and(ThreadPoolBuildError::is_unsupported)
    {
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        result = alone.build_global();
    }
    match (GLOBAL.get(), result) {
        (Some(registry), _) => registry,
        (None, Err(_)) if STARTS_HERE.get() => {
            panic!("the global thread pool is being started by the current thread")
        }
        (None, Err(error)) => panic!("the global thread pool could not be started: {error}"),
        (None, Ok(())) => unreachable!("a pool that was installed is there"),
    }
}

thread_local!(static STARTS_HERE: Cell<bool> = const { Cell::new(false) });

/// The calling thread starts the global pool, or waits for another one that does. Meanwhile callbacks of the user's are run, which
/// must not wait for it in turn.
struct StartsHere(());

impl StartsHere {
    /// None if it does so already.
    fn enter() -> Option<Self> {
        (!STARTS_HERE.replace(true)).then(|| StartsHere(()))
    }
}

impl Drop for StartsHere {
    fn drop(&mut self) {
        STARTS_HERE.set(false);
    }
}

/// Starts the global pool, if there is none yet.
pub(super) fn install(
    config: Config,
    spawn: &mut dyn ThreadSpawn,
) -> Result<(), ThreadPoolBuildError> {
    let taken = || ThreadPoolBuildError::new(ErrorKind::GlobalPoolAlreadyInitialized);
    let Some(_here) = StartsHere::enter() else {
        return Err(taken());
    };
    let starting = lock(&STARTING);
    if GLOBAL.get().is_some() {
        return Err(taken());
    }
    let registry = Registry::start(config, spawn)?;
    registry.wait_until_started();
    let installed = GLOBAL.set(registry);
    debug_assert!(installed.is_ok(), "nobody else sets it under the lock");
    drop(starting);
    Ok(())
}

/// Runs `op` in the calling thread's pool: directly on a worker; in the global pool for a thread
/// outside every pool, which is what the flag tells.
#[inline]
pub fn in_pool<OP, R>(op: OP) -> R
where
    OP: FnOnce(bool) -> R + Send,
    R: Send,
{
    // A gate. It panics if there can be no pool, and what is called later drops nothing.
    let host: fn() -> Option<&'static Registry> = host;
    let host = host();
    let mut thunk = Thunk::new(op);
    // A gate.
    let run: fn(Option<&'static Registry>, Elsewhere<Call<'_>>) = run_in;
    run(host, thunk.call_elsewhere());
    // SAFETY: the call was made, and was kept.
    unsafe { thunk.into_result() }
}

/// As [`in_pool`], by a direct call on a worker: for what is not compiled anew for each caller, and so may be compiled twice.
#[inline(always)]
pub(crate) fn in_pool_directly<R: Send>(op: impl FnOnce(bool) -> R + Send) -> R {
    match Slot::current() {
        Some(_) => op(false),
        None => in_pool(op),
    }
}

/// Runs `op` on the calling thread, which works in the global pool meanwhile if it is in none and there is a place for it.
pub fn as_guest<R>(op: impl FnOnce() -> R) -> R {
    match host() {
        None => op(),
        Some(registry) => registry.with_guest(op),
    }
}

/// The global pool, for a thread outside every pool.
fn host() -> Option<&'static Registry> {
    match Slot::current() {
        Some(_) => None,
        None => Some(global()),
    }
}

/// Makes `call` in the pool of `host`, or else on this thread, and keeps what it comes to.
fn run_in(host: Option<&'static Registry>, call: Elsewhere<Call<'_>>) {
    match host {
        None => call.run(false).keep(),
        Some(registry) => registry.enter(call),
    }
}

/// In how many ticks one more thread of the calling thread's pool, or of the global one, could be there: none if one is awake and looks
/// for work.
pub fn help_in() -> u64 {
    match (Slot::current(), GLOBAL.get()) {
        (Some(slot), _) => slot.registry().help_in(),
        (None, Some(registry)) => registry.help_in(),
        (None, None) => delay::at_first(),
    }
}

/// Work begins for which nobody is awake. Says whether it should wake somebody even if it is over before that one comes: see
/// [`rhythm`](crate::pool::rhythm).
pub(crate) fn is_to_call() -> bool {
    Slot::current().is_some_and(|slot| slot.registry().rhythm.calls())
}

/// There was such work at `time`, and it was over after so many ticks without help.
pub(crate) fn beat_alone(time: u64, took: u64) {
    let registry = Slot::current().map(Slot::registry);
    // Else there is nobody who could help.
    if let Some(registry) = registry.filter(|registry| registry.num_threads() > 1) {
        let delay = registry.sleep.delay();
        registry.rhythm.beat_alone(time, took, delay);
    }
}

/// The time; or nearly, if the calling thread has come to its pool as a guest and not asked yet, since it looked at the clock then.
#[inline]
pub(crate) fn entered() -> u64 {
    let entered = Slot::current().and_then(|slot| slot.entered.take());
    entered.unwrap_or_else(clock::ticks)
}

/// Calls `f` with the calling thread's pool, or the global one.
pub(crate) fn with_current<R>(f: impl FnOnce(&Registry) -> R) -> R {
    match Slot::current() {
        Some(slot) => f(slot.registry()),
        None => f(global()),
    }
}
