//! Turning any kind of range of positions into a plain one that fits.

use std::ops::{Bound, Range, RangeBounds};

/// The positions in `bounds` of a sequence of `len` items.
///
/// Panics if they are not all within it, or if `bounds` ends before it starts.
#[track_caller]
pub(super) fn positions<R: RangeBounds<usize>>(bounds: R, len: usize) -> Range<usize> {
    let behind = |place: usize| place.checked_add(1).expect("a range beyond all positions");
    let start = match bounds.start_bound() {
        Bound::Included(&start) => start,
        Bound::Excluded(&start) => behind(start),
        Bound::Unbounded => 0,
    };
    let end = match bounds.end_bound() {
        Bound::Included(&end) => behind(end),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => len,
    };
    assert!(
        start <= end && end <= len,
        "range {start}..{end} of {len} items"
    );
    start..end
}
