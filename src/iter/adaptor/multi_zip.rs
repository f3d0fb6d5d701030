//! Tuples of indexed iterators, walked side by side: zips of zips, with the items laid flat.

use super::Zip;
use crate::iter::ParallelIterator;
use crate::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator,
    IntoParallelRefMutIterator,
};
use crate::plumbing::{Consumer, ProducerCallback, UnindexedConsumer};

/// An iterator over tuples of items from up to twelve indexed iterators, as long as the shortest.
///
/// A tuple of anything that turns into indexed parallel iterators turns into one.
///
/// # Examples
///
/// ```
/// use tine::prelude::*;
///
/// let columns: tine::iter::MultiZip<_> = (0..3, [10, 20, 30].par_iter(), vec!['a', 'b', 'c']).into_par_iter();
/// assert_eq!(columns.collect::<Vec<_>>()[1], (1, &20, 'b'));
/// ```
#[derive(Debug, Clone)]
pub struct MultiZip<T> {
    tuple: T,
}

/// A tuple of indexed iterators, seen as a zip of zips. It exists so that the iterator over all such tuples is written, and
/// checked by the compiler, once.
pub trait Tuple: Sized + Send {
    #[doc(hidden)]
    type Item: Send;
    /// A zip of zips, from left to right.
    #[doc(hidden)]
    type Nested: IndexedParallelIterator;
    #[doc(hidden)]
    fn len(&self) -> usize;
    #[doc(hidden)]
    fn nest(self) -> Self::Nested;
    /// Lays an item flat.
    #[doc(hidden)]
    fn flatten(nested: <Self::Nested as ParallelIterator>::Item) -> Self::Item;
}

impl<T: Tuple> ParallelIterator for MultiZip<T> {
    type Item = T::Item;
    const HAS_LEN: Option<bool> = Some(true);

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<T::Item>,
    {
        self.tuple.nest().map(T::flatten).drive_unindexed(consumer)
    }

    #[inline]
    fn opt_len(&self) -> Option<usize> {
        Some(self.len())
    }
}

impl<T: Tuple> IndexedParallelIterator for MultiZip<T> {
    #[inline]
    fn len(&self) -> usize {
        self.tuple.len()
    }

    #[inline]
    fn drive<C>(self, consumer: C) -> C::Result
    where
        C: Consumer<T::Item>,
    {
        self.tuple.nest().map(T::flatten).drive(consumer)
    }

    #[inline]
    fn with_producer<CB>(self, callback: CB) -> CB::Output
    where
        CB: ProducerCallback<T::Item>,
    {
        self.tuple.nest().map(T::flatten).with_producer(callback)
    }
}

/// Zips the first with the rest from left to right: `((a, b), c)`.
macro_rules! zipped {
    ($first:expr) => { $first };
    ($first:expr, $second:expr $(, $rest:expr)*) => { zipped!(Zip::new($first, $second) $(, $rest)*) };
}

/// The type of such a zip.
macro_rules! zip_of {
    ($first:ty) => { $first };
    ($first:ty, $second:ty $(, $rest:ty)*) => { zip_of!(Zip<$first, $second> $(, $rest)*) };
}

/// The pattern of the items of such a zip.
macro_rules! nested {
    ($first:ident) => { $first };
    (($($first:tt)*), $second:ident $(, $rest:ident)*) => { nested!((($($first)*), $second) $(, $rest)*) };
    ($first:ident, $second:ident $(, $rest:ident)*) => { nested!(($first, $second) $(, $rest)*) };
    (($($first:tt)*)) => { ($($first)*) };
}

macro_rules! shortest {
    ($first:expr $(, $rest:expr)*) => { $first$(.min($rest))* };
}

/// The implementations for tuples of so many members: for each, its type, the type of its iterator, and its name. The
/// iterators have parameters of their own, since those are cheaper to compile than twelve projections.
macro_rules! multi_zip {
    ($($Letter:ident $Iter:ident $letter:ident),+) => {
        impl<$($Letter),+> Tuple for ($($Letter,)+)
        where
            $($Letter: IndexedParallelIterator,)+
        {
            type Item = ($($Letter::Item,)+);
            type Nested = zip_of!($($Letter),+);

            fn len(&self) -> usize {
                let ($($letter,)+) = self;
                shortest!($($letter.len()),+)
            }

            fn nest(self) -> Self::Nested {
                let ($($letter,)+) = self;
                zipped!($($letter),+)
            }

            #[inline(always)]
            fn flatten(nested!($($letter),+): <Self::Nested as ParallelIterator>::Item) -> Self::Item {
                ($($letter,)+)
            }
        }

        /// Walks all members side by side, as long as the shortest.
        impl<$($Letter, $Iter),+> IntoParallelIterator for ($($Letter,)+)
        where
            $($Letter: IntoParallelIterator<Iter = $Iter>,)+
            $($Iter: IndexedParallelIterator,)+
        {
            type Item = ($($Iter::Item,)+);
            type Iter = MultiZip<($($Iter,)+)>;

            fn into_par_iter(self) -> MultiZip<($($Iter,)+)> {
                let ($($letter,)+) = self;
                MultiZip { tuple: ($($letter.into_par_iter(),)+) }
            }
        }

        /// Walks all members side by side by shared reference, as long as the shortest.
        impl<'a, $($Letter, $Iter),+> IntoParallelIterator for &'a ($($Letter,)+)
        where
            $($Letter: IntoParallelRefIterator<'a, Iter = $Iter>,)+
            $($Iter: IndexedParallelIterator,)+
        {
            type Item = ($($Iter::Item,)+);
            type Iter = MultiZip<($($Iter,)+)>;

            fn into_par_iter(self) -> MultiZip<($($Iter,)+)> {
                let ($($letter,)+) = self;
                MultiZip { tuple: ($($letter.par_iter(),)+) }
            }
        }

        /// Walks all members side by side by exclusive reference, as long as the shortest.
        impl<'a, $($Letter, $Iter),+> IntoParallelIterator for &'a mut ($($Letter,)+)
        where
            $($Letter: IntoParallelRefMutIterator<'a, Iter = $Iter>,)+
            $($Iter: IndexedParallelIterator,)+
        {
            type Item = ($($Iter::Item,)+);
            type Iter = MultiZip<($($Iter,)+)>;

            fn into_par_iter(self) -> MultiZip<($($Iter,)+)> {
                let ($($letter,)+) = self;
                MultiZip { tuple: ($($letter.par_iter_mut(),)+) }
            }
        }
    };
}

multi_zip!(A IA a);
multi_zip!(A IA a, B IB b);
multi_zip!(A IA a, B IB b, C IC c);
multi_zip!(A IA a, B IB b, C IC c, D ID d);
multi_zip!(A IA a, B IB b, C IC c, D ID d, E IE e);
multi_zip!(A IA a, B IB b, C IC c, D ID d, E IE e, F IF f);
multi_zip!(A IA a, B IB b, C IC c, D ID d, E IE e, F IF f, G IG g);
multi_zip!(A IA a, B IB b, C IC c, D ID d, E IE e, F IF f, G IG g, H IH h);
multi_zip!(A IA a, B IB b, C IC c, D ID d, E IE e, F IF f, G IG g, H IH h, I II i);
multi_zip!(A IA a, B IB b, C IC c, D ID d, E IE e, F IF f, G IG g, H IH h, I II i, J IJ j);
multi_zip!(A IA a, B IB b, C IC c, D ID d, E IE e, F IF f, G IG g, H IH h, I II i, J IJ j, K IK k);
multi_zip!(A IA a, B IB b, C IC c, D ID d, E IE e, F IF f, G IG g, H IH h, I II i, J IJ j, K IK k, L IL l);
