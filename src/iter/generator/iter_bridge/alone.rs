//! What one thread does with an iterator before it lets others take part: it consumes each item before it pulls the next.
//!
//! Invariant: nothing is pulled ahead, nor once the folder has had enough.

use crate::plumbing::{Folder, Pulled, Rules, Site, UnindexedConsumer};
use std::mem;
use tine_core::{current_num_threads, engine::clock};

/// Whether there may be anything left to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Over,
    More,
}

/// Consumes items one by one for as long as it does not pay to share them; none if others are to know of the drive from the start.
pub(super) fn alone<I, C>(
    mut folder: C::Folder,
    site: Site,
    consumer: &C,
    iter: &mut I,
) -> (C::Folder, Progress)
where
    I: Iterator,
    C: UnindexedConsumer<I::Item>,
{
    let threads = current_num_threads();
    let mut expected = iter.size_hint().0;
    let rules = Rules::new(expected, 1, usize::MAX);
    if site.announces() {
        return (folder, Progress::More);
    }
    let mut timer = rules.timer(site, expected);
    let mut pulls = Pulls::default();
    loop {
        let block = match timer.pulls(expected, pulls.known::<I::Item>()) {
            _ if threads == 1 => usize::MAX,
            Some(block) => block,
            None => return (folder, Progress::More),
        };
        let progress;
        (folder, progress) = consume_each(folder, consumer, iter, block, &mut pulls);
        // The last one, too: if it took long, the next drive is announced.
        timer.note(block);
        if progress == Progress::Over {
            return (folder, Progress::Over);
        }
        expected = expected.saturating_sub(block);
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

    /// Pulls an item, and times that.
    fn time<I: Iterator>(&mut self, iter: &mut I) -> Option<I::Item> {
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
