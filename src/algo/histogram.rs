//! How many items go into each bucket.

use super::blocks::blocks;
use crate::iter::{IndexedParallelIterator, ParallelIterator};

/// Items that are counted without a look at the clock.
const BLOCK: usize = 64;
/// A thread's table is filled with so many times as many items as it has places, or it would not pay.
const ITEMS_PER_PLACE: usize = 4;
/// Up to so many buckets a table has several columns.
const FEW: usize = 4096;
/// Columns of small tables: neighbouring items that go into the same bucket need not wait for each other.
const COLUMNS: usize = 4;

/// Counts, for each of `buckets` buckets, the items that `bucket` sends there.
pub(crate) fn histogram<T, F>(v: &[T], buckets: usize, bucket: F) -> Vec<usize>
where
    T: Sync,
    F: Fn(&T) -> usize + Sync + Send,
{
    let columns = if buckets <= FEW && buckets.saturating_mul(COLUMNS) < v.len() {
        COLUMNS
    } else {
        1
    };
    let least = (buckets * columns).saturating_mul(ITEMS_PER_PLACE) / BLOCK;
    let count = |table: Table, range| table.count(&v[range], &bucket);
    let table = blocks(v.len(), BLOCK)
        .with_min_len(least)
        .fold(|| Table::new(buckets, columns), count)
        .reduce_with(Table::add);
    table.map_or_else(|| vec![0; buckets], Table::finish)
}

/// What one thread has counted.
struct Table {
    buckets: usize,
    /// One column after the other.
    counts: Vec<usize>,
}

impl Table {
    #[inline]
    fn new(buckets: usize, columns: usize) -> Self {
        Table {
            buckets,
            counts: vec![0; buckets * columns],
        }
    }

    fn count<T>(mut self, items: &[T], bucket: &impl Fn(&T) -> usize) -> Self {
        let buckets = self.buckets;
        let note = |column: &mut [usize], item: &T| {
            let number = bucket(item);
            match column.get_mut(number) {
                Some(count) => *count += 1,
                None => stray(number, buckets),
            }
        };
        let (quads, rest) = items.as_chunks::<COLUMNS>();
        if self.counts.len() == buckets {
            let column = &mut self.counts[..];
            items.iter().for_each(|item| note(column, item));
            return self;
        }
        let (first, others) = self.counts.split_at_mut(buckets);
        let (second, others) = others.split_at_mut(buckets);
        let (third, fourth) = others.split_at_mut(buckets);
        for [a, b, c, d] in quads {
            note(first, a);
            note(second, b);
            note(third, c);
            note(fourth, d);
        }
        rest.iter().for_each(|item| note(first, item));
        self
    }

    #[inline]
    fn add(mut self, other: Self) -> Self {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self
    }

    /// The columns added up.
    #[inline]
    fn finish(mut self) -> Vec<usize> {
        let (first, others) = self.counts.split_at_mut(self.buckets);
        for column in others.chunks(self.buckets.max(1)) {
            for (count, more) in first.iter_mut().zip(column) {
                *count += more;
            }
        }
        self.counts.truncate(self.buckets);
        self.counts
    }
}

#[cold]
#[inline]
fn stray(number: usize, buckets: usize) -> ! {
    panic!("there is no bucket {number}: the number of buckets is {buckets}")
}
