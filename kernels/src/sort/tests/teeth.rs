//! Inputs of ascending runs over the same few values.

use super::sorted;
use crate::sort::teeth;
use std::cell::Cell;
use std::cmp::Ordering;
use tine_core::engine::{rng::Rng, unwind};

/// Longer slices are not looked at.
const LONGEST: usize = 300;

/// An element that would be dropped twice if it were there twice; its number is compared, and its place tells equal ones apart.
type Element<const WORDS: usize> = (u32, [u16; WORDS], Box<u16>);

fn elements<const WORDS: usize>(numbers: &[u32]) -> Vec<Element<WORDS>> {
    let element = |(&number, place)| (number, [7; WORDS], Box::new(place));
    numbers.iter().zip(0..).map(element).collect()
}

/// Runs over some values, of which some begin late or end early or have gaps.
fn saw(rng: &Rng, len: usize) -> Vec<u32> {
    let values = 4 + rng.below(len / 4 - 3) as u32;
    let flaws = rng.below(3);
    let mut next = rng.below(values as usize) as u32;
    let mut number = || {
        next = match rng.below(64) {
            n if n < flaws => rng.below(values as usize) as u32,
            _ => (next + 1) % values,
        };
        next * 3
    };
    (0..len).map(|_| number()).collect()
}

fn check<const WORDS: usize>(rng: &Rng) -> bool {
    let numbers = saw(rng, 32 + rng.below(LONGEST - 32));
    let mut v = elements::<WORDS>(&numbers);
    let mut expected = v.clone();
    let settled = teeth::settle(&mut v, &|a, b| a.0.cmp(&b.0));
    if settled {
        expected.sort_by_key(|element| element.0);
    }
    assert!(v == expected, "{numbers:?}");
    settled
}

#[test]
fn teeth_are_sorted_and_equal_elements_keep_their_order() {
    let rng = Rng::new(3);
    let settled = (0..10_000).map(|case| match case % 2 {
        0 => check::<0>(&rng),
        _ => check::<16>(&rng),
    });
    let settled = settled.filter(|&settled| settled).count();
    assert!((4000..9999).contains(&settled), "{settled}");
}

#[test]
fn what_has_no_teeth_stays() {
    let rng = Rng::new(4);
    let stays = |numbers: Vec<u32>| {
        let mut v = numbers.clone();
        assert!(!teeth::settle(&mut v, &u32::cmp) && v == numbers);
    };
    stays(vec![]);
    stays(vec![1; 50]);
    stays((0..80).map(|i| i % 4).take(31).collect());
    stays((0..LONGEST as u32).map(|i| i % 4).collect());
    // One too many values, one that comes late, pairs that are equal, and an element that is nowhere.
    stays((0..80).map(|i| i % 21).collect());
    stays((0..80).map(|i| i % 8 + i / 79 * 8).collect());
    stays((0..80).map(|i| i % 16 / 2).collect());
    stays(
        (0..80)
            .map(|i| if i == 70 { 9 } else { i % 8 * 2 })
            .collect(),
    );
    for _ in 0..1000 {
        stays((0..80).map(|_| rng.below(1 << 30) as u32).collect());
    }
}

#[test]
fn each_is_there_once_whatever_the_comparison_does() {
    fn check<const WORDS: usize>(rng: &Rng) {
        let numbers = saw(rng, 32 + rng.below(LONGEST - 32));
        let mut v = elements::<WORDS>(&numbers);
        let (fatal, lies) = (rng.below(3 * v.len()), rng.below(4));
        let calls = Cell::new(0);
        let compare = |a: &Element<WORDS>, b: &Element<WORDS>| {
            if calls.replace(calls.get() + 1) == fatal {
                unwind::resume(Box::new("planned"));
            }
            match rng.below(200) {
                n if n < lies => [Ordering::Less, Ordering::Equal, Ordering::Greater][n],
                _ => a.0.cmp(&b.0),
            }
        };
        let before = v.clone();
        if unwind::halt(|| teeth::settle(&mut v, &compare)).is_err() {
            // Nothing was moved yet.
            assert!(v == before);
        }
        let all = v.into_iter().map(|element| u32::from(*element.2)).collect();
        assert!(sorted(all).into_iter().eq(0..numbers.len() as u32));
    }
    let rng = Rng::new(5);
    for _ in 0..5000 {
        check::<0>(&rng);
        check::<16>(&rng);
    }
}
