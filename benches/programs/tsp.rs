//! The shortest round trip through some cities, by branch and bound.

use super::engine::{Scope, scope};
use std::sync::atomic::{AtomicU32, Ordering};

/// A way with fewer cities left than this is searched without further tasks.
const FEW: usize = 7;

/// The length of the shortest round trip, from a table of distances.
pub(crate) fn sequential(distances: &[Vec<u32>]) -> u32 {
    let search = Search::new(distances);
    search.alone(&Way::start(distances.len()));
    search.best()
}

/// The same with a task for every city that may come next, as long as many are left.
pub(crate) fn branch_and_bound(distances: &[Vec<u32>]) -> u32 {
    let search = Search::new(distances);
    scope(|s| search.spread(s, Way::start(distances.len())));
    search.best()
}

/// As many cities as a way has bits for.
const MOST: usize = u32::BITS as usize;

/// Some cities, in order. On the stack, since an allocation for each way would be half of the work.
struct Next {
    cities: [usize; MOST],
    count: usize,
}

/// What all tasks know.
struct Search<'a> {
    distances: &'a [Vec<u32>],
    /// The shortest way out of each city.
    cheapest: Vec<u32>,
    best: AtomicU32,
}

/// A way from city 0 on.
#[derive(Clone, Copy)]
struct Way {
    length: u32,
    last: usize,
    /// A bit for each city that is not yet visited.
    left: u32,
}

impl Way {
    fn start(cities: usize) -> Way {
        Way {
            length: 0,
            last: 0,
            left: (1 << cities) - 2,
        }
    }
}

impl<'a> Search<'a> {
    fn new(distances: &'a [Vec<u32>]) -> Self {
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

    fn best(&self) -> u32 {
        // Relaxed: a single number, and the end of the scope has synchronized.
        self.best.load(Ordering::Relaxed)
    }

    /// The cities that a way can go on to, the nearest first.
    fn next(&self, way: &Way) -> Next {
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
    fn longer(&self, way: &Way, city: usize) -> Option<Way> {
        let longer = Way {
            length: way.length + self.distances[way.last][city],
            last: city,
            left: way.left & !(1 << city),
        };
        self.may_win(&longer).then_some(longer)
    }

    fn may_win(&self, way: &Way) -> bool {
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

    fn alone(&self, way: &Way) {
        if !self.is_over(way) {
            let next = self.next(way);
            for &city in &next.cities[..next.count] {
                if let Some(way) = self.longer(way, city) {
                    self.alone(&way);
                }
            }
        }
    }

    fn spread<'s>(&'s self, s: &Scope<'s>, way: Way) {
        if (way.left.count_ones() as usize) < FEW {
            return self.alone(&way);
        }
        let next = self.next(&way);
        // A thread takes its own tasks last in, first out, and the best ways should come first.
        for &city in next.cities[..next.count].iter().rev() {
            if let Some(way) = self.longer(&way, city) {
                s.spawn(move |s| {
                    // The best may have become better since.
                    if self.may_win(&way) {
                        self.spread(s, way);
                    }
                });
            }
        }
    }
}
