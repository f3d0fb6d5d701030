//! Walking a tree, every node after its children.

use super::walk_prefix::LONGEST_STEM;
use crate::iter::ParallelIterator;
use crate::plumbing::{Folder, Steps, UnindexedConsumer, UnindexedProducer, bridge_steps};
use std::fmt;

/// Walks the tree below `root`, each node after its children, and those from first to last.
///
/// `children_of` is called once for every node that is reached. If the walk takes longer than it takes to wake a thread,
/// subtrees are handed to others as they come up. A deep tree costs memory, but no stack.
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
/// let v: Vec<_> = tine::iter::walk_tree_postfix(1, digits).collect();
/// assert_eq!(v, [10, 11, 12, 1]);
/// ```
pub fn walk_tree_postfix<S, B, I>(root: S, children_of: B) -> WalkTreePostfix<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S>,
{
    WalkTreePostfix { root, children_of }
}

/// An iterator over the nodes of a tree, parents last; see [`walk_tree_postfix`].
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let halves: tine::iter::WalkTreePostfix<_, _> = tine::iter::walk_tree_postfix(4, |&n| (n > 1).then_some(n / 2));
/// assert_eq!(halves.collect::<Vec<i32>>(), [1, 2, 4]);
/// ```
pub struct WalkTreePostfix<S, B> {
    root: S,
    children_of: B,
}

impl<S: fmt::Debug, B> fmt::Debug for WalkTreePostfix<S, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WalkTreePostfix")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}

impl<S, B, I> ParallelIterator for WalkTreePostfix<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S>,
{
    type Item = S;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<S>,
    {
        let producer = WalkPostfixProducer {
            ahead: vec![self.root],
            passed: Vec::new(),
            children_of: &self.children_of,
        };
        bridge_steps(producer, consumer)
    }
}

struct WalkPostfixProducer<'b, S, B> {
    /// Roots of subtrees that are still whole, the next one last.
    ahead: Vec<S>,
    /// Nodes whose children are or were in `ahead`, the next one last, each with how many roots lie below those: it comes when no more
    /// than these are left.
    passed: Vec<(S, usize)>,
    children_of: &'b B,
}

impl<S, B, I> WalkPostfixProducer<'_, S, B>
where
    B: Fn(&S) -> I,
    I: IntoIterator<Item = S>,
{
    /// Replaces the next subtree by those below its root; gives that back if there are none.
    #[inline]
    fn open(&mut self) -> Option<S> {
        let node = self.ahead.pop()?;
        let below = self.ahead.len();
        self.ahead.extend((self.children_of)(&node));
        if self.ahead.len() == below {
            return Some(node);
        }
        self.ahead[below..].reverse();
        self.passed.push((node, below));
        None
    }

    /// Feeds `folder` with the nodes whose children have come.
    #[inline]
    fn close<F>(&mut self, mut folder: F) -> F
    where
        F: Folder<S>,
    {
        while let Some(&(_, below)) = self.passed.last()
            && below >= self.ahead.len()
            && !folder.full()
            && let Some((node, _)) = self.passed.pop()
        {
            folder = folder.consume(node);
        }
        folder
    }
}

impl<S, B, I> UnindexedProducer for WalkPostfixProducer<'_, S, B>
where
    S: Send,
    B: Fn(&S) -> I + Sync,
    I: IntoIterator<Item = S>,
{
    type Item = S;

    fn split(mut self) -> (Self, Option<Self>) {
        for _ in 0..LONGEST_STEM {
            if self.ahead.len() != 1 {
                break;
            }
            if let Some(leaf) = self.open() {
                self.passed.push((leaf, 0));
            }
        }
        if self.ahead.len() < 2 {
            return (self, None);
        }
        // The front half of the stack is the later one, and so are the nodes that come when no more than that is left, or less.
        let later = self.ahead.len() / 2;
        let soon = self.ahead.split_off(later);
        let passed = self.passed.partition_point(|&(_, below)| below < later);
        let mut passed_soon = self.passed.split_off(passed);
        for (_, below) in &mut passed_soon {
            *below -= later;
        }
        let left = WalkPostfixProducer {
            ahead: soon,
            passed: passed_soon,
            children_of: self.children_of,
        };
        (left, Some(self))
    }

    fn fold_with<F>(mut self, folder: F) -> F
    where
        F: Folder<S>,
    {
        self.advance(folder, usize::MAX)
    }
}

impl<S, B, I> Steps for WalkPostfixProducer<'_, S, B>
where
    S: Send,
    B: Fn(&S) -> I + Sync,
    I: IntoIterator<Item = S>,
{
    fn advance<F>(&mut self, folder: F, steps: usize) -> F
    where
        F: Folder<S>,
    {
        let mut folder = self.close(folder);
        for _ in 0..steps {
            if self.ahead.is_empty() || folder.full() {
                break;
            }
            if let Some(leaf) = self.open() {
                folder = self.close(folder.consume(leaf));
            }
        }
        folder
    }

    fn is_over(&self) -> bool {
        self.ahead.is_empty() && self.passed.is_empty()
    }
}
