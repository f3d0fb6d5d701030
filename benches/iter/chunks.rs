//! Numbers changed in their place, a chunk at a time.

use crate::harness::report::Report;
use crate::lengths::{Largest, ORX, RAYON, SEQUENTIAL, TINE, at_all};
use crate::workload::numbers::noise;
use std::cell::RefCell;
use std::hint::black_box;

const CHUNK: usize = 100;

/// Every chunk is one item. All change the same numbers: of two vectors one may have the larger pages.
pub(crate) fn chunks_mut(report: &mut Report) {
    let change = |chunk: &mut [u64]| {
        chunk
            .iter_mut()
            .for_each(|n| *n = (*n ^ (*n >> 7)).wrapping_add(1));
    };
    at_all(report, Largest::new(1.0), |contest, len| {
        let numbers = &RefCell::new(noise(len));
        contest
            .seat(SEQUENTIAL, move || {
                black_box(&mut *numbers.borrow_mut())
                    .chunks_mut(CHUNK)
                    .for_each(change)
            })
            .seat(TINE, move || {
                use tine::prelude::*;
                black_box(&mut *numbers.borrow_mut())
                    .par_chunks_mut(CHUNK)
                    .for_each(change)
            })
            .seat(RAYON, move || {
                use rayon::prelude::*;
                black_box(&mut *numbers.borrow_mut())
                    .par_chunks_mut(CHUNK)
                    .for_each(change)
            })
            .seat(ORX, move || {
                use orx_parallel::*;
                black_box(&mut *numbers.borrow_mut())
                    .chunks_mut(CHUNK)
                    .iter_into_par()
                    .for_each(change)
            })
            .run()
    });
}
