//! Small elements to the front, by swaps alone. Selections and partitions begin with this too.

/// From this size on a swap costs more than a mispredicted branch.
pub(in crate::algo) const LARGE: usize = 64;

/// Brings the elements that go left before all others and returns how many there are.
///
/// Each element is asked about once. If `goes_left` panics, the slice is a permutation of what it was.
pub(super) fn partition<T>(v: &mut [T], goes_left: impl Fn(&T) -> bool) -> usize {
    match size_of::<T>() {
        0..LARGE => without_branches(v, goes_left),
        _ => with_few_swaps(v, goes_left),
    }
}

/// Swaps every element, be it with itself, so that nothing depends on a guess of its size.
pub(in crate::algo) fn without_branches<T>(v: &mut [T], goes_left: impl Fn(&T) -> bool) -> usize {
    let mut left = 0;
    for i in 0..v.len() {
        let goes = goes_left(&v[i]);
        v.swap(left, i);
        left += usize::from(goes);
    }
    left
}

/// Walks from both ends and swaps only what is on the wrong side.
pub(in crate::algo) fn with_few_swaps<T>(v: &mut [T], goes_left: impl Fn(&T) -> bool) -> usize {
    let (mut left, mut right) = (0, v.len());
    loop {
        while left < right && goes_left(&v[left]) {
            left += 1;
        }
        // Here `v[left]` is known to go right.
        while left + 1 < right && !goes_left(&v[right - 1]) {
            right -= 1;
        }
        if left + 1 >= right {
            return left;
        }
        right -= 1;
        v.swap(left, right);
        left += 1;
    }
}
