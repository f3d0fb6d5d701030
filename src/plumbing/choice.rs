//! Which driver runs what, as the consumer says.
//!
//! Each choice is made by a constant, and what comes out is a pointer to the driver. Invariant: the drivers of a consumer are named within such
//! constants alone. In a branch of a function, even one that is never taken, a compiler follows what is named to its end, once for each chain
//! of adaptors: a fifth of all functions that it looked at were those of a driver that the chain does not use.

use super::blocks;
use super::boxed::{BoxedConsumer, is_large};
use super::carry::carry;
use super::consumer::{Consumer, UnindexedConsumer};
use super::drive::{self, unindexed};
use super::part::Part;
use super::pieces;
use super::producer::{Producer, UnindexedProducer};
use super::stream;
use super::supply::Supply;
use tine_core::engine::grain::{Budget, Timer};

/// Runs a range.
pub(super) type OfRange<P, C, R> = fn(Part<P, C>, &mut Timer<'_>) -> R;

/// The driver for an indexed consumer.
pub(super) const fn of_range<P, C>() -> OfRange<P, C, C::Result>
where
    P: Producer,
    C: Consumer<P::Item>,
{
    match C::CARRIES {
        _ if is_large::<P::Item, C>() => boxed_range::<P, C>,
        true => carry::<P, C>,
        false => drive::begin::<P, C>,
    }
}

/// Runs a supply.
pub(super) type OfSupply<P, C, R> = fn(P, C, &mut Timer<'_>) -> R;

/// The driver for a supply of a known length, and a consumer that splits anywhere.
pub(super) const fn of_supply<P, C>() -> OfSupply<P, C, C::Result>
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    match C::STREAMS {
        _ if is_large::<P::Item, C>() => boxed_supply::<P, C>,
        true => stream::begin::<P, C>,
        false => blocks::drive::<P, C>,
    }
}

/// Runs a supply that is split as often as the budget allows.
pub(super) type OfPieces<P, C, R> = fn(&mut Timer<'_>, Budget, P, C) -> R;

/// The driver for a supply of unknown length.
pub(super) const fn of_pieces<P, C>() -> OfPieces<P, C, C::Result>
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    match C::STREAMS {
        _ if is_large::<P::Item, C>() => boxed_pieces::<P, C>,
        true => pieces::begin::<P, C>,
        false => unindexed::<P, C>,
    }
}

/// Runs a range by boxes.
fn boxed_range<P, C>(part: Part<P, C>, timer: &mut Timer<'_>) -> C::Result
where
    P: Producer,
    C: Consumer<P::Item>,
{
    let part = Part {
        len: part.len,
        producer: part.producer,
        consumer: BoxedConsumer::new(part.consumer),
    };
    let run = const { of_range::<P, BoxedConsumer<C>>() };
    *run(part, timer)
}

/// Runs a supply by boxes.
fn boxed_supply<P, C>(supply: P, consumer: C, timer: &mut Timer<'_>) -> C::Result
where
    P: Supply,
    C: UnindexedConsumer<P::Item>,
{
    let run = const { of_supply::<P, BoxedConsumer<C>>() };
    *run(supply, BoxedConsumer::new(consumer), timer)
}

/// Runs a supply that is split as often as the budget allows by boxes.
fn boxed_pieces<P, C>(timer: &mut Timer<'_>, budget: Budget, producer: P, consumer: C) -> C::Result
where
    P: UnindexedProducer,
    C: UnindexedConsumer<P::Item>,
{
    let run = const { of_pieces::<P, BoxedConsumer<C>>() };
    *run(timer, budget, producer, BoxedConsumer::new(consumer))
}
