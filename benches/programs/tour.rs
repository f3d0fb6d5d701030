//! The search for the shortest round trip as one thread does it. Compiled once for both engines, as `alone` is.

use std::sync::atomic::{AtomicU32, Ordering};

/// As many cities as a way has bits for.
const MOST: usize = u32::BITS as usize;

/// Some cities, in order. On the stack, since an allocation for each way would be half of the work.
pub(crate) struct Next {
    cities: [usize; MOST],
    count: usize,
}

impl Next {
    /// From the nearest to the farthest.
    pub(crate) fn cities(&self) -> &[usize] {
        &self.cities[..self.count]
    }
}

/// What all tasks know.
pub(crate) struct Search<'a> {
    distances: &'a [Vec<u32>],
    /// The shortest way out of each city.
    cheapest: Vec<u32>,
    best: AtomicU32,
}

/// A way from city 0 on.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    length: u32,
    last: usize,
    /// A bit for each city that is not yet visited.
    left: u32,
}

impl Way {
    /// How many cities are left.
    pub(crate) fn left(&self) -> usize {
        self.left.count_ones() as usize
    }

    pub(crate) fn start(cities: usize) -> Way {
        Way {
            length: 0,
            last: 0,
            left: (1 << cities) - 2,
        }
    }
}

impl<'a> Search<'a> {
    pub(crate) fn new(distances: &'a [Vec<u32>]) -> Self {
        let others = |city: usize| (0..distances.len()).filter(move |&other| other != city);
        let shortest = |city: usize| others(city).map(|other| distances[city][other]).min();
        Search {
            distances,
            cheapest: (0..distances.len())
                .map(|city| shortest(city).unwrap_or(0))
                .collect(),
            best: AtomicU32::new(u32::MAX),
        }
    }

    pub(crate) fn best(&self) -> u32 {
        // Relaxed: a single number, and the end of the scope has synchronized.
        self.best.load(Ordering::Relaxed)
    }

    /// The cities that a way can go on to, the nearest first.
    #[inline(never)]
    pub(crate) fn next(&self, way: &Way) -> Next {
        let row = &self.distances[way.last];
        let left = (0..row.len()).filter(|city| way.left & (1 << city) != 0);
        let mut next = Next {
            cities: [0; MOST],
            count: 0,
        };
        for city in left {
            next.cities[next.count] = city;
            next.count += 1;
        }
        next.cities[..next.count].sort_unstable_by_key(|&city| row[city]);
        next
    }

    /// The way that goes on to `city`, if it may still win.
    #[inline(never)]
    pub(crate) fn longer(&self, way: &Way, city: usize) -> Option<Way> {
        let longer = Way {
            length: way.length + self.distances[way.last][city],
            last: city,
            left: way.left & !(1 << city),
        };
        self.may_win(&longer).then_some(longer)
    }

    pub(crate) fn may_win(&self, way: &Way) -> bool {
        let left = (0..self.cheapest.len()).filter(|city| way.left & (1 << city) != 0);
        let rest: u32 = left.map(|city| self.cheapest[city]).sum();
        way.length + rest + self.cheapest[way.last] < self.best()
    }

    /// Notes the round trip if no city is left.
    fn is_over(&self, way: &Way) -> bool {
        if way.left == 0 {
            let trip = way.length + self.distances[way.last][0];
            // Relaxed: a single number that others may see late; then they search in vain.
            self.best.fetch_min(trip, Ordering::Relaxed);
        }
        way.left == 0
    }

    pub(crate) fn alone(&self, way: &Way) {
        if !self.is_over(way) {
            let next = self.next(way);
            for &city in next.cities() {
                if let Some(way) = self.longer(way, city) {
                    self.alone(&way);
                }
            }
        }
    }
}
