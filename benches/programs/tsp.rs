//! The shortest round trip through some cities, by branch and bound.

use super::engine::{Scope, scope};
use crate::tour::{Search, Way};

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
    scope(|s| spread(&search, s, Way::start(distances.len())));
    search.best()
}

/// Goes on with a way, by a task for every city that may come next if many are left.
fn spread<'s>(search: &'s Search<'_>, s: &Scope<'s>, way: Way) {
    if way.left() < FEW {
        return search.alone(&way);
    }
    let next = search.next(&way);
    // A thread takes its own tasks last in, first out, and the best ways should come first.
    for &city in next.cities().iter().rev() {
        if let Some(way) = search.longer(&way, city) {
            s.spawn(move |s| {
                // The best may have become better since.
                if search.may_win(&way) {
                    spread(search, s, way);
                }
            });
        }
    }
}
