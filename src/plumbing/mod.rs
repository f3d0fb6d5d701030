//! How work is cut up and results are put together: the traits between sources, adaptors and terminals, and their driver.
//!
//! Invariant: every item of a producer goes to exactly one folder, and results are reduced in the producer's order.
//! This room knows no adaptor and no source.
#![doc = include_str!("README.md")]

mod blocks;
mod boxed;
mod bridge;
mod buffer;
mod carry;
mod choice;
mod consumer;
mod drive;
mod feed;
mod fixed;
mod frame;
mod lead;
mod listed;
mod part;
mod pieces;
mod producer;
mod reused;
mod runs;
mod steps;
mod stream;
mod supply;

pub use consumer::{Consumer, Folder, Reducer, UnindexedConsumer};
pub(crate) use feed::{
    POLL_EVERY, Walk, feed, feed_all, search, search_each, try_feed, unless_full,
};
pub(crate) use fixed::fixed_producer;

pub use bridge::{bridge_producer_consumer, bridge_unindexed};
pub(crate) use bridge::{stream_producer, stream_supply};
pub use buffer::{Buffer, Shape};
pub(crate) use lead::Lead;
pub(crate) use listed::{Lists, listed};
pub use producer::{Producer, ProducerCallback, UnindexedProducer};
pub use reused::ReusedItems;
pub(crate) use reused::{SMALL_BYTES, Sift, Turn};
pub(crate) use steps::{Steps, bridge_steps};
pub(crate) use supply::Supply;
pub(crate) use tine_core::engine::grain::{Aim, Brief, Pulled, Rules, Site, sunk};
