//! What one thread does with an iterator before it lets others take part: it consumes each item before it pulls the next.
//!
//! Invariant: nothing is pulled ahead, nor once the folder has had enough.

use crate::plumbing::{Folder, Rules, Site, UnindexedConsumer};
use tine_core::current_num_threads;

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
    loop {
        let block = match timer.pulls(expected) {
            _ if threads == 1 => usize::MAX,
            Some(block) => block,
            None => return (folder, Progress::More),
        };
        let progress;
        (folder, progress) = consume_each(folder, consumer, iter, block);
        // The last one, too: if it took long, the next drive is announced.
        timer.note(block);
        if progress == Progress::Over {
            return (folder, Progress::Over);
        }
        expected = expected.saturating_sub(block);
    }
}

/// Takes a folder over so many items, none of which is pulled before the one ahead of it was consumed. `consumer` is that of the items
/// behind.
///
/// Not inlined: by itself it keeps the folder in registers.
#[inline(never)]
fn consume_each<I, C>(
    mut folder: C::Folder,
    consumer: &C,
    iter: &mut I,
    items: usize,
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
        full: || C::STREAMS && consumer.full(),
    };
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
