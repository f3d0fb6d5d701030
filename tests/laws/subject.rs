//! What a law is told of a subject: how to make the iterator, and what std's counterpart gives.

use crate::common::boom;
use crate::common::erased::Then;
use crate::common::ledger::{Ledger, Token};
use crate::of_producer::OfProducer;
use crate::probe::{Orders, Probe};
use std::hash::{DefaultHasher, Hash, Hasher};
use tine::prelude::*;

/// How a subject is to be made this time.
#[derive(Default)]
pub(crate) struct Plan {
    /// How many items the source has, where it can be chosen.
    pub(crate) len: usize,
    /// The base of an adaptor panics when it comes to this item.
    pub(crate) bad: Option<usize>,
    /// Counts the drops.
    pub(crate) ledger: Ledger,
}

impl Plan {
    pub(crate) fn new(len: usize) -> Plan {
        Plan {
            len,
            ..Plan::default()
        }
    }

    /// Values whose drops are counted.
    pub(crate) fn tokens(&self) -> Vec<Token> {
        self.ledger.tokens(self.len)
    }

    /// The numbers of the tokens.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        (0..self.len).collect()
    }

    /// The tokens as the base of an adaptor.
    pub(crate) fn items(&self) -> impl IndexedParallelIterator<Item = Token> + use<> {
        let bad = self.bad;
        self.tokens().into_par_iter().inspect(move |token| {
            if Some(token.number) == bad {
                boom(token.number);
            }
        })
    }

    /// The tokens as the base of std's counterpart, which never panics.
    pub(crate) fn std_items(&self) -> std::vec::IntoIter<Token> {
        self.tokens().into_iter()
    }
}

/// A number that stands for an item, the same for a reference to it.
pub(crate) fn plain(item: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    item.hash(&mut hasher);
    hasher.finish()
}

/// The numbers that stand for all items.
pub(crate) fn plainly(items: impl IntoIterator<Item: Hash>) -> Vec<u64> {
    items.into_iter().map(plain).collect()
}

/// What an iterator promises of its items.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// They are std's, in std's order.
    Kept,
    /// They are std's.
    Lost,
    /// They are as many as std's, and different ones of the plan's.
    Count,
}

/// What drives a subject; the leaves it had come back in a list.
pub(crate) type Leaves = Vec<Vec<u64>>;

/// An iterator as a law sees it: nothing generic.
pub(crate) trait Subject: Sync {
    fn name(&self) -> &'static str;
    fn order(&self) -> Order;
    fn expected(&self, plan: &Plan) -> Vec<u64>;
    /// Drives it as an unindexed iterator.
    fn drive_unindexed(&self, plan: &Plan, orders: &Orders) -> Leaves;
    /// Drives it as an indexed one, if it is.
    fn drive(&self, plan: &Plan, orders: &Orders) -> Option<Leaves>;
    /// Asks it for its producer, if it is indexed, and calls `then` with that.
    fn with_producer(&self, plan: &Plan, then: &mut (dyn FnMut(OfProducer<'_>) + Send));
}

/// Something that holds for all subjects, or panics.
pub(crate) type Law<'l> = dyn Fn(&dyn Subject) + 'l;

/// Drives it as unindexed: promised what it says itself.
pub(crate) fn unindexed<I: ParallelIterator<Item: Hash>>(iter: I, orders: &Orders) -> Leaves {
    let promised = iter.opt_len();
    if let Some(always) = I::HAS_LEN {
        assert_eq!(promised.is_some(), always, "the type says otherwise");
    }
    iter.drive_unindexed(Probe { promised, orders })
}

/// Drives it as indexed.
pub(crate) fn indexed<I: IndexedParallelIterator<Item: Hash>>(iter: I, orders: &Orders) -> Leaves {
    let promised = Some(iter.len());
    assert_eq!(iter.opt_len(), promised);
    iter.drive(Probe { promised, orders })
}

/// Asks for its producer.
pub(crate) fn with_producer<I: IndexedParallelIterator<Item: Hash>>(
    iter: I,
    then: &mut (dyn FnMut(OfProducer<'_>) + Send),
) {
    let len = iter.len();
    iter.with_producer(Then {
        number: plain,
        then: &mut |producer| then(OfProducer { producer, len }),
    });
}

/// Requires a law of subjects, a line each: `name: (setup) [iterator] == std's items;`. The setup may be left out. The first
/// word says whether they are `indexed`; those that are not say what becomes of the order.
macro_rules! subjects {
    ($law:expr, indexed, |$plan:ident| $($line:tt)*) => {
        $crate::subject::subjects!(@lines $law, $plan, (
            fn order(&self) -> $crate::subject::Order {
                $crate::subject::Order::Kept
            }
        ), indexed, $($line)*)
    };
    ($law:expr, $order:ident, |$plan:ident| $($line:tt)*) => {
        $crate::subject::subjects!(@lines $law, $plan, (
            fn order(&self) -> $crate::subject::Order {
                $crate::subject::Order::$order
            }
        ), unindexed, $($line)*)
    };
    (@lines $law:expr, $plan:ident, $order:tt, $kind:ident,
        $($name:ident: $(($($setup:tt)*))? [$ours:expr] == $std:expr;)*) => {$(
        $crate::subject::subjects!(@one $law, $plan, $order, $kind, $name, ($($($setup)*)?), $ours, $std);
    )*};
    (@one $law:expr, $plan:ident, ($($order:tt)*), $kind:ident,
        $name:ident, ($($setup:tt)*), $ours:expr, $std:expr) => {{
        struct Line;
        #[allow(unused_mut, unused_variables)]
        impl $crate::subject::Subject for Line {
            fn name(&self) -> &'static str {
                stringify!($name)
            }
            $($order)*
            fn expected(&self, $plan: &$crate::subject::Plan) -> Vec<u64> {
                $($setup)*
                $crate::subject::plainly($std)
            }
            fn drive_unindexed(
                &self,
                $plan: &$crate::subject::Plan,
                orders: &$crate::probe::Orders,
            ) -> $crate::subject::Leaves {
                $($setup)*
                $crate::subject::unindexed($ours, orders)
            }
            $crate::subject::subjects!(@$kind $plan, ($($setup)*), $ours);
        }
        $law(&Line);
    }};
    (@indexed $plan:ident, ($($setup:tt)*), $ours:expr) => {
        fn drive(
            &self,
            $plan: &$crate::subject::Plan,
            orders: &$crate::probe::Orders,
        ) -> Option<$crate::subject::Leaves> {
            $($setup)*
            Some($crate::subject::indexed($ours, orders))
        }
        fn with_producer(
            &self,
            $plan: &$crate::subject::Plan,
            then: &mut (dyn FnMut($crate::of_producer::OfProducer<'_>) + Send),
        ) {
            $($setup)*
            $crate::subject::with_producer($ours, then)
        }
    };
    (@unindexed $plan:ident, $setup:tt, $ours:expr) => {
        fn drive(
            &self,
            _: &$crate::subject::Plan,
            _: &$crate::probe::Orders,
        ) -> Option<$crate::subject::Leaves> {
            None
        }
        fn with_producer(
            &self,
            _: &$crate::subject::Plan,
            _: &mut (dyn FnMut($crate::of_producer::OfProducer<'_>) + Send),
        ) {
        }
    };
}

pub(crate) use subjects;
