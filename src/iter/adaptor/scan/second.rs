//! The second pass: what is carried into a block is added to its items when they are asked for.

use super::carry::{Carries, Scanned};
use crate::iter::{IndexedParallelIterator, IntoParallelIterator};
use crate::plumbing::{Folder, Producer, ProducerCallback};

/// Hands the items with their carries to `callback`.
pub(super) fn with_producer<T, F, CB>(scanned: Scanned<T>, op: &F, callback: CB) -> CB::Output
where
    T: Clone + Send + Sync,
    F: Fn(&T, &T) -> T + Sync,
    CB: ProducerCallback<T>,
{
    let Scanned { items, carries } = scanned;
    let len = items.len();
    items.into_par_iter().with_producer(CarryCallback {
        callback,
        len,
        carries: &carries,
        op,
    })
}

struct CarryCallback<'c, CB, T, F> {
    callback: CB,
    len: usize,
    carries: &'c Carries<T>,
    op: &'c F,
}

impl<T, CB, F> ProducerCallback<T> for CarryCallback<'_, CB, T, F>
where
    T: Clone + Send + Sync,
    CB: ProducerCallback<T>,
    F: Fn(&T, &T) -> T + Sync,
{
    type Output = CB::Output;

    #[inline]
    fn callback<P>(self, base: P) -> CB::Output
    where
        P: Producer<Item = T>,
    {
        self.callback.callback(CarryProducer {
            base,
            start: 0,
            end: self.len,
            carries: self.carries,
            op: self.op,
        })
    }
}

struct CarryProducer<'c, P, T, F> {
    base: P,
    /// The places of the items: as many as `base` has.
    start: usize,
    end: usize,
    carries: &'c Carries<T>,
    op: &'c F,
}

impl<'c, P, T, F> Producer for CarryProducer<'c, P, T, F>
where
    P: Producer<Item = T>,
    T: Clone + Send + Sync,
    F: Fn(&T, &T) -> T + Sync,
{
    type Item = T;
    type IntoIter = CarryIter<'c, P::IntoIter, T, F>;

    fn into_iter(self) -> Self::IntoIter {
        CarryIter {
            base: self.base.into_iter(),
            start: self.start,
            end: self.end,
            first: self.carries.block_of(self.start),
            last: self.carries.block_of(self.end.saturating_sub(1)),
            carries: self.carries,
            op: self.op,
        }
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let middle = self.start + index;
        let (left, right) = self.base.split_at(index);
        (
            CarryProducer {
                base: left,
                end: middle,
                ..self
            },
            CarryProducer {
                base: right,
                start: middle,
                ..self
            },
        )
    }

    fn fold_with<G>(self, mut folder: G) -> G
    where
        G: Folder<T>,
    {
        let CarryProducer {
            mut base,
            mut start,
            end,
            carries,
            op,
        } = self;
        let mut block = carries.block_of(start);
        // Block by block, so that the loop over the items need not look where one ends.
        while start < end && !folder.full() {
            let stop = carries.end(block).min(end);
            let (here, behind) = base.split_at(stop - start);
            folder = match carries.carry(block) {
                None => here.fold_with(folder),
                Some(carry) => {
                    let mut items = here.into_iter();
                    if let Some(item) = items.next() {
                        folder = folder.consume(carries.apply(block, start, item, op));
                        if folder.full() {
                            break;
                        }
                    }
                    folder.consume_iter(items.map(|item| op(carry, &item)))
                }
            };
            (base, start, block) = (behind, stop, block + 1);
        }
        folder
    }
}

struct CarryIter<'c, I, T, F> {
    base: I,
    /// The places of the items that are left.
    start: usize,
    end: usize,
    /// The blocks of the next item and of the last one, or before and behind those.
    first: usize,
    last: usize,
    carries: &'c Carries<T>,
    op: &'c F,
}

impl<I, T, F> Iterator for CarryIter<'_, I, T, F>
where
    I: Iterator<Item = T>,
    T: Clone,
    F: Fn(&T, &T) -> T,
{
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let item = self.base.next()?;
        if self.carries.end(self.first) <= self.start {
            self.first += 1;
        }
        let place = self.start;
        self.start += 1;
        Some(self.carries.apply(self.first, place, item, self.op))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.base.size_hint()
    }
}

impl<I, T, F> DoubleEndedIterator for CarryIter<'_, I, T, F>
where
    I: DoubleEndedIterator<Item = T>,
    T: Clone,
    F: Fn(&T, &T) -> T,
{
    fn next_back(&mut self) -> Option<T> {
        let item = self.base.next_back()?;
        self.end -= 1;
        if self.carries.start(self.last) > self.end {
            self.last -= 1;
        }
        Some(self.carries.apply(self.last, self.end, item, self.op))
    }
}

impl<I, T, F> ExactSizeIterator for CarryIter<'_, I, T, F>
where
    I: ExactSizeIterator<Item = T>,
    T: Clone,
    F: Fn(&T, &T) -> T,
{
}
