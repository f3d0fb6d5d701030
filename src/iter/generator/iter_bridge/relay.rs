//! How the threads take turns at the iterator: there is one baton, and whoever has it may pull.
//!
//! Invariant: no thread waits for the baton for long. What the holder's `next` waits for may lie further down the stack of the
//! very thread that wants the baton, since threads that wait run whatever there is to do. So a thread that does not get the
//! baton soon takes what the holder has pulled already, and if there is nothing, ends its turn, at once for all others to see, so
//! that nothing is pulled ahead for it; the holder gets the next turn started as soon as it has an item. For the same reason no
//! code of the user's runs while `status` is locked, and a thread takes no turn inside another one of its own.

use super::alone::{Progress, Pulls, consume_each};
use super::batch::BatchSize;
use crate::plumbing::{Folder, Reducer, UnindexedConsumer};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::{hint, mem};
use tine_core::{
    Scope, current_num_threads,
    engine::{clock, grain, handover::Handover},
    in_place_scope,
};

/// For how long a thread tries to get the baton, in microseconds. Less than it costs to sleep and wake.
const PATIENCE_MICROS: u64 = 30;

/// How often it looks before it lets other threads have the processor in between.
const SPINS: u32 = 50;

/// After so many microseconds of pulling the batch ends where it is.
const PULL_MICROS: u64 = 5;

/// What a batch should take, pulling and work together, in nanoseconds: enough to make its handing out a small matter.
const BATCH_NANOS: u64 = 10_000;

/// A batch of so many items tells whether they are worth sharing.
const TELLING_ITEMS: usize = 8;
/// After so many that were not, one behind the other, a thread goes on alone.
const BATCHES_IN_VAIN: u32 = 2;
/// A thread that goes on alone looks after so many items whether they are still too cheap to be shared.
const ALONE_ITEMS: usize = 1024;

/// So often the pulling looks at the clock, in items.
const CLOCK_EVERY: usize = 16;

/// Feeds the items of `iter` to the folder of the first `turn`, and to folders of what is split off `consumer`. Returns whether the last ones were too
/// cheap for that as well.
pub(super) fn share<I, C>(
    turn: Turn<C::Folder, C::Reducer>,
    iter: I,
    consumer: C,
) -> (C::Result, bool)
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    let relay = Relay::new(iter, consumer.split_off_left());
    // In place: the folder stays on this thread.
    let cheap = in_place_scope(|scope| relay.begin(scope, turn));
    let mut results = mem::take(&mut relay.status().results).into_iter();
    let first = results.next().expect("the first turn has left a result");
    let result = results.fold(first, |left, right| {
        consumer.to_reducer().reduce(left, right)
    });
    // Now and not on the way out, where a panic in dropping them would leak the result.
    drop((relay, consumer));
    (result, cheap)
}

/// What one thread makes of the items that it gets, one batch after the other.
pub(super) struct Turn<F, R> {
    pub(super) folder: F,
    pub(super) reducer: R,
}

impl<F, R> Turn<F, R> {
    /// One that begins.
    pub(super) fn new<T, C>(consumer: C) -> Self
    where
        C: UnindexedConsumer<T, Folder = F, Reducer = R>,
    {
        Turn {
            reducer: consumer.to_reducer(),
            folder: consumer.into_folder(),
        }
    }

    fn consume<T>(mut self, batch: Batch<T>) -> Self
    where
        F: Folder<T>,
    {
        if !batch.ahead.is_empty() {
            self.folder = self.folder.consume_iter(batch.ahead);
        }
        if let Some(last) = batch.last
            && !self.folder.full()
        {
            self.folder = self.folder.consume(last);
        }
        self
    }
}

/// Items that were pulled at once.
struct Batch<T> {
    /// When the pulling began, in ticks, and how long it took; no time if another thread has done it.
    start: u64,
    pulling: u64,
    ahead: Vec<T>,
    last: Option<T>,
}

impl<T> Batch<T> {
    fn len(&self) -> usize {
        self.ahead.len() + usize::from(self.last.is_some())
    }
}

/// What it takes to pull, and to let others take part.
struct Baton<I, C> {
    iter: I,
    consumer: C,
}

/// Where the baton is.
enum Place<I: Iterator, C> {
    Here(Box<Baton<I, C>>),
    /// With a thread that pulls, and puts in here what it pulls ahead.
    Out(Option<Arc<Handover<I::Item>>>),
    /// The iterator has ended or panicked, or nobody wants more of it.
    Over,
}

struct Status<I: Iterator, C, R> {
    place: Place<I, C>,
    /// The threads in their turns.
    inside: Vec<ThreadId>,
    /// How many turns are under way or about to begin.
    turns: usize,
    /// Of turns that have ended; as good as always no more than one, since whoever leaves another reduces the two.
    results: Vec<R>,
}

impl<I: Iterator, C, R> Status<I, C, R> {
    /// Ends the calling thread's turn, if it is still in one.
    fn leave(&mut self) {
        let thread = thread::current().id();
        let before = self.inside.len();
        self.inside.retain(|&other| other != thread);
        self.turns -= before - self.inside.len();
    }
}

struct Relay<I: Iterator, C: UnindexedConsumer<I::Item>> {
    status: Mutex<Status<I, C, C::Result>>,
    threads: usize,
}

impl<I, C> Relay<I, C>
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    /// With one turn, which the caller is to begin.
    fn new(iter: I, consumer: C) -> Self {
        Relay {
            status: Mutex::new(Status {
                place: Place::Here(Box::new(Baton { iter, consumer })),
                inside: Vec::new(),
                turns: 1,
                results: Vec::new(),
            }),
            threads: current_num_threads(),
        }
    }

    fn status(&self) -> MutexGuard<'_, Status<I, C, C::Result>> {
        // Nothing panics while it is locked.
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first turn. Tells whether the items were so cheap that sharing them did not pay.
    fn begin<'s>(&'s self, scope: &Scope<'s>, turn: Turn<C::Folder, C::Reducer>) -> bool {
        Entry::new(self).is_some_and(|_entry| self.work(scope, turn, None))
    }

    /// A turn that somebody has started for whoever finds it.
    fn join_in<'s>(&'s self, scope: &Scope<'s>, consumer: C) {
        let Some(_entry) = Entry::new(self) else {
            return;
        };
        if let Some(batch) = self.take(scope, 1) {
            self.work(scope, Turn::new(consumer), Some(batch));
        }
    }

    /// Takes batch after batch, leaves the result. Returns whether the last items were too cheap to be shared.
    fn work<'s>(
        &'s self,
        scope: &Scope<'s>,
        mut turn: Turn<C::Folder, C::Reducer>,
        mut first: Option<Batch<I::Item>>,
    ) -> bool {
        let mut size = BatchSize::new::<I::Item>(clock::nanos(BATCH_NANOS), grain::workers());
        let mut pulls = Pulls::default();
        let mut in_vain = 0;
        while !turn.folder.full() {
            if in_vain >= BATCHES_IN_VAIN
                && let Some(held) = self.hold()
            {
                let progress;
                (turn.folder, progress) = held.go_alone(turn.folder, &mut pulls);
                if progress == Progress::More {
                    in_vain = 0;
                    size.restart();
                }
                continue;
            }
            let Some(batch) = first.take().or_else(|| self.take(scope, size.items())) else {
                break;
            };
            let (start, pulling, items) = (batch.start, batch.pulling, batch.len());
            turn = turn.consume(batch);
            let took = clock::since(start);
            size.note(took);
            if items >= TELLING_ITEMS {
                let pulled = Pulls::of(pulling, items).known::<I::Item>();
                in_vain = match pulled.are_worth(items, took) {
                    true => 0,
                    false => in_vain + 1,
                };
            }
        }
        let mut result = turn.folder.complete();
        let other = self.status().results.pop();
        if let Some(other) = other {
            result = turn.reducer.reduce(other, result);
        }
        self.status().results.push(result);
        in_vain > 0
    }

    /// The baton, if it is here, for a thread that pulls nothing ahead: so the others, who see that, soon end their turns.
    fn hold(&self) -> Option<Held<'_, I, C>> {
        let mut status = self.status();
        match mem::replace(&mut status.place, Place::Out(None)) {
            Place::Here(baton) => Some(Held {
                relay: self,
                baton: Some(baton),
            }),
            place => {
                status.place = place;
                None
            }
        }
    }

    /// Some items, as a rule pulled by this thread; none if the turn is to end.
    fn take<'s>(&'s self, scope: &Scope<'s>, items: usize) -> Option<Batch<I::Item>> {
        let start = clock::ticks();
        let mut looks = 0;
        loop {
            let mut status = self.status();
            match mem::replace(&mut status.place, Place::Over) {
                Place::Over => return None,
                Place::Here(baton) => {
                    // During the only turn there is nobody who could take over what was pulled ahead.
                    let more = if status.turns > 1 { items - 1 } else { 0 };
                    let ahead = (more > 0).then(|| Arc::new(Handover::new(more)));
                    status.place = Place::Out(ahead.clone());
                    let invites = status.turns < self.threads;
                    status.turns += usize::from(invites);
                    drop(status);
                    return Some(self.pull(scope, baton, ahead, invites));
                }
                Place::Out(ahead) if clock::since(start) < clock::micros(PATIENCE_MICROS) => {
                    status.place = Place::Out(ahead);
                }
                Place::Out(Some(ahead)) => {
                    status.place = Place::Out(None);
                    drop(status);
                    let ahead = ahead.close();
                    if ahead.is_empty() {
                        continue;
                    }
                    return Some(Batch {
                        start: clock::ticks(),
                        pulling: 0,
                        ahead,
                        last: None,
                    });
                }
                Place::Out(None) => {
                    // In the same breath: whoever gets the baton next must not pull ahead for a thread that takes no more.
                    status.place = Place::Out(None);
                    status.leave();
                    return None;
                }
            }
            drop(status);
            pause(looks);
            looks += 1;
        }
    }

    /// Pulls a batch, of one item more than `ahead` has room for, and passes the baton on. With `invites`, starts one more
    /// turn, which is counted already.
    fn pull<'s>(
        &'s self,
        scope: &Scope<'s>,
        baton: Box<Baton<I, C>>,
        ahead: Option<Arc<Handover<I::Item>>>,
        invites: bool,
    ) -> Batch<I::Item> {
        let start = clock::ticks();
        let mut held = Held {
            relay: self,
            baton: Some(baton),
        };
        let Baton { iter, consumer } = &mut **held.baton.as_mut().expect("just put in");
        let mut last = None;
        let mut count = 0;
        let mut over = false;
        while last.is_none() {
            let Some(item) = iter.next() else {
                over = true;
                break;
            };
            last = match &ahead {
                // SAFETY: (1) nobody but this call puts anything in, since `take` has made it for this call.
                Some(ahead) => unsafe { ahead.put(item) }.err(),
                None => Some(item),
            };
            count += 1;
            if count % CLOCK_EVERY == 0 && clock::since(start) >= clock::micros(PULL_MICROS) {
                break;
            }
        }
        let pulling = clock::since(start);
        over = over || consumer.full();
        let wanted = invites && !over && iter.size_hint().1 != Some(0);
        let invited = wanted.then(|| consumer.split_off_left());
        held.pass_on(over, invites && invited.is_none());
        if let Some(consumer) = invited {
            scope.spawn(move |scope| self.join_in(scope, consumer));
        }
        Batch {
            start,
            pulling,
            // SAFETY: (1) this call is the one that has put something in.
            ahead: ahead.map_or_else(Vec::new, |ahead| unsafe { ahead.finish() }),
            last,
        }
    }
}

/// Between two looks: lets time pass, and after a while other threads run.
#[inline]
fn pause(looks: u32) {
    if looks < SPINS {
        hint::spin_loop();
    } else {
        thread::yield_now();
    }
}

/// The baton in a thread's hands. When it is dropped there, as by a panic in `next`, everything is over.
struct Held<'s, I, C>
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    relay: &'s Relay<I, C>,
    baton: Option<Box<Baton<I, C>>>,
}

impl<I, C> Held<'_, I, C>
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    /// Consumes each item before the next one is pulled, until they are worth sharing, and passes the baton on.
    fn go_alone(mut self, mut folder: C::Folder, pulls: &mut Pulls) -> (C::Folder, Progress) {
        let Baton { iter, consumer } = &mut **self.baton.as_mut().expect("not passed on yet");
        // Of two blocks one may have been interrupted.
        let mut doubted = false;
        loop {
            let start = clock::ticks();
            let progress;
            (folder, progress) = consume_each(folder, consumer, iter, ALONE_ITEMS, pulls);
            let took = clock::since(start);
            let over = progress == Progress::Over;
            let worth = pulls.known::<I::Item>().are_worth(ALONE_ITEMS, took);
            if over || worth && doubted {
                self.pass_on(over, false);
                return (folder, progress);
            }
            doubted = worth;
        }
    }

    /// Puts the baton back, or away for ever. Takes back the count of a turn that does not begin if `uninvited`.
    fn pass_on(mut self, over: bool, uninvited: bool) {
        let mut baton = self.baton.take();
        let mut status = self.relay.status();
        status.turns -= usize::from(uninvited);
        status.place = match baton.take_if(|_| !over) {
            Some(baton) => Place::Here(baton),
            None => Place::Over,
        };
    }
}

impl<I, C> Drop for Held<'_, I, C>
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    fn drop(&mut self) {
        if self.baton.is_some() {
            self.relay.status().place = Place::Over;
        }
    }
}

/// A thread's turn, as the others know of it. It ends when dropped, if not before: once it is clear that it takes no more.
struct Entry<'s, I, C>
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    relay: &'s Relay<I, C>,
}

impl<'s, I, C> Entry<'s, I, C>
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    /// Enters this thread for a turn that is counted already, unless it is inside one.
    fn new(relay: &'s Relay<I, C>) -> Option<Self> {
        let thread = thread::current().id();
        let mut status = relay.status();
        if status.inside.contains(&thread) {
            status.turns -= 1;
            return None;
        }
        status.inside.push(thread);
        Some(Entry { relay })
    }
}

impl<I, C> Drop for Entry<'_, I, C>
where
    I: Iterator<Item: Send> + Send,
    C: UnindexedConsumer<I::Item>,
{
    fn drop(&mut self) {
        self.relay.status().leave();
    }
}
