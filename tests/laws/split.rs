//! The law of splits: cut at any three places, in any order, each piece gives its part of std's items, from either end, and
//! what is not taken is dropped once.

use crate::of_producer::OfProducer;
use crate::probe::{Orders, Probe};
use crate::subject::{Plan, Subject, plain};
use tine::iter::plumbing::{Consumer, Folder, Producer, ProducerCallback};
use tine::prelude::*;

/// Nothing, one item, and enough for all adaptors to have more than two.
/// (One thread does all that, so that there can be no race.)
const LENGTHS: &[usize] = if cfg!(tine_tsan) { &[2] } else { &[0, 1, 2, 8] };

/// More items than this have too many triples of places to try them all.
const MANY: usize = 20;

pub(crate) fn law(subject: &dyn Subject) {
    for &len in LENGTHS {
        let expected = subject.expected(&Plan::new(len));
        let mut backwards = expected.clone();
        backwards.reverse();
        for at in triples(expected.len()) {
            for (walk, tree) in WALKS.into_iter().zip([false, true].into_iter().cycle()) {
                // Each walk meets both orders of cutting, one forwards and one backwards, and the next place the other way.
                let tree = tree != (at[0] % 2 == 1);
                let plan = Plan::new(len);
                check(subject, &plan, &expected, false, Cut { at, tree, walk });
                let tree = !tree;
                check(subject, &plan, &backwards, true, Cut { at, tree, walk });
                plan.ledger.all_dropped_once();
            }
        }
    }
}

fn check(subject: &dyn Subject, plan: &Plan, expected: &[u64], reversed: bool, cut: Cut) {
    let name = subject.name();
    let mut found = None;
    let mut then = |iter: OfProducer<'_>| {
        assert_eq!(iter.len(), expected.len(), "{name}");
        found = Some(match reversed {
            false => iter.with_producer(cut),
            true => iter.rev().with_producer(cut),
        });
    };
    subject.with_producer(plan, &mut then);
    // What is not indexed has no producer that could be cut.
    if let Some(found) = found {
        assert_eq!(found, cut.on(expected), "{name}: {cut:?} {reversed}");
    }
}

/// All `i <= j <= k <= len`, or some of them if there are many.
fn triples(len: usize) -> impl Iterator<Item = [usize; 3]> {
    let step = if len > MANY { len / 6 + 1 } else { 1 };
    let from = move |first| (first..len).step_by(step).chain([len]);
    from(0).flat_map(move |i| from(i).flat_map(move |j| from(j).map(move |k| [i, j, k])))
}

/// How a piece is walked.
#[derive(Clone, Copy, Debug)]
enum Walk {
    Forwards,
    Backwards,
    BothEnds,
    /// Jumps over an item, at the front and at the back in turns.
    Leaps,
    /// Pushed into a folder, not pulled.
    Pushed,
    /// Some items of either end are taken, and the rest is dropped.
    Partly,
    /// Every other piece is dropped as it is.
    Untouched,
}

const WALKS: [Walk; 7] = [
    Walk::Forwards,
    Walk::Backwards,
    Walk::BothEnds,
    Walk::Leaps,
    Walk::Pushed,
    Walk::Partly,
    Walk::Untouched,
];

/// Where to cut, and what to do with the pieces.
#[derive(Clone, Copy, Debug)]
struct Cut {
    at: [usize; 3],
    /// Whether the cut in the middle comes first.
    tree: bool,
    walk: Walk,
}

/// What a piece said of its length and what it gave, step by step.
type Log = Vec<(usize, Option<u64>)>;

impl Cut {
    /// What the pieces of a good producer do.
    fn on(&self, items: &[u64]) -> Vec<Log> {
        let [i, j, k] = self.at;
        let pieces = [&items[..i], &items[i..j], &items[j..k], &items[k..]];
        let pieces = pieces.iter().enumerate();
        let logs = pieces.map(|(place, piece)| match self.walk {
            Walk::Untouched if place % 2 == 0 => Log::new(),
            // The probe makes numbers of the numbers.
            Walk::Pushed => piece.iter().map(|item| (0, Some(plain(item)))).collect(),
            walk => walk.log(piece.iter().copied()),
        });
        logs.collect()
    }

    fn piece<P: Producer<Item = u64>>(&self, place: usize, piece: P) -> Log {
        match self.walk {
            Walk::Untouched if place.is_multiple_of(2) => Log::new(),
            Walk::Pushed => {
                let orders = Orders::default();
                let leaf = Consumer::<u64>::into_folder(Probe {
                    promised: None,
                    orders: &orders,
                });
                let items = Folder::<u64>::complete(piece.fold_with(leaf)).concat();
                items.into_iter().map(|item| (0, Some(item))).collect()
            }
            walk => walk.log(piece.into_iter()),
        }
    }
}

impl Walk {
    fn log<I>(self, mut iter: I) -> Log
    where
        I: DoubleEndedIterator<Item = u64> + ExactSizeIterator,
    {
        let mut log = Log::new();
        for step in 0.. {
            let len = iter.len();
            assert_eq!(iter.size_hint(), (len, Some(len)));
            let item = match self {
                Walk::Forwards | Walk::Untouched | Walk::Pushed => iter.next(),
                Walk::Backwards => iter.next_back(),
                Walk::BothEnds if step % 2 == 0 => iter.next(),
                Walk::BothEnds => iter.next_back(),
                Walk::Leaps if step % 2 == 0 => iter.nth(1),
                Walk::Leaps => iter.nth_back(1),
                Walk::Partly if step == 0 => iter.next(),
                Walk::Partly if step < 3 => iter.next_back(),
                Walk::Partly => break,
            };
            log.push((len, item));
            if item.is_none() {
                break;
            }
        }
        log
    }
}

impl ProducerCallback<u64> for Cut {
    type Output = Vec<Log>;

    fn callback<P: Producer<Item = u64>>(self, producer: P) -> Vec<Log> {
        let [i, j, k] = self.at;
        let (a, b, c, d);
        if self.tree {
            let (left, right) = producer.split_at(j);
            (a, b) = left.split_at(i);
            (c, d) = right.split_at(k - j);
        } else {
            let rest;
            (a, rest) = producer.split_at(i);
            let (second, rest) = rest.split_at(j - i);
            b = second;
            (c, d) = rest.split_at(k - j);
        }
        let pieces = [a, b, c, d].into_iter().enumerate();
        pieces
            .map(|(place, piece)| self.piece(place, piece))
            .collect()
    }
}
