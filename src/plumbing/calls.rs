//! Closures by reference, for std's iterators.

/// Calls `op`.
///
/// A reference to a closure is a closure, too, but std's code for calling it is a function of its own, which compilers do not inline into the loop unless it is
/// small. A closure of middle size, most of whose items take its short way, is then called for each of them: what looks at a number and takes a lock for each
/// 64th took three to four times as long on one thread (`cargo bench --bench survey -- seldom_locked kinds_mapped`). This one's body is the call, and
/// the only one.
#[inline(always)]
pub(crate) fn calls<T, R, F>(op: &F) -> impl Fn(T) -> R + Copy
where
    F: Fn(T) -> R,
{
    move |item| op(item)
}
