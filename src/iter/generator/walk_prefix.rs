//! Walking a tree, every node before its children; in order, or as is quickest.

use crate::iter::ParallelIterator;
use crate::plumbing::{Folder, Steps, UnindexedConsumer, UnindexedProducer, bridge_steps};
use std::{fmt, mem};

/// How many single nodes in a row a split looks behind to find a fork. Longer than any reasonable stem, but a tree may be
/// one endless stem.
pub(super) const LONGEST_STEM: usize = 1024;

/// Walks the tree below `root`, each node before its children, and those from first to last.
///
/// `children_of` is called once for every node that is reached. If the walk takes longer than it takes to wake a thread,
/// subtrees are handed to others as they come up. What was handed on some hundred times, such as the end of a long comb, is one
/// thread's: each time takes room on the stack of who waits.
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

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<S>,
    {
        self.walk::<true, I, C>(consumer)
    }
}

impl<S: Send, B> WalkTreePrefix<S, B> {
    /// Runs `consumer` over the nodes; `IN_ORDER`, or the children of each in any order.
    fn walk<const IN_ORDER: bool, I, C>(self, consumer: C) -> C::Result
    where
        B: Fn(&S) -> I + Sync,
        I: IntoIterator<Item = S, IntoIter: DoubleEndedIterator>,
        C: UnindexedConsumer<S>,
    {
        let producer: WalkPrefixProducer<'_, S, B, IN_ORDER> = WalkPrefixProducer {
            passed: Vec::new(),
            ahead: vec![self.root],
            children_of: &self.children_of,
        };
        bridge_steps(producer, consumer)
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
        walk: walk_tree_prefix(root, children_of),
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
    walk: WalkTreePrefix<S, B>,
}

impl<S, B, I> ParallelIterator for WalkTree<S, B>
where
    S: Send,
    B: Fn(&S) -> I + Send + Sync,
    I: IntoIterator<Item = S, IntoIter: DoubleEndedIterator>,
{
    type Item = S;
    const HAS_LEN: Option<bool> = Some(false);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<S>,
    {
        self.walk.walk::<false, I, C>(consumer)
    }
}

struct WalkPrefixProducer<'b, S, B, const IN_ORDER: bool> {
    /// Nodes whose children are in `ahead` already; they come first, in order.
    passed: Vec<S>,
    /// Roots of subtrees that are still whole, the next one last.
    ahead: Vec<S>,
    children_of: &'b B,
}

impl<S, B, I, const IN_ORDER: bool> WalkPrefixProducer<'_, S, B, IN_ORDER>
where
    B: Fn(&S) -> I,
    I: IntoIterator<Item = S, IntoIter: DoubleEndedIterator>,
{
    /// The next node, whose children come after it.
    #[inline]
    fn next(&mut self) -> Option<S> {
        let node = self.ahead.pop()?;
        let children = (self.children_of)(&node).into_iter();
        match IN_ORDER {
            true => self.ahead.extend(children.rev()),
            false => self.ahead.extend(children),
        }
        Some(node)
    }
}

impl<S, B, I, const IN_ORDER: bool> UnindexedProducer for WalkPrefixProducer<'_, S, B, IN_ORDER>
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
            let node = self.next();
            self.passed.extend(node);
        }
        if self.ahead.len() < 2 {
            return (self, None);
        }
        // The front half of the stack is the later one.
        let soon = self.ahead.split_off(self.ahead.len() / 2);
        let later = WalkPrefixProducer {
            passed: Vec::new(),
            ahead: mem::replace(&mut self.ahead, soon),
            children_of: self.children_of,
        };
        (self, Some(later))
    }

    fn fold_with<F>(mut self, folder: F) -> F
    where
        F: Folder<S>,
    {
        self.advance(folder, usize::MAX)
    }
}

impl<S, B, I, const IN_ORDER: bool> Steps for WalkPrefixProducer<'_, S, B, IN_ORDER>
where
    S: Send,
    B: Fn(&S) -> I + Sync,
    I: IntoIterator<Item = S, IntoIter: DoubleEndedIterator>,
{
    fn advance<F>(&mut self, mut folder: F, steps: usize) -> F
    where
        F: Folder<S>,
    {
        if !self.passed.is_empty() {
            folder = folder.consume_iter(mem::take(&mut self.passed));
        }
        for _ in 0..steps {
            if folder.full() {
                break;
            }
            let Some(node) = self.next() else { break };
            folder = folder.consume(node);
        }
        folder
    }

    fn is_over(&self) -> bool {
        self.passed.is_empty() && self.ahead.is_empty()
    }
}
