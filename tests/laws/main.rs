//! Promise: every source and every adaptor obeys the same laws, with std's iterators as the oracle.
//!
//! `sources`, `collections`, `strings` and `adaptors` list the subjects, a line each; `split`, `drive`, `mishap` and `shared` hold the laws, each written once for
//! all of them.

mod adaptors;
mod collections;
#[path = "../common/mod.rs"]
mod common;
mod drive;
mod mishap;
mod of_producer;
mod probe;
mod shared;
mod sources;
mod split;
mod strings;
mod subject;

use common::watchdog::watchdog;
use std::sync::{PoisonError, RwLock};
use subject::{Law, Subject};

/// Written by the test that counts how much was shared, since others beside it would have the processors that it needs for that.
static PROCESSORS: RwLock<()> = RwLock::new(());

/// All subjects of these lists obey the law.
fn obey(lists: &[fn(&Law<'_>)], law: &Law<'_>) {
    let _beside_others = PROCESSORS.read().unwrap_or_else(PoisonError::into_inner);
    obey_now(lists, law);
}

/// The same, each in the time that a whole test has otherwise.
fn obey_now(lists: &[fn(&Law<'_>)], law: &Law<'_>) {
    let dog = watchdog();
    let law = |subject: &dyn Subject| {
        dog.feed();
        law(subject);
    };
    lists.iter().for_each(|list| list(&law));
}

#[test]
fn sources_split_anywhere() {
    obey(&[sources::all], &split::law);
}

#[test]
fn sources_give_each_item_once_in_order() {
    obey(&[sources::all], &drive::law);
}

#[test]
fn sources_survive_panics_and_early_ends() {
    obey(&[sources::all], &mishap::law);
}

#[test]
fn collections_split_anywhere() {
    obey(&[collections::all], &split::law);
}

#[test]
fn collections_give_each_item_once_in_order() {
    obey(&[collections::all], &drive::law);
}

#[test]
fn collections_survive_panics_and_early_ends() {
    obey(&[collections::all], &mishap::law);
}

#[test]
fn strings_give_each_item_once_in_order() {
    obey(&[strings::all], &drive::law);
}

#[test]
fn strings_survive_panics_and_early_ends() {
    obey(&[strings::all], &mishap::law);
}

#[test]
fn adaptors_split_anywhere() {
    obey(&[adaptors::all], &split::law);
}

#[test]
fn adaptors_give_each_item_once_in_order() {
    obey(&[adaptors::all], &drive::law);
}

#[test]
fn adaptors_survive_panics_and_early_ends() {
    obey(&[adaptors::all], &mishap::law);
}

#[test]
fn all_hold_the_laws_while_threads_share_them() {
    let _alone = PROCESSORS.write().unwrap_or_else(PoisonError::into_inner);
    let shared = shared::Shared::default();
    let lists = [sources::all, collections::all, strings::all, adaptors::all];
    obey_now(&lists, &|subject| shared.law(subject));
    shared.must_have_been();
}
