//! What the types must refuse, as documentation tests that fail to compile; beside each stands one that compiles, so that it
//! is known to fail for the right reason. Only seen by rustdoc, which checks the error codes in `.ci/docs` alone, since a stable compiler ignores them.

mod must_use;
mod task_graph;

/// A reference count that is not atomic must not reach another thread: `Rc` is no parallel collection.
///
/// ```compile_fail,E0507
/// use std::rc::Rc;
/// use tine::prelude::*;
///
/// let numbers = Rc::new(vec![1, 2, 3]);
/// numbers.into_par_iter().for_each(|_| ());
/// ```
///
/// ```
/// use tine::prelude::*;
///
/// let numbers = Box::new(vec![1, 2, 3]);
/// numbers.into_par_iter().for_each(|_| ());
/// ```
mod rc_as_source {}

/// `Rc` as an item:
///
/// ```compile_fail,E0599
/// use std::rc::Rc;
/// use tine::prelude::*;
///
/// let numbers = vec![Rc::new(1)];
/// numbers.into_par_iter().for_each(drop);
/// ```
///
/// ```
/// use std::sync::Arc;
/// use tine::prelude::*;
///
/// let numbers = vec![Arc::new(1)];
/// numbers.into_par_iter().for_each(drop);
/// ```
mod rc_as_item {}

/// `Rc` as what a closure makes:
///
/// ```compile_fail,E0277
/// use std::rc::Rc;
/// use tine::prelude::*;
///
/// let numbers: Vec<Rc<i32>> = (0..9).into_par_iter().map(Rc::new).collect();
/// ```
///
/// ```
/// use std::sync::Arc;
/// use tine::prelude::*;
///
/// let numbers: Vec<Arc<i32>> = (0..9).into_par_iter().map(Arc::new).collect();
/// ```
mod rc_as_result {}

/// `Rc` in what a closure captures:
///
/// ```compile_fail,E0277
/// use std::rc::Rc;
/// use tine::prelude::*;
///
/// let shift = Rc::new(3);
/// (0..9).into_par_iter().map(|n| n + *shift).count();
/// ```
///
/// ```
/// use std::sync::Arc;
/// use tine::prelude::*;
///
/// let shift = Arc::new(3);
/// (0..9).into_par_iter().map(|n| n + *shift).count();
/// ```
mod rc_in_closure {}

/// `Rc` as the state of a thread that is cloned for others:
///
/// ```compile_fail,E0277
/// use std::rc::Rc;
/// use tine::prelude::*;
///
/// (0..9).into_par_iter().for_each_with(Rc::new(3), |_, _| ());
/// ```
///
/// ```
/// use std::sync::Arc;
/// use tine::prelude::*;
///
/// (0..9).into_par_iter().for_each_with(Arc::new(3), |_, _| ());
/// ```
mod rc_as_state {}

/// `Rc` as an accumulator:
///
/// ```compile_fail,E0277
/// use std::rc::Rc;
/// use tine::prelude::*;
///
/// (0..9).into_par_iter().fold(|| Rc::new(3), |a, _| a).count();
/// ```
///
/// ```
/// use std::sync::Arc;
/// use tine::prelude::*;
///
/// (0..9).into_par_iter().fold(|| Arc::new(3), |a, _| a).count();
/// ```
mod rc_as_accumulator {}

/// A cell may not be looked at from two threads.
///
/// ```compile_fail,E0277
/// use std::cell::Cell;
/// use tine::prelude::*;
///
/// let counter = Cell::new(0);
/// (0..9).into_par_iter().for_each(|n| counter.set(counter.get() + n));
/// ```
///
/// ```
/// use std::sync::atomic::{AtomicI32, Ordering::Relaxed};
/// use tine::prelude::*;
///
/// let counter = AtomicI32::new(0);
/// (0..9).into_par_iter().for_each(|n| { counter.fetch_add(n, Relaxed); });
/// ```
mod cell_in_closure {}

/// Cells by shared reference:
///
/// ```compile_fail,E0599
/// use std::cell::Cell;
/// use tine::prelude::*;
///
/// let cells = [Cell::new(1), Cell::new(2)];
/// cells.par_chunks(1).for_each(|cells| cells[0].set(3));
/// ```
///
/// By exclusive reference they are harmless.
///
/// ```
/// use std::cell::Cell;
/// use tine::prelude::*;
///
/// let mut cells = [Cell::new(1), Cell::new(2)];
/// cells.par_chunks_mut(1).for_each(|cells| cells[0].set(3));
/// ```
mod cells_by_reference {}

/// What cannot be split at a position cannot be walked side by side.
///
/// ```compile_fail,E0599
/// use tine::prelude::*;
///
/// let odd = (0..9).into_par_iter().filter(|n| n % 2 == 1);
/// odd.zip(0..9).count();
/// ```
///
/// ```
/// use tine::prelude::*;
///
/// let next = (0..9).into_par_iter().map(|n| n + 1);
/// next.zip(0..9).count();
/// ```
mod zip_of_filtered {}

/// The same on the other side:
///
/// ```compile_fail,E0277
/// use tine::prelude::*;
///
/// let odd = (0..9).into_par_iter().filter(|n| n % 2 == 1);
/// (0..9).into_par_iter().zip(odd).count();
/// ```
///
/// ```
/// use tine::prelude::*;
///
/// let next = (0..9).into_par_iter().map(|n| n + 1);
/// (0..9).into_par_iter().zip(next).count();
/// ```
mod zip_with_filtered {}

/// Nor has it positions to write to.
///
/// ```compile_fail,E0599
/// use tine::prelude::*;
///
/// let mut target = Vec::new();
/// (0..9).into_par_iter().filter_map(Some).collect_into_vec(&mut target);
/// ```
///
/// ```
/// use tine::prelude::*;
///
/// let mut target = Vec::new();
/// (0..9).into_par_iter().map(Some).collect_into_vec(&mut target);
/// ```
mod collect_of_filtered {}

/// Nor can it be numbered, or counted without a walk.
///
/// ```compile_fail,E0599
/// use tine::prelude::*;
///
/// (0..9).into_par_iter().flat_map_iter(|n| 0..n).enumerate().count();
/// ```
///
/// ```compile_fail,E0599
/// use tine::prelude::*;
///
/// let len = (0..9).into_par_iter().filter(|_| true).len();
/// ```
///
/// ```
/// use tine::prelude::*;
///
/// (0..9).into_par_iter().enumerate().flat_map_iter(|(i, n)| i..n).count();
/// let len = (0..9usize).into_par_iter().len();
/// ```
mod positions_of_nested {}

/// Ranges whose length may exceed `usize` are not indexed.
///
/// ```compile_fail,E0599
/// use tine::prelude::*;
///
/// (0..9u64).into_par_iter().enumerate().count();
/// ```
///
/// ```
/// use tine::prelude::*;
///
/// (0..9u32).into_par_iter().enumerate().count();
/// ```
mod positions_of_long_range {}

/// Two threads may not have the same exclusive reference.
///
/// ```compile_fail,E0594
/// use tine::prelude::*;
///
/// let mut sum = 0;
/// (0..9).into_par_iter().for_each(|n| sum += n);
/// ```
///
/// ```
/// use tine::prelude::*;
///
/// let mut sum = 0;
/// (0..9).for_each(|n| sum += n);
/// let same: i32 = (0..9).into_par_iter().sum();
/// ```
mod shared_sum {}

/// A slice that is being changed cannot be read.
///
/// ```compile_fail,E0502
/// use tine::prelude::*;
///
/// let mut numbers = [1, 2, 3];
/// numbers.par_iter_mut().for_each(|n| *n += numbers[0]);
/// ```
///
/// ```
/// use tine::prelude::*;
///
/// let mut numbers = [1, 2, 3];
/// let first = numbers[0];
/// numbers.par_iter_mut().for_each(|n| *n += first);
/// ```
mod read_while_changed {}
