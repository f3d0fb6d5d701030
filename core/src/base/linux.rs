//! What the engine asks of Linux, as its C library and its kernel name it.
//!
//! std links the C library in any case. A few declarations stand here instead of a dependency, since that was a ninth of the time in
//! which a program that needs nothing else of it is built from nothing. The tests hold all of them against the `libc` crate.

use std::ffi::{c_int, c_long};

/// A thread's number.
pub(crate) type Tid = c_int;

/// `cpu_set_t`: a bit for each processor, in words of a C `long`, which is as long as a pointer.
pub(crate) type CpuSet = [usize; CPUS / usize::BITS as usize];

/// None.
pub(crate) const NO_CPUS: CpuSet = [0; CPUS / usize::BITS as usize];

/// The processors that a [`CpuSet`] has bits for.
pub(crate) const CPUS: usize = 1024;

/// `ENOMEM`.
pub(crate) const OUT_OF_MEMORY: c_int = 12;

/// `SYS_membarrier`, where its number is known.
pub(crate) const MEMBARRIER: Option<c_long> =
    if cfg!(all(target_arch = "x86_64", target_pointer_width = "64")) {
        Some(324)
    } else if cfg!(target_arch = "x86") {
        Some(375)
    } else if cfg!(target_arch = "arm") {
        Some(389)
    } else if cfg!(any(target_arch = "powerpc", target_arch = "powerpc64")) {
        Some(365)
    } else if cfg!(target_arch = "s390x") {
        Some(356)
    } else if cfg!(any(target_arch = "sparc", target_arch = "sparc64")) {
        Some(351)
    } else if cfg!(any(
        all(target_arch = "aarch64", target_pointer_width = "64"),
        target_arch = "riscv32",
        target_arch = "riscv64",
        target_arch = "loongarch64"
    )) {
        Some(283)
    } else {
        None
    };

unsafe extern "C" {
    /// The processor that the calling thread runs on, or -1.
    pub(crate) safe fn sched_getcpu() -> c_int;

    /// The calling thread.
    pub(crate) safe fn gettid() -> Tid;

    /// Writes the processors that `thread` may run on; 0 if all went well.
    ///
    /// # Safety
    /// 1. `set` may be written, `size` bytes of it.
    pub(crate) unsafe fn sched_getaffinity(thread: Tid, size: usize, set: *mut CpuSet) -> c_int;

    /// Sets the processors that `thread` may run on; 0 if all went well.
    ///
    /// # Safety
    /// 1. `set` may be read, `size` bytes of it.
    pub(crate) unsafe fn sched_setaffinity(thread: Tid, size: usize, set: *const CpuSet) -> c_int;

    /// Calls the kernel by number; -1 if it refused.
    ///
    /// # Safety
    /// 1. The arguments are those that the call takes, and what it does with them is sound.
    pub(crate) unsafe fn syscall(number: c_long, ...) -> c_long;
}

#[cfg(test)]
mod tests {
    use super::{CPUS, CpuSet, MEMBARRIER, OUT_OF_MEMORY, Tid};
    use std::any::TypeId;
    use std::ffi::c_int;

    #[test]
    fn numbers_and_types_are_those_of_the_c_library() {
        assert_eq!(OUT_OF_MEMORY, libc::ENOMEM);
        assert_eq!(MEMBARRIER, Some(libc::SYS_membarrier));
        assert_eq!(CPUS, libc::CPU_SETSIZE as usize);
        assert_eq!(size_of::<CpuSet>(), size_of::<libc::cpu_set_t>());
        assert_eq!(align_of::<CpuSet>(), align_of::<libc::cpu_set_t>());
        assert_eq!(TypeId::of::<Tid>(), TypeId::of::<libc::pid_t>());
    }

    #[test]
    fn functions_are_those_of_the_c_library() {
        type Get<S> = unsafe extern "C" fn(c_int, usize, *mut S) -> c_int;
        type Set<S> = unsafe extern "C" fn(c_int, usize, *const S) -> c_int;
        let ours: Get<CpuSet> = super::sched_getaffinity;
        let theirs: Get<libc::cpu_set_t> = libc::sched_getaffinity;
        assert_eq!(ours as usize, theirs as usize);
        let ours: Set<CpuSet> = super::sched_setaffinity;
        let theirs: Set<libc::cpu_set_t> = libc::sched_setaffinity;
        assert_eq!(ours as usize, theirs as usize);
        let ours: extern "C" fn() -> c_int = super::sched_getcpu;
        let theirs: unsafe extern "C" fn() -> c_int = libc::sched_getcpu;
        assert_eq!(ours as usize, theirs as usize);
        let ours: extern "C" fn() -> Tid = super::gettid;
        let theirs: unsafe extern "C" fn() -> libc::pid_t = libc::gettid;
        assert_eq!(ours as usize, theirs as usize);
        let mut set: libc::cpu_set_t =
            // SAFETY: a plain array of integers, for which zeros are a value.
            unsafe { std::mem::zeroed() };
        // SAFETY: `2` is the number of a bit of the set.
        unsafe { libc::CPU_SET(2, &mut set) };
        // SAFETY: as large, and of plain integers.
        let ours: CpuSet = unsafe { std::mem::transmute(set) };
        assert_eq!((ours[0], ours[1..].iter().sum::<usize>()), (1 << 2, 0));
    }
}
