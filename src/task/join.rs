//! `join`: placeholder while the engine is being built; same signatures as the final one.

/// Tells a closure of [`join_context`] where it runs.
#[derive(Debug)]
pub struct FnContext {
    migrated: bool,
    _marker: std::marker::PhantomData<*mut ()>,
}

impl FnContext {
    /// True if the closure was moved to another thread.
    pub fn migrated(&self) -> bool {
        self.migrated
    }
}

/// Runs both closures.
pub fn join<A, B, RA, RB>(oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RA: Send,
    RB: Send,
{
    (oper_a(), oper_b())
}

/// Runs both closures, telling each whether it migrated.
pub fn join_context<A, B, RA, RB>(oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    let ctx = || FnContext {
        migrated: false,
        _marker: std::marker::PhantomData,
    };
    (oper_a(ctx()), oper_b(ctx()))
}

/// Runs `op` inside the current pool: directly on a worker, else as a guest or injected.
/// The flag tells whether the call came from outside the pool.
pub(crate) fn in_pool<OP, R>(op: OP) -> R
where
    OP: FnOnce(bool) -> R + Send,
    R: Send,
{
    op(false)
}

/// Number of threads in the current pool.
pub fn current_num_threads() -> usize {
    2
}
