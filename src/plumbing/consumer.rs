//! Consumers: divisible recipes for what happens to items, and how the results of the pieces are put together.

use super::reused::ReusedItems;
use std::mem::MaybeUninit;
use tine_core::engine::grain::Aim;

/// A recipe that accepts a known number of items, and splits at any index.
///
/// It is cheap to create and to split; the state that takes items is its [`Folder`].
///
/// # Examples
///
/// ```
/// use tine::iter::plumbing::{Consumer, Folder, Reducer};
/// use tine::prelude::*;
///
/// /// Counts the items that arrive.
/// struct Count;
/// struct Counter(usize);
/// struct Add;
///
/// impl<T> Consumer<T> for Count {
///     type Folder = Counter;
///     type Reducer = Add;
///     type Result = usize;
///     fn split_at(self, _index: usize) -> (Self, Self, Add) {
///         (Count, Count, Add)
///     }
///     fn into_folder(self) -> Counter {
///         Counter(0)
///     }
///     fn full(&self) -> bool {
///         false
///     }
/// }
/// impl<T> Folder<T> for Counter {
///     type Result = usize;
///     fn consume(self, _item: T) -> Self {
///         Counter(self.0 + 1)
///     }
///     fn complete(self) -> usize {
///         self.0
///     }
///     fn full(&self) -> bool {
///         false
///     }
/// }
/// impl Reducer<usize> for Add {
///     fn reduce(self, left: usize, right: usize) -> usize {
///         left + right
///     }
/// }
///
/// assert_eq!((0..1000usize).into_par_iter().drive(Count), 1000);
/// ```
pub trait Consumer<Item>: Send + Sized {
    /// Takes the items of one block.
    type Folder: Folder<Item, Result = Self::Result>;

    /// Puts the results of two neighbouring pieces together.
    type Reducer: Reducer<Self::Result>;

    /// What all of it comes to.
    type Result: Send;

    /// Splits into a recipe for the first `index` items, one for the rest, and the reducer of their two results.
    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer);

    /// Starts to take items.
    fn into_folder(self) -> Self::Folder;

    /// Tells whether further items would change nothing, so that none need be computed.
    fn full(&self) -> bool;

    /// Whether [`go_on`](Self::go_on) works.
    #[doc(hidden)]
    const GOES_ON: bool = false;

    /// Whether folders hold something that is worth carrying from block to block, by [`go_on`](Self::go_on).
    #[doc(hidden)]
    const CARRIES: bool = false;

    /// Lets a folder that has taken the items of its piece go on with the first `index` ones of the next piece. Returns what is for the
    /// rest of that, too.
    ///
    /// # Safety
    ///
    /// 1. `next` and the consumer of the folder were split from each other as neighbours: it is the right one.
    #[doc(hidden)]
    unsafe fn go_on(_folder: Self::Folder, _next: Self, _index: usize) -> (Self::Folder, Self) {
        panic!("folders of this consumer do not go on");
    }

    /// Whether a split makes something that is expensive to make. Then drivers keep what they did not use, and pass it to
    /// [`split_at_by`](Self::split_at_by) or [`split_off_left_by`](UnindexedConsumer::split_off_left_by).
    #[doc(hidden)]
    const CLONES: bool = false;

    /// As [`split_at`](Self::split_at). What is expensive to make may be taken out of `spare`, which has no other use.
    #[doc(hidden)]
    #[inline]
    fn split_at_by(self, index: usize, spare: Option<Self>) -> (Self, Self, Self::Reducer) {
        drop(spare);
        self.split_at(index)
    }
}

/// The state that takes the items of one block, in order.
///
/// # Examples
///
/// See [`Consumer`] for a complete one. A folder alone is used like this:
///
/// ```
/// use tine::iter::plumbing::Folder;
///
/// struct Sum(u32);
///
/// impl Folder<u32> for Sum {
///     type Result = u32;
///     fn consume(self, item: u32) -> Self {
///         Sum(self.0 + item)
///     }
///     fn complete(self) -> u32 {
///         self.0
///     }
///     fn full(&self) -> bool {
///         self.0 >= 100
///     }
/// }
///
/// assert_eq!(Sum(0).consume_iter([40, 50, 60, 70]).complete(), 150);
/// ```
pub trait Folder<Item>: Sized {
    /// What the block comes to.
    type Result;

    /// Takes one item.
    fn consume(self, item: Item) -> Self;

    /// Takes the items of `iter` until it ends or the folder is full.
    ///
    /// Unless overridden it asks [`full`](Self::full) after every item. A folder that is never full, or that can afford to
    /// notice late, should override it with a tighter loop.
    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = Item>,
    {
        for item in iter {
            self = self.consume(item);
            if self.full() {
                break;
            }
        }
        self
    }

    /// As [`consume_iter`](Self::consume_iter), for an iterator that has as many items as it says; what it may have beyond those is left out.
    #[doc(hidden)]
    #[inline]
    fn consume_exact<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = Item>,
    {
        self.consume_iter(iter)
    }

    /// As [`consume_exact`](Self::consume_exact), for items that hold their positions. What is mapped is better not walked by one index
    /// together with what it fills: positions are sums of three numbers then, and what compilers make of that takes twice as long.
    #[doc(hidden)]
    #[inline]
    fn consume_numbered<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = Item>,
    {
        self.consume_exact(iter)
    }

    /// Whether [`consume_some`](Self::consume_some) is better than `consume` for those items that an adaptor does not leave out.
    #[doc(hidden)]
    const TAKES_SOME: bool = false;

    /// Whether the only item of a loop is better taken by `consume`, though that is compiled beside the loop then.
    #[doc(hidden)]
    const TAKES_ONE: bool = Self::TAKES_SOME;

    /// Takes what `iter` has items of, until it ends or `closed` says that nothing more is to be computed, which is asked after every
    /// step. For folders that are never full, and take an item without a jump that depends on whether it is one.
    #[doc(hidden)]
    fn consume_some<I, S>(mut self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<Item>>,
        S: Fn() -> bool,
    {
        for item in iter {
            if let Some(item) = item {
                self = self.consume(item);
            }
            if closed() {
                break;
            }
        }
        self
    }

    /// Whether [`consume_some_each`](Self::consume_some_each) is better than `consume_iter` for what is flattened.
    #[doc(hidden)]
    const TAKES_EACH: bool = false;

    /// As [`consume_some`](Self::consume_some), for what the iterators have that `iter` has, one after the other. For folders that are full
    /// after one item or few, and look for that without a state that goes from item to item.
    #[doc(hidden)]
    fn consume_some_each<I, J, S>(mut self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<J>>,
        J: Iterator<Item = Option<Item>>,
        S: Fn() -> bool,
    {
        for inner in iter {
            if let Some(inner) = inner {
                self = self.consume_some(inner, &closed);
            }
            if self.full() || closed() {
                break;
            }
        }
        self
    }

    /// Whether [`full`](Self::full) is never true, so that those who make several items of one need not ask in between.
    #[doc(hidden)]
    const NEVER_FULL: bool = false;

    /// Whether [`put`](Self::put) has slots to put items into.
    #[doc(hidden)]
    const HAS_SLOTS: bool = false;

    /// Lets `put` fill slots, which the next items come into, from the first one on; it counts them. No more than `most` are needed.
    ///
    /// # Safety
    ///
    /// 1. However `put` ends, as many of the first slots as it has counted, which begins with none, hold items that are the folder's
    ///    from then on.
    #[doc(hidden)]
    #[inline]
    unsafe fn put<R>(
        &mut self,
        _most: usize,
        put: impl FnOnce(&mut [MaybeUninit<Item>], &mut usize) -> R,
    ) -> R {
        put(&mut [], &mut 0)
    }

    /// Takes what `make` makes of each of the items, until there are no more or the folder is full. Where its next slots are those of the items, it may
    /// use them.
    #[doc(hidden)]
    fn consume_over<T, M>(mut self, mut items: ReusedItems<T>, mut make: M) -> Self
    where
        M: FnMut(T) -> Item,
    {
        while !self.full()
            && let Some(item) = items.take()
        {
            self = self.consume(make(item));
        }
        self
    }

    /// The same of those of which `make` makes something, until it is `closed`, by one of which it does not or by
    /// another thread, which may be seen late.
    #[doc(hidden)]
    fn consume_sifted<T, M, S>(mut self, mut items: ReusedItems<T>, mut make: M, closed: S) -> Self
    where
        M: FnMut(T) -> Option<Item>,
        S: Fn() -> bool,
    {
        while !self.full()
            && let Some(item) = items.take()
        {
            match make(item) {
                Some(item) => self = self.consume(item),
                None if closed() => break,
                None => {}
            }
        }
        self
    }

    /// How many bytes it has written so far that are moved once more, but for what runs in one thread. Never less than before.
    #[doc(hidden)]
    #[inline]
    fn written(&self) -> usize {
        0
    }

    /// Finishes the block.
    fn complete(self) -> Self::Result;

    /// Tells whether further items would change nothing.
    fn full(&self) -> bool;
}

/// Puts two results together.
///
/// # Examples
///
/// ```
/// use tine::iter::plumbing::Reducer;
///
/// struct Append;
///
/// impl Reducer<String> for Append {
///     fn reduce(self, left: String, right: String) -> String {
///         left + &right
///     }
/// }
///
/// assert_eq!(Append.reduce("fork".into(), "join".into()), "forkjoin");
/// ```
pub trait Reducer<Result> {
    /// Whether [`settles`](Self::settles) may ever be true.
    #[doc(hidden)]
    const SETTLES: bool = false;

    /// Joins the result of the earlier items with that of the later ones.
    fn reduce(self, left: Result, right: Result) -> Result;

    /// Whether no result of later items can change this one. For drivers that go through the items in order, where the consumer for
    /// the later ones does not know that it is.
    #[doc(hidden)]
    #[inline]
    fn settles(&self, _left: &Result) -> bool {
        false
    }
}

/// A consumer that also splits without knowing how many items each part will get.
///
/// # Examples
///
/// ```
/// use tine::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
/// use tine::prelude::*;
///
/// /// Finds out whether there is any item at all.
/// #[derive(Clone, Copy)]
/// struct NonEmpty;
/// struct Seen(bool);
///
/// impl<T> Consumer<T> for NonEmpty {
///     type Folder = Seen;
///     type Reducer = NonEmpty;
///     type Result = bool;
///     fn split_at(self, _index: usize) -> (Self, Self, Self) {
///         (self, self, self)
///     }
///     fn into_folder(self) -> Seen {
///         Seen(false)
///     }
///     fn full(&self) -> bool {
///         false
///     }
/// }
/// impl<T> UnindexedConsumer<T> for NonEmpty {
///     fn split_off_left(&self) -> Self {
///         *self
///     }
///     fn to_reducer(&self) -> Self {
///         *self
///     }
/// }
/// impl<T> Folder<T> for Seen {
///     type Result = bool;
///     fn consume(self, _item: T) -> Self {
///         Seen(true)
///     }
///     fn complete(self) -> bool {
///         self.0
///     }
///     fn full(&self) -> bool {
///         self.0
///     }
/// }
/// impl Reducer<bool> for NonEmpty {
///     fn reduce(self, left: bool, right: bool) -> bool {
///         left || right
///     }
/// }
///
/// assert!((0..100usize).into_par_iter().filter(|i| i % 70 == 69).drive_unindexed(NonEmpty));
/// ```
pub trait UnindexedConsumer<I>: Consumer<I> {
    /// Whether the driver may use it as unindexed although the length is known, and let a folder
    /// run on from one part into the next. Not for consumers that rely on being split by index,
    /// nor for those whose folder closes before its consumer does.
    #[doc(hidden)]
    const STREAMS: bool = false;

    /// Of what streams: whether it shows where blocks end. Its folders end with each block, then, where the length of blocks is
    /// limited.
    #[doc(hidden)]
    const SEAMS: bool = false;

    /// Splits off a recipe for some leading items; `self` stays responsible for those after them.
    fn split_off_left(&self) -> Self;

    /// As [`split_off_left`](Self::split_off_left). What is expensive to make may be taken out of `spare`, which has no other use.
    #[doc(hidden)]
    #[inline]
    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        drop(spare);
        self.split_off_left()
    }

    /// Makes the reducer for what was split off.
    fn to_reducer(&self) -> Self::Reducer;

    /// What becomes of the items, as far as it matters for how they are shared.
    #[doc(hidden)]
    #[inline]
    fn aim(&self) -> Aim {
        Aim::All
    }
}
