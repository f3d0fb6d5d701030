//! `join`: two closures, perhaps at the same time.

use crate::base::thunk::{Call, Elsewhere, Once, Thunk};
use crate::base::unwind::{self, Payload};
use crate::job::JobRef;
use crate::job::stack::StackJob;
use crate::pool::global::in_pool;
use crate::pool::handle::ThreadPool;
use crate::pool::registry::unpack;
use crate::pool::slot::Slot;
use crate::sync::latch::Latch;
use std::marker::PhantomData;

/// Tells a closure of [`join_context`] whether it was moved to another thread.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// let moved = pool.install(|| tine::join_context(|a| a.migrated(), |b| b.migrated()));
/// assert_eq!(moved, (false, false)); // nobody else is there
/// ```
#[derive(Debug)]
pub struct FnContext {
    migrated: bool,
    // !Send + !Sync: it speaks of the thread that it was made on.
    marker: PhantomData<*mut ()>,
}

impl FnContext {
    #[inline(always)]
    pub(crate) fn new(migrated: bool) -> Self {
        FnContext {
            migrated,
            marker: PhantomData,
        }
    }

    /// True if the closure runs on another thread than the call of [`join_context`], or if that call
    /// came from outside every pool. May be true of the second closure, wherever it runs, if the first one panicked.
    ///
    /// ```
    /// let (a, b) = tine::join_context(|a| a.migrated(), |b| b.migrated());
    /// assert!(a && b); // called from outside
    /// ```
    #[inline]
    pub fn migrated(&self) -> bool {
        self.migrated
    }
}

/// Runs both closures, perhaps at the same time, and returns both results.
///
/// The calling thread runs `oper_a` while `oper_b` waits in its deque, where an idle thread may steal
/// it; if none did, the caller runs it too, by a direct call. A join that nobody steals costs a
/// few nanoseconds and allocates nothing. No concurrency is promised: on a pool of one thread the
/// closures run one after the other.
///
/// A thread outside every pool takes part as a guest: it borrows the place of a sleeping thread of
/// the global pool for the time of the call. If none sleeps, or if the pool was configured with
/// [`build_global`](crate::ThreadPoolBuilder::build_global) to have threads of a special kind, the
/// call is handed over and the thread blocks.
///
/// While the caller waits for a stolen `oper_b` it works on what belongs to it, and if there is
/// nothing of the kind, on whatever else the pool has to do. So do not hold a lock that such work
/// may want.
///
/// # Panics
/// If a closure panics, with its payload; with that of `oper_a` if both do. Both closures are run
/// in any case, and have ended when `join` does.
///
/// ```
/// fn sum(values: &[u64]) -> u64 {
///     if values.len() <= 1000 {
///         return values.iter().sum();
///     }
///     let (left, right) = values.split_at(values.len() / 2);
///     let (left, right) = tine::join(|| sum(left), || sum(right));
///     left + right
/// }
/// let values: Vec<u64> = (0..10_000).collect();
/// assert_eq!(sum(&values), 9_999 * 10_000 / 2);
/// ```
#[inline]
pub fn join<A, B, RA, RB>(oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RA: Send,
    RB: Send,
{
    match Slot::current() {
        Some(slot) => join_on(slot, oper_a, |_| oper_b()),
        None => from_outside(move |_| join(oper_a, oper_b)),
    }
}

/// As [`join`], for closures that are long: little is compiled anew for each call, which costs a few nanoseconds.
#[inline]
pub fn join_by_calls<A, B, RA, RB>(oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RA: Send,
    RB: Send,
{
    let mut thunk_a = Thunk::new(|_: bool| oper_a());
    let mut thunk_b = Thunk::new(|_: bool| oper_b());
    // A gate.
    let join: fn(Elsewhere<Call<'_>>, Elsewhere<Call<'_>>) = join_calls;
    join(thunk_a.call_elsewhere(), thunk_b.call_elsewhere());
    // SAFETY: the call was made, and was kept.
    let result_a = unsafe { thunk_a.into_result() };
    // SAFETY: as above.
    let result_b = unsafe { thunk_b.into_result() };
    (result_a, result_b)
}

/// Makes both calls, and keeps what they come to.
fn join_calls(call_a: Elsewhere<Call<'_>>, call_b: Elsewhere<Call<'_>>) {
    let (made_a, made_b) = join(move || call_a.run(false), move || call_b.run(false));
    made_a.keep();
    made_b.keep();
}

/// As [`join`], and tells each closure whether it was moved to another thread.
///
/// # Panics
/// As [`join`].
///
/// ```
/// let (a, b) = tine::join_context(|_| 1, |context| if context.migrated() { 20 } else { 2 });
/// assert!(a == 1 && (b == 2 || b == 20));
/// ```
#[inline]
pub fn join_context<A, B, RA, RB>(oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    let context = |outside: bool| move |migrated: bool| FnContext::new(migrated | outside);
    let on = move |slot, outside| {
        let context = context(outside);
        join_on(
            slot,
            || oper_a(context(false)),
            |moved| oper_b(context(moved)),
        )
    };
    match Slot::current() {
        Some(slot) => on(slot, false),
        None => from_outside(move |outside| match Slot::current() {
            Some(slot) => on(slot, outside),
            None => unreachable!("in a pool there is a slot"),
        }),
    }
}

/// As [`in_pool`], out of the way of those who are in one.
#[cold]
#[inline(never)]
fn from_outside<OP, R>(op: OP) -> R
where
    OP: FnOnce(bool) -> R + Send,
    R: Send,
{
    in_pool(op)
}

/// The fork. The second closure is told whether it was stolen, or is run all the same although the first one panicked.
///
/// This is compiled anew for each call of `join`, and what need not be is in functions of its own.
#[inline(always)]
fn join_on<A, B, RA, RB>(slot: &Slot, oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce() -> RA,
    B: FnOnce(bool) -> RB + Send,
    RB: Send,
{
    // SAFETY: `slot` is the calling thread's.
    let mark = unsafe { slot.mark() };
    let job_b = StackJob::at(mark, oper_b);
    // SAFETY: every way out of this frame first takes the handle back or sees the latch set.
    let handle = unsafe { job_b.as_job_ref() };
    // SAFETY: `slot` is the calling thread's, and `mark` is fresh.
    unsafe { slot.push_at(mark, handle) };
    let result_a = match unwind::halt(oper_a) {
        Ok(result) => result,
        Err(payload) => first_panicked(&job_b, payload),
    };
    // SAFETY: the slot is the calling thread's; the latch was made with `mark`.
    if unsafe { slot.take_back(job_b.latch()) } {
        // SAFETY: the handle is back, unexecuted.
        let oper_b = unsafe { job_b.take_func() };
        return (result_a, oper_b(false));
    }
    (result_a, unpack(settle(&job_b)))
}

/// The rest of a join whose second closure is not on top of the deque.
#[cold]
fn settle<B, RB>(job_b: &StackJob<B, RB>) -> Result<RB, Payload>
where
    B: FnOnce(bool) -> RB + Send,
    RB: Send,
{
    // SAFETY: not executed.
    let handle = unsafe { job_b.as_job_ref() };
    // A gate.
    let came_back: fn(&Latch, JobRef) -> bool = came_back;
    if came_back(job_b.latch(), handle) {
        // SAFETY: the handle is back, unexecuted.
        let oper_b = unsafe { job_b.take_func() };
        return Ok(oper_b(false));
    }
    // SAFETY: the latch is set; called once.
    unsafe { job_b.take_result() }
}

/// The first closure panicked: the second one still runs, and what it comes to is dropped. That is user code too; its panic gives
/// way to the first.
#[cold]
pub(super) fn first_panicked<B, RB>(job_b: &StackJob<B, RB>, payload: Payload) -> !
where
    B: Once<Result = RB> + Send,
    RB: Send,
{
    // SAFETY: executed only if the one that was pushed came back.
    let handle = unsafe { job_b.as_job_ref() };
    // A gate.
    let run: fn(&Latch, JobRef) = run_all_the_same;
    run(job_b.latch(), handle);
    // SAFETY: the latch is set; called once.
    let result = unsafe { job_b.take_result() };
    unwind::discard(result);
    unwind::resume(payload)
}

/// The job of `handle` is not on top of the deque: something lies above it, or it was stolen. Works until it is back, unexecuted,
/// which is true, or its latch is set.
#[cold]
pub(super) fn came_back(latch: &Latch, handle: JobRef) -> bool {
    // SAFETY: the thread that joins is in a pool.
    let slot = unsafe { Slot::current_unchecked() };
    while !latch.probe() {
        // Thieves take the oldest job first. So either ours is still there, below what was pushed
        // since, or whatever is there was pushed since.
        // SAFETY: `slot` is the calling thread's.
        match unsafe { slot.pop() } {
            Some(job) if job == handle => return true,
            // SAFETY: `slot` is the calling thread's; popped, so executed once.
            Some(job) => unsafe { slot.execute(job) }.fire(),
            // SAFETY: `slot` is the calling thread's.
            None => unsafe { slot.wait_until(latch) },
        }
    }
    false
}

/// Sees to it that the job of `handle` has run, and its latch is set.
#[cold]
fn run_all_the_same(latch: &Latch, handle: JobRef) {
    if came_back(latch, handle) {
        // SAFETY: the thread that joins is in a pool.
        let slot = unsafe { Slot::current_unchecked() };
        // SAFETY: `slot` is the calling thread's; the handle is back, unexecuted.
        unsafe { slot.execute(handle) }.fire();
    }
}

impl ThreadPool {
    /// [`join`] on one of the pool's own threads.
    ///
    /// # Panics
    /// As [`join`].
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// assert_eq!(pool.join(|| 1, || 2), (1, 2));
    /// ```
    pub fn join<A, B, RA, RB>(&self, oper_a: A, oper_b: B) -> (RA, RB)
    where
        A: FnOnce() -> RA + Send,
        B: FnOnce() -> RB + Send,
        RA: Send,
        RB: Send,
    {
        self.install(|| join(oper_a, oper_b))
    }
}
