//! Room for as many items as an iterator says it has, which may be more than any machine could hold.

use std::collections::TryReserveError;

/// Requires that memory was had. Where it was not this panics, as a length that is no number of bytes does; to let the allocation fail instead
/// would end the process, and a wrong length alone must not do that.
#[inline]
#[track_caller]
pub fn had(outcome: Result<(), TryReserveError>) {
    if let Err(error) = outcome {
        not_had(&error);
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn not_had(error: &TryReserveError) -> ! {
    panic!("no room for as many items as were announced: {error}");
}
