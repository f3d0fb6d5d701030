//! Panics as values, and a guard for places where a panic cannot be tolerated.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// How many payloads are dropped one for the other before one is forgotten.
const DISCARDS: u32 = 4;

/// What a panic carries.
pub type Payload = Box<dyn Any + Send + 'static>;

/// Runs `f` and hands a panic back as a value; whoever gets it must pass it on.
#[inline(always)]
pub fn halt<R>(f: impl FnOnce() -> R) -> Result<R, Payload> {
    catch_unwind(AssertUnwindSafe(f))
}

/// Drops what nobody wants, which is user code: a panic of that has nobody to go to. Its payload is dropped too, which may panic in
/// turn, and so on; after some of these the next is forgotten.
#[cold]
pub fn discard<T>(value: T) {
    let dropped = halt(|| drop(value));
    if dropped.is_err() {
        // A gate.
        let discard: fn(Result<(), Payload>) = discard_payloads;
        discard(dropped);
    }
}

#[cold]
fn discard_payloads(mut dropped: Result<(), Payload>) {
    for _ in 0..DISCARDS {
        let Err(payload) = dropped else { return };
        dropped = halt(|| drop(payload));
    }
    mem::forget(dropped);
}

/// Goes on with a panic that [`halt`] stopped.
#[cold]
pub fn resume(payload: Payload) -> ! {
    resume_unwind(payload)
}

/// Aborts the process if dropped, which happens when a panic passes; `mem::forget` it on success.
#[derive(Debug)]
pub(crate) struct AbortOnUnwind;

impl Drop for AbortOnUnwind {
    fn drop(&mut self) {
        eprintln!("tine: a panic that nobody can receive; aborting");
        std::process::abort();
    }
}
