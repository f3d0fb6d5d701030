//! An asymmetric barrier: free for the owner of a deque, dear for its thief.
//!
//! Of two threads that each write one variable and then read the other's, at least one must see
//! the other's write. Two fences guarantee that; here the frequent side only keeps the compiler
//! from reordering ([`light`]) and the rare side makes the operating system run a full barrier on
//! every running thread of the process ([`heavy`]). Linux: `membarrier`, private expedited (since
//! 4.14). Windows: `FlushProcessWriteBuffers`. Elsewhere, or under a sandbox that forbids the
//! call, [`available`] is false and callers must not rely on the pair.

use crate::base::prim::{AtomicU8, Ordering, compiler_fence};

/// The frequent side: orders this thread's accesses for the compiler only.
#[inline(always)]
pub(crate) fn light() {
    // SeqCst: a compiler fence; the processor's part is done by the other side's `heavy`.
    compiler_fence(Ordering::SeqCst);
}

/// The rare side: on return every other thread of the process has executed a full barrier at
/// some point since the call. Only meaningful if [`available`].
#[inline(never)]
pub(crate) fn heavy() {
    os::heavy();
}

/// Whether this machine has the barrier. The first call registers the process for it, unless that was done before `main`.
pub(crate) fn available() -> bool {
    const UNKNOWN: u8 = 0;
    const YES: u8 = 1;
    const NO: u8 = 2;
    static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
    // Relaxed: the state is a pure function of the process; every thread computes the same one.
    match STATE.load(Ordering::Relaxed) {
        YES => true,
        NO => false,
        _ => {
            let yes = !cfg!(tine_no_barrier) && os::register();
            // Relaxed: as above.
            STATE.store(if yes { YES } else { NO }, Ordering::Relaxed);
            yes
        }
    }
}

#[cfg(target_os = "linux")]
mod os {
    //! `membarrier(2)`.

    use crate::base::linux;
    use std::ffi::{c_int, c_uint};
    use std::{io, process};

    const PRIVATE_EXPEDITED: c_int = 1 << 3;
    const REGISTER_PRIVATE_EXPEDITED: c_int = 1 << 4;

    /// Whether the system did it. An interpreter has no such call.
    fn membarrier(command: c_int) -> bool {
        let Some(number) = linux::MEMBARRIER.filter(|_| !cfg!(miri)) else {
            return false;
        };
        let (flags, cpu): (c_uint, c_int) = (0, 0);
        // SAFETY: (1) the call takes three integers and touches no memory of this process.
        unsafe { linux::syscall(number, command, flags, cpu) == 0 }
    }

    pub(super) fn register() -> bool {
        membarrier(REGISTER_PRIVATE_EXPEDITED)
    }

    /// Registers when the program is loaded, as `liburcu` does: later, when the process has other threads, the system lets whoever asks wait
    /// until each processor has come by, some 10 to 30 milliseconds.
    #[cfg(not(any(tine_no_barrier, miri)))]
    extern "C" fn register_early() {
        register();
    }

    #[cfg(not(any(tine_no_barrier, miri)))]
    #[used]
    // SAFETY: what lies in this section is a pointer to a function that is called once, by the C library, which needs no more than that;
    // it is there when the function runs, and uses nothing of std.
    #[unsafe(link_section = ".init_array")]
    static EARLY: extern "C" fn() = register_early;

    pub(super) fn heavy() {
        if !membarrier(PRIVATE_EXPEDITED) {
            insist();
        }
    }

    /// Whoever has asked for the barrier would go wrong in memory without.
    #[cold]
    #[inline(never)]
    fn insist() {
        while !membarrier(PRIVATE_EXPEDITED) {
            let error = io::Error::last_os_error();
            // The system may be short of memory for a list of processors.
            if error.raw_os_error() != Some(linux::OUT_OF_MEMORY) {
                eprintln!(
                    "tine: membarrier has been forbidden since it was registered; aborting: {error}"
                );
                process::abort();
            }
        }
    }
}

#[cfg(windows)]
mod os {
    //! `FlushProcessWriteBuffers`.

    pub(super) fn register() -> bool {
        true
    }

    pub(super) fn heavy() {
        // SAFETY: the call has no arguments and no preconditions.
        unsafe { windows_sys::Win32::System::Threading::FlushProcessWriteBuffers() }
    }
}

#[cfg(not(any(target_os = "linux", windows)))]
mod os {
    //! No process-wide barrier is known for this platform.

    pub(super) fn register() -> bool {
        false
    }

    pub(super) fn heavy() {}
}
