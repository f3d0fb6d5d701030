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

#[test]
fn sources_split_anywhere() {
    let _dog = watchdog();
    sources::all(&split::law);
}

#[test]
fn sources_give_each_item_once_in_order() {
    let _dog = watchdog();
    sources::all(&drive::law);
}

#[test]
fn sources_survive_panics_and_early_ends() {
    let _dog = watchdog();
    sources::all(&mishap::law);
}

#[test]
fn collections_split_anywhere() {
    let _dog = watchdog();
    collections::all(&split::law);
}

#[test]
fn collections_give_each_item_once_in_order() {
    let _dog = watchdog();
    collections::all(&drive::law);
}

#[test]
fn collections_survive_panics_and_early_ends() {
    let _dog = watchdog();
    collections::all(&mishap::law);
}

#[test]
fn strings_give_each_item_once_in_order() {
    let _dog = watchdog();
    strings::all(&drive::law);
}

#[test]
fn strings_survive_panics_and_early_ends() {
    let _dog = watchdog();
    strings::all(&mishap::law);
}

#[test]
fn adaptors_split_anywhere() {
    let _dog = watchdog();
    adaptors::all(&split::law);
}

#[test]
fn adaptors_give_each_item_once_in_order() {
    let _dog = watchdog();
    adaptors::all(&drive::law);
}

#[test]
fn adaptors_survive_panics_and_early_ends() {
    let _dog = watchdog();
    adaptors::all(&mishap::law);
}

#[test]
fn all_hold_the_laws_while_threads_share_them() {
    let _dog = watchdog();
    let shared = shared::Shared::default();
    let law = |subject: &dyn subject::Subject| shared.law(subject);
    sources::all(&law);
    collections::all(&law);
    strings::all(&law);
    adaptors::all(&law);
    shared.must_have_been();
}
