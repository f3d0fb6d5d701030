//! What one thread does with an iterator before it lets others take part: it consumes each item before it pulls the next.
//!
//! Invariant: nothing is pulled ahead, nor once the folder has had enough.

use crate::iter::signal::Flag;
use crate::plumbing::{Folder, Pulled, Rules, Site, UnindexedConsumer};
use std::mem;
use tine_core::current_num_threads;
use tine_core::engine::{Forked, Notice, clock, fork, grain, has_forks};

/// So many items may be the threads' workers, each for itself.
const FEW: usize = 64;

/// Whether there may be anything left to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Over,
    More,
}

/// How far one thread has come, and what its folder made of that.
pub(super) enum Alone<F, I, C, R> {
    /// To the end.
    Over(F),
    /// It pays to share the rest; with a consumer that was split off for that, if there is one.
    More(F, I, Option<C>),
    /// Another thread has run the rest, as an item took long.
    Stolen(F, R),
}

/// Consumes items one by one for as long as it does not pay to share them; none if others are to know of the drive from the start.
///
/// If there may be few items, then while one of which it is not known that it is cheap is consumed, `share` can be called elsewhere with what comes behind: it may
/// take long, and even wait for later ones. So it is with the first few whatever is known of them, but then nobody is told. Not if there are many, and the drives before were short: to offer something in each of many short drives keeps
/// others awake, and interrupts them and this one.
///
/// Not inlined, as [`consume_one`].
#[inline(never)]
pub(super) fn alone<I, C>(
    mut folder: C::Folder,
    site: Site,
    consumer: &C,
    mut iter: I,
    share: impl Fn(I, C) -> C::Result + Sync,
) -> Alone<C::Folder, I, C, C::Result>
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    let threads = current_num_threads();
    let mut expected = iter.size_hint().0;
    let offers = expected <= FEW;
    let rules = Rules::new(expected, 1, usize::MAX);
    let mut spare = None;
    if site.announces() {
        return Alone::More(folder, iter, spare);
    }
    let mut timer = rules.timer(site, expected);
    // Each of so many is consumed by itself, whatever is known of the drives before.
    let mut single = match has_forks() {
        true => 0,
        false => grain::workers(),
    };
    let mut pulls = Pulls::default();
    loop {
        let block = match timer.pulls(expected, pulls.known::<I::Item>()) {
            _ if threads == 1 => usize::MAX,
            Some(block) => block,
            None => return Alone::More(folder, iter, spare),
        };
        let mut block = block;
        if offers && (block == 1 || single > 0) {
            let notice = match block {
                1 => Notice::Quiet,
                _ => Notice::Silent,
            };
            block = block.min(single.max(1));
            single = single.saturating_sub(block);
            for count in 0..block {
                let next = match count {
                    _ if folder.full() => None,
                    0 => pulls.time(&mut iter),
                    _ => iter.next(),
                };
                let Some(item) = next else {
                    // Before there is a result, which a panic in dropping them would leak.
                    drop((iter, spare));
                    return Alone::Over(folder);
                };
                let part = spare.take().unwrap_or_else(|| consumer.split_off_left());
                let rest;
                (folder, rest) = consume_one(folder, item, (iter, part), notice, &share);
                match rest {
                    Forked::Back((back, part)) => (iter, spare) = (back, Some(part)),
                    Forked::Stolen(rest) => return Alone::Stolen(folder, rest),
                }
            }
        } else {
            let progress;
            (folder, progress) = consume_each(folder, consumer, &mut iter, block, &mut pulls);
            if progress == Progress::Over {
                timer.note(block);
                drop((iter, spare));
                return Alone::Over(folder);
            }
        }
        // If it took long, the next drive is announced.
        timer.note(block);
        expected = expected.saturating_sub(block);
    }
}

/// What comes behind an item: as it was, or run by another thread.
type Behind<I, C, R> = Forked<(I, C), R>;

/// Lets the folder consume an item while what comes behind can be shared by others. If the item panics, nothing more is pulled.
///
/// Not inlined: LLVM would take folders of many bytes to pieces in the loop around this.
#[inline(never)]
fn consume_one<I, C>(
    folder: C::Folder,
    item: I::Item,
    behind: (I, C),
    notice: Notice,
    share: &(impl Fn(I, C) -> C::Result + Sync),
) -> (C::Folder, Behind<I, C, C::Result>)
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    let failed = Flag::new();
    let first = || {
        let unless = OnPanic(&failed);
        let folder = folder.consume(item);
        mem::forget(unless);
        folder
    };
    fork(notice, first, behind, |(iter, part)| {
        if failed.is_raised() {
            drop(iter);
            return part.into_folder().complete();
        }
        share(iter, part)
    })
}

/// Raises a flag when it is dropped.
struct OnPanic<'f>(&'f Flag);

impl Drop for OnPanic<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.raise();
    }
}

/// What it took to pull the first item of each block, if they own something. Others are known to be cheap to hand on.
#[derive(Default)]
pub(super) struct Pulls {
    ticks: u64,
    items: u64,
}

/// What a look at the clock takes, in nanoseconds.
const LOOK_NS: u64 = 20;

impl Pulls {
    /// It took so many ticks to pull so many items.
    pub(super) fn of(ticks: u64, items: usize) -> Self {
        let items = items as u64;
        Pulls { ticks, items }
    }

    /// What is known of such items.
    pub(super) fn known<T>(&self) -> Pulled {
        match const { mem::needs_drop::<T>() } {
            true => Pulled::OWNED.taking(self.ticks, self.items),
            false => Pulled::COPIED,
        }
    }

    /// Pulls an item, and times that if it has to be known.
    #[inline]
    fn time<I: Iterator>(&mut self, iter: &mut I) -> Option<I::Item> {
        if const { !mem::needs_drop::<I::Item>() } {
            return iter.next();
        }
        let start = clock::ticks();
        let item = iter.next();
        self.ticks += clock::since(start).saturating_sub(clock::nanos(LOOK_NS));
        self.items += 1;
        item
    }
}

/// Takes a folder over so many items, none of which is pulled before the one ahead of it was consumed. `consumer` is that of the items
/// behind.
///
/// Not inlined: by itself it keeps the folder in registers.
#[inline(never)]
pub(super) fn consume_each<I, C>(
    mut folder: C::Folder,
    consumer: &C,
    iter: &mut I,
    items: usize,
    pulls: &mut Pulls,
) -> (C::Folder, Progress)
where
    I: Iterator,
    C: UnindexedConsumer<I::Item>,
{
    let mut progress = Progress::More;
    let mut each = Each {
        iter,
        items,
        progress: &mut progress,
        // Of a consumer that streams, this is what the folder would say.
        full: || !C::Folder::NEVER_FULL && C::STREAMS && consumer.full(),
    };
    if const { mem::needs_drop::<I::Item>() }
        && !folder.full()
        && let Some(item) = pulls.time(&mut each)
    {
        folder = folder.consume(item);
    }
    if C::STREAMS {
        folder = folder.consume_iter(each);
    } else {
        while !folder.full()
            && let Some(item) = each.next()
        {
            folder = folder.consume(item);
        }
    }
    if folder.full() {
        progress = Progress::Over;
    }
    (folder, progress)
}

/// So many items of an iterator.
struct Each<'i, I, F> {
    iter: &'i mut I,
    items: usize,
    progress: &'i mut Progress,
    /// Asked before every item, since the next one may take forever to come.
    full: F,
}

impl<I: Iterator, F: Fn() -> bool> Iterator for Each<'_, I, F> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        if self.items == 0 {
            return None;
        }
        self.items -= 1;
        let item = match (self.full)() {
            true => None,
            false => self.iter.next(),
        };
        if item.is_none() {
            *self.progress = Progress::Over;
        }
        item
    }
}
