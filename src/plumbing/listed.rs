//! The driver for what one thread alone can iterate over: it begins with that, block by block, and lists what is left, so that others
//! can have a part, only if that is worth it.
//!
//! Invariant: what the iterator has not yielded comes after all that went to folders, and goes to consumers split off behind theirs.

use super::boxed::{BoxedConsumer, is_large};
use super::choice;
use super::consumer::{Consumer, Folder, Reducer, UnindexedConsumer};
use super::frame;
use super::part::Part;
use super::producer::{Producer, ProducerCallback};
use super::stream;
use super::supply::Counted;
use std::mem::ManuallyDrop;
use tine_core::engine::grain::{self, Site, Start, Timer, sunk};
use tine_core::engine::{clock, keep_shared};

/// How a list becomes a producer.
pub(crate) trait Lists<T> {
    /// Calls `callback` with one of all items.
    fn share<CB: ProducerCallback<T>>(items: Vec<T>, callback: CB) -> CB::Output;
}

/// No step of a collection's iterator takes so long, in nanoseconds: items that do are worth sharing.
const DEAR_NS: u64 = 200;
/// What the parts of a trial should take each, in nanoseconds, if that is not more than so many items.
const TRIAL_NS: u64 = 1_000;
const TRIAL_MOST: usize = 256;
/// What a block may take that begins when sharing was found not to pay, in nanoseconds, or this part of what was run before it.
const BLOCK_NS: u64 = 16_000;
const BLOCK_PART: u64 = 8;

/// Runs `consumer` over all items of `iter`, in its order, in parallel if that pays. `L` makes producers.
pub(crate) fn listed<L, I, C>(iter: I, consumer: C) -> C::Result
where
    L: Lists<I::Item>,
    I: ExactSizeIterator + Send,
    C: UnindexedConsumer<I::Item>,
{
    let run: fn(I, C) -> C::Result = const {
        match is_large::<I::Item, C>() {
            true => |iter, consumer| *drive::<L, _, _>(iter, BoxedConsumer::new(consumer)),
            false => drive::<L, I, C>,
        }
    };
    run(iter, consumer)
}

/// The same for consumers that are not large, or in a box.
fn drive<L, I, C>(iter: I, consumer: C) -> C::Result
where
    L: Lists<I::Item>,
    I: ExactSizeIterator + Send,
    C: UnindexedConsumer<I::Item>,
{
    let run: fn(I, C, &mut Trials, &mut Timer<'_>) -> C::Result = const {
        match C::STREAMS {
            true => one_folder::<L, I, C>,
            false => blocks::<L, I, C>,
        }
    };
    let len = iter.len();
    let start = Start {
        len,
        items: None,
        wishes: (1, usize::MAX),
        aim: consumer.aim(),
        site: Site::of(run as *const ()),
        streamed: false,
    };
    let walk = move |(iter, consumer), timer: &mut Timer<'_>| {
        let result = run(iter, consumer, &mut Trials::default(), timer);
        // Lists that were made too soon would be so for ever.
        timer.forget_cheap(len, clock::nanos(DEAR_NS));
        result
    };
    let whole = move |range| walk(range, &mut Timer::of_one());
    grain::drive(start, (iter, consumer), whole, walk)
}

/// For consumers that split anywhere: one folder until others take part.
fn one_folder<L, I, C>(
    iter: I,
    consumer: C,
    trials: &mut Trials,
    timer: &mut Timer<'_>,
) -> C::Result
where
    L: Lists<I::Item>,
    I: ExactSizeIterator,
    C: UnindexedConsumer<I::Item>,
{
    let mut folder = consumer.split_off_left().into_folder();
    let mut iter = iter;
    loop {
        if folder.full() {
            drop(consumer);
            skip(iter);
            return folder.complete();
        }
        let len = iter.len();
        match trials.step(len, timer) {
            Step::Run(count) if count >= len => {
                drop(consumer);
                return run_all(iter, folder).complete();
            }
            Step::List => {
                let rest = Streamed {
                    len,
                    consumer,
                    folder,
                    timer,
                };
                return L::share(iter.collect(), rest);
            }
            step => (iter, folder) = step.take(iter, folder, trials, timer),
        }
    }
}

/// For consumers that want a folder for each block.
fn blocks<L, I, C>(iter: I, consumer: C, trials: &mut Trials, timer: &mut Timer<'_>) -> C::Result
where
    L: Lists<I::Item>,
    I: ExactSizeIterator,
    C: Consumer<I::Item>,
{
    if consumer.full() {
        skip(iter);
        return consumer.into_folder().complete();
    }
    let len = iter.len();
    // A folder that is expensive to make needs another driver.
    let step = match C::CARRIES {
        true => Step::List,
        false => trials.step(len, timer),
    };
    let count = match step {
        Step::Run(count) if count >= len => {
            return run_all(iter, consumer.into_folder()).complete();
        }
        Step::Run(count) => count,
        Step::Try(count) => 2 * count,
        Step::List => {
            let rest = Halved {
                len,
                consumer,
                timer,
            };
            return L::share(iter.collect(), rest);
        }
    };
    let (left, right, reducer) = consumer.split_at(count);
    let (iter, folder) = step.take(iter, left.into_folder(), trials, timer);
    let left = folder.complete();
    let right = match reducer.settles(&left) {
        true => {
            skip(iter);
            right.into_folder().complete()
        }
        false => blocks::<L, _, _>(iter, right, trials, timer),
    };
    reducer.reduce(left, right)
}

/// Drops what nobody wants. By way of a list, of which all is dropped even if something panics meanwhile.
fn skip<I: ExactSizeIterator>(iter: I) {
    if const { std::mem::needs_drop::<I::Item>() } {
        drop(iter.collect::<Vec<_>>());
    }
}

/// An iterator for some steps, after which it goes back to where it came from. A loop has it as a variable of its own meanwhile, which is
/// how compilers find it worth to copy the step of a map's iterator into the loop, and keep it in registers.
struct Turn<'h, I> {
    iter: ManuallyDrop<I>,
    /// How many steps there are still to be.
    left: usize,
    home: &'h mut Option<I>,
}

impl<'h, I: ExactSizeIterator> Turn<'h, I> {
    /// Panics if there is no iterator.
    fn of(home: &'h mut Option<I>, count: usize) -> Self {
        let iter = home.take().expect(KEPT);
        Turn {
            left: count.min(iter.len()),
            iter: ManuallyDrop::new(iter),
            home,
        }
    }
}

impl<I: Iterator> Iterator for Turn<'_, I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.left = self.left.checked_sub(1)?;
        self.iter.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline]
    fn fold<S, F>(mut self, init: S, mut f: F) -> S
    where
        F: FnMut(S, I::Item) -> S,
    {
        let mut state = init;
        for _ in 0..self.left {
            let Some(item) = self.iter.next() else { break };
            state = f(state, item);
        }
        state
    }
}

impl<I> Drop for Turn<'_, I> {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this ends here, and nobody else takes it.
        let iter = unsafe { ManuallyDrop::take(&mut self.iter) };
        *self.home = Some(iter);
    }
}

/// Lets a folder take all items: by the iterator's own loop, which is a tenth of the time that it takes to add to a hash map quicker; or by the
/// same as some, if what it does not take has to be dropped.
fn run_all<I, F>(iter: I, folder: F) -> F
where
    I: ExactSizeIterator,
    F: Folder<I::Item>,
{
    if const { !std::mem::needs_drop::<I::Item>() } {
        return run(iter, folder);
    }
    let count = iter.len();
    let mut home = Some(iter);
    let folder = run(Turn::of(&mut home, count), folder);
    home.into_iter().for_each(skip);
    folder
}

/// A loop by itself, as that of [`Counted`].
#[inline(never)]
fn run<T, F: Folder<T>>(iter: impl Iterator<Item = T>, folder: F) -> F {
    frame::keep_address();
    folder.consume_iter(iter)
}

/// What is done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// So many items are run, straight from the iterator.
    Run(usize),
    /// So many, and then as many that are listed before.
    Try(usize),
    /// All are listed.
    List,
}

impl Step {
    /// Lets a folder take the items.
    fn take<I, F>(self, iter: I, folder: F, trials: &mut Trials, timer: &mut Timer<'_>) -> (I, F)
    where
        I: ExactSizeIterator,
        F: Folder<I::Item>,
    {
        let mut home = Some(iter);
        let folder = match self {
            Step::Run(count) => {
                let folder = run(Turn::of(&mut home, count), folder);
                timer.note(count);
                folder
            }
            Step::Try(count) => {
                let folder = trials.run(count, &mut home, folder);
                // The parts took longer than usual.
                timer.look();
                folder
            }
            Step::List => folder,
        };
        (home.expect(KEPT), folder)
    }
}

/// What it would take a folder that never drops what it was given.
const KEPT: &str = "a folder has kept the items";

/// What was found out about sharing.
#[derive(Debug, Default)]
struct Trials {
    /// It pays, or is taken to.
    pays: bool,
    /// For how long the items had been run when that was tried last.
    tried: u64,
    /// And what they cost then.
    cost: u64,
}

impl Trials {
    /// What to do with the `len` items that are left.
    #[inline]
    fn step(&mut self, len: usize, timer: &mut Timer<'_>) -> Step {
        if len <= 1 {
            return Step::Run(len);
        }
        // Any single item may be costly, for all that is known.
        self.pays |= timer.offers();
        if self.pays {
            return Step::List;
        }
        match timer.walks_on(len) {
            Some(count) => Step::Run(count),
            None => self.step_on(len, timer),
        }
    }

    /// The same when one thread has gone on alone for long enough, unless sharing does not pay.
    #[inline]
    fn step_on(&mut self, len: usize, timer: &Timer<'_>) -> Step {
        // What lies beneath can be had meanwhile.
        keep_shared();
        let (cost, elapsed) = (timer.cost(), timer.elapsed());
        let items_in = |ticks: u64| usize::try_from(ticks * 256 / cost.max(1)).unwrap_or(len);
        let block = items_in(clock::nanos(BLOCK_NS).max(elapsed / BLOCK_PART)).max(1);
        let block = if block < len - len / 3 { block } else { len };
        if !timer.is_worth_sharing(len) {
            return Step::Run(block);
        }
        self.pays = cost >= clock::nanos(DEAR_NS) * 256;
        if self.pays {
            return Step::List;
        }
        let count = items_in(clock::nanos(TRIAL_NS)).clamp(1, TRIAL_MOST);
        // As before.
        if (elapsed < 2 * self.tried && cost < 2 * self.cost) || count > len / 2 {
            return Step::Run(block);
        }
        (self.tried, self.cost) = (elapsed, cost);
        Step::Try(count)
    }

    /// Runs some items straight from the iterator, and as many by way of a list, and compares.
    fn run<I, F>(&mut self, count: usize, iter: &mut Option<I>, folder: F) -> F
    where
        I: ExactSizeIterator,
        F: Folder<I::Item>,
    {
        let start = clock::ticks();
        let folder = run(Turn::of(iter, count), folder);
        if folder.full() {
            return folder;
        }
        let plain = clock::since(start);
        let items: Vec<_> = Turn::of(iter, count).collect();
        let listed = clock::since(start) - plain;
        let folder = run(items.into_iter(), folder);
        let ran = clock::since(start) - plain - listed;
        // Two threads would run half of them each.
        let shared = listed + ran - sunk::without(ran) / 2;
        self.pays = shared * 5 < plain * 4;
        folder
    }
}

/// Shares what is left of a stream.
struct Streamed<'t, 'r, C, F> {
    len: usize,
    consumer: C,
    /// What was split off before the consumer.
    folder: F,
    timer: &'t mut Timer<'r>,
}

impl<T, C: UnindexedConsumer<T>> ProducerCallback<T> for Streamed<'_, '_, C, C::Folder> {
    type Output = C::Result;

    #[inline]
    fn callback<P: Producer<Item = T>>(self, producer: P) -> C::Result {
        let len = self.len;
        // What the list took is not what items take.
        self.timer.look();
        let supply = Counted { len, producer };
        stream::go_on(supply, self.consumer, self.folder, self.timer)
    }
}

/// Shares what is left of a range.
struct Halved<'t, 'r, C> {
    len: usize,
    consumer: C,
    timer: &'t mut Timer<'r>,
}

impl<T, C: Consumer<T>> ProducerCallback<T> for Halved<'_, '_, C> {
    type Output = C::Result;

    #[inline]
    fn callback<P: Producer<Item = T>>(self, producer: P) -> C::Result {
        self.timer.look();
        let part = Part {
            len: self.len,
            producer,
            consumer: self.consumer,
        };
        let run = const { choice::of_range::<P, C>() };
        run(part, self.timer)
    }
}
