//! Walking a tree, every node after its children.

use super::walk_prefix::LONGEST_STEM;
use crate::iter::ParallelIterator;
use crate::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
use std::fmt;

/// Walks the tree below `root`, each node after its children, and those from first to last.
///
/// `children_of` is called once for every node that is reached. Subtrees are handed to other threads as they come up, so the
/// walk is quickest where the tree is bushy near its root. A deep tree costs memory, but no stack.
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

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<S>,
    {
        let children_of = &self.children_of;
        bridge_unindexed(
            WalkPostfixProducer {
                ahead: vec![self.root],
                passed: Vec::new(),
                children_of,
            },
            consumer,
        )
    }
}

struct WalkPostfixProducer<'b, S, B> {
    /// Roots of subtrees that are still whole, the next one first.
    ahead: Vec<S>,
    /// Nodes whose children are in `ahead` already; they come afterwards, the last one first.
    passed: Vec<S>,
    children_of: &'b B,
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
            if let Some(node) = self.ahead.pop() {
                self.ahead.extend((self.children_of)(&node));
                self.passed.push(node);
            }
        }
        if self.ahead.len() < 2 {
            return (self, None);
        }
        let later = self.ahead.split_off(self.ahead.len() / 2);
        let right = WalkPostfixProducer {
            ahead: later,
            passed: self.passed,
            children_of: self.children_of,
        };
        (
            WalkPostfixProducer {
                ahead: self.ahead,
                passed: Vec::new(),
                children_of: self.children_of,
            },
            Some(right),
        )
    }

    fn fold_with<F>(self, mut folder: F) -> F
    where
        F: Folder<S>,
    {
        let children_of = |node: S| {
            let children = (self.children_of)(&node).into_iter();
            (node, children)
        };
        for root in self.ahead {
            // The path from `root` to the node at hand, each with the children that are still to come.
            let mut path = vec![children_of(root)];
            while let Some((_, children)) = path.last_mut() {
                if folder.full() {
                    return folder;
                }
                if let Some(child) = children.next() {
                    path.push(children_of(child));
                } else if let Some((node, _)) = path.pop() {
                    folder = folder.consume(node);
                }
            }
        }
        if folder.full() {
            return folder;
        }
        folder.consume_iter(self.passed.into_iter().rev())
    }
}

/// Walks the tree below `root` in no particular order, which leaves the choice of the quickest one to the library.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// // A tree in a heap's layout.
/// let children = |&n: &usize| [2 * n + 1, 2 * n + 2].into_iter().filter(|&child| child < 100);
/// assert_eq!(tine::iter::walk_tree(0, children).sum::<usize>(), 4950);
/// ```
pub fn walk_tree<S, B, I>(root: S, children_of: B) -> WalkTree<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S, IntoIter: DoubleEndedIterator>,
{
    WalkTree {
        walk: walk_tree_postfix(root, children_of),
    }
}

/// An iterator over the nodes of a tree in no particular order; see [`walk_tree`].
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let halves: tine::iter::WalkTree<_, _> = tine::iter::walk_tree(4, |&n| (n > 1).then_some(n / 2));
/// assert_eq!(halves.sum::<i32>(), 7);
/// ```
#[derive(Debug)]
pub struct WalkTree<S, B> {
    walk: WalkTreePostfix<S, B>,
}

impl<S, B, I> ParallelIterator for WalkTree<S, B>
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
        self.walk.drive_unindexed(consumer)
    }
}
