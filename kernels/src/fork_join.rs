//! Who runs the halves of a kernel's work.

/// Something that runs two closures at the same time, perhaps, and tells what that is worth. tine's engine is one; whoever runs one
/// closure after the other, even if the first one panics, is another.
///
/// It is passed on by value, and best has no size.
///
/// # Safety
/// What implements this keeps to the following; kernels rely on it to fill what they have promised to fill.
///
/// 1. [`join`](ForkJoin::join) and [`enter`](ForkJoin::enter) return only if they have called each of their closures, with what
///    those have returned.
/// 2. [`fork`](ForkJoin::fork) returns only if it has called `first`, with what that has returned; and either gives `second` back,
///    or what `stolen` has made of it.
/// 3. However they end, no closure runs any more when they do.
/// 4. If a closure of [`join`](ForkJoin::join) panics, the other one has been called, too, when `join` ends.
pub unsafe trait ForkJoin: Copy + Send + Sync {
    /// Runs both closures, perhaps at the same time.
    ///
    /// # Panics
    /// If a closure does.
    fn join<A, B, RA, RB>(self, a: A, b: B) -> (RA, RB)
    where
        A: FnOnce() -> RA + Send,
        B: FnOnce() -> RB + Send,
        RA: Send,
        RB: Send;

    /// Runs `first`, while `second` is to be had by others, who run `stolen` on it. Gives it back if nobody took it.
    ///
    /// # Panics
    /// If a closure does.
    fn fork<A, RA, T, RB>(
        self,
        first: A,
        second: T,
        stolen: impl FnOnce(T) -> RB + Send,
    ) -> (RA, Result<RB, T>)
    where
        A: FnOnce() -> RA,
        T: Send,
        RB: Send;

    /// Runs `op` where [`join`](ForkJoin::join) and [`fork`](ForkJoin::fork) may be called, and cost little.
    ///
    /// # Panics
    /// If `op` does.
    fn enter<OP, R>(self, op: OP) -> R
    where
        OP: FnOnce() -> R + Send,
        R: Send;

    /// How many threads there are: at least 1.
    fn threads(self) -> usize;

    /// In how many ticks one more of them could be there: none if one is awake and looks for work.
    fn help_in(self) -> u64;

    /// A clock, whose ticks are of any length.
    fn ticks(self) -> u64;

    /// How many ticks so many microseconds have.
    fn micros(self, micros: u64) -> u64;

    /// Ticks from `start` to now; zero if the clock went backwards.
    #[inline(always)]
    fn since(self, start: u64) -> u64 {
        self.ticks().saturating_sub(start)
    }
}
