//! Interspersing what is pushed, when it is split by index only.

use crate::plumbing::{Consumer, Folder, UnindexedConsumer};

pub(super) struct IntersperseConsumer<C, T> {
    base: C,
    element: T,
    /// Whether something comes before the first item, so that the element does too.
    element_next: bool,
}

impl<C, T> IntersperseConsumer<C, T> {
    pub(super) fn new(base: C, element: T) -> Self {
        IntersperseConsumer {
            base,
            element,
            element_next: false,
        }
    }
}

impl<T, C> Consumer<T> for IntersperseConsumer<C, T>
where
    T: Clone + Send,
    C: Consumer<T>,
{
    type Folder = IntersperseFolder<C::Folder, T>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let element_next = self.element_next;
        // The left part's items, and as many elements, less one if it begins without.
        let base_index = 2 * index - usize::from(index > 0 && !element_next);
        let (left, right, reducer) = self.base.split_at(base_index);
        (
            IntersperseConsumer {
                base: left,
                element: self.element.clone(),
                element_next,
            },
            IntersperseConsumer {
                base: right,
                element: self.element,
                element_next: element_next || index > 0,
            },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        IntersperseFolder {
            base: self.base.into_folder(),
            element: self.element,
            element_next: self.element_next,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}

impl<T, C> UnindexedConsumer<T> for IntersperseConsumer<C, T>
where
    T: Clone + Send,
    C: UnindexedConsumer<T>,
{
    #[inline]
    fn split_off_left(&self) -> Self {
        panic!("an iterator that states its length must split its consumer by index");
    }

    #[inline]
    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }
}

pub(super) struct IntersperseFolder<C, T> {
    base: C,
    element: T,
    element_next: bool,
}

impl<C, T> IntersperseFolder<C, T> {
    pub(super) fn new(base: C, element: T, element_next: bool) -> Self {
        IntersperseFolder {
            base,
            element,
            element_next,
        }
    }
}

// The default `consume_iter` suits: it asks whether the base is full after every item.
impl<T, C> Folder<T> for IntersperseFolder<C, T>
where
    T: Clone,
    C: Folder<T>,
{
    type Result = C::Result;

    fn consume(mut self, item: T) -> Self {
        if self.element_next {
            self.base = self.base.consume(self.element.clone());
            if self.base.full() {
                return self;
            }
        }
        IntersperseFolder {
            base: self.base.consume(item),
            element: self.element,
            element_next: true,
        }
    }

    fn complete(self) -> C::Result {
        let IntersperseFolder { base, element, .. } = self;
        // Not on the way out, where a panic in dropping it would leak the result.
        drop(element);
        base.complete()
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }
}
