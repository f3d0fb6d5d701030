//! Strings that can be cut anywhere between two characters, or only where a pattern matches. What is cut is walked by std's
//! iterators.

use super::pattern::Pattern;
use super::seams::Matches;
use crate::plumbing::{Folder, Supply, UnindexedConsumer, UnindexedProducer, stream_supply};
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

    fn split(self) -> (Self, Option<Self>) {
        let middle = self.text.len().div_ceil(2);
        self.cut(middle)
    }

    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<I::Item>,
    {
        folder.consume_iter((self.walk)(self.text, self.offset))
    }
}

impl<'ch, F, I> Supply for TextProducer<'ch, '_, F>
where
    F: Fn(&'ch str, usize) -> I + Sync,
    I: Iterator,
{
    type Item = I::Item;

    fn len(&self) -> usize {
        self.text.len()
    }

    fn likely_items(&self) -> usize {
        self.text.len()
    }

    fn cut(mut self, index: usize) -> (Self, Option<Self>) {
        let mid = self.text.boundary(index);
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

    #[inline(never)]
    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<I::Item>,
    {
        UnindexedProducer::fold_with(self, folder)
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
    stream_supply(producer, consumer)
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

    fn split(self) -> (Self, Option<Self>) {
        let walk = self.walk;
        let (parts, right) = self.parts.split();
        let right = right.map(|parts| PartsWalker { parts, walk });
        (PartsWalker { parts, walk }, right)
    }

    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<I::Item>,
    {
        folder.consume_iter((self.walk)(self.parts.into_sequence()))
    }
}

impl<'ch, M, F, I> Supply for PartsWalker<'ch, '_, M, F>
where
    M: Seams<str>,
    F: Fn(&'ch str) -> I + Sync,
    I: Iterator,
{
    type Item = I::Item;

    fn len(&self) -> usize {
        self.parts.len()
    }

    fn likely_items(&self) -> usize {
        self.parts.likely_items()
    }

    fn cut(self, index: usize) -> (Self, Option<Self>) {
        let walk = self.walk;
        let (parts, right) = self.parts.cut(index);
        let right = right.map(|parts| PartsWalker { parts, walk });
        (PartsWalker { parts, walk }, right)
    }

    #[inline(never)]
    fn fold_with<G>(self, folder: G) -> G
    where
        G: Folder<I::Item>,
    {
        UnindexedProducer::fold_with(self, folder)
    }
}
