//! Collecting into what one thread at a time can add to: the leftmost folder adds its items straight to the target, and what
//! other threads have stolen is put aside and added in order.
//!
//! Invariant: at most one consumer, folder or result has the target, and whatever lies to its left is in there already.

use crate::iter::plumbing::{Consumer, Folder, Reducer, UnindexedConsumer};
use crate::iter::{IntoParallelIterator, ParallelIterator};
use crate::plumbing::{Aim, sunk};
use ample::{Guess, Outlook};
use std::cell::Cell;
use std::marker::PhantomData;
use tine_core::engine::clock;
use tine_kernels::base::heap::uncached;

mod ample;

/// A collection that grows by one item at a time.
pub(crate) trait Gather<T>: Extend<T> + Send {
    /// Where other threads put items meanwhile.
    type Aside: Extend<T> + Default + Send;

    /// So many items are to come.
    fn expect(&mut self, items: usize);

    /// Some of `items` are in, and show where it lies in memory.
    fn settle(&mut self, _items: usize) {}

    /// Adds one item.
    fn add_one(&mut self, item: T);

    /// Adds what was put aside.
    fn add(&mut self, aside: Self::Aside);

    /// How many items there are, and how many more can be added before all are moved; none if that is not to be minded.
    #[inline]
    fn room(&self) -> Option<(usize, usize)> {
        None
    }

    /// Makes room for so many more items, if there is any.
    fn widen(&mut self, _items: usize) {}

    /// Gives back what is not needed, down to room for `least` items.
    fn narrow(&mut self, _least: usize) {}

    /// How many of 256 parts of the time would be gained because what was put aside and finished is quicker to add.
    #[inline]
    fn eased(&self) -> u64 {
        0
    }
}

/// What is done to all that a folder has put aside, by the thread that did.
type Finish<'f, A> = &'f (dyn Fn(&mut A) + Sync);

/// Adds all items to `target`, in order.
pub(crate) fn gather_into<T, M, I>(target: &mut M, par_iter: I)
where
    T: Send,
    M: Gather<T>,
    I: IntoParallelIterator<Item = T>,
{
    gather_finished(target, par_iter, None);
}

/// The same; if there is a `finish`, it sees what is put aside before that is added.
pub(crate) fn gather_finished<T, M, I>(
    target: &mut M,
    par_iter: I,
    finish: Option<Finish<'_, M::Aside>>,
) where
    T: Send,
    M: Gather<T>,
    I: IntoParallelIterator<Item = T>,
{
    let par_iter = par_iter.into_par_iter();
    // A constant first, so that the guess is compiled only where there may be one.
    if const { matches!(I::Iter::HAS_LEN, Some(true)) } {
        gather::<T, M, I::Iter, ()>(target, par_iter, finish);
    } else {
        gather::<T, M, I::Iter, Outlook>(target, par_iter, finish);
    }
}

fn gather<T, M, I, G>(target: &mut M, par_iter: I, finish: Option<Finish<'_, M::Aside>>)
where
    T: Send,
    M: Gather<T>,
    I: ParallelIterator<Item = T>,
    G: Guess,
{
    let items = par_iter.opt_len().unwrap_or(0);
    if items > 0 {
        target.expect(items);
    }
    let before = target.room().filter(|_| items == 0);
    let guess = before.map_or_else(G::default, |(len, _)| G::of(len, || par_iter.count_most()));
    let consumer = GatherConsumer {
        target: Cell::new(Some(&mut *target)),
        items,
        guess,
        finish,
    };
    let gathered = {
        let _scope = sunk::Scope::begin();
        par_iter.drive_unindexed(consumer)
    };
    if let Gathered::Aside(asides) = gathered {
        asides.add_to(target);
    }
    guess.end(target, before.map_or(0, |(len, free)| len + free));
}

/// Knows the target if it is the leftmost one.
struct GatherConsumer<'c, M, A, G> {
    target: Cell<Option<&'c mut M>>,
    /// How many items are to come; none if nobody knows.
    items: usize,
    guess: G,
    finish: Option<Finish<'c, A>>,
}

/// Adds to the target, or puts aside. In a box, since a folder is moved at every item.
enum GatherFolder<'c, M, A, G> {
    Straight(&'c mut M, Samples<G>),
    Aside(Box<A>, Option<Finish<'c, A>>),
}

/// Of the first so many blocks those are sampled whose number is a power of two, and then every block whose number it divides.
const SAMPLED_BLOCKS: u32 = 16;
/// If so many items are to come, and be they small, it matters where a collection lies in memory ...
const LARGE_ITEMS: usize = 1 << 18;
/// ... which is seen after so many.
const SETTLED: usize = 100;
/// A sample has so many items.
const SAMPLE: usize = 8;
/// A sample of items of more bytes than this lies on the heap.
const LARGE: usize = 256;
/// Blocks of more items than a sample are long because the items before were cheap; up to so many a block is not worth a sample, unless it is
/// the first: what is added then meets memory that was never touched, and would be taken for work.
const SHORT: usize = 96;
/// What it costs to put an item aside and read it again from another processor's memory, in nanoseconds.
const ASIDE_NS: u64 = 8;
/// What two looks at the clock take, in nanoseconds.
const LOOKS_NS: u64 = 40;

/// Which blocks are sampled, and what came of it.
struct Samples<G> {
    /// How many items are to come; none if nobody knows.
    items: usize,
    guess: G,
    /// How many blocks there were.
    blocks: u32,
    /// The last sample said for the first time that something would be gained. It may have been interrupted, so the next block is sampled as well.
    doubted: bool,
}

impl<G> Samples<G> {
    fn of(items: usize, guess: G) -> Self {
        Samples {
            items,
            guess,
            blocks: 0,
            doubted: false,
        }
    }

    /// A block begins, of `most` items if that is known. Says whether it is to be sampled.
    #[inline]
    fn begin(&mut self, most: Option<usize>) -> bool {
        self.blocks = self.blocks.wrapping_add(1);
        if self.blocks == 1 && sunk::is_short() {
            return false;
        }
        let short = self.blocks > 1 && matches!(most, Some(SAMPLE..=SHORT));
        let due = self.blocks.is_power_of_two() || self.blocks.is_multiple_of(SAMPLED_BLOCKS);
        self.doubted || !short && due
    }

    /// A sample says that so many of 256 parts of the time would be gained.
    #[inline]
    fn note(&mut self, gain: u64) {
        self.doubted = gain > 0 && sunk::get() == sunk::WHOLE && !self.doubted;
        if !self.doubted {
            sunk::set(sunk::WHOLE - gain);
        }
    }
}

/// Adds some items, and returns how many of 256 parts of the time would be gained if others computed them.
fn sample<T, M: Gather<T>>(target: &mut M, iter: &mut impl Iterator<Item = T>) -> u64 {
    let start = clock::ticks();
    // A constant first, so that only one of the two is compiled.
    if const { size_of::<T>() <= LARGE } {
        return sample_small(target, start, iter);
    }
    // A thread's stack may not hold them.
    let items: Vec<T> = iter.take(SAMPLE).collect();
    rate(start, items.len(), || {
        items.into_iter().for_each(|item| target.add_one(item))
    })
}

/// Adds some items that lie on the stack meanwhile. Apart, since no branch of a function lets its frame be smaller.
fn sample_small<T, M: Gather<T>>(
    target: &mut M,
    start: u64,
    iter: &mut impl Iterator<Item = T>,
) -> u64 {
    let mut items = [const { None }; SAMPLE];
    let mut count = 0;
    for place in &mut items {
        *place = iter.next();
        if place.is_none() {
            break;
        }
        count += 1;
    }
    rate(start, count, || {
        for place in &mut items {
            let Some(item) = place.take() else { break };
            target.add_one(item);
        }
    })
}

/// Lets `count` items be added that have been computed since `start`. Returns what [`sample`] does.
#[inline]
fn rate(start: u64, count: usize, add: impl FnOnce()) -> u64 {
    let computed = clock::ticks();
    add();
    let added = clock::ticks().saturating_sub(computed);
    let computed = computed.saturating_sub(start);
    // Neither what sharing costs nor what disappears in the noise is a reason to share.
    let in_vain = clock::nanos(LOOKS_NS + ASIDE_NS * count as u64) + added / 4;
    let gain = computed.saturating_sub(in_vain);
    gain * sunk::WHOLE / (computed + added).max(1)
}

/// What neighbouring folders have left.
enum Gathered<'c, M, A> {
    Straight(&'c mut M),
    Aside(Asides<A>),
}

/// What was put aside, in order.
struct Asides<A> {
    first: A,
    /// Mostly none. If any, in no small block, since another thread may free it: see `uncached`.
    more: Vec<A>,
}

impl<A> Asides<A> {
    fn append(&mut self, right: Self) {
        if self.more.capacity() == 0 {
            self.more.reserve_exact(uncached::<A>());
        }
        self.more.push(right.first);
        self.more.extend(right.more);
    }

    fn add_to<T, M: Gather<T, Aside = A>>(self, target: &mut M) {
        target.add(self.first);
        self.more.into_iter().for_each(|aside| target.add(aside));
    }
}

impl<'c, T: Send, M: Gather<T>, G: Guess> Consumer<T> for GatherConsumer<'c, M, M::Aside, G> {
    type Folder = GatherFolder<'c, M, M::Aside, G>;
    type Reducer = InOrder<T>;
    type Result = Gathered<'c, M, M::Aside>;

    #[inline]
    fn split_at(self, _index: usize) -> (Self, Self, InOrder<T>) {
        let left = UnindexedConsumer::<T>::split_off_left(&self);
        (left, self, InOrder(PhantomData))
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        match self.target.into_inner() {
            Some(target) => GatherFolder::Straight(target, Samples::of(self.items, self.guess)),
            None => GatherFolder::Aside(Box::default(), self.finish),
        }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

impl<T: Send, M: Gather<T>, G: Guess> UnindexedConsumer<T> for GatherConsumer<'_, M, M::Aside, G> {
    const STREAMS: bool = true;

    #[inline]
    fn split_off_left(&self) -> Self {
        GatherConsumer {
            target: Cell::new(self.target.take()),
            items: self.items,
            guess: self.guess,
            finish: self.finish,
        }
    }

    #[inline]
    fn to_reducer(&self) -> InOrder<T> {
        InOrder(PhantomData)
    }

    #[inline]
    fn aim(&self) -> Aim {
        Aim::Gather
    }
}

impl<'c, T: Send, M: Gather<T>, G: Guess> Folder<T> for GatherFolder<'c, M, M::Aside, G> {
    const TAKES_ONE: bool = true;
    type Result = Gathered<'c, M, M::Aside>;

    fn consume(mut self, item: T) -> Self {
        match &mut self {
            GatherFolder::Straight(target, _) => target.add_one(item),
            GatherFolder::Aside(aside, _) => aside.extend(Some(item)),
        }
        self
    }

    fn consume_iter<I>(mut self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        match &mut self {
            GatherFolder::Straight(target, samples) => {
                let mut iter = iter.into_iter();
                let most = iter.size_hint().1;
                if samples.begin(most) {
                    samples.note(sample(*target, &mut iter).max(target.eased()));
                }
                if samples.blocks == 2 && samples.items >= LARGE_ITEMS {
                    iter.by_ref()
                        .take(SETTLED)
                        .for_each(|item| target.add_one(item));
                    target.settle(samples.items);
                }
                samples.guess.extend(*target, iter, most);
            }
            GatherFolder::Aside(aside, _) => aside.extend(iter),
        }
        self
    }

    const NEVER_FULL: bool = true;

    #[inline]
    fn complete(self) -> Self::Result {
        match self {
            GatherFolder::Straight(target, _) => Gathered::Straight(target),
            GatherFolder::Aside(aside, finish) => {
                let mut first = *aside;
                if let Some(finish) = finish {
                    finish(&mut first);
                }
                Gathered::Aside(Asides {
                    first,
                    more: Vec::new(),
                })
            }
        }
    }

    #[inline]
    fn full(&self) -> bool {
        false
    }
}

/// Adds to the target what lies next to it; keeps it aside where the target is not at hand.
struct InOrder<T>(PhantomData<fn(T)>);

impl<'c, T, M: Gather<T>> Reducer<Gathered<'c, M, M::Aside>> for InOrder<T> {
    fn reduce(
        self,
        left: Gathered<'c, M, M::Aside>,
        right: Gathered<'c, M, M::Aside>,
    ) -> Gathered<'c, M, M::Aside> {
        match (left, right) {
            (Gathered::Aside(mut left), Gathered::Aside(right)) => {
                left.append(right);
                Gathered::Aside(left)
            }
            // The target on the right: only where order is lost anyway.
            (Gathered::Straight(target), Gathered::Aside(asides))
            | (Gathered::Aside(asides), Gathered::Straight(target)) => {
                asides.add_to(target);
                Gathered::Straight(target)
            }
            (left, _) => left,
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
