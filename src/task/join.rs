//! `join`: two closures, perhaps at the same time.

use crate::base::unwind::{self, Payload};
use crate::job::stack::StackJob;
use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::registry::unpack;
use crate::pool::slot::Slot;
use std::marker::PhantomData;

pub(crate) use crate::pool::global::in_pool;
pub(crate) use crate::pool::handle::current_num_threads;

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
    /// came from outside every pool.
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
        Some(slot) => join_on(slot, |_| oper_a(), |_| oper_b(), Half::Second),
        None => global::in_pool(move |_| join(oper_a, oper_b)),
    }
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
            |m| oper_a(context(m)),
            |m| oper_b(context(m)),
            Half::Second,
        )
    };
    match Slot::current() {
        Some(slot) => on(slot, false),
        None => global::in_pool(move |outside| match Slot::current() {
            Some(slot) => on(slot, outside),
            None => unreachable!("in a pool there is a slot"),
        }),
    }
}

/// What the second closure of a fork is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    /// Of a join.
    Second,
    /// The rest of something, which comes back to the caller unless it was stolen. Nobody would go on with it if the first
    /// closure panics; then it is told that it was stolen, and runs in any case.
    Rest,
    /// As `Rest`, and perhaps too small to share.
    SmallRest,
}

/// The fork. Each closure is told whether it was stolen.
#[inline(always)]
fn join_on<A, B, RA, RB>(slot: &Slot, oper_a: A, oper_b: B, half: Half) -> (RA, RB)
where
    A: FnOnce(bool) -> RA,
    B: FnOnce(bool) -> RB + Send,
    RB: Send,
{
    // SAFETY: `slot` is the calling thread's.
    let mark = unsafe { slot.mark() };
    let job_b = StackJob::at(mark, oper_b);
    // SAFETY: every way out of this frame first takes the handle back or sees the latch set.
    let handle = unsafe { job_b.as_job_ref() };
    if half == Half::SmallRest {
        // SAFETY: `slot` is the calling thread's, and `mark` is fresh.
        unsafe { slot.push_quietly_at(mark, handle) };
    } else {
        // SAFETY: as above.
        unsafe { slot.push_at(mark, handle) };
    }
    let result_a = match unwind::halt(|| oper_a(false)) {
        Ok(result) => result,
        Err(payload) => first_panicked(&job_b, payload, half != Half::Second),
    };
    // SAFETY: the slot is the calling thread's; the latch was made with `mark`.
    if unsafe { slot.take_back(job_b.latch()) } {
        // SAFETY: the handle is back, unexecuted.
        let oper_b = unsafe { job_b.take_func() };
        return (result_a, oper_b(false));
    }
    (result_a, unpack(settle(&job_b, false)))
}

/// What became of the second half of a [`fork`].
pub(crate) enum Forked<T, R> {
    /// Nobody took it: here it is, untouched.
    Back(T),
    /// A thief ran it.
    Stolen(R),
}

/// A join whose second half comes back to the caller if nobody has stolen it, so that the caller
/// can go on with what the first half left behind. If the second half is `small` it is shared only with those who already
/// look for work, and only if the first one turns out to be long. In a pool only.
#[inline(always)]
pub(crate) fn fork<A, RA, T, RB>(
    small: bool,
    first: A,
    second: T,
    stolen: impl FnOnce(T) -> RB + Send,
) -> (RA, Forked<T, RB>)
where
    A: FnOnce() -> RA,
    T: Send,
    RB: Send,
{
    match Slot::current() {
        Some(slot) => join_on(
            slot,
            |_| first(),
            move |moved| {
                if moved {
                    Forked::Stolen(stolen(second))
                } else {
                    Forked::Back(second)
                }
            },
            if small { Half::SmallRest } else { Half::Rest },
        ),
        None => unreachable!("forks are made in a pool"),
    }
}

/// Whether a thread of the calling thread's pool is awake and looks for work.
pub(crate) fn somebody_searches() -> bool {
    Slot::current().is_some_and(|slot| slot.registry().somebody_searches())
}

/// The second closure is not on top of the deque: something lies above it, or it was stolen. If it is found here after all,
/// it is told `as_stolen`.
#[cold]
fn settle<B, RB>(job_b: &StackJob<B, RB>, as_stolen: bool) -> Result<RB, Payload>
where
    B: FnOnce(bool) -> RB + Send,
    RB: Send,
{
    // SAFETY: the thread that joins is in a pool.
    let slot = unsafe { Slot::current_unchecked() };
    // SAFETY: only compared with.
    let handle = unsafe { job_b.as_job_ref() };
    while !job_b.latch().probe() {
        // Thieves take the oldest job first. So either ours is still there, below what was pushed
        // since, or whatever is there was pushed since.
        // SAFETY: `slot` is the calling thread's.
        match unsafe { slot.pop() } {
            Some(job) if job == handle => {
                // SAFETY: the handle is back, unexecuted.
                let oper_b = unsafe { job_b.take_func() };
                return unwind::halt(|| oper_b(as_stolen));
            }
            // SAFETY: `slot` is the calling thread's; popped, so executed once.
            Some(job) => unsafe { slot.execute(job) }.fire(),
            // SAFETY: `slot` is the calling thread's.
            None => unsafe { slot.wait_until(job_b.latch()) },
        }
    }
    // SAFETY: the latch is set; called once.
    unsafe { job_b.take_result() }
}

/// The first closure panicked: the second one still runs, its result or panic is dropped.
#[cold]
fn first_panicked<B, RB>(job_b: &StackJob<B, RB>, payload: Payload, orphaned: bool) -> !
where
    B: FnOnce(bool) -> RB + Send,
    RB: Send,
{
    // Dropping the result is user code too; its panic gives way to the first.
    let _ = unwind::halt(|| drop(settle(job_b, orphaned)));
    unwind::resume(payload)
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
