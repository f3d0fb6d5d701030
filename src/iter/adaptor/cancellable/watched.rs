//! `Watched`: a parallel iterator that asks a token before each item.
//!
//! Invariant: whoever leaves an item out because of the token raises `stopped` first.

use crate::iter::ParallelIterator;
use crate::iter::signal::Flag;
use crate::plumbing::{Aim, Consumer, Folder, UnindexedConsumer};
use tine_core::{CancelToken, engine::clock};

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

    #[inline]
    fn drive_unindexed<C>(self, consumer: C) -> C::Result
    where
        C: UnindexedConsumer<Self::Item>,
    {
        self.base.drive_unindexed(WatchedConsumer {
            base: consumer,
            watch: self.watch,
        })
    }

    #[inline]
    fn opt_most(&self) -> Option<usize> {
        self.base.opt_len()
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
    #[inline]
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

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let watch = self.watch;
        (
            WatchedConsumer { base: left, watch },
            WatchedConsumer { base: right, watch },
            reducer,
        )
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        WatchedFolder {
            base: self.base.into_folder(),
            watch: self.watch,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full() || self.watch.stops()
    }
}

impl<T, C: UnindexedConsumer<T>> UnindexedConsumer<T> for WatchedConsumer<'_, C> {
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        WatchedConsumer {
            base: self.base.split_off_left(),
            watch: self.watch,
        }
    }

    #[inline]
    fn to_reducer(&self) -> C::Reducer {
        self.base.to_reducer()
    }

    #[inline]
    fn aim(&self) -> Aim {
        self.base.aim()
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
        let Watch { token, stopped } = self.watch;
        let flagged = Flagged {
            items: iter.into_iter(),
            token,
            stopped,
        };
        let base = match token.deadline() {
            None => self.base.consume_iter(flagged),
            Some(_) => self.base.consume_iter(Timed::new(flagged)),
        };
        WatchedFolder {
            base,
            watch: self.watch,
        }
    }

    #[inline]
    fn complete(self) -> F::Result {
        self.base.complete()
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full() || self.watch.stops()
    }
}

/// The items of one block, until the token is known to be cancelled, which is asked before each of them.
struct Flagged<'w, I> {
    items: I,
    token: &'w CancelToken,
    stopped: &'w Flag,
}

impl<I: Iterator> Iterator for Flagged<'_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.token.is_flagged() {
            self.stopped.raise();
            return None;
        }
        self.items.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.items.size_hint().1)
    }
}

/// Looks at the clock are to lie about so far apart, in microseconds.
const LOOK_EVERY_US: u64 = 1;
/// Some items are cheap, and the next is not: then so many may come between two looks.
const MOST_UNSEEN: usize = 128;

/// As [`Flagged`], and until the deadline. The clock is looked at about every microsecond, and before every item that follows a
/// costly one.
struct Timed<'w, I> {
    flagged: Flagged<'w, I>,
    /// So many items until the next look.
    unseen: usize,
    /// How many items that was after the last look; at most `MOST_UNSEEN`.
    stride: usize,
    /// When the block began, or the last time that a microsecond had passed; in ticks.
    seen: u64,
}

impl<'w, I> Timed<'w, I> {
    // Before a block begins the driver asks whether the folder is full, and that looks at the clock.
    fn new(flagged: Flagged<'w, I>) -> Self {
        Timed {
            flagged,
            unseen: 1,
            stride: 1,
            seen: clock::ticks(),
        }
    }

    /// Looks at the clock, and decides when to do so again; tells whether to stop.
    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        // The processor's counter is the cheaper clock, and good enough to tell whether it is time for the other one.
        let (passed, due) = (clock::since(self.seen), clock::micros(LOOK_EVERY_US));
        if passed < due {
            self.stride = MOST_UNSEEN.min(2 * self.stride);
            self.unseen = self.stride;
            return false;
        }
        // As many as would have been in time.
        self.stride = (self.stride as u64 * due / passed).max(1) as usize;
        self.unseen = self.stride;
        self.seen = clock::ticks();
        let Flagged { token, stopped, .. } = self.flagged;
        Watch { token, stopped }.stops()
    }
}

impl<I: Iterator> Iterator for Timed<'_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.unseen == 0 && self.look() {
            return None;
        }
        self.unseen -= 1;
        self.flagged.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.flagged.size_hint()
    }
}
