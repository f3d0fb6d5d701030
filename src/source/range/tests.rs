//! Half-open ranges against std, with an eye on the ends of the types.

use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

macro_rules! like_std {
    ($($int:ident),*) => {$(
        #[test]
        #[allow(clippy::reversed_empty_ranges)]
        fn $int() {
            let (min, max) = (<$int>::MIN, <$int>::MAX);
            for range in [0..100, 7..7, 9..3, min..min + 50, max - 50..max, max - 1..max] {
                let ours: Vec<$int> = range.clone().into_par_iter().collect();
                assert_eq!(range.clone().into_par_iter().opt_len(), Some(ours.len()));
                assert_eq!(ours, range.collect::<Vec<_>>());
            }
        }
    )*};
}

like_std! { u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize }

#[test]
fn whole_types() {
    assert_eq!((i8::MIN..i8::MAX).into_par_iter().len(), 255);
    assert!(
        (i8::MIN..i8::MAX)
            .into_par_iter()
            .collect::<Vec<_>>()
            .into_iter()
            .eq(i8::MIN..i8::MAX)
    );
    assert_eq!((isize::MIN..isize::MAX).into_par_iter().len(), usize::MAX);
    assert_eq!((i128::MIN..i128::MAX).into_par_iter().opt_len(), None);
    assert_eq!(
        (0..u128::MAX)
            .into_par_iter()
            .find_any(|_| true)
            .map(|_| ()),
        Some(())
    );
}

#[test]
fn too_long_to_be_indexed_but_short_of_items() {
    // Longer than any `usize`: only an unindexed drive can do it.
    let start = -(1i128 << 70);
    assert_eq!((start..1 << 70).into_par_iter().opt_len(), None);
    assert!((start..1 << 70).into_par_iter().any(|n| n >= start));
}

#[test]
fn characters_leave_out_the_surrogates() {
    for (start, end) in [
        ('a', 'z'),
        ('\u{D7F0}', '\u{E010}'),
        ('z', 'a'),
        (
            '\0',
            if cfg!(tine_tsan) {
                '\u{E100}'
            } else {
                char::MAX
            },
        ),
        ('\u{E000}', '\u{E004}'),
    ] {
        let ours: Vec<char> = (start..end).into_par_iter().collect();
        assert_eq!((start..end).into_par_iter().len(), ours.len());
        assert!(ours.into_iter().eq(start..end));
    }
}

#[test]
fn the_items_decide_the_type_of_the_range() {
    let is_even = |n: i64| n % 2 == 0;
    let even: Vec<_> = (1..10).into_par_iter().filter(|&n| is_even(n)).collect();
    assert_eq!(even, [2, 4, 6, 8]);
}
