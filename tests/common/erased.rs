//! Producers behind a pointer, so that what walks them is compiled once and not once for each. Items become numbers as late as
//! possible: when they leave the producer.

use tine::iter::plumbing::{Folder, Producer, ProducerCallback};

/// A sequential iterator over a piece.
pub(crate) trait Sequence: DoubleEndedIterator<Item = u64> + ExactSizeIterator {}
impl<I: DoubleEndedIterator<Item = u64> + ExactSizeIterator> Sequence for I {}

/// Any producer.
pub(crate) struct Erased<'p>(Box<dyn Piece<'p> + 'p>);

impl<'p> Erased<'p> {
    /// Its items are what `number` makes of the producer's.
    fn new<P, N>(producer: P, number: N) -> Self
    where
        P: Producer + 'p,
        N: Fn(P::Item) -> u64 + Copy + Send + 'p,
    {
        Erased(Box::new(Numbered { producer, number }))
    }
}

impl<'p> Producer for Erased<'p> {
    type Item = u64;
    type IntoIter = Box<dyn Sequence + 'p>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.items()
    }

    fn min_len(&self) -> usize {
        self.0.bounds().0
    }

    fn max_len(&self) -> usize {
        self.0.bounds().1
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        self.0.cut(index)
    }

    fn fold_with<F: Folder<u64>>(self, folder: F) -> F {
        let full = folder.full();
        let mut folder = Some(folder);
        let mut take = |item| {
            let next = folder.take().map(|folder| folder.consume(item));
            let more = next.as_ref().is_some_and(|folder| !folder.full());
            folder = next;
            more
        };
        self.0.push(&mut take, full);
        folder.expect("a folder comes back unless it panics")
    }
}

/// What waits for a producer.
pub(crate) struct Then<'t, N> {
    /// Makes a number of an item.
    pub(crate) number: N,
    pub(crate) then: &'t mut dyn FnMut(Erased<'_>),
}

impl<T, N: Fn(T) -> u64 + Copy + Send> ProducerCallback<T> for Then<'_, N> {
    type Output = ();

    fn callback<P: Producer<Item = T>>(self, producer: P) {
        (self.then)(Erased::new(producer, self.number));
    }
}

/// Takes an item, and says whether it wants more.
type Take<'f> = &'f mut dyn FnMut(u64) -> bool;

/// [`Producer`] with nothing generic in it.
trait Piece<'p>: Send {
    fn items(self: Box<Self>) -> Box<dyn Sequence + 'p>;
    fn bounds(&self) -> (usize, usize);
    fn cut(self: Box<Self>, index: usize) -> (Erased<'p>, Erased<'p>);
    fn push(self: Box<Self>, take: Take<'_>, full: bool);
}

struct Numbered<P, N> {
    producer: P,
    number: N,
}

impl<'p, P, N> Piece<'p> for Numbered<P, N>
where
    P: Producer + 'p,
    N: Fn(P::Item) -> u64 + Copy + Send + 'p,
{
    fn items(self: Box<Self>) -> Box<dyn Sequence + 'p> {
        Box::new(self.producer.into_iter().map(self.number))
    }

    fn bounds(&self) -> (usize, usize) {
        (self.producer.min_len(), self.producer.max_len())
    }

    fn cut(self: Box<Self>, index: usize) -> (Erased<'p>, Erased<'p>) {
        let (left, right) = self.producer.split_at(index);
        let number = self.number;
        (Erased::new(left, number), Erased::new(right, number))
    }

    fn push(self: Box<Self>, take: Take<'_>, full: bool) {
        let number = self.number;
        self.producer.fold_with(Pusher { take, number, full });
    }
}

/// A folder that hands on what it gets.
struct Pusher<'f, N> {
    take: Take<'f>,
    number: N,
    full: bool,
}

impl<T, N: Fn(T) -> u64> Folder<T> for Pusher<'_, N> {
    type Result = ();

    fn consume(mut self, item: T) -> Self {
        self.full = !(self.take)((self.number)(item));
        self
    }

    fn complete(self) {}

    fn full(&self) -> bool {
        self.full
    }
}
