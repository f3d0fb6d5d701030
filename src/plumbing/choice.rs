//! Which driver runs what, as the consumer says.
//!
//! Each choice is made by a constant, and what comes out is a pointer to the driver. Invariant: the drivers of a consumer are named within such
//! constants alone. In a branch of a function, even one that is never taken, a compiler follows what is named to its end, once for each chain
//! of adaptors: a fifth of all functions that it looked at were those of a driver that the chain does not use.

use super::blocks;
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
        true => pieces::begin::<P, C>,
        false => unindexed::<P, C>,
    }
}
