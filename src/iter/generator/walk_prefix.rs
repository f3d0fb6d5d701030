//! Walking a tree, every node before its children.

use crate::iter::ParallelIterator;
use crate::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
use std::fmt;

/// How many single nodes in a row a split looks behind to find a fork. Longer than any reasonable stem, but a tree may be
/// one endless stem.
pub(super) const LONGEST_STEM: usize = 1024;

/// Walks the tree below `root`, each node before its children, and those from first to last.
///
/// `children_of` is called once for every node that is reached. Subtrees are handed to other threads as they come up, so the
/// walk is quickest where the tree is bushy near its root.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// // Every number's children are those that append a digit below 3.
/// let digits = |n: &u32| {
///     let n = *n;
///     (0..3).filter(move |_| n < 10).map(move |digit| 10 * n + digit)
/// };
/// let v: Vec<_> = tine::iter::walk_tree_prefix(1, digits).collect();
/// assert_eq!(v, [1, 10, 11, 12]);
/// ```
pub fn walk_tree_prefix<S, B, I>(root: S, children_of: B) -> WalkTreePrefix<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S, IntoIter: DoubleEndedIterator>,
{
    WalkTreePrefix { root, children_of }
}

/// An iterator over the nodes of a tree, parents first; see [`walk_tree_prefix`].
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let halves: tine::iter::WalkTreePrefix<_, _> = tine::iter::walk_tree_prefix(4, |&n| (n > 1).then_some(n / 2));
/// assert_eq!(halves.collect::<Vec<i32>>(), [4, 2, 1]);
/// ```
pub struct WalkTreePrefix<S, B> {
    root: S,
    children_of: B,
}

impl<S: fmt::Debug, B> fmt::Debug for WalkTreePrefix<S, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WalkTreePrefix")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

impl<S, B, I> ParallelIterator for WalkTreePrefix<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S, IntoIter: DoubleEndedIterator>,
{
    type Item = S;
    const HAS_LEN: Option<bool> = Some(false);

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<S>,
    {
        let children_of = &self.children_of;
        bridge_unindexed(
            WalkPrefixProducer {
                passed: Vec::new(),
                ahead: vec![self.root],
                children_of,
            },
            consumer,
        )
    }
}

struct WalkPrefixProducer<'b, S, B> {
    /// Nodes whose children are in `ahead` already; they come first, in order.
    passed: Vec<S>,
    /// Roots of subtrees that are still whole, the next one last.
    ahead: Vec<S>,
    children_of: &'b B,
}

impl<S, B, I> UnindexedProducer for WalkPrefixProducer<'_, S, B>
where
    S: Send,
    B: Fn(&S) -> I + Sync,
    I: IntoIterator<Item = S, IntoIter: DoubleEndedIterator>,
{
    type Item = S;

    fn split(mut self) -> (Self, Option<Self>) {
        for _ in 0..LONGEST_STEM {
            if self.ahead.len() != 1 {
                break;
            }
            if let Some(node) = self.ahead.pop() {
                self.ahead
                    .extend((self.children_of)(&node).into_iter().rev());
                self.passed.push(node);
            }
        }
        if self.ahead.len() < 2 {
            return (self, None);
        }
        // The front half of the stack is the later one.
        let soon = self.ahead.split_off(self.ahead.len() / 2);
        let later = WalkPrefixProducer {
            passed: Vec::new(),
            ahead: self.ahead,
            children_of: self.children_of,
        };
        (
            WalkPrefixProducer {
                passed: self.passed,
                ahead: soon,
                children_of: self.children_of,
            },
            Some(later),
        )
    }

    fn fold_with<F>(self, mut folder: F) -> F
    where
        F: Folder<S>,
    {
        folder = folder.consume_iter(self.passed);
        let mut ahead = self.ahead;
        while !folder.full() {
            let Some(node) = ahead.pop() else { break };
            ahead.extend((self.children_of)(&node).into_iter().rev());
            folder = folder.consume(node);
        }
        folder
    }
}
