//! Ranges with their end, against std, with an eye on the ends of the types.

use crate::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

macro_rules! like_std {
    ($($int:ident),*) => {$(
        #[test]
        #[allow(clippy::reversed_empty_ranges)]
        fn $int() {
            let (min, max) = (<$int>::MIN, <$int>::MAX);
            for range in [0..=100, 7..=7, 9..=3, min..=min + 50, max - 50..=max, max..=max] {
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
    assert_eq!((u8::MIN..=u8::MAX).into_par_iter().len(), 256);
    assert!(
        (i16::MIN..=i16::MAX)
            .into_par_iter()
            .collect::<Vec<_>>()
            .into_iter()
            .eq(i16::MIN..=i16::MAX)
    );
    assert_eq!((0..=usize::MAX).into_par_iter().opt_len(), None);
    assert_eq!((i128::MIN..=i128::MAX).into_par_iter().opt_len(), None);
    assert!((0..=u64::MAX).into_par_iter().any(|n| n < u64::MAX));
}

#[test]
fn a_range_that_was_walked_is_empty() {
    let mut range = 3..=3u32;
    range.next();
    assert_eq!(range.into_par_iter().count(), 0);
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
        ('q', 'q'),
    ] {
        let ours: Vec<char> = (start..=end).into_par_iter().collect();
        assert_eq!((start..=end).into_par_iter().len(), ours.len());
        assert!(ours.into_iter().eq(start..=end));
    }
}
