//! The producer behind `chunks` and `fold_chunks`: cuts its base into pieces of a fixed length, and makes one item of each.

use crate::plumbing::Producer;

/// Makes an item of every `chunk_size` items of `base`.
pub(super) struct ChunkProducer<P, F> {
    base: P,
    /// Number of items of `base`.
    len: usize,
    /// Not 0.
    chunk_size: usize,
    /// Cloned at every split, so that it may own what it starts from.
    make: F,
}

impl<P, F> ChunkProducer<P, F> {
    pub(super) fn new(base: P, len: usize, chunk_size: usize, make: F) -> Self {
        ChunkProducer {
            base,
            len,
            chunk_size,
            make,
        }
    }
}

impl<P, F, T> Producer for ChunkProducer<P, F>
where
    P: Producer,
    F: Fn(P) -> T + Send + Clone,
{
    type Item = T;
    type IntoIter = ChunkIter<P, F>;

    fn into_iter(self) -> ChunkIter<P, F> {
        let base = (self.len > 0).then_some(self.base);
        ChunkIter {
            base,
            len: self.len,
            chunk_size: self.chunk_size,
            make: self.make,
        }
    }

    #[inline]
    fn min_len(&self) -> usize {
        self.base.min_len().div_ceil(self.chunk_size)
    }

    #[inline]
    fn max_len(&self) -> usize {
        self.base.max_len() / self.chunk_size
    }

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self) {
        let mid = index.saturating_mul(self.chunk_size).min(self.len);
        let (left, right) = self.base.split_at(mid);
        let (chunk_size, make) = (self.chunk_size, self.make.clone());
        (
            ChunkProducer {
                base: left,
                len: mid,
                chunk_size,
                make,
            },
            ChunkProducer {
                base: right,
                len: self.len - mid,
                chunk_size,
                make: self.make,
            },
        )
    }
}

/// The sequential iterator over one block.
pub(super) struct ChunkIter<P, F> {
    /// What is left; `None` once `len` is 0.
    base: Option<P>,
    len: usize,
    chunk_size: usize,
    make: F,
}

impl<P, F, T> ChunkIter<P, F>
where
    P: Producer,
    F: Fn(P) -> T,
{
    /// Cuts off `front` items in front and makes an item of one of the parts.
    fn cut(&mut self, front: usize, from_back: bool) -> Option<T> {
        let base = self.base.take()?;
        if front == 0 || front >= self.len {
            self.len = 0;
            return Some((self.make)(base));
        }
        let (left, right) = base.split_at(front);
        let (piece, rest) = if from_back {
            (right, left)
        } else {
            (left, right)
        };
        self.len = if from_back { front } else { self.len - front };
        self.base = Some(rest);
        Some((self.make)(piece))
    }
}

impl<P, F, T> Iterator for ChunkIter<P, F>
where
    P: Producer,
    F: Fn(P) -> T,
{
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.cut(self.chunk_size, false)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.len.div_ceil(self.chunk_size);
        (len, Some(len))
    }

    fn fold<B, G>(mut self, start: B, op: G) -> B
    where
        G: FnMut(B, T) -> B,
    {
        let total = self.by_ref().fold(start, op);
        // Not on the way out, where a panic in dropping what `make` holds would leak the total.
        drop(self);
        total
    }
}

impl<P, F, T> DoubleEndedIterator for ChunkIter<P, F>
where
    P: Producer,
    F: Fn(P) -> T,
{
    fn next_back(&mut self) -> Option<T> {
        // Only the last chunk can be short.
        let last = match self.len % self.chunk_size {
            0 => self.chunk_size,
            short => short,
        };
        self.cut(self.len.saturating_sub(last), true)
    }
}

impl<P, F, T> ExactSizeIterator for ChunkIter<P, F>
where
    P: Producer,
    F: Fn(P) -> T,
{
}
