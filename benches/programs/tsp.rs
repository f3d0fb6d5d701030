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

    /// The ways that are one city longer and may still win, the shortest step first.
    fn longer(&self, way: &Way) -> Vec<Way> {
        let row = &self.distances[way.last];
        let mut next: Vec<usize> = (0..row.len())
            .filter(|city| way.left & (1 << city) != 0)
            .collect();
        next.sort_by_key(|&city| row[city]);
        let step = |city: usize| Way {
            length: way.length + row[city],
            last: city,
            left: way.left & !(1 << city),
        };
        next.into_iter()
            .map(step)
            .filter(|way| self.may_win(way))
            .collect()
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
            for way in self.longer(way) {
                // The best may have become better since the list was made.
                if self.may_win(&way) {
                    self.alone(&way);
                }
            }
        }
    }

    fn spread<'s>(&'s self, s: &Scope<'s>, way: Way) {
        if (way.left.count_ones() as usize) < FEW {
            return self.alone(&way);
        }
        // A thread takes its own tasks last in, first out, and the best ways should come first.
        for way in self.longer(&way).into_iter().rev() {
            s.spawn(move |s| {
                if self.may_win(&way) {
                    self.spread(s, way);
                }
            });
        }
    }
}
