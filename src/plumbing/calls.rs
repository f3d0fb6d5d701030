//! Closures by reference, for std's iterators.

/// Calls `op`.
///
/// A reference to a closure is a closure, too, but what that one is called with goes through memory, as a tuple: texts that were mapped took a third longer,
/// and what was folded into hash maps up to twice as long (`cargo bench --bench survey -- texts_mapped fold_into_small_map`).
#[inline(always)]
pub(crate) fn calls<T, R, F>(op: &F) -> impl Fn(T) -> R + Copy
where
    F: Fn(T) -> R,
{
    move |item| op(item)
}
