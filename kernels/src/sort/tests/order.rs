//! The result is what std makes of it, for elements of any type and size.

use super::{LENGTHS, in_pools, patterns};
use crate::sort::{SHORT, stable, unstable};
use crate::tests::Engine;
use std::cmp::Ordering;

/// Sorts `input` by an order that is known by its type, and by one that is not.
fn check<T: Ord + Clone + Send>(input: &[T]) {
    let mut expected = input.to_vec();
    expected.sort();
    let sorts: [fn(&mut [T]); 4] = [
        |v| stable(Engine, v, T::cmp),
        |v| unstable(Engine, v, T::cmp),
        |v| stable(Engine, v, |a, b| a.cmp(b)),
        |v| unstable(Engine, v, |a, b| a.cmp(b)),
    ];
    for sort in sorts {
        let mut v = input.to_vec();
        sort(&mut v);
        assert!(v == expected);
    }
}

#[test]
fn the_result_is_that_of_std() {
    in_pools(|| {
        for input in LENGTHS.into_iter().flat_map(patterns) {
            check(&input);
        }
    });
}

#[test]
fn elements_of_every_size() {
    in_pools(|| {
        for input in [150, 3000].into_iter().flat_map(patterns) {
            check(&input.iter().map(|&n| (n / 3, n)).collect::<Vec<_>>());
            check(
                &input
                    .iter()
                    .map(|&n| [n / 3, n, n, n, n])
                    .collect::<Vec<_>>(),
            );
            check(&input.iter().map(|&n| [u64::from(n); 5]).collect::<Vec<_>>());
            check(&input.iter().map(|&n| [u64::from(n); 9]).collect::<Vec<_>>());
            check(
                &input
                    .iter()
                    .map(|&n| [u64::from(n); 16])
                    .collect::<Vec<_>>(),
            );
        }
    });
}

/// Texts of any length that begin alike, with bytes at both ends of their range.
fn text(n: u32) -> String {
    let zs = "z".repeat(n as usize % 19);
    match n % 3 {
        0 => format!("{n:0width$}\0{zs}", width = n as usize % 12),
        1 => format!("{n:08}{zs}"),
        _ => format!("\u{10FFFF}{}", n / 7),
    }
}

#[test]
fn texts_and_bytes() {
    in_pools(|| {
        for input in [150, 3000].into_iter().flat_map(patterns) {
            let uneven: Vec<String> = input.iter().map(|&n| text(n)).collect();
            let even: Vec<String> = input.iter().map(|&n| format!("{n:012}")).collect();
            for texts in [uneven, even] {
                check(&texts.iter().map(|text| &text[..]).collect::<Vec<_>>());
                check(&texts.iter().map(|text| text.as_bytes()).collect::<Vec<_>>());
                check(
                    &texts
                        .iter()
                        .map(|text| text.clone().into())
                        .collect::<Vec<Box<str>>>(),
                );
                check(
                    &texts
                        .iter()
                        .map(|text| text.clone().into())
                        .collect::<Vec<Vec<u8>>>(),
                );
                check(&texts);
            }
        }
    });
}

#[test]
fn equal_elements_keep_their_order() {
    in_pools(|| {
        for input in LENGTHS.into_iter().flat_map(patterns) {
            // The place tells equal elements apart, and so does the size of a large element.
            let pairs = input.iter().map(|n| n % 100).zip(0..);
            let mut v: Vec<(u32, usize, [u64; 10])> = pairs.map(|(n, i)| (n, i, [9; 10])).collect();
            stable(Engine, &mut v, |a, b| a.0.cmp(&b.0));
            assert!(v.is_sorted());
            assert_eq!(v.len(), input.len());
        }
    });
}

#[test]
fn large_elements_and_boxes_are_sorted() {
    in_pools(|| {
        let large = |n: u32| (n, [0u64; 16], Box::new(n));
        for input in patterns(9_001) {
            let mut expected: Vec<_> = input.iter().copied().map(large).collect();
            let mut v = expected.clone();
            expected.sort();
            unstable(Engine, &mut v, Ord::cmp);
            assert!(v == expected);
        }
    });
}

#[test]
fn elements_so_large_that_one_is_far() {
    for moved in 0..40 {
        let mut numbers: Vec<u64> = (0..40).collect();
        numbers[moved..].rotate_left(1);
        let mut v: Vec<[u64; 1100]> = numbers.iter().map(|&number| [number; 1100]).collect();
        let mut other = v.clone();
        stable(Engine, &mut v, |a, b| a.cmp(b));
        unstable(Engine, &mut other, |a, b| a.cmp(b));
        assert!(v.iter().map(|element| element[0]).eq(0..40));
        assert!(v == other);
    }
}

#[test]
fn nothing_is_sorted_by_nothing() {
    let asked = |_: &(), _: &()| -> Ordering { panic!("there is nothing to compare") };
    stable(Engine, &mut [(); 5000], asked);
    unstable(Engine, &mut [(); 5000], asked);
}

#[test]
fn equal_elements_look_the_same() {
    in_pools(|| {
        for input in [1500, 9000].into_iter().flat_map(patterns) {
            // Zeros of both signs and odd NaNs are frequent, and no two of them are equal.
            let float = |n: u32| match n % 40 {
                0 => 0.0,
                1 => -0.0,
                2 => f64::NAN,
                3 => -f64::from_bits(f64::NAN.to_bits() + 1),
                _ => f64::from(n) - 20.0,
            };
            let mut v: Vec<f64> = input.iter().copied().map(float).collect();
            let mut expected = v.clone();
            expected.sort_by(f64::total_cmp);
            unstable(Engine, &mut v, f64::total_cmp);
            let bits = |v: &[f64]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert!(bits(&v) == bits(&expected));
            let wide = |n: u32| (i128::from(n) - 20) << 90 | i128::from(n % 2);
            let mut v: Vec<i128> = input.iter().copied().map(wide).collect();
            let mut expected = v.clone();
            expected.sort();
            stable(Engine, &mut v, i128::cmp);
            assert!(v == expected);
        }
    });
}

/// Numbers of one type that look like `input`: in both signs, if it has them.
macro_rules! check_numbers {
    ($input:ident; $($number:ident :: $order:ident as $make:expr),*) => {$({
        let v: Vec<$number> = $input.iter().map($make).collect();
        let bits = |v: &[$number]| v.iter().map(|n| n.to_ne_bytes()).collect::<Vec<_>>();
        let [mut expected, mut one, mut other] = [v.clone(), v.clone(), v];
        expected.sort_by($number::$order);
        stable(Engine, &mut one, $number::$order);
        unstable(Engine, &mut other, $number::$order);
        assert!(bits(&one) == bits(&expected), stringify!($number));
        assert!(bits(&other) == bits(&expected), stringify!($number));
    })*};
}

#[test]
fn numbers_of_every_type() {
    in_pools(|| {
        for input in [SHORT, 1000, 9000].into_iter().flat_map(patterns) {
            check_numbers!(
                input;
                u8::cmp as |&n| n as u8,
                u16::cmp as |&n| n as u16,
                u32::cmp as |&n| n,
                u64::cmp as |&n| u64::from(n) << 30,
                u128::cmp as |&n| u128::from(n) << 50,
                usize::cmp as |&n| n as usize * 40_503,
                i8::cmp as |&n| n as i8,
                i16::cmp as |&n| n as i16,
                i32::cmp as |&n| n as i32 - 20,
                i64::cmp as |&n| (i64::from(n) - 20) << 30,
                i128::cmp as |&n| (i128::from(n) - 20) << 50,
                isize::cmp as |&n| n as isize - 20,
                f32::total_cmp as |&n| n as f32 - 20.0,
                f64::total_cmp as |&n| f64::from(n) / 7.0 - 20.0
            );
        }
    });
}

#[test]
fn what_is_ordered_like_numbers() {
    fn check<T: Ord + Copy + Send + std::fmt::Debug>(v: Vec<T>) {
        let [mut expected, mut one, mut other] = [v.clone(), v.clone(), v];
        expected.sort();
        stable(Engine, &mut one, T::cmp);
        unstable(Engine, &mut other, T::cmp);
        assert!(one == expected && other == expected);
        // As if their order was another one.
        one.reverse();
        stable(Engine, &mut other, |a: &T, b: &T| b.cmp(a));
        assert!(one == other);
    }
    in_pools(|| {
        for input in [SHORT, 1000, 9000].into_iter().flat_map(patterns) {
            check(input.iter().map(|n| n % 3 == 1).collect());
            check(input.iter().map(|n| (n % 7).cmp(&3)).collect());
            check(
                input
                    .iter()
                    .map(|n| (b'a' + (n % 26) as u8) as char)
                    .collect(),
            );
            // From beyond the surrogates, too.
            let char = |n: &u32| char::from_u32(n.wrapping_mul(40_503) % 0x11_0000).unwrap_or('\0');
            check(input.iter().map(char).collect());
        }
    });
}
