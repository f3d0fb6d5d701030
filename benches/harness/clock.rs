//! Wall time and the CPU time of the whole process, read together.

use std::time::Instant;

/// What one sample took, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reading {
    /// Time on the clock on the wall.
    pub(crate) wall: f64,
    /// CPU time of all threads of the process; NaN where the system does not tell.
    pub(crate) cpu: f64,
}

/// Runs `work` and tells what it took.
///
/// The CPU clock is the outer one: reading it is a system call and must not count as wall time.
pub(crate) fn time(work: impl FnOnce()) -> Reading {
    let cpu = process_cpu();
    let wall = Instant::now();
    work();
    let wall = wall.elapsed().as_secs_f64();
    Reading {
        wall,
        cpu: process_cpu() - cpu,
    }
}

/// CPU seconds used so far by all threads of this process.
#[cfg(target_os = "linux")]
fn process_cpu() -> f64 {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `now` is a valid timespec that is not aliased during the call, and the clock always exists.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut now) };
    assert_eq!(failed, 0, "the CPU clock of the process cannot be read");
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// No such clock is known here.
#[cfg(not(target_os = "linux"))]
fn process_cpu() -> f64 {
    f64::NAN
}
