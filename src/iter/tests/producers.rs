//! The law of producers: however often they are split, forwards and backwards, the items are those of the whole.

use super::LENGTHS;
use crate::iter::{
    Either, IndexedParallelIterator, IntoParallelIterator, ParallelIterator, once, repeat_n,
};
use crate::plumbing::{Producer, ProducerCallback};

/// Splits a producer at `i` and the right part at `j`, and pulls `k` items of each part from the back.
struct Cut {
    i: usize,
    j: usize,
    k: usize,
}

impl<T> ProducerCallback<T> for Cut {
    type Output = Vec<T>;

    fn callback<P: Producer<Item = T>>(self, producer: P) -> Vec<T> {
        let (left, right) = producer.split_at(self.i);
        let (middle, right) = right.split_at(self.j);
        let lens = [self.i, self.j];
        let mut out = Vec::new();
        for (n, part) in [left, middle, right].into_iter().enumerate() {
            let mut iter = part.into_iter();
            assert!(n == 2 || iter.len() == lens[n], "a part's length is wrong");
            let mut back: Vec<T> = (&mut iter).rev().take(self.k).collect();
            out.extend(iter);
            back.reverse();
            out.extend(back);
        }
        out
    }
}

fn law<I>(iter: I, expected: &[I::Item])
where
    I: IndexedParallelIterator<Item: PartialEq + std::fmt::Debug> + Clone,
{
    let len = iter.len();
    assert_eq!(len, expected.len());
    assert_eq!(iter.clone().collect::<Vec<_>>(), expected);
    for i in 0..=len {
        for j in [0, 1, (len - i) / 2, len - i] {
            for k in [0, 1, 2, len] {
                let j = j.min(len - i);
                assert_eq!(
                    iter.clone().with_producer(Cut { i, j, k }),
                    expected,
                    "{i} {j} {k}"
                );
            }
        }
    }
}

#[test]
fn every_indexed_adaptor() {
    for len in LENGTHS.into_iter().filter(|&len| len < 40) {
        let base = || (0..len).into_par_iter();
        let std = || 0..len;
        law(base(), &std().collect::<Vec<_>>());
        law(
            base().map(|n| n + 1),
            &std().map(|n| n + 1).collect::<Vec<_>>(),
        );
        law(
            base().map_with(3, |three, n| *three + n),
            &std().map(|n| n + 3).collect::<Vec<_>>(),
        );
        law(
            base().map_init(|| 3, |three, n| *three + n),
            &std().map(|n| n + 3).collect::<Vec<_>>(),
        );
        law(base().rev(), &std().rev().collect::<Vec<_>>());
        law(base().enumerate(), &std().enumerate().collect::<Vec<_>>());
        law(
            base().zip(5..20usize),
            &std().zip(5..20).collect::<Vec<_>>(),
        );
        law(
            base().zip(5..20usize).rev(),
            &std().zip(5..20).rev().collect::<Vec<_>>(),
        );
        law(base().chain(5..20), &std().chain(5..20).collect::<Vec<_>>());
        law(
            base().panic_fuse().inspect(|_| {}),
            &std().collect::<Vec<_>>(),
        );
        law(
            base().update(|n| *n *= 2),
            &std().map(|n| n * 2).collect::<Vec<_>>(),
        );
        law(repeat_n(4, len), &vec![4; len]);
        law(once(4).chain(repeat_n(5, len)).skip(1), &vec![5; len]);
        law(
            Either::<_, crate::range::Iter<usize>>::Left(base()),
            &std().collect::<Vec<_>>(),
        );
        law(
            (base(), base().rev(), 0..100usize).into_par_iter(),
            &std().map(|n| (n, len - 1 - n, n)).collect::<Vec<_>>(),
        );
        for n in [1, 2, 3, 7, 50] {
            law(base().step_by(n), &std().step_by(n).collect::<Vec<_>>());
            law(base().take(n), &std().take(n).collect::<Vec<_>>());
            law(base().skip(n), &std().skip(n).collect::<Vec<_>>());
            let chunks: Vec<Vec<usize>> = std()
                .collect::<Vec<_>>()
                .chunks(n)
                .map(<[usize]>::to_vec)
                .collect();
            law(base().chunks(n), &chunks);
            let sums: Vec<usize> = chunks
                .iter()
                .map(|chunk| 100 + chunk.iter().sum::<usize>())
                .collect();
            law(base().fold_chunks(n, || 100, |a, b| a + b), &sums);
            law(base().fold_chunks_with(n, 100, |a, b| a + b), &sums);
        }
    }
}

#[test]
fn interleaving() {
    for (a, b) in [
        (0, 0),
        (0, 3),
        (3, 0),
        (1, 1),
        (5, 5),
        (5, 6),
        (6, 5),
        (2, 9),
        (9, 2),
    ] {
        let mut expected = Vec::new();
        let (mut left, mut right) = (0..a, 100..100 + b);
        let mut shortest = None;
        while !left.is_empty() || !right.is_empty() {
            if left.is_empty() {
                shortest = shortest.or(Some(expected.len()));
            }
            expected.extend(left.next());
            if right.is_empty() {
                shortest = shortest.or(Some(expected.len()));
            }
            expected.extend(right.next());
        }
        let (left, right) = ((0..a).into_par_iter(), 100..100 + b);
        law(left.clone().interleave(right.clone()), &expected);
        law(
            left.interleave_shortest(right),
            &expected[..shortest.unwrap_or(expected.len())],
        );
    }
}
