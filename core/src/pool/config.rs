//! What a user may ask of a pool: plain data, and the builder that fills it in.

use crate::base::unwind::Payload;
use crate::pool::error::ThreadPoolBuildError;
use crate::pool::global;
use crate::pool::handle::ThreadPool;
use crate::pool::registry::{PanicHandler, Registry, ThreadHandler};
use crate::pool::threads::{CustomSpawn, DefaultSpawn, ThreadBuilder, ThreadSpawn, spawn_scoped};
use std::any::Any;
use std::time::Duration;
use std::{env, fmt, io, thread};

/// The most threads a pool can have; see [`max_num_threads`](crate::max_num_threads).
pub(crate) const MAX_THREADS: usize = if usize::BITS >= 64 { 0xFFFF } else { 0xFF };

/// The builder's data.
#[derive(Default)]
pub(super) struct Config {
    num_threads: usize,
    pub(super) linger: Duration,
    /// No thread gets up before it is called.
    pub(super) waits_to_be_called: bool,
    pub(super) use_current_thread: bool,
    pub(super) is_global: bool,
    pub(super) breadth_first: bool,
    pub(super) thread_name: Option<Box<dyn FnMut(usize) -> String>>,
    pub(super) stack_size: Option<usize>,
    pub(super) panic_handler: Option<Box<PanicHandler>>,
    pub(super) start_handler: Option<Box<ThreadHandler>>,
    pub(super) exit_handler: Option<Box<ThreadHandler>>,
}

impl Config {
    /// How many threads: what was asked for, else the environment's, else that of the `processors`.
    pub(super) fn thread_count(&self, processors: usize) -> usize {
        let wanted = match self.num_threads {
            0 => threads_from_environment().unwrap_or(processors),
            wanted => wanted,
        };
        wanted.clamp(1, MAX_THREADS)
    }

    /// Nothing was asked for that only the pool's own threads have.
    pub(super) fn has_plain_threads(&self) -> bool {
        self.thread_name.is_none()
            && self.stack_size.is_none()
            && self.start_handler.is_none()
            && self.exit_handler.is_none()
    }
}

/// The first variable that is set to a number decides; zero means: as if none were set.
fn threads_from_environment() -> Option<usize> {
    ["TINE_NUM_THREADS", "RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"]
        .iter()
        .find_map(|name| env::var(name).ok()?.parse().ok())
        .filter(|&threads| threads > 0)
}

/// Builds a [`ThreadPool`], or the global pool.
///
/// The number of threads is what [`num_threads`](Self::num_threads) says; else what the environment
/// variable `TINE_NUM_THREADS` says (or, for programs that come from rayon, `RAYON_NUM_THREADS` or
/// `RAYON_RS_NUM_CPUS`); else the number of processors that the process may use, quotas of its
/// container included.
///
/// ```
/// let pool = tine::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
/// assert_eq!(pool.current_num_threads(), 3);
/// let sum = pool.install(|| tine::join(|| 1, || 2));
/// assert_eq!(sum, (1, 2));
/// ```
pub struct ThreadPoolBuilder<S = DefaultSpawn> {
    config: Config,
    spawn: S,
}

impl Default for ThreadPoolBuilder {
    fn default() -> Self {
        ThreadPoolBuilder {
            config: Config::default(),
            spawn: DefaultSpawn::default(),
        }
    }
}

impl ThreadPoolBuilder {
    /// The default configuration.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().build().unwrap();
    /// assert!(pool.current_num_threads() >= 1);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// A pool whose threads live in a scope of std's and may therefore borrow.
    ///
    /// Each thread calls `wrapper`, which must call [`ThreadBuilder::run`]; `with_pool` gets the
    /// pool. On return every thread has ended.
    ///
    /// # Errors
    /// If the operating system refuses a thread.
    ///
    /// # Panics
    /// If `wrapper` or `with_pool` does.
    ///
    /// ```
    /// let words = ["a", "b"];
    /// let count = tine::ThreadPoolBuilder::new().num_threads(2).build_scoped(
    ///     |thread| {
    ///         assert_eq!(words.len(), 2); // a borrow in the pool's thread
    ///         thread.run()
    ///     },
    ///     |pool| pool.install(|| words.len()),
    /// ).unwrap();
    /// assert_eq!(count, 2);
    /// ```
    pub fn build_scoped<W, F, R>(self, wrapper: W, with_pool: F) -> Result<R, ThreadPoolBuildError>
    where
        W: Fn(ThreadBuilder) + Sync,
        F: FnOnce(&ThreadPool) -> R,
    {
        thread::scope(|scope| {
            let pool = self
                .spawn_handler(|thread| spawn_scoped(scope, thread, &wrapper))
                .build()?;
            Ok(with_pool(&pool))
        })
    }
}

#[allow(private_bounds)]
impl<S: ThreadSpawn> ThreadPoolBuilder<S> {
    /// Starts the pool's threads.
    ///
    /// # Errors
    /// If the operating system refuses a thread, or with
    /// [`use_current_thread`](Self::use_current_thread) on a thread that is in a pool already.
    /// Threads that were started end again.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).build()?;
    /// assert_eq!(pool.install(|| tine::current_thread_index()), Some(0));
    /// # Ok::<(), tine::ThreadPoolBuildError>(())
    /// ```
    pub fn build(mut self) -> Result<ThreadPool, ThreadPoolBuildError> {
        Ok(ThreadPool::over(Registry::start(
            self.config,
            &mut self.spawn,
        )?))
    }

    /// Starts the global pool and waits until its threads run.
    ///
    /// Threads outside every pool take part in their own calls instead of handing them over (see
    /// [`join`](crate::join)), unless something was asked for here that only the pool's own
    /// threads have: a name, a stack size, handlers at start and exit, or a spawn handler.
    ///
    /// # Errors
    /// As [`build`](Self::build), and if there is a global pool already, be it by its first use, or it is being built by the calling
    /// thread: what names or makes its threads can neither build nor use it.
    ///
    /// ```
    /// tine::ThreadPoolBuilder::new().num_threads(2).build_global().unwrap();
    /// assert_eq!(tine::current_num_threads(), 2);
    /// ```
    #[inline]
    pub fn build_global(mut self) -> Result<(), ThreadPoolBuildError> {
        self.config.is_global = true;
        global::install(self.config, &mut self.spawn)
    }

    /// Makes the threads by `spawn` instead of by std: it must start a thread that calls
    /// [`ThreadBuilder::run`], and may return before that does.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new()
    ///     .num_threads(1)
    ///     .spawn_handler(|thread| {
    ///         std::thread::Builder::new().name("mine".into()).spawn(|| thread.run())?;
    ///         Ok(())
    ///     })
    ///     .build()
    ///     .unwrap();
    /// let name = pool.install(|| std::thread::current().name().map(str::to_owned));
    /// assert_eq!(name.as_deref(), Some("mine"));
    /// ```
    pub fn spawn_handler<F>(self, spawn: F) -> ThreadPoolBuilder<CustomSpawn<F>>
    where
        F: FnMut(ThreadBuilder) -> io::Result<()>,
    {
        ThreadPoolBuilder {
            config: self.config,
            spawn: CustomSpawn::new(spawn),
        }
    }

    /// Names the threads: `closure` gets each one's index. A panic of it leaves `build`.
    ///
    /// ```
    /// let builder = tine::ThreadPoolBuilder::new().num_threads(1);
    /// let pool = builder.thread_name(|index| format!("worker-{index}")).build().unwrap();
    /// let name = pool.install(|| std::thread::current().name().map(str::to_owned));
    /// assert_eq!(name.as_deref(), Some("worker-0"));
    /// ```
    pub fn thread_name<F>(mut self, closure: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        self.config.thread_name = Some(Box::new(closure));
        self
    }

    /// How many threads; zero: decide as the type's words say. More than
    /// [`max_num_threads`](crate::max_num_threads) are cut to that.
    ///
    /// ```
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(5).build().unwrap();
    /// assert_eq!(pool.current_num_threads(), 5);
    /// ```
    pub fn num_threads(mut self, num_threads: usize) -> Self {
        self.config.num_threads = num_threads;
        self
    }

    /// Makes the calling thread worker 0 of the pool, for the rest of its life.
    ///
    /// It has no main loop: it works for the pool while it waits in one of the pool's calls, or
    /// when it calls [`yield_now`](crate::yield_now). Handlers at start and exit are not called
    /// for it. The pool's shared data is leaked.
    ///
    /// ```
    /// let builder = tine::ThreadPoolBuilder::new().num_threads(2).use_current_thread();
    /// let pool = builder.build().unwrap();
    /// assert_eq!(tine::current_thread_index(), Some(0));
    /// assert_eq!(pool.install(|| 1 + 1), 2);
    /// ```
    pub fn use_current_thread(mut self) -> Self {
        self.config.use_current_thread = true;
        self
    }

    /// What to do with the panic of a detached job ([`spawn`](crate::spawn) and its kin). Without
    /// a handler, or if the handler panics, the process aborts.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    /// let (sender, receiver) = channel();
    /// let pool = tine::ThreadPoolBuilder::new()
    ///     .num_threads(1)
    ///     .panic_handler(move |payload| {
    ///         sender.send(*payload.downcast::<&str>().unwrap()).unwrap();
    ///     })
    ///     .build()
    ///     .unwrap();
    /// pool.spawn(|| std::panic::panic_any("told"));
    /// assert_eq!(receiver.recv().unwrap(), "told");
    /// ```
    pub fn panic_handler<H>(mut self, panic_handler: H) -> Self
    where
        H: Fn(Box<dyn Any + Send>) + Send + Sync + 'static,
    {
        self.config.panic_handler = Some(Box::new(move |payload: Payload| panic_handler(payload)));
        self
    }

    /// The size of the threads' stacks in bytes. Without it, std's default.
    ///
    /// ```
    /// let builder = tine::ThreadPoolBuilder::new().num_threads(1).stack_size(16 << 20);
    /// let pool = builder.build().unwrap();
    /// // Deeper than a stack of 2 MiB would allow.
    /// fn depth(n: usize) -> usize {
    ///     let frame = std::hint::black_box([n; 64]);
    ///     if n == 0 { 0 } else { 1 + depth(frame[63] - 1) }
    /// }
    /// assert_eq!(pool.install(|| depth(5000)), 5000);
    /// ```
    pub fn stack_size(mut self, stack_size: usize) -> Self {
        self.config.stack_size = Some(stack_size);
        self
    }

    /// How long a thread that has run out of work goes on looking for more before it sleeps. Without it, for some 10 to 100
    /// microseconds, by whether that has paid off, and by how long a sleeping thread takes to come on this machine.
    ///
    /// To wake a sleeping thread takes some 5 to 50 microseconds, on a virtual machine or after a long sleep more, and work that is
    /// shorter than that gains nothing from a second thread. A program that has such work every few milliseconds, and not so
    /// regularly that threads could [`anticipate`](Self::anticipate) it, can buy quick help here with processor time: from its last work on, each thread that lingers keeps a processor busy for up to
    /// `time`, whatever else the machine has to do.
    ///
    /// No more threads linger at once than there are processors; and where callers from outside take part in their calls (see
    /// [`build_global`](Self::build_global)), all but one, since a caller takes the place of one that sleeps. It makes
    /// no difference to results.
    ///
    /// ```
    /// use std::time::Duration;
    /// let builder = tine::ThreadPoolBuilder::new().num_threads(2);
    /// let pool = builder.linger(Duration::from_millis(5)).build().unwrap();
    /// for frame in 0..3 {
    ///     assert_eq!(pool.join(|| frame, || frame + 1), (frame, frame + 1));
    /// }
    /// ```
    pub fn linger(mut self, time: Duration) -> Self {
        self.config.linger = time;
        self
    }

    /// Whether a sleeping thread gets up by itself when work is expected: true unless this says otherwise.
    ///
    /// Who is woken comes late, by some 5 to 50 microseconds, on a virtual machine by 100 and more. So where work comes in a rhythm
    /// (frames, blocks of audio, the ticks of a control loop), one thread sets an alarm and is awake when the next work is due. A
    /// rhythm is there when most calls come at even distances of at most 0.2 s, with work of which a second thread could take over as much as
    /// an eighth of a wake; so it may be work for which nobody would be woken, as it is over before.
    ///
    /// It costs processor time from somewhat before the expected call until it comes, or for as long again if it does not: five times the usual
    /// deviation from the rhythm, or three wakes if that is more; no more than an eighth of the time between calls. After two false alarms
    /// in a row there is no further one until the rhythm is there again, so a quiet pool costs nothing.
    /// It makes no difference to results. [`WorkerStats::alarms`](crate::WorkerStats::alarms) counts.
    ///
    /// ```
    /// let builder = tine::ThreadPoolBuilder::new().num_threads(2).anticipate(false);
    /// let pool = builder.build().unwrap();
    /// assert_eq!(pool.join(|| 1, || 2), (1, 2));
    /// assert_eq!(pool.stats().total().alarms, 0);
    /// ```
    pub fn anticipate(mut self, anticipate: bool) -> Self {
        self.config.waits_to_be_called = !anticipate;
        self
    }

    /// Lets each thread run its own spawned jobs in the order of their spawning instead of the newest first: what
    /// [`spawn`](crate::spawn) starts runs as if [`spawn_fifo`](crate::spawn_fifo) had started it.
    ///
    /// ```
    /// # #![allow(deprecated)]
    /// use std::sync::mpsc::channel;
    /// let pool = tine::ThreadPoolBuilder::new().num_threads(1).breadth_first().build().unwrap();
    /// let (sender, receiver) = channel();
    /// pool.scope(|s| {
    ///     for i in 0..3 {
    ///         let sender = sender.clone();
    ///         s.spawn(move |_| sender.send(i).unwrap());
    ///     }
    /// });
    /// drop(sender);
    /// assert_eq!(receiver.iter().collect::<Vec<_>>(), [0, 1, 2]);
    /// ```
    #[deprecated(note = "use `spawn_fifo` and `scope_fifo`")]
    pub fn breadth_first(mut self) -> Self {
        self.config.breadth_first = true;
        self
    }

    /// Called by each thread with its index before it works. Panics go to the panic handler.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    /// let (sender, receiver) = channel();
    /// let builder = tine::ThreadPoolBuilder::new().num_threads(2);
    /// let _pool = builder.start_handler(move |index| sender.send(index).unwrap()).build().unwrap();
    /// assert_eq!(receiver.recv().unwrap() + receiver.recv().unwrap(), 1);
    /// ```
    pub fn start_handler<H>(mut self, start_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.config.start_handler = Some(Box::new(start_handler));
        self
    }

    /// Called by each thread with its index before it ends. Panics go to the panic handler.
    /// The threads of the global pool never end. What the handler spawns is run after it, on a thread that has not ended yet. It cannot
    /// broadcast, which panics, since others may have ended.
    ///
    /// ```
    /// use std::sync::mpsc::channel;
    /// let (sender, receiver) = channel();
    /// let builder = tine::ThreadPoolBuilder::new().num_threads(1);
    /// let pool = builder.exit_handler(move |index| sender.send(index).unwrap()).build().unwrap();
    /// drop(pool);
    /// assert_eq!(receiver.recv().unwrap(), 0);
    /// ```
    pub fn exit_handler<H>(mut self, exit_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.config.exit_handler = Some(Box::new(exit_handler));
        self
    }
}

impl<S> fmt::Debug for ThreadPoolBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadPoolBuilder")
            .field("num_threads", &self.config.num_threads)
            .field("use_current_thread", &self.config.use_current_thread)
            .field("linger", &self.config.linger)
            .field("anticipate", &!self.config.waits_to_be_called)
            .field("thread_name", &self.config.thread_name.is_some())
            .field("stack_size", &self.config.stack_size)
            .field("panic_handler", &self.config.panic_handler.is_some())
            .field("start_handler", &self.config.start_handler.is_some())
            .field("exit_handler", &self.config.exit_handler.is_some())
            .finish()
    }
}
