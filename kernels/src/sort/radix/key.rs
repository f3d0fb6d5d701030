//! What elements can be sorted by without comparing them: keys that are rows of numbers.

use std::cmp::Ordering;

/// A key that is a row of words, for `par_sort_by_radix_key`.
///
/// Keys are ordered by their first words that differ. Integers, `bool` and `char` have their usual order; floats that of
/// [`total_cmp`](f64::total_cmp), with `-0.0` below `0.0` and NaN at the ends; arrays of bytes that of their text, and tuples
/// that of their fields.
///
/// The words should depend on the key alone. If they do not, elements end up in some order, each once.
///
/// # Examples
///
/// A key of one's own: by year, then by name.
///
/// ```
/// use tine::prelude::*;
/// use tine::slice::RadixKey;
///
/// #[derive(Clone, Copy)]
/// struct Edition {
///     year: i16,
///     name: [u8; 4],
/// }
///
/// impl RadixKey for Edition {
///     const WORDS: usize = 2;
///     fn word(&self, index: usize) -> u64 {
///         match index {
///             0 => self.year.word(0),
///             _ => self.name.word(0),
///         }
///     }
/// }
///
/// let editions = [(2021, b"rust"), (-50, b"army"), (2021, b"java")];
/// let mut editions = editions.map(|(year, name)| Edition { year, name: *name });
/// editions.par_sort_by_radix_key(|edition| *edition);
/// assert_eq!(editions.map(|edition| edition.name), [*b"army", *b"java", *b"rust"]);
/// ```
pub trait RadixKey {
    /// How many words a key has.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::slice::RadixKey;
    ///
    /// assert_eq!(<[u8; 20] as RadixKey>::WORDS, 3);
    /// ```
    const WORDS: usize;

    /// The word with this number, which is below [`WORDS`](Self::WORDS). Number 0 weighs most.
    ///
    /// # Examples
    ///
    /// ```
    /// use tine::slice::RadixKey;
    ///
    /// assert!((-1i8).word(0) < 1i8.word(0));
    /// assert!((-0.0f64).word(0) < 0.0f64.word(0));
    /// ```
    fn word(&self, index: usize) -> u64;
}

/// Compares two keys that agree before the word with this number.
#[inline]
pub(super) fn compare_from<K: RadixKey>(first: usize, one: &K, other: &K) -> Ordering {
    if K::WORDS == 1 {
        return one.word(0).cmp(&other.word(0));
    }
    let mut rest = (first..K::WORDS).map(|index| one.word(index).cmp(&other.word(index)));
    rest.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

macro_rules! impl_for_integers {
    ($($unsigned:ident, $signed:ident;)*) => {$(
        impl RadixKey for $unsigned {
            const WORDS: usize = 1;

            #[inline]
            fn word(&self, _index: usize) -> u64 {
                *self as u64
            }
        }

        impl RadixKey for $signed {
            const WORDS: usize = 1;

            #[inline]
            fn word(&self, _index: usize) -> u64 {
                // The sign's bit, flipped, makes the negative ones the lesser.
                (*self as $unsigned ^ (1 << ($unsigned::BITS - 1))) as u64
            }
        }
    )*};
}

impl_for_integers! {
    u8, i8;
    u16, i16;
    u32, i32;
    u64, i64;
    usize, isize;
}

impl RadixKey for u128 {
    const WORDS: usize = 2;

    #[inline]
    fn word(&self, index: usize) -> u64 {
        (*self >> (64 * (1 - index))) as u64
    }
}

impl RadixKey for i128 {
    const WORDS: usize = 2;

    #[inline]
    fn word(&self, index: usize) -> u64 {
        (*self as u128 ^ (1 << 127)).word(index)
    }
}

macro_rules! impl_for_floats {
    ($($float:ident, $unsigned:ident;)*) => {$(
        impl RadixKey for $float {
            const WORDS: usize = 1;

            #[inline]
            fn word(&self, _index: usize) -> u64 {
                let bits = self.to_bits();
                let sign = 1 << ($unsigned::BITS - 1);
                // The greater a negative float's bits, the less it is.
                u64::from(if bits & sign == 0 { bits | sign } else { !bits })
            }
        }
    )*};
}

impl_for_floats! {
    f32, u32;
    f64, u64;
}

impl RadixKey for bool {
    const WORDS: usize = 1;

    #[inline]
    fn word(&self, _index: usize) -> u64 {
        u64::from(*self)
    }
}

impl RadixKey for char {
    const WORDS: usize = 1;

    #[inline]
    fn word(&self, _index: usize) -> u64 {
        u64::from(*self)
    }
}

impl<const N: usize> RadixKey for [u8; N] {
    const WORDS: usize = N.div_ceil(8);

    #[inline]
    fn word(&self, index: usize) -> u64 {
        let rest = &self[index * 8..];
        match rest.first_chunk() {
            Some(eight) => u64::from_be_bytes(*eight),
            None => rest
                .iter()
                .fold(0, |word, byte| word << 8 | u64::from(*byte)),
        }
    }
}

impl<A: RadixKey, B: RadixKey> RadixKey for (A, B) {
    const WORDS: usize = A::WORDS + B::WORDS;

    #[inline]
    fn word(&self, index: usize) -> u64 {
        match index.checked_sub(A::WORDS) {
            None => self.0.word(index),
            Some(index) => self.1.word(index),
        }
    }
}

impl<A: RadixKey, B: RadixKey, C: RadixKey> RadixKey for (A, B, C) {
    const WORDS: usize = A::WORDS + B::WORDS + C::WORDS;

    #[inline]
    fn word(&self, index: usize) -> u64 {
        match index.checked_sub(A::WORDS + B::WORDS) {
            None if index < A::WORDS => self.0.word(index),
            None => self.1.word(index - A::WORDS),
            Some(index) => self.2.word(index),
        }
    }
}
