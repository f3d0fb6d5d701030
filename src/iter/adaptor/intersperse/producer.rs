//! Interspersing what is pulled.

use crate::plumbing::Producer;

pub(super) struct IntersperseProducer<P: Producer> {
    base: P,
    /// Number of items that this producer yields, elements included.
    len: usize,
    element: P::Item,
    /// Whether the element comes first.
    element_next: bool,
}

impl<P: Producer> IntersperseProducer<P> {
    pub(super) fn new(base: P, len: usize, element: P::Item) -> Self {
        IntersperseProducer {
            base,
            len,
            element,
            element_next: false,
        }
    }
}

/// Of `len` alternating items, those that come from the base.
#[inline]
fn base_len(len: usize, element_next: bool) -> usize {
    if element_next {
        len / 2
    } else {
        len.div_ceil(2)
    }
}

impl<P> Producer for IntersperseProducer<P>
where
    P: Producer,
    P::Item: Clone + Send,
{
    type Item = P::Item;
    type IntoIter = IntersperseIter<P::IntoIter>;

    fn into_iter(self) -> Self::IntoIter {
        let base = self.base.into_iter();
        IntersperseIter {
            base,
            len: self.len,
            element: self.element,
            element_next: self.element_next,
        }
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.base.min_len()
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.base.max_len()
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let (left, right) = self.base.split_at(base_len(index, self.element_next));
        (
            IntersperseProducer {
                base: left,
                len: index,
                element: self.element.clone(),
                element_next: self.element_next,
            },
            IntersperseProducer {
                base: right,
                len: self.len - index,
                element: self.element,
                element_next: self.element_next != (index % 2 == 1),
            },
        )
    }
}

/// The sequential iterator over one block.
pub(super) struct IntersperseIter<I: Iterator> {
    base: I,
    len: usize,
    element: I::Item,
    element_next: bool,
}

impl<I: Iterator<Item: Clone>> IntersperseIter<I> {
    /// The element if it is its turn, or else what `item` gives.
    fn turn(
        &mut self,
        is_element: bool,
        item: impl FnOnce(&mut I) -> Option<I::Item>,
    ) -> Option<I::Item> {
        self.len = self.len.checked_sub(1)?;
        if is_element {
            Some(self.element.clone())
        } else {
            item(&mut self.base)
        }
    }
}

impl<I: Iterator<Item: Clone>> Iterator for IntersperseIter<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let is_element = self.element_next;
        self.element_next = !is_element;
        self.turn(is_element, I::next)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.len, Some(self.len))
    }

    fn fold<B, G>(mut self, start: B, op: G) -> B
    where
        G: FnMut(B, I::Item) -> B,
    {
        let total = self.by_ref().fold(start, op);
        // Not on the way out, where a panic in dropping the element would leak the total.
        drop(self);
        total
    }
}

impl<I: DoubleEndedIterator<Item: Clone>> DoubleEndedIterator for IntersperseIter<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        // The last one is of the first one's kind if there is an odd number of them.
        let is_element = self.element_next == (self.len % 2 == 1);
        self.turn(is_element, I::next_back)
    }
}

impl<I: ExactSizeIterator<Item: Clone>> ExactSizeIterator for IntersperseIter<I> {}
