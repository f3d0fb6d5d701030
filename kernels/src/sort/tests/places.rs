//! Places of elements: sorted in several ways, and what is moved to them.

use super::{in_pools, patterns};
use crate::sort::permute::{Place, permute, permute_large};
use crate::sort::{by_keys, halves, thirds};
use crate::tests::Engine;
use std::cmp::Ordering;
use tine_core::engine::rng::Rng;

#[test]
fn every_element_goes_to_the_place_of_its_key() {
    in_pools(|| {
        for input in [0, 1, 2, 5, 100, 2_000].into_iter().flat_map(patterns) {
            // A box would be dropped twice if an element were there twice.
            let mut v: Vec<(u32, Box<usize>)> =
                input.iter().copied().zip((0..).map(Box::new)).collect();
            let mut expected = v.clone();
            expected.sort_by_key(|element| element.0 % 100);
            let mut keys: Vec<(u32, usize)> = input.iter().map(|n| (n % 100, 7)).collect();
            by_keys(Engine, &mut v, &mut keys);
            assert!(v == expected);
        }
    });
}

#[test]
fn every_element_goes_to_its_place() {
    let rng = Rng::new(3);
    for len in [0, 1, 2, 5, 1000] {
        let mut sources: Vec<usize> = (0..len).collect();
        for i in (1..len).rev() {
            sources.swap(i, rng.below(i + 1));
        }
        let input: Vec<usize> = (0..len).map(|i| i * 7).collect();
        let expected: Vec<usize> = sources.iter().map(|&source| input[source]).collect();
        let mut large: Vec<Box<usize>> = input.iter().copied().map(Box::new).collect();
        let mut places: Vec<Place> = sources.iter().map(|&source| source as Place).collect();
        // SAFETY: (1) the sources are a permutation.
        unsafe { permute_large(&mut large, &mut places) };
        assert!(places.into_iter().eq(0..len as Place));
        assert!(large.iter().map(|element| **element).eq(expected.clone()));
        let mut v = input;
        permute(&mut v, &mut sources);
        assert_eq!(v, expected);
        assert!(sources.into_iter().eq(0..len));
    }
}

#[test]
fn places_are_sorted_stably_by_thirds() {
    for input in [0, 1, 2, 20, 21, 100, 255, 256, 2048]
        .into_iter()
        .flat_map(patterns)
    {
        let order = |a: Place, b: Place| input[a as usize].cmp(&input[b as usize]);
        let mut room = vec![7; input.len()];
        let mut places: Vec<Place> = (0..input.len() as Place).collect();
        let mut expected = places.clone();
        expected.sort_by_key(|&place| input[place as usize]);
        let rest = |rest: &mut [Place], _: &mut [Place]| rest.sort_by(|&a, &b| order(a, b));
        let mut others = places.clone();
        thirds::sort(&mut places, &mut room, &order, &rest);
        thirds::sort_unless_different(&mut others, &mut room, &order, &rest);
        assert!(places == expected);
        assert!(others == expected);
    }
}

#[test]
fn places_are_sorted_by_halves_and_what_they_leave() {
    for input in [0, 1, 2, 20, 21, 63, 64, 300]
        .into_iter()
        .flat_map(patterns)
    {
        for levels in [0, 1, 40] {
            let order = |a: Place, b: Place| input[a as usize].cmp(&input[b as usize]);
            let mut places: Vec<Place> = (0..input.len() as Place).collect();
            let mut room = places.clone();
            let slow = |rest: &mut [Place]| rest.sort_by_key(|&place| input[place as usize]);
            halves::sort(&mut places, &mut room, &order, &slow, levels);
            assert!(places.is_sorted_by_key(|&place| input[place as usize]));
            places.sort_unstable();
            assert!(places.into_iter().eq(0..input.len() as Place));
        }
    }
}

#[test]
fn places_of_any_order_are_there_once() {
    type Order = fn(Place, Place) -> Ordering;
    let orders: [Order; 6] = [
        |_, _| Ordering::Less,
        |_, _| Ordering::Greater,
        |_, _| Ordering::Equal,
        |a, b| (a ^ b).wrapping_mul(0x9E37_79B9).cmp(&0x8000_0000),
        |a, b| (a % 3 + 1).cmp(&(b % 4)),
        |a, b| match (a * 7 + b) % 3 {
            0 => Ordering::Less,
            1 => Ordering::Equal,
            _ => Ordering::Greater,
        },
    ];
    for order in orders {
        for len in [21, 64, 300, 2048] {
            let mut places: Vec<Place> = (0..len).collect();
            let mut room = vec![7; len as usize];
            thirds::sort(&mut places, &mut room, &order, &|_, _| {});
            halves::sort(&mut places, &mut room, &order, &|_| {}, 8);
            places.sort_unstable();
            assert!(places.into_iter().eq(0..len));
        }
    }
}
