//! Sorts of elements of several sizes and shapes, by comparisons and keys that panic, or say whatever they like.

use super::{Census, Citizen, Engine, blows, cases, fuse, numbers, roll};
use crate::sort::{by_keys, by_radix_key, stable, unstable};
use std::cmp::Ordering;
use tine_core::engine::rng::Rng;

/// Noise, few values, runs up and down, a saw, a hill, all the same.
fn shape(rng: &Rng, len: usize) -> Vec<u32> {
    let numbers_to = |bound| numbers(rng, len, bound);
    let n = len as u32;
    match rng.below(8) {
        0 | 1 => numbers_to(1 << 30),
        2 => numbers_to(1 + rng.below(20)),
        3 => (0..n).collect(),
        4 => (0..n).rev().collect(),
        5 => (0..n).map(|i| i % (1 + n / 5)).collect(),
        6 => (0..n).map(|i| i.min(n - i)).collect(),
        _ => vec![7; len],
    }
}

/// A citizen who takes more room.
struct Settler<'a, const ROOM: usize> {
    citizen: Citizen<'a>,
    _room: [u64; ROOM],
}

/// Something that can be asked for the citizen in it.
trait House<'a>: Send {
    fn new(citizen: Citizen<'a>) -> Self;
    fn citizen(&self) -> &Citizen<'a>;
    fn into_citizen(self) -> Citizen<'a>;
}

impl<'a, const ROOM: usize> House<'a> for Settler<'a, ROOM> {
    fn new(citizen: Citizen<'a>) -> Self {
        Settler {
            citizen,
            _room: [3; ROOM],
        }
    }

    fn citizen(&self) -> &Citizen<'a> {
        &self.citizen
    }

    fn into_citizen(self) -> Citizen<'a> {
        self.citizen
    }
}

/// The smallest one.
impl<'a> House<'a> for Box<Citizen<'a>> {
    fn new(citizen: Citizen<'a>) -> Self {
        Box::new(citizen)
    }

    fn citizen(&self) -> &Citizen<'a> {
        self
    }

    fn into_citizen(self) -> Citizen<'a> {
        *self
    }
}

/// What a sort asks.
trait Questions: Sync {
    fn order(&self, a: u32, b: u32) -> Ordering;
    fn key(&self, number: u32) -> u32;
}

/// Says the truth until a fuse blows.
struct Honest<F>(F);

impl<F: Fn() + Sync> Questions for Honest<F> {
    fn order(&self, a: u32, b: u32) -> Ordering {
        (self.0)();
        a.cmp(&b)
    }

    fn key(&self, number: u32) -> u32 {
        (self.0)();
        number
    }
}

/// Says the same again of the same two, but no two of its answers need to fit together. So do keys that depend on who asks.
struct Liar {
    seed: u32,
    /// Of 32 answers so many are lies.
    lies: u32,
}

impl Liar {
    fn noise(&self, a: u32, b: u32) -> u32 {
        (a ^ b.rotate_left(9) ^ self.seed).wrapping_mul(0x9E37_79B9)
    }
}

impl Questions for Liar {
    fn order(&self, a: u32, b: u32) -> Ordering {
        let noise = self.noise(a, b);
        match noise >> 27 {
            answer if answer >= self.lies => a.cmp(&b),
            _ => [Ordering::Less, Ordering::Equal, Ordering::Greater][(noise >> 8) as usize % 3],
        }
    }

    fn key(&self, number: u32) -> u32 {
        let stack = 0u8;
        let asker = (&raw const stack as usize >> 4) as u32;
        match self.noise(number, asker) {
            noise if noise >> 27 < self.lies => noise,
            _ => number,
        }
    }
}

/// Sorts houses in one of several ways.
fn sort<'a, H: House<'a>>(way: usize, houses: &mut [H], questions: &impl Questions) {
    let order = |a: &H, b: &H| questions.order(a.citizen().number, b.citizen().number);
    let key = |house: &H| questions.key(house.citizen().number);
    match way {
        0 => stable(Engine, houses, order),
        1 => unstable(Engine, houses, order),
        2 => by_radix_key(Engine, houses, key),
        _ => {
            let mut keys: Vec<_> = houses.iter().map(|house| (key(house), 0)).collect();
            by_keys(Engine, houses, &mut keys);
        }
    }
}

/// Houses are sorted by an honest one, who may be interrupted: they are in order, or all there.
fn interrupted<'a, H: House<'a>>(rng: &Rng, way: usize, census: &'a Census, v: &[u32]) {
    let mut houses: Vec<H> = census.citizens(v).into_iter().map(H::new).collect();
    let questions = Honest(fuse(rng.below(6 * v.len() + 2)));
    let blown = blows(|| sort(way, &mut houses, &questions));
    let citizens: Vec<_> = houses.into_iter().map(H::into_citizen).collect();
    let mut expected = v.to_vec();
    expected.sort_unstable();
    assert_eq!(roll(&citizens), expected);
    let now = citizens.iter().map(|citizen| citizen.number);
    assert!(blown || now.eq(expected));
}

/// Houses are sorted by a liar: they are all there.
fn lied_about<'a, H: House<'a>>(rng: &Rng, way: usize, census: &'a Census, v: &[u32]) {
    let mut houses: Vec<H> = census.citizens(v).into_iter().map(H::new).collect();
    let liar = Liar {
        seed: rng.below(1 << 30) as u32,
        lies: [1, 4, 32][rng.below(3)],
    };
    sort(way, &mut houses, &liar);
    let citizens: Vec<_> = houses.into_iter().map(H::into_citizen).collect();
    let mut expected = v.to_vec();
    expected.sort_unstable();
    assert_eq!(roll(&citizens), expected);
}

/// Ten thousand cases of one way to sort, of houses of all sizes.
fn all_are_there(way: usize) {
    cases(|rng, len| {
        let v = shape(rng, 3 * len);
        let census = &Census::default();
        match rng.below(4) {
            0 => {
                interrupted::<Box<_>>(rng, way, census, &v);
                lied_about::<Box<_>>(rng, way, census, &v);
            }
            1 => {
                interrupted::<Settler<'_, 2>>(rng, way, census, &v);
                lied_about::<Settler<'_, 2>>(rng, way, census, &v);
            }
            2 => {
                interrupted::<Settler<'_, 6>>(rng, way, census, &v);
                lied_about::<Settler<'_, 6>>(rng, way, census, &v);
            }
            _ => {
                interrupted::<Settler<'_, 13>>(rng, way, census, &v);
                lied_about::<Settler<'_, 13>>(rng, way, census, &v);
            }
        }
        assert_eq!(census.count(), 0);
    });
}

#[test]
fn stably() {
    all_are_there(0);
}

#[test]
fn in_place() {
    all_are_there(1);
}

#[test]
fn by_digits() {
    all_are_there(2);
}

#[test]
fn by_keys_of_their_own() {
    all_are_there(3);
}
