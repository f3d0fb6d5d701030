//! A cheap tick counter for decisions about grain and patience.
//!
//! Ticks are the processor's own constant-rate counter where it can be read in a few nanoseconds,
//! else nanoseconds. They decide how much to run before looking up, never what a program computes,
//! so a counter that jumps costs time and nothing else.

use crate::base::prim::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The counter now. Differences saturate: see [`since`].
#[inline(always)]
pub fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: every x86-64 processor has the instruction.
        unsafe { std::arch::x86_64::_rdtsc() }
    }
    #[cfg(target_arch = "aarch64")]
    {
        let value: u64;
        // SAFETY: reads the virtual counter, which user code may read; no memory is touched.
        unsafe {
            std::arch::asm!("mrs {}, cntvct_el0", out(reg) value, options(nomem, nostack, preserves_flags))
        };
        value
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        instant_nanos()
    }
}

/// Ticks from `start` to now; zero if the counter went backwards (another core's may lag).
#[inline(always)]
pub fn since(start: u64) -> u64 {
    ticks().saturating_sub(start)
}

/// The number of ticks in `micros` microseconds. The first call measures for some 20 us.
#[inline]
pub fn micros(micros: u64) -> u64 {
    static PER_1024_US: AtomicU64 = AtomicU64::new(0);
    // Relaxed: any thread's measurement will do, and nothing else is published by it.
    let mut rate = PER_1024_US.load(Ordering::Relaxed);
    if rate == 0 {
        // A gate.
        let measure: fn() -> u64 = measure;
        rate = measure();
        // Relaxed: as above.
        PER_1024_US.store(rate, Ordering::Relaxed);
    }
    (rate * micros) >> 10
}

/// The number of ticks in `nanos` nanoseconds; see [`micros`].
#[inline]
pub fn nanos(nanos: u64) -> u64 {
    micros(nanos) / 1000
}

/// About how long so many ticks take.
pub(crate) fn duration(ticks: u64) -> Duration {
    let nanos = u128::from(ticks) * 1_000_000 / u128::from(micros(1000));
    Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
}

#[cold]
#[inline(never)]
fn measure() -> u64 {
    let (start, first) = Reading::now();
    while start.elapsed() < Duration::from_micros(20) {
        std::hint::spin_loop();
    }
    let (end, last) = Reading::now();
    let nanos = (end - start).as_nanos() as u64;
    let count = last.saturating_sub(first);
    (count.saturating_mul(1024 * 1000) / nanos.max(1)).max(1)
}

/// Both clocks, read in turns.
#[derive(Clone, Copy)]
struct Reading<T> {
    before: u64,
    time: T,
    after: u64,
}

impl Reading<Instant> {
    /// So many are taken, since a thread may lose its processor between any two instructions.
    const TRIES: usize = 8;

    /// The same moment by both clocks.
    fn now() -> (Instant, u64) {
        let mut best = Self::take();
        for _ in 1..Self::TRIES {
            best = best.or(Self::take());
        }
        best.moment()
    }

    fn take() -> Self {
        Reading {
            before: ticks(),
            time: Instant::now(),
            after: ticks(),
        }
    }
}

impl<T: Copy> Reading<T> {
    /// The one of both that took the shorter.
    fn or(self, later: Self) -> Self {
        if later.width() < self.width() {
            later
        } else {
            self
        }
    }

    /// The same moment by both clocks.
    fn moment(self) -> (T, u64) {
        (self.time, self.before + self.width() / 2)
    }

    fn width(&self) -> u64 {
        self.after.saturating_sub(self.before)
    }
}

/// How long a tick is, measured over some time: the longer that was, the better.
pub(crate) struct Scale {
    time: Duration,
    ticks: u64,
}

impl Scale {
    /// So many ticks take that time.
    pub(crate) fn new(time: Duration, ticks: u64) -> Self {
        let ticks = ticks.max(1);
        Scale { time, ticks }
    }

    /// The duration of so many ticks, as if there were no more of them than were measured.
    pub(crate) fn duration(&self, ticks: u64) -> Duration {
        let part = ticks.min(self.ticks) as f64 / self.ticks as f64;
        Duration::from_nanos((self.time.as_nanos() as f64 * part) as u64)
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn instant_nanos() -> u64 {
    use std::sync::OnceLock;
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::Reading;

    #[test]
    fn a_reading_that_was_interrupted_is_not_taken() {
        let reading = |before, time, after| Reading {
            before,
            time,
            after,
        };
        let others = [
            reading(90_040, 'b', 90_100),
            reading(90_140, 'c', 95_000),
            reading(95_040, 'd', 95_120),
        ];
        let first = reading(1000, 'a', 90_000);
        let best = others.into_iter().fold(first, Reading::or);
        assert_eq!(best.moment(), ('b', 90_070));
    }

    #[test]
    fn clocks_that_go_backwards_break_nothing() {
        let reading = Reading {
            before: u64::MAX,
            time: (),
            after: 0,
        };
        assert_eq!(reading.or(reading).moment(), ((), u64::MAX));
    }
}
