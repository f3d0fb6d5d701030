//! The front of the vector, and what stayed of single blocks and is joined to it.

use super::Sieve;
use std::mem::MaybeUninit;
use std::ptr;

/// Elements that are alive and lie together.
pub(super) struct Run {
    pub(super) start: usize,
    pub(super) len: usize,
}

/// Where the elements are that have stayed.
#[derive(Default)]
pub(super) struct Settled {
    /// So many elements at the start are alive.
    pub(super) front: usize,
    /// More of them: alive, in ascending order, without overlap, and behind the front.
    pub(super) runs: Vec<Run>,
}

impl Settled {
    /// Joins the runs to the front, as far as the sieve still keeps them.
    ///
    /// # Safety
    /// 1. All of `front` and `runs` is within `places`, and alive.
    pub(super) unsafe fn settle<T>(
        &mut self,
        places: &mut [MaybeUninit<T>],
        sieve: &impl Sieve<T>,
    ) {
        let mut last = self.front.checked_sub(1);
        for run in &mut self.runs {
            if let (Some(last), 1..) = (last, run.len) {
                let (before, rest) = places.split_at_mut(run.start);
                // SAFETY: obligation 1: `last` is in `front` or in a run before this one.
                let last = unsafe { before[last].assume_init_mut() };
                // SAFETY: obligation 1: the first one of this run.
                let first = unsafe { rest[0].assume_init_mut() };
                if !sieve.keeps_at_seam(last, first) {
                    run.start += 1;
                    run.len -= 1;
                    // SAFETY: it is in no run any more.
                    unsafe { rest[0].assume_init_drop() };
                }
            }
            if run.len > 0 {
                last = Some(run.start + run.len - 1);
            }
        }
        // SAFETY: (1) by obligation 1; what was dropped is in no run any more.
        unsafe { self.close(places) };
    }

    /// Joins all runs to the front.
    ///
    /// # Safety
    /// 1. All of `front` and `runs` is within `places`, and alive.
    pub(super) unsafe fn close<T>(&mut self, places: &mut [MaybeUninit<T>]) {
        for run in self.runs.drain(..).filter(|run| run.len > 0) {
            if run.start != self.front {
                let base = places.as_mut_ptr();
                // SAFETY: obligation 1: the run is within `places`.
                let source = unsafe { base.add(run.start) };
                // SAFETY: the front ends before the run.
                let target = unsafe { base.add(self.front) };
                // SAFETY: `len` elements, and as many places, since those come first; nothing is alive between front and run.
                unsafe { ptr::copy(source, target, run.len) };
            }
            self.front += run.len;
        }
    }
}
