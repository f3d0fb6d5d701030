//! Texts as ropes of bytes: each thread writes pieces of text to chunks of its own, which move to their places in parallel.

use super::fill::{self, Piece};
use crate::iter::{IntoParallelIterator, ParallelIterator, Rope, RopeConsumer, Tie, append};
use crate::plumbing::{Aim, Consumer, Folder, Reducer, UnindexedConsumer};
use tine_kernels::base::room;

/// Of so many pieces it is asked whether there is memory for them before any is computed.
const MANY: usize = 1 << 30;

/// Appends all pieces to `text`, in order.
pub(super) fn extend<P, I>(text: &mut String, par_iter: I)
where
    P: Piece + Send,
    I: IntoParallelIterator<Item = P>,
{
    let par_iter = par_iter.into_par_iter();
    let least = par_iter.opt_len().unwrap_or(0).saturating_mul(P::LEAST);
    if least >= MANY {
        room::had(String::new().try_reserve(least));
    }
    // What is appended is moved in any case.
    let room = if text.capacity() == 0 { least } else { 0 };
    let consumer = TextConsumer(RopeConsumer::with_room(room));
    let Text { bytes: rope } = par_iter.drive_unindexed(consumer);
    // SAFETY: only bytes that are UTF-8 are appended, by the invariant of `bytes`; so the text stays UTF-8, whether all of them are or none.
    let bytes = unsafe { text.as_mut_vec() };
    append(bytes, rope);
}

/// Text, in chunks.
struct Text {
    /// Each chunk is UTF-8: only [`fill`] writes to it.
    bytes: Rope<u8>,
}

struct TextConsumer(RopeConsumer);

impl<P: Piece + Send> Consumer<P> for TextConsumer {
    type Folder = TextFolder;
    type Reducer = InOrder;
    type Result = Text;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, InOrder) {
        (TextConsumer(self.0.split_off_left()), self, InOrder)
    }

    #[inline]
    fn into_folder(self) -> TextFolder {
        let bytes = self.0.into_rope();
        TextFolder { bytes }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<P: Piece + Send> UnindexedConsumer<P> for TextConsumer {
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        TextConsumer(self.0.split_off_left())
    }

    #[inline]
    fn to_reducer(&self) -> InOrder {
        InOrder
    }

    #[inline]
    fn aim(&self) -> Aim {
        Aim::Gather
    }
}

/// Fills the chunks of one block.
struct TextFolder {
    /// As those of a [`Text`].
    bytes: Box<Rope<u8>>,
}

impl<P: Piece> Folder<P> for TextFolder {
    const TAKES_SOME: bool = true;
    const NEVER_FULL: bool = true;
    type Result = Text;

    fn consume(mut self, piece: P) -> Self {
        fill::extend(&mut self.bytes, Some(piece).into_iter());
        self
    }

    #[inline]
    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = P>,
    {
        fill::extend(&mut self.bytes, iter.into_iter());
        self
    }

    #[inline]
    fn consume_some<I, S>(mut self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<P>>,
        S: Fn() -> bool,
    {
        let over = false;
        fill::extend(&mut self.bytes, Passed { iter, closed, over });
        self
    }

    #[inline]
    fn written(&self) -> usize {
        self.bytes.written()
    }

    fn complete(mut self) -> Text {
        self.bytes.trim();
        Text { bytes: *self.bytes }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

struct InOrder;

impl Reducer<Text> for InOrder {
    // So that only those who collect a `String` compile it.
    #[inline]
    fn reduce(self, left: Text, right: Text) -> Text {
        let bytes = Tie.reduce(left.bytes, right.bytes);
        Text { bytes }
    }
}

/// Those pieces that an adaptor does not leave out, until it says that no more are to be computed.
struct Passed<I, S> {
    iter: I,
    closed: S,
    over: bool,
}

impl<P, I: Iterator<Item = Option<P>>, S: Fn() -> bool> Iterator for Passed<I, S> {
    type Item = P;

    #[inline]
    fn next(&mut self) -> Option<P> {
        while !self.over {
            let step = self.iter.next()?;
            self.over = (self.closed)();
            if step.is_some() {
                return step;
            }
        }
        None
    }
}
