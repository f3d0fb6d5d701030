//! The sequential program is the specification: an ordered terminal gives what std's iterator gives, for every length
//! around the block sizes and every number of threads.

mod common;

use common::oracle::{POOLS, check, data, same, vector};
use std::cmp::Ordering;
use tine::iter::Either;
use tine::prelude::*;

#[test]
fn one_item_becomes_one_item() {
    same!(|items| vector!(items.map(|x| x * 3)));
    same!(|items| vector!(items.inspect(|x| assert!(*x < 1000))));
    same!(|items| vector!(items.enumerate()));
    same!(|items| vector!(items.enumerate().map(|(i, x)| i as u64 ^ x).enumerate()));
    same!(|items| vector!(items.map(|x| x.to_string())));
    same!(|items| vector!(items.map(|_| ())));
    check(|n| vector!(data(n).par_iter().copied()), data);
    check(|n| vector!(data(n).par_iter().cloned()), data);
    check(
        |n| vector!(data(n).into_par_iter().update(|x| *x += 1)),
        |n| vector!(data(n).iter().map(|x| x + 1)),
    );
    check(
        |n| vector!(data(n).into_par_iter().map_with(5, |five, x| x + *five)),
        |n| vector!(data(n).iter().map(|x| x + 5)),
    );
    check(
        |n| vector!(data(n).into_par_iter().map_init(|| 5, |five, x| x + *five)),
        |n| vector!(data(n).iter().map(|x| x + 5)),
    );
}

#[test]
#[allow(clippy::map_flatten)] // `flatten` is what is tested.
fn one_item_becomes_none_or_many() {
    same!(|items| vector!(items.filter(|x| x % 3 == 0)));
    same!(|items| vector!(items.filter(|_| false)));
    same!(|items| vector!(items.filter_map(|x| (x % 3 == 0).then_some(x + 1))));
    same!(|items| vector!(
        items
            .filter(|x| x % 2 == 0)
            .map(|x| x + 1)
            .filter(|x| x % 3 == 0)
    ));
    same!(|items| vector!(
        items
            .filter(|x| x % 2 == 0)
            .chain(data(50))
            .filter(|x| x % 3 == 0)
    ));
    same!(|items| vector!(items.flat_map(|x| data((x % 7) as usize))));
    same!(|items| vector!(items.map(|x| data((x % 7) as usize)).flatten()));
    let many = |x: u64| (0..x % 5).map(move |y| x + y);
    check(
        |n| vector!(data(n).into_par_iter().flat_map_iter(many)),
        |n| vector!(data(n).into_iter().flat_map(many)),
    );
    check(
        |n| vector!(data(n).into_par_iter().map(many).flatten_iter()),
        |n| vector!(data(n).into_iter().flat_map(many)),
    );
    let until = |n: usize| move |x: u64| (x < n as u64 * 10).then_some(x);
    check(
        |n| data(n).into_par_iter().map(until(n)).while_some().count() == n,
        |n| data(n).into_iter().all(|x| until(n)(x).is_some()),
    );
}

#[test]
#[allow(clippy::map_flatten)] // `flatten` is what is tested.
fn one_item_becomes_none_or_one() {
    let third = |x: u64| x.is_multiple_of(3).then_some(x + 1);
    same!(|items| vector!(items.map(third).flatten()));
    same!(|items| vector!(items.flat_map(third)));
    same!(|items| vector!(items.flat_map(|x| third(x).ok_or(x))));
    same!(|items| vector!(items.flat_map(|x| Some(third(x))).flatten().flat_map(third)));
    same!(|items| items.flat_map(third).count());
    let options = |n: usize| data(n).into_iter().map(third).collect::<Vec<_>>();
    let results = |n: usize| (options(n).into_iter().map(|x| x.ok_or("none"))).collect::<Vec<_>>();
    check(
        |n| vector!(options(n).par_iter().flatten().copied()),
        |n| vector!(options(n).into_iter().flatten()),
    );
    check(
        |n| vector!(results(n).par_iter().flatten().copied()),
        |n| vector!(options(n).into_iter().flatten()),
    );
    check(
        |n| {
            let (mut options, mut results) = (options(n), results(n));
            options.par_iter_mut().flatten().for_each(|x| *x *= 2);
            results.par_iter_mut().flatten().for_each(|x| *x *= 2);
            (options, results)
        },
        |n| {
            let options = options(n).into_iter().map(|x| x.map(|x| x * 2));
            let results = results(n).into_iter().map(|x| x.map(|x| x * 2));
            (vector!(options), vector!(results))
        },
    );
    check(
        |n| vector!(data(n).into_par_iter().flat_map(tine::iter::once)),
        data,
    );
    for wanted in [1, 100, 500, 1000] {
        check(
            |n| {
                let found = data(n).into_par_iter().flat_map(third);
                (
                    found.clone().find_first(|&x| x >= wanted),
                    found.clone().find_last(|&x| x <= wanted),
                    found.any(|x| x == wanted),
                )
            },
            |n| {
                let mut found = data(n).into_iter().filter_map(third);
                (
                    found.clone().find(|&x| x >= wanted),
                    found.clone().rfind(|&x| x <= wanted),
                    found.any(|x| x == wanted),
                )
            },
        );
    }
}

#[test]
fn a_part_of_the_items() {
    for part in [0, 1, 6, 64, 1000, 9999] {
        same!(|items| vector!(items.take(part)));
        same!(|items| vector!(items.skip(part)));
        same!(|items| vector!(items.step_by(part + 1)));
        same!(|items| vector!(items.skip(part).take(part).rev().step_by(2)));
    }
    same!(|items, n| vector!(items.rev().skip(n / 3).take(n / 2).enumerate()));
    check(
        |n| data(n).into_par_iter().take_any(n / 2).count(),
        |n| n / 2,
    );
    check(
        |n| data(n).into_par_iter().skip_any(n / 2).count(),
        |n| n - n / 2,
    );
}

#[test]
fn two_iterators_together() {
    same!(|items| vector!(items.zip(data(500))));
    same!(|items| vector!(items.zip(0..70_usize).rev()));
    same!(|items| vector!(items.chain(data(100))));
    same!(|items| vector!(items.chain(data(100)).rev().enumerate().skip(50)));
    same!(|items, n| vector!(items.zip(data(n)).map(|(a, b)| a + b).chain([7])));
    check(
        |n| vector!(data(n).into_par_iter().zip_eq(data(n))),
        |n| vector!(data(n).into_iter().zip(data(n))),
    );
    let interleaved = |n: usize, shortest: bool| {
        let (mut left, mut right) = (data(n).into_iter(), data(100).into_iter());
        let mut result = Vec::new();
        loop {
            match (left.next(), right.next()) {
                (Some(a), Some(b)) => result.extend([a, b]),
                // The left side comes first, so its last item still finds its place.
                (Some(a), None) if shortest => break result.push(a),
                (None, _) if shortest => break,
                (None, None) => break,
                (a, b) => {
                    result.extend(a.into_iter().chain(b));
                    result.extend(left.by_ref().chain(right.by_ref()));
                }
            }
        }
        result
    };
    check(
        |n| vector!(data(n).into_par_iter().interleave(data(100))),
        |n| interleaved(n, false),
    );
    check(
        |n| vector!(data(n).into_par_iter().interleave_shortest(data(100))),
        |n| interleaved(n, true),
    );
    let interspersed = |n: usize| {
        let items = data(n).into_iter().enumerate();
        vector!(items.flat_map(|(i, x)| (i > 0).then_some(5).into_iter().chain([x])))
    };
    check(
        |n| vector!(data(n).into_par_iter().intersperse(5)),
        interspersed,
    );
    check(
        |n| vector!((data(n), data(n), 0..n).into_par_iter()),
        |n| {
            vector!(
                data(n)
                    .into_iter()
                    .zip(data(n))
                    .zip(0..n)
                    .map(|((a, b), c)| (a, b, c))
            )
        },
    );
}

#[test]
fn groups_of_items() {
    for size in [1, 2, 7, 64, 10_000] {
        let chunks = |n| vector!(data(n).chunks(size).map(<[u64]>::to_vec));
        check(|n| vector!(data(n).into_par_iter().chunks(size)), chunks);
        check(
            |n| vector!(data(n).par_chunks(size).map(<[u64]>::to_vec)),
            chunks,
        );
        let sums = |n| vector!(data(n).chunks(size).map(|chunk| chunk.iter().sum::<u64>()));
        check(
            |n| {
                vector!(
                    data(n)
                        .into_par_iter()
                        .fold_chunks(size, || 0, |a, x| a + x)
                )
            },
            sums,
        );
        check(
            |n| {
                vector!(
                    data(n)
                        .into_par_iter()
                        .fold_chunks_with(size, 0, |a, x| a + x)
                )
            },
            sums,
        );
        let changed = |n| {
            let mut numbers = data(n);
            numbers
                .chunks_mut(size)
                .enumerate()
                .for_each(|(i, chunk)| chunk[0] = i as u64);
            numbers
        };
        let changed_here = |n| {
            let mut numbers = data(n);
            numbers
                .par_chunks_mut(size)
                .enumerate()
                .for_each(|(i, chunk)| chunk[0] = i as u64);
            numbers
        };
        check(changed_here, changed);
    }
    check(
        |n| vector!(data(n).into_par_iter().by_uniform_blocks(100)),
        data,
    );
    check(
        |n| vector!(data(n).into_par_iter().by_exponential_blocks()),
        data,
    );
}

#[test]
fn numbers_of_all_items() {
    same!(|items| items.count());
    same!(|items| items.sum::<u64>());
    same!(|items| items
        .map(|x| x | 1)
        .map(std::num::Wrapping)
        .product::<std::num::Wrapping<u64>>());
    same!(|items| items.min());
    same!(|items| items.max());
    same!(|items| items.enumerate().min_by(|a, b| a.1.cmp(&b.1)));
    same!(|items| items.enumerate().max_by(|a, b| a.1.cmp(&b.1)));
    same!(|items| items.enumerate().min_by_key(|&(_, x)| x / 10));
    same!(|items| items.enumerate().max_by_key(|&(_, x)| x / 10));
    check(
        |n| data(n).into_par_iter().any(|x| x == 999),
        |n| data(n).contains(&999),
    );
    check(
        |n| data(n).into_par_iter().all(|x| x < 990),
        |n| data(n).into_iter().all(|x| x < 990),
    );
}

#[test]
fn an_order_kept_by_reductions() {
    // Joining texts is associative and nothing more, so any change of order shows.
    let text = |n: usize| data(n).iter().map(|x| x.to_string()).collect::<String>();
    let joined = |a: String, b: String| a + &b;
    let texts = |n: usize| data(n).into_par_iter().map(|x| x.to_string());
    check(|n| texts(n).reduce(String::new, joined), text);
    check(|n| texts(n).reduce_with(joined).unwrap_or_default(), text);
    check(
        |n| {
            texts(n)
                .map(Some)
                .try_reduce(String::new, |a, b| Some(a + &b))
        },
        |n| Some(text(n)),
    );
    let added = |a: String, x: u64| a + &x.to_string();
    check(
        |n| {
            data(n)
                .into_par_iter()
                .fold(String::new, added)
                .reduce(String::new, joined)
        },
        text,
    );
    check(
        |n| {
            data(n)
                .into_par_iter()
                .fold_with(String::new(), added)
                .reduce(String::new, joined)
        },
        text,
    );
    check(
        |n| {
            data(n)
                .into_par_iter()
                .try_fold(String::new, |a, x| Some(added(a, x)))
                .try_reduce(String::new, |a, b| Some(a + &b))
        },
        |n| Some(text(n)),
    );
    check(
        |n| {
            vector!(
                data(n)
                    .into_par_iter()
                    .filter(|x| x % 2 == 0)
                    .collect_vec_list()
                    .into_iter()
                    .flatten()
            )
        },
        |n| vector!(data(n).into_iter().filter(|x| x % 2 == 0)),
    );
}

#[test]
fn found_items_and_their_places() {
    for wanted in [0, 7, 500, 999, 1000] {
        check(
            |n| {
                data(n)
                    .into_par_iter()
                    .enumerate()
                    .find_first(|x| x.1 == wanted)
            },
            |n| data(n).into_iter().enumerate().find(|x| x.1 == wanted),
        );
        check(
            |n| {
                data(n)
                    .into_par_iter()
                    .enumerate()
                    .find_last(|x| x.1 == wanted)
            },
            |n| data(n).into_iter().enumerate().rfind(|x| x.1 == wanted),
        );
        check(
            |n| data(n).into_par_iter().find_any(|&x| x == wanted),
            |n| data(n).into_iter().find(|&x| x == wanted),
        );
        let double = |x: u64| (x == wanted).then_some(2 * x);
        check(
            |n| data(n).into_par_iter().find_map_first(double),
            |n| data(n).into_iter().find_map(double),
        );
        check(
            |n| data(n).into_par_iter().find_map_last(double),
            |n| data(n).into_iter().rev().find_map(double),
        );
        check(
            |n| data(n).into_par_iter().find_map_any(double),
            |n| data(n).into_iter().find_map(double),
        );
        check(
            |n| data(n).into_par_iter().position_first(|x| x == wanted),
            |n| data(n).into_iter().position(|x| x == wanted),
        );
        check(
            |n| data(n).into_par_iter().position_last(|x| x == wanted),
            |n| data(n).into_iter().rposition(|x| x == wanted),
        );
        check(
            |n| {
                data(n)
                    .into_par_iter()
                    .position_any(|x| x == wanted)
                    .is_some()
            },
            |n| data(n).contains(&wanted),
        );
        check(
            |n| vector!(data(n).into_par_iter().positions(|x| x == wanted)),
            |n| vector!((0..n).filter(|&i| data(n)[i] == wanted)),
        );
    }
}

#[test]
fn comparisons_of_whole_iterators() {
    let other = |n: usize, at: usize, change: i64| {
        let mut numbers = data(n);
        if let Some(number) = numbers.get_mut(at) {
            *number = number.wrapping_add_signed(change);
        }
        numbers
    };
    for (at, change) in [(0, 1), (0, -1), (63, 1), (400, -1), (4999, 1), (9999, 0)] {
        same!(|items, n| items.cmp(other(n, at, change)));
        same!(|items, n| items.partial_cmp(other(n, at, change)));
        same!(|items, n| items.eq(other(n, at, change)));
        same!(|items, n| items.ne(other(n, at, change)));
        same!(|items, n| items.lt(other(n, at, change)));
        same!(|items, n| items.le(other(n, at, change)));
        same!(|items, n| items.gt(other(n, at, change)));
        same!(|items, n| items.ge(other(n, at, change)));
    }
    same!(|items, n| items.cmp(data(n + 1)) == Ordering::Less);
    same!(|items, n| items.cmp(data(n / 2)));
}

#[test]
fn vectors_and_pairs_of_vectors() {
    same!(|items| items.collect::<Vec<_>>());
    same!(|items| items.map(|_| ()).collect::<()>());
    same!(|items| items.map(|x| (x, x + 1)).unzip::<_, _, Vec<_>, Vec<_>>());
    same!(|items| items
        .enumerate()
        .filter(|x| x.1 % 2 == 0)
        .unzip::<_, _, Vec<_>, Vec<_>>());
    let is_even = |x: &u64| x.is_multiple_of(2);
    let halves = |n: usize| -> (Vec<u64>, Vec<u64>) { data(n).into_iter().partition(is_even) };
    check(|n| data(n).into_par_iter().partition(is_even), halves);
    let either = |x: u64| {
        if is_even(&x) {
            Either::Left(x)
        } else {
            Either::Right(x)
        }
    };
    check(|n| data(n).into_par_iter().partition_map(either), halves);
    let refilled = |n: usize| {
        let mut target = vec![7; 10];
        data(n).into_par_iter().collect_into_vec(&mut target);
        target
    };
    check(refilled, data);
    let extended = |n: usize| {
        let mut target = vec![7; 10];
        target.par_extend(data(n));
        target.par_extend(data(n).into_par_iter().filter(|x| x % 2 == 0));
        target
    };
    check(extended, |n| {
        let mut target = vec![7; 10];
        target.extend(data(n));
        target.extend(data(n).into_iter().filter(|x| x % 2 == 0));
        target
    });
}

#[test]
fn ranges_of_all_kinds() {
    check(|n| vector!((0..n).into_par_iter()), |n| vector!(0..n));
    check(
        |n| vector!((0..n as u64).into_par_iter()),
        |n| vector!(0..n as u64),
    );
    check(
        |n| vector!((-5..n as i32).into_par_iter().rev()),
        |n| vector!((-5..n as i32).rev()),
    );
    check(
        |n| vector!((-5..n as i128).into_par_iter()),
        |n| vector!(-5..n as i128),
    );
    check(
        |n| vector!((5..=n as u16).into_par_iter()),
        |n| vector!(5..=n as u16),
    );
    check(
        |n| vector!((n as i64..=2000).into_par_iter()),
        |n| vector!(n as i64..=2000),
    );
    check(
        |_| vector!((u8::MIN..=u8::MAX).into_par_iter()),
        |_| vector!(u8::MIN..=u8::MAX),
    );
    check(
        |_| vector!((i64::MAX - 3..=i64::MAX).into_par_iter()),
        |_| vector!(i64::MAX - 3..=i64::MAX),
    );
    check(
        |_| vector!(('\u{D000}'..'\u{E100}').into_par_iter()),
        |_| vector!('\u{D000}'..'\u{E100}'),
    );
}

#[test]
fn slices_and_parts_of_vectors() {
    check(
        |n| data(n).par_iter().sum::<u64>(),
        |n| data(n).iter().sum(),
    );
    check(
        |n| {
            let mut numbers = data(n);
            numbers
                .par_iter_mut()
                .enumerate()
                .for_each(|(i, x)| *x += i as u64);
            numbers
        },
        |n| vector!(data(n).iter().enumerate().map(|(i, x)| x + i as u64)),
    );
    check(
        |n| {
            let mut numbers = data(n);
            let taken = vector!(numbers.par_drain(n / 4..n / 2));
            (taken, numbers)
        },
        |n| {
            let mut numbers = data(n);
            let taken = vector!(numbers.drain(n / 4..n / 2));
            (taken, numbers)
        },
    );
}

#[test]
fn items_of_very_unequal_cost() {
    /// Work that the optimiser cannot remove.
    fn work(rounds: u64) -> u64 {
        (0..rounds).fold(1, |a, i| std::hint::black_box(a ^ i.wrapping_mul(a | 1)))
    }
    let cost = |i: usize| if i % 100 == 99 || i < 3 { 5000 } else { 1 };
    check(
        |n| vector!((0..n).into_par_iter().map(|i| work(cost(i)))),
        |n| vector!((0..n).map(|i| work(cost(i)))),
    );
    check(
        |n| {
            vector!(
                (0..n)
                    .into_par_iter()
                    .filter(|&i| work(cost(i)).is_multiple_of(2))
            )
        },
        |n| vector!((0..n).filter(|&i| work(cost(i)).is_multiple_of(2))),
    );
}

#[test]
fn lengths_of_blocks_keep_to_their_bounds() {
    for (least, most) in [(1, 1), (1, 7), (50, 200), (500, 2000)] {
        let blocks = |n: usize| -> Vec<usize> {
            let items = data(n)
                .into_par_iter()
                .with_min_len(least)
                .with_max_len(most);
            items.fold(|| 0, |count, _| count + 1).collect()
        };
        for pool in &*POOLS {
            let blocks = pool.install(|| blocks(4096));
            assert_eq!(blocks.iter().sum::<usize>(), 4096);
            assert!(
                blocks.iter().all(|&block| block <= most),
                "{most}: {blocks:?}"
            );
            assert!(
                blocks.iter().all(|&block| block >= least),
                "{least}: {blocks:?}"
            );
        }
    }
}
