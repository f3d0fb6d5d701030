//! The contestants, and what they sort.

use std::iter;

/// A contestant: its name and its sort.
pub(crate) type Seat<T> = (&'static str, fn(&mut [T]));

/// What can be sorted by all contestants.
pub(crate) trait Element: Clone + Send + Sync + Sized + 'static {
    /// Of numbers in order the elements are in order.
    fn from_number(number: u32) -> Self;

    /// The same for many.
    fn from_numbers(numbers: Vec<u32>) -> Vec<Self> {
        numbers.into_iter().map(Self::from_number).collect()
    }

    /// std, tine and rayon, each by its shortest call.
    fn seats(stable: bool) -> [Seat<Self>; 3];

    /// Sorts by digits, which are not stable or cannot be told from stable ones.
    fn radix() -> Vec<Seat<Self>> {
        Vec::new()
    }
}

/// The calls for elements that have an order.
macro_rules! seats_of_ord {
    () => {
        fn seats(stable: bool) -> [Seat<Self>; 3] {
            use rayon::slice::ParallelSliceMut as Rayon;
            use tine::slice::ParallelSliceMut as Tine;
            match stable {
                true => [
                    ("std", |v| v.sort()),
                    ("tine", |v| Tine::par_sort(v)),
                    ("rayon", |v| Rayon::par_sort(v)),
                ],
                false => [
                    ("std", |v| v.sort_unstable()),
                    ("tine", |v| Tine::par_sort_unstable(v)),
                    ("rayon", |v| Rayon::par_sort_unstable(v)),
                ],
            }
        }
    };
}

macro_rules! rivals_by_digits {
    () => {
        fn radix() -> Vec<Seat<Self>> {
            vec![
                ("rdst", |v| rdst::RadixSort::radix_sort_unstable(v)),
                ("voracious", |v| {
                    let threads = rayon::current_num_threads();
                    voracious_radix_sort::RadixSort::voracious_mt_sort(v, threads)
                }),
            ]
        }
    };
}

impl Element for u32 {
    fn from_number(number: u32) -> Self {
        number
    }

    seats_of_ord!();
    rivals_by_digits!();
}

impl Element for u64 {
    fn from_number(number: u32) -> Self {
        u64::from(number) * 0x1_0000_0001
    }

    seats_of_ord!();
    rivals_by_digits!();
}

impl Element for u128 {
    fn from_number(number: u32) -> Self {
        u128::from(number) * 0x1_0000_0000_0000_0001
    }

    seats_of_ord!();
    rivals_by_digits!();
}

impl Element for f64 {
    fn from_number(number: u32) -> Self {
        f64::from(number) - 1e6
    }

    fn seats(stable: bool) -> [Seat<Self>; 3] {
        use rayon::slice::ParallelSliceMut as Rayon;
        use tine::slice::ParallelSliceMut as Tine;
        match stable {
            true => [
                ("std", |v| v.sort_by(f64::total_cmp)),
                ("tine", |v| Tine::par_sort_by(v, f64::total_cmp)),
                ("rayon", |v| Rayon::par_sort_by(v, f64::total_cmp)),
            ],
            false => [
                ("std", |v| v.sort_unstable_by(f64::total_cmp)),
                ("tine", |v| Tine::par_sort_unstable_by(v, f64::total_cmp)),
                ("rayon", |v| Rayon::par_sort_unstable_by(v, f64::total_cmp)),
            ],
        }
    }

    rivals_by_digits!();
}

impl Element for (u64, u64) {
    fn from_number(number: u32) -> Self {
        (u64::from(number / 3), u64::from(number))
    }

    seats_of_ord!();
}

impl Element for [u64; 16] {
    fn from_number(number: u32) -> Self {
        [u64::from(number); 16]
    }

    seats_of_ord!();
}

impl Element for String {
    fn from_number(number: u32) -> Self {
        format!("{number:010}")
    }

    seats_of_ord!();
}

impl Element for &'static str {
    fn from_number(number: u32) -> Self {
        String::from_number(number).leak()
    }

    /// In one text for all, which stays.
    fn from_numbers(numbers: Vec<u32>) -> Vec<Self> {
        let digits = String::from_number(0).len();
        let text: String = numbers.into_iter().map(String::from_number).collect();
        let mut rest: &'static str = text.leak();
        let next = || {
            let (first, behind) = rest.split_at_checked(digits)?;
            rest = behind;
            Some(first)
        };
        iter::from_fn(next).collect()
    }

    seats_of_ord!();
}
