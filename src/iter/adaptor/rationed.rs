//! The consumer behind `take_any` and `skip_any`: items pass, or are left out, as long as a ration lasts that all blocks draw from.
//!
//! A block that knows how many items it will have at least draws as much at once, since one word that all threads write to for each item
//! costs more than most items do. It never draws what it may not need: nobody could get that back to those who went without.

use crate::iter::ParallelIterator;
use crate::iter::signal::Ration;
use crate::plumbing::{Aim, Consumer, Folder, UnindexedConsumer, feed};
use std::ops::ControlFlow;

/// Lets `count` items of `base` pass into `consumer` and no more if `TAKES`, else all but so many.
pub(super) fn rationed<const TAKES: bool, I, C>(base: I, count: usize, consumer: C) -> C::Result
where
    I: ParallelIterator,
    C: UnindexedConsumer<I::Item>,
{
    base.drive_unindexed(RationConsumer::<_, TAKES> {
        base: consumer,
        ration: &Ration::new(count),
    })
}

struct RationConsumer<'r, C, const TAKES: bool> {
    base: C,
    ration: &'r Ration,
}

impl<'r, T, C, const TAKES: bool> Consumer<T> for RationConsumer<'r, C, TAKES>
where
    C: Consumer<T>,
{
    type Folder = RationFolder<'r, C::Folder, TAKES>;
    type Reducer = C::Reducer;
    type Result = C::Result;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, C::Reducer) {
        let (left, right, reducer) = self.base.split_at(index);
        let ration = self.ration;
        let with_ration = |base| RationConsumer { base, ration };
        let (left, right) = (with_ration(left), with_ration(right));
        (left, right, reducer)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        RationFolder {
            base: self.base.into_folder(),
            ration: self.ration,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        TAKES && self.ration.is_used_up() || self.base.full()
    }

    const CLONES: bool = C::CLONES;
}

impl<T, C, const TAKES: bool> UnindexedConsumer<T> for RationConsumer<'_, C, TAKES>
where
    C: UnindexedConsumer<T>,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        RationConsumer {
            base: self.base.split_off_left(),
            ration: self.ration,
        }
    }

    #[inline]
    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        RationConsumer {
            base: self.base.split_off_left_by(spare.map(|spare| spare.base)),
            ration: self.ration,
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

struct RationFolder<'r, C, const TAKES: bool> {
    base: C,
    ration: &'r Ration,
}

impl<T, C, const TAKES: bool> Folder<T> for RationFolder<'_, C, TAKES>
where
    C: Folder<T>,
{
    type Result = C::Result;

    fn consume(self, item: T) -> Self {
        if self.ration.take() != TAKES {
            return self;
        }
        RationFolder {
            base: self.base.consume(item),
            ..self
        }
    }

    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        let mut iter = iter.into_iter();
        let (sure, most) = iter.size_hint();
        let drawn = self.ration.take_up_to(sure);
        if TAKES && most == Some(drawn) {
            return self.on(|base| base.consume_iter(iter));
        }
        let this = match TAKES {
            true if drawn == 0 => self,
            true => self.on(|base| base.consume_iter(iter.by_ref().take(drawn))),
            false => {
                iter.by_ref().take(drawn).for_each(drop);
                self
            }
        };
        match drawn < sure {
            // Nothing is left of the ration.
            true if TAKES => this,
            true => this.on(|base| base.consume_iter(iter)),
            // What else there is was not foreseen.
            false => this.consume_unforeseen(iter),
        }
    }

    const NEVER_FULL: bool = C::NEVER_FULL && !TAKES;

    #[inline]
    fn complete(self) -> C::Result {
        self.base.complete()
    }

    #[inline]
    fn full(&self) -> bool {
        TAKES && self.ration.is_used_up() || self.base.full()
    }
}

impl<C, const TAKES: bool> RationFolder<'_, C, TAKES> {
    fn on(self, step: impl FnOnce(C) -> C) -> Self {
        RationFolder {
            base: step(self.base),
            ..self
        }
    }

    /// Asks for each item.
    fn consume_unforeseen<T>(self, iter: impl Iterator<Item = T>) -> Self
    where
        C: Folder<T>,
    {
        if self.full() {
            return self;
        }
        feed(self, iter, Self::full, |folder, item| {
            match folder.consume(item) {
                folder if folder.full() => ControlFlow::Break(folder),
                folder => ControlFlow::Continue(folder),
            }
        })
    }
}
