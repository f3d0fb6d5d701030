//! `Watched`: a parallel iterator that asks a token before each item.
//!
//! Invariant: whoever leaves an item out because of the token raises `stopped` first.

use crate::iter::ParallelIterator;
use crate::iter::signal::Flag;
use crate::plumbing::{Consumer, Folder, UnindexedConsumer};
use crate::task::cancel::CancelToken;
use std::time::{Duration, Instant};

/// The items of a [`Cancellable`](super::Cancellable): a parallel iterator that ends when the token is cancelled.
///
/// [`Cancellable::finish`](super::Cancellable::finish) and [`so_far`](super::Cancellable::so_far) hand it to a closure.
///
/// # Examples
///
/// ```
/// use tine::iter::Watched;
/// use tine::prelude::*;
///
/// let token = tine::CancelToken::new();
/// let halved = |items: Watched<'_, tine::range::Iter<u32>>| items.map(|n| n / 2).sum::<u32>();
/// assert_eq!((0..4u32).into_par_iter().cancellable(&token).finish(halved), Ok(2));
/// ```
#[must_use = "iterators do nothing until they are driven"]
#[derive(Debug)]
pub struct Watched<'w, I> {
    base: I,
    watch: Watch<'w>,
}

impl<'w, I> Watched<'w, I> {
    pub(super) fn new(base: I, token: &'w CancelToken, stopped: &'w Flag) -> Self {
        Watched {
            base,
            watch: Watch { token, stopped },
        }
    }
}

// Not indexed: how many items there will be is not known.
impl<I: ParallelIterator> ParallelIterator for Watched<'_, I> {
    type Item = I::Item;

    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(WatchedConsumer {
            base: consumer,
            watch: self.watch,
        })
    }
}

/// What is asked, and where the answer is left.
#[derive(Clone, Copy, Debug)]
struct Watch<'w> {
    token: &'w CancelToken,
    stopped: &'w Flag,
}

impl Watch<'_> {
    /// Whether to stop here.
    fn stops(&self) -> bool {
        let over = self.token.is_cancelled();
        if over {
            self.stopped.raise();
        }
        over
    }
}

struct WatchedConsumer<'w, C> {
    base: C,
    watch: Watch<'w>,
}

impl<'w, T, C: Consumer<T>> Consumer<T> for WatchedConsumer<'w, C> {
    type Folder = WatchedFolder<'w, C::Folder>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let watch = self.watch;
        (
            WatchedConsumer { base: left, watch },
            WatchedConsumer { base: right, watch },
            reducer,
        )
    }

    fn into_folder(self) -> Self::Folder {
        WatchedFolder {
            base: self.base.into_folder(),
            watch: self.watch,
        }
    }

    fn full(&self) -> bool {
        self.base.full() || self.watch.stops()
    }
}

impl<T, C: UnindexedConsumer<T>> UnindexedConsumer<T> for WatchedConsumer<'_, C> {
    const STREAMS: bool = C::STREAMS;

    fn split_off_left(&self) -> Self {
        WatchedConsumer {
            base: self.base.split_off_left(),
            watch: self.watch,
        }
    }

    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }
}

struct WatchedFolder<'w, F> {
    base: F,
    watch: Watch<'w>,
}

impl<T, F: Folder<T>> Folder<T> for WatchedFolder<'_, F> {
    type Result = F::Result;

    fn consume(self, item: T) -> Self {
        WatchedFolder {
            base: self.base.consume(item),
            watch: self.watch,
        }
    }

    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let items = WatchedIter::new(iter.into_iter(), self.watch);
        WatchedFolder {
            base: self.base.consume_iter(items),
            watch: self.watch,
        }
    }

    fn complete(self) -> F::Result {
        self.base.complete()
    }

    fn full(&self) -> bool {
        self.base.full() || self.watch.stops()
    }
}

/// Looks at the clock are to lie about so far apart.
const LOOK_EVERY: Duration = Duration::from_micros(1);
/// Some items are cheap, and the next is not: then so many may come between two looks.
const MOST_UNSEEN: usize = 128;

/// The items of one block, until the token is cancelled.
///
/// A flag is looked at before every item, which costs next to nothing; the clock, if there is a deadline, about every
/// microsecond, and before every item that follows a costly one.
struct WatchedIter<'w, I> {
    items: I,
    watch: Watch<'w>,
    /// So many items until the next look at the clock; from the maximum it never ends.
    unseen: usize,
    /// How many items came between the last two looks.
    stride: usize,
    /// The last look.
    seen: Option<Instant>,
}

impl<'w, I> WatchedIter<'w, I> {
    fn new(items: I, watch: Watch<'w>) -> Self {
        // Before a block begins the driver asks whether the folder is full.
        let unseen = match watch.token.deadline() {
            Some(_) => 1,
            None => usize::MAX,
        };
        WatchedIter {
            items,
            watch,
            unseen,
            stride: 1,
            seen: None,
        }
    }

    /// Whether to stop before the next item.
    #[inline(always)]
    fn stops(&mut self) -> bool {
        if self.watch.token.is_flagged() {
            self.watch.stopped.raise();
            return true;
        }
        if self.unseen == 0 {
            return self.look();
        }
        self.unseen -= 1;
        false
    }

    /// Looks at the clock, and decides when to do so again.
    #[cold]
    fn look(&mut self) -> bool {
        let now = Instant::now();
        let cheap = self.seen.is_none_or(|seen| now - seen < LOOK_EVERY);
        self.stride = if cheap {
            MOST_UNSEEN.min(2 * self.stride)
        } else {
            1
        };
        self.unseen = self.stride - 1;
        self.seen = Some(now);
        self.watch.stops()
    }
}

impl<I: Iterator> Iterator for WatchedIter<'_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.stops() {
            None
        } else {
            self.items.next()
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.items.size_hint().1)
    }
}
