//! The iterator traits of a struct that wraps another iterator in its field `inner`. The struct, its words and its other traits
//! are written out where it stands; only the forwarding is done here.

/// Forwards the iterator traits: `delegate! { indexed ['data, T: Sync] Iter<'data, T> => &'data T }`, or `unindexed`, or `one` if there is one item at
/// most; what is wrapped always has a length.
macro_rules! delegate {
    (one [$($generics:tt)*] $type:ty => $item:ty) => {
        $crate::source::delegate::delegate! {
            indexed [$($generics)*] $type => $item;
            const AT_MOST_ONE: bool = true;

            #[inline]
            fn into_one(self) -> Option<Self::Item> {
                $crate::iter::ParallelIterator::into_one(self.inner)
            }
        }
    };
    (unindexed [$($generics:tt)*] $type:ty => $item:ty $(; $($more:tt)*)?) => {
        impl<$($generics)*> $crate::iter::ParallelIterator for $type {
            type Item = $item;
            const HAS_LEN: Option<bool> = Some(true);
            $($($more)*)?

            #[inline]
            fn drive_unindexed<C>(self, consumer: C) -> C::Result
            where
                C: $crate::plumbing::UnindexedConsumer<Self::Item>,
            {
                $crate::iter::ParallelIterator::drive_unindexed(self.inner, consumer)
            }

            #[inline]
            fn opt_len(&self) -> Option<usize> {
                $crate::iter::ParallelIterator::opt_len(&self.inner)
            }

            #[inline]
            fn is_brief(&self, most: usize) -> bool {
                $crate::iter::ParallelIterator::is_brief(&self.inner, most)
            }

            #[inline]
            fn walk_brief<W>(self, folder: W) -> W
            where
                W: $crate::plumbing::Folder<Self::Item>,
            {
                $crate::iter::ParallelIterator::walk_brief(self.inner, folder)
            }
        }
    };
    (indexed [$($generics:tt)*] $type:ty => $item:ty $(; $($more:tt)*)?) => {
        $crate::source::delegate::delegate! { unindexed [$($generics)*] $type => $item $(; $($more)*)? }

        impl<$($generics)*> $crate::iter::IndexedParallelIterator for $type {
            #[inline]
            fn len(&self) -> usize {
                $crate::iter::IndexedParallelIterator::len(&self.inner)
            }

            #[inline]
            fn drive<C>(self, consumer: C) -> C::Result
            where
                C: $crate::plumbing::Consumer<Self::Item>,
            {
                $crate::iter::IndexedParallelIterator::drive(self.inner, consumer)
            }

            #[inline]
            fn with_producer<CB>(self, callback: CB) -> CB::Output
            where
                CB: $crate::plumbing::ProducerCallback<Self::Item>,
            {
                $crate::iter::IndexedParallelIterator::with_producer(self.inner, callback)
            }
        }
    };
}

pub(crate) use delegate;
