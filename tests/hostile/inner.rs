//! Inner iterators of a `flat_map` that drive their consumers in ways of their own, while a folder waits for whichever part is the first.

use crate::common::ledger::{Ledger, Token};
use crate::common::{boom, caught, pool};
use std::thread;
use tine::iter::plumbing::{Folder, Reducer, UnindexedConsumer};
use tine::prelude::*;

/// What is done with the consumer.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// All on one other thread.
    Elsewhere,
    /// The first half on another thread, the second one here.
    FirstElsewhere,
    /// The second half is complete before the first one begins.
    Backwards,
    /// Folders take one half each, by turns, before either is complete.
    Interleaved,
    /// Parts are split off and left empty.
    Empty,
    /// The first half is forgotten with its folder.
    Dropped,
}

const WAYS: [Way; 6] = [
    Way::Elsewhere,
    Way::FirstElsewhere,
    Way::Backwards,
    Way::Interleaved,
    Way::Empty,
    Way::Dropped,
];

/// Two tokens.
struct Inner {
    tokens: [Token; 2],
    way: Way,
}

impl ParallelIterator for Inner {
    type Item = Token;

    fn drive_unindexed<C: UnindexedConsumer<Token>>(self, consumer: C) -> C::Result {
        fn run<C: UnindexedConsumer<Token>>(consumer: C, token: Token) -> C::Result {
            consumer.into_folder().consume(token).complete()
        }
        fn elsewhere<R: Send>(op: impl FnOnce() -> R + Send) -> R {
            thread::scope(|scope| scope.spawn(op).join().expect("no panic"))
        }
        let [a, b] = self.tokens;
        let reducer = consumer.to_reducer();
        let first = consumer.split_off_left();
        match self.way {
            Way::Elsewhere => elsewhere(|| first.into_folder().consume_iter([a, b]).complete()),
            Way::FirstElsewhere => {
                let first = elsewhere(|| run(first, a));
                reducer.reduce(first, run(consumer, b))
            }
            Way::Backwards => {
                let second = run(consumer, b);
                reducer.reduce(run(first, a), second)
            }
            Way::Interleaved => {
                let (first, second) = (first.into_folder(), consumer.into_folder());
                let second = second.consume(b);
                let first = first.consume(a).complete();
                reducer.reduce(first, second.complete())
            }
            Way::Empty => {
                let nothing = first.into_folder().complete();
                drop(consumer.split_off_left());
                let all = consumer.into_folder().consume_iter([a, b]).complete();
                reducer.reduce(nothing, all)
            }
            Way::Dropped => {
                drop(first.into_folder().consume(a));
                run(consumer, b)
            }
        }
    }
}

/// The numbers of all tokens that arrive.
fn numbers(ledger: &Ledger, ways: &[Way]) -> Vec<usize> {
    let outer = ways.par_iter().enumerate();
    let all: Vec<Token> = outer
        .flat_map(|(i, &way)| Inner {
            tokens: [2 * i, 2 * i + 1].map(|number| ledger.token(number)),
            way,
        })
        .collect();
    all.iter().map(|token| token.number).collect()
}

#[test]
fn items_keep_their_order_whoever_takes_them() {
    for threads in [1, 2, 3] {
        pool(threads).install(|| {
            for way in WAYS {
                let ledger = Ledger::default();
                let numbers = numbers(&ledger, &[way; 30]);
                match way {
                    // What lies before in the same folder is gone as well.
                    Way::Dropped => assert!(numbers.is_sorted() && numbers.contains(&59)),
                    _ => assert!(numbers.into_iter().eq(0..60), "{way:?}"),
                }
                ledger.all_dropped_once();
            }
        });
    }
}

#[test]
fn all_ways_in_turn() {
    for threads in [1, 2, 3] {
        pool(threads).install(|| {
            let ledger = Ledger::default();
            let ways: Vec<Way> = (0..100).map(|i| WAYS[i * i % 5]).collect();
            assert!(numbers(&ledger, &ways).into_iter().eq(0..200));
            ledger.all_dropped_once();
        });
    }
}

/// Inner vectors of three that are walked where they are made, once they have proved to be short.
#[test]
fn short_ones_drop_what_a_panic_leaves() {
    for threads in [1, 3] {
        pool(threads).install(|| {
            for place in [0, 1, 2, 3, 40, 100, 899, 900] {
                let ledger = Ledger::default();
                let run = || {
                    let inner = |i: usize| -> Vec<Token> {
                        [0, 1, 2].map(|n| ledger.token(3 * i + n)).into()
                    };
                    let outer = (0..300).into_par_iter().flat_map(inner);
                    let seen = outer.inspect(|token| {
                        if token.number == place {
                            boom(place);
                        }
                    });
                    seen.collect::<Vec<Token>>().len()
                };
                match place {
                    900 => assert_eq!(run(), 900),
                    _ => assert_eq!(caught(run), place),
                }
                ledger.all_dropped_once();
            }
        });
    }
}

/// The same when nobody wants more.
#[test]
fn short_ones_drop_what_nobody_wants() {
    for threads in [1, 3] {
        pool(threads).install(|| {
            for place in [0, 1, 2, 3, 40, 100, 899, 900] {
                let ledger = Ledger::default();
                let inner =
                    |i: usize| -> Vec<Token> { [0, 1, 2].map(|n| ledger.token(3 * i + n)).into() };
                let outer = (0..300).into_par_iter().flat_map(inner);
                let found = outer.find_first(|token| token.number >= place);
                let expected = (place < 900).then_some(place);
                assert_eq!(found.map(|token| token.number), expected);
                ledger.all_dropped_once();
            }
        });
    }
}
