//! Strings that can be cut anywhere between two characters, or only where a pattern matches. What is cut is walked by std's
//! iterators.

use super::pattern::Pattern;
use super::seams::Matches;
use crate::plumbing::{Folder, UnindexedConsumer, UnindexedProducer, bridge_unindexed};
use crate::source::parts::{PartsProducer, Seams};
use crate::source::sequence::Sequence;

/// Supplies what a closure makes of a text and of its place in the whole.
pub(super) struct TextProducer<'ch, 'f, F> {
    pub(super) text: &'ch str,
    /// Where `text` starts in the whole.
    pub(super) offset: usize,
    pub(super) divisible: bool,
    pub(super) walk: &'f F,
}

impl<'ch, F, I> UnindexedProducer for TextProducer<'ch, '_, F>
where
    F: Fn(&'ch str, usize) -> I + Sync,
    I: Iterator,
{
    type Item = I::Item;

    fn split(mut self) -> (Self, Option<Self>) {
        let mid = self.text.boundary(self.text.len().div_ceil(2));
        if !self.divisible || mid == self.text.len() {
            return (self, None);
        }
        let (left, right) = self.text.split_at(mid);
        let right = TextProducer {
            text: right,
            offset: self.offset + mid,
            ..self
        };
        self.text = left;
        (self, Some(right))
    }

    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<I::Item>,
    {
        folder.consume_iter((self.walk)(self.text, self.offset))
    }
}

/// Runs `walk` over texts that follow each other in `text`, cut where `pattern` matches: behind the match if `KEPT`, else around it.
pub(super) fn walk_parts<'ch, P, W, I, C, const KEPT: bool>(
    text: &'ch str,
    pattern: &P,
    walk: W,
    consumer: C,
) -> C::Result
where
    P: Pattern,
    W: Fn(&'ch str) -> I + Sync,
    I: Iterator<Item: Send>,
    C: UnindexedConsumer<I::Item>,
{
    let seams = Matches::<P, KEPT>(pattern);
    let producer = PartsWalker {
        parts: PartsProducer::new(text, &seams),
        walk: &walk,
    };
    bridge_unindexed(producer, consumer)
}

/// Supplies what a closure makes of texts that are cut at seams.
struct PartsWalker<'ch, 'f, M, F> {
    parts: PartsProducer<'f, &'ch str, M>,
    walk: &'f F,
}

impl<'ch, M, F, I> UnindexedProducer for PartsWalker<'ch, '_, M, F>
where
    M: Seams<str>,
    F: Fn(&'ch str) -> I + Sync,
    I: Iterator,
{
    type Item = I::Item;

    fn split(mut self) -> (Self, Option<Self>) {
        let (left, right) = self.parts.split();
        self.parts = left;
        let walk = self.walk;
        (self, right.map(|parts| PartsWalker { parts, walk }))
    }

    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<I::Item>,
    {
        folder.consume_iter((self.walk)(self.parts.into_sequence()))
    }
}
