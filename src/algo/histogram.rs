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
    /// How many columns there are.
    columns: usize,
    /// One row for each bucket.
    counts: Vec<usize>,
}

impl Table {
    #[inline]
    fn new(buckets: usize, columns: usize) -> Self {
        Table {
            columns,
            counts: vec![0; buckets * columns],
        }
    }

    fn count<T>(mut self, items: &[T], bucket: &impl Fn(&T) -> usize) -> Self {
        match self.columns {
            1 => count_by_turns::<1, _>(&mut self.counts, items, bucket),
            _ => count_by_turns::<COLUMNS, _>(&mut self.counts, items, bucket),
        }
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
    fn finish(self) -> Vec<usize> {
        if self.columns == 1 {
            return self.counts;
        }
        let rows = self.counts.as_chunks::<COLUMNS>().0;
        rows.iter().map(|row| row.iter().sum()).collect()
    }
}

/// Counts items in so many columns by turns.
#[inline]
fn count_by_turns<const COLUMNS: usize, T>(
    counts: &mut [usize],
    items: &[T],
    bucket: &impl Fn(&T) -> usize,
) {
    let rows = counts.as_chunks_mut::<COLUMNS>().0;
    let (turns, rest) = items.as_chunks::<COLUMNS>();
    for turn in turns {
        for (column, item) in turn.iter().enumerate() {
            note(rows, column, bucket(item));
        }
    }
    rest.iter().for_each(|item| note(rows, 0, bucket(item)));
}

/// Counts one more item of a bucket.
#[inline(always)]
fn note<const COLUMNS: usize>(rows: &mut [[usize; COLUMNS]], column: usize, bucket: usize) {
    let buckets = rows.len();
    match rows.get_mut(bucket) {
        Some(row) => row[column] += 1,
        None => stray(bucket, buckets),
    }
}

#[cold]
#[inline]
fn stray(number: usize, buckets: usize) -> ! {
    panic!("there is no bucket {number}: the number of buckets is {buckets}")
}
