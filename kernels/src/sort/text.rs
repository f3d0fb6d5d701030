//! Texts and bytes. std compares them by a call of the C library each time, but most differ within a word or two: those are compared here.
//! And they lie elsewhere than their slice: what will be compared is fetched ahead.

use super::route::id_of;
use super::sample;
use crate::base::kind;
use crate::base::prefetch;
use std::cmp::Ordering;
use std::ptr;

/// So many bytes are compared at once.
const WORD: usize = size_of::<u64>();
/// So many texts are looked at to find out whether that is enough,
const SAMPLE: usize = 9;
/// as it is if so many of them can be told from the one before.
const DECIDED: usize = 6;
/// All that is compared of so many texts stays in a near cache.
pub(super) const NEAR: usize = if cfg!(test) { 64 } else { 4096 };

/// Calls a macro with all types of texts and bytes that are known.
macro_rules! with_types {
    ($macro:ident) => {
        $macro!(String, Vec<u8>, Box<str>, &str, &[u8])
    };
}

/// Whether elements are texts or bytes.
#[inline]
pub(super) fn are_texts<T>(v: &[T]) -> bool {
    v.first().and_then(bytes_of).is_some()
}

/// Has the processor fetch what a comparison will look at, if `element` is a text. It does not wait for that, as it would in a comparison
/// behind one whose outcome it guessed wrong.
#[inline(always)]
pub(super) fn fetch<T>(element: &T) {
    if let Some(bytes) = bytes_of(element) {
        prefetch::line(bytes.as_ptr());
    }
}

/// The same for all of `v`, if they will stay near until they are compared.
#[inline]
pub(super) fn fetch_few<T>(v: &[T]) {
    if v.len() <= NEAR {
        v.iter().for_each(fetch);
    }
}

/// Whether elements of that size, compared by a function of that size, may be texts in their own order.
pub(super) const fn may_be<T, C>() -> bool {
    macro_rules! try_types {
        ($($text:ty),*) => {
            size_of::<C>() == 0 && (false $(|| size_of::<T>() == size_of::<$text>())*)
        };
    }
    with_types!(try_types)
}

/// How texts are compared best.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// As their user says; perhaps they are none.
    Asked,
    /// So, too, but their letters are compared, which lie elsewhere.
    Letters,
    /// By words.
    Words,
}

/// How the elements of `v` are compared best, which `compare` compares.
#[inline]
pub(super) fn way<T, C: Fn(&T, &T) -> Ordering>(v: &[T], compare: &C) -> Way {
    match is_natural(compare) {
        true if are_decided(v) => Way::Words,
        true => Way::Letters,
        false => Way::Asked,
    }
}

/// As `compare`, in the way that is best.
#[inline]
pub(super) fn order<T, C>(way: Way, compare: &C) -> impl Fn(&T, &T) -> Ordering + use<'_, T, C>
where
    C: Fn(&T, &T) -> Ordering,
{
    let by_words = way == Way::Words;
    move |a, b| {
        if by_words && let (Some(a), Some(b)) = (bytes_of(a), bytes_of(b)) {
            return cmp_bytes(a, b);
        }
        compare(a, b)
    }
}

/// Whether that is the function by which texts or bytes are compared.
#[inline]
fn is_natural<T, C: Fn(&T, &T) -> Ordering>(_compare: &C) -> bool {
    macro_rules! try_types {
        ($($text:ty),*) => {$(
            // A constant first, so that nothing else is even compiled for other types.
            if const { size_of::<C>() == 0 && size_of::<T>() == size_of::<$text>() }
                && kind::of::<C>() == id_of(<$text as Ord>::cmp)
            {
                return true;
            }
        )*};
    }
    with_types!(try_types);
    false
}

/// The bytes of a text. None if it is none.
#[inline]
pub(super) fn bytes_of<T>(element: &T) -> Option<&[u8]> {
    macro_rules! try_types {
        ($($text:ty),*) => {$(
            // A constant first, as above.
            if const { size_of::<T>() == size_of::<$text>() }
                && kind::of::<T>() == kind::of::<$text>()
            {
                // SAFETY: the two types are the same one, but for a lifetime, which is that of `element` here: no longer than it was.
                let text: &$text = unsafe { &*ptr::from_ref(element).cast() };
                return Some(text[..].as_ref());
            }
        )*};
    }
    with_types!(try_types);
    None
}

/// Whether of some texts that are spread over `v` most differ from the next one in what is compared here.
fn are_decided<T>(v: &[T]) -> bool {
    let step = v.len() / SAMPLE;
    if step == 0 {
        return false;
    }
    let places = sample::places(v.len(), step).take(SAMPLE);
    let mut texts = places.filter_map(|place| bytes_of(&v[place]));
    let mut last = texts.next();
    let decided = texts.filter(|&text| {
        let before = last.replace(text);
        before.and_then(|before| by_words(before, text)).is_some()
    });
    decided.count() >= DECIDED
}

/// As `a.cmp(b)`.
#[inline]
pub(super) fn cmp_bytes(a: &[u8], b: &[u8]) -> Ordering {
    by_words(a, b).unwrap_or_else(|| by_call(a, b))
}

/// As `a.cmp(b)`, if the first words differ or there are at most two. None if not.
#[inline]
fn by_words(a: &[u8], b: &[u8]) -> Option<Ordering> {
    let (first, other) = (a.first_chunk()?, b.first_chunk()?);
    if first != other {
        return Some(number(first).cmp(&number(other)));
    }
    let len = a.len().min(b.len());
    if len > 2 * WORD {
        return None;
    }
    // The last word may begin within the first one: what is compared twice is the same. As one number with the length: a branch
    // on whether it is the same would be guessed wrong.
    let rest = |text: &[u8]| {
        let last = number(text[..len].last_chunk()?);
        Some(u128::from(last) << u64::BITS | text.len() as u128)
    };
    Some(rest(a)?.cmp(&rest(b)?))
}

/// Numbers are ordered as the words are that they are made of.
#[inline]
fn number(word: &[u8; WORD]) -> u64 {
    u64::from_be_bytes(*word)
}

/// Apart, so that the rest is inlined.
#[inline(never)]
fn by_call(a: &[u8], b: &[u8]) -> Ordering {
    a.cmp(b)
}

#[cfg(all(test, not(tine_tsan)))]
mod tests {
    use super::{are_decided, cmp_bytes, is_natural};
    use crate::sort;
    use crate::tests::Engine;
    use std::fmt::Debug;

    /// All lengths up to several words, equal up to every place, and ended by every kind of byte.
    #[test]
    fn as_std_has_it() {
        for len in 0..40 {
            let text: Vec<u8> = (0..len).map(|i| b'a' + i).collect();
            for other_len in 0..=text.len() {
                let start = &text[..other_len];
                for last in [0, b'A', b'a' + other_len as u8, 0x7F, 0x80, 0xFF] {
                    let other = &[start, &[last]].concat();
                    assert_eq!(cmp_bytes(&text, other), text.cmp(other));
                    assert_eq!(cmp_bytes(other, &text), other.cmp(&text));
                }
                assert_eq!(cmp_bytes(&text, start), text[..].cmp(start));
            }
        }
    }

    /// Sorts what `hold` makes of texts of all lengths, some of which are equal.
    fn check<T: Ord + Clone + Debug + Send>(hold: impl Fn(&'static str) -> T) {
        const TEXT: &str = "aaaaaaaabaaaaaaabbbbbbbbaaaaaaaabbaaaabbb";
        for longest in [7, 8, 12, 16, 17, 25] {
            let text = |i: usize| &TEXT[i * 7 % 16..][..longest - i * i % 3 * (longest / 4)];
            let v: Vec<T> = (0..200).map(|i| hold(text(i))).collect();
            let [mut sorted, mut stable, mut unstable] = [v.clone(), v.clone(), v];
            sorted.sort();
            sort::stable(Engine, &mut stable, T::cmp);
            sort::unstable(Engine, &mut unstable, T::cmp);
            assert_eq!(stable, sorted);
            assert_eq!(unstable, sorted);
        }
    }

    #[test]
    fn whatever_holds_them() {
        check(|text| text);
        check(str::as_bytes);
        check(str::to_owned);
        check(|text| text.as_bytes().to_vec());
        check(Box::<str>::from);
    }

    #[test]
    fn only_where_it_pays() {
        let decided = |text: fn(usize) -> String| {
            let v: Vec<String> = (0..100).map(text).collect();
            are_decided(&v)
        };
        assert!(decided(|i| format!("{i:08}")));
        assert!(decided(|_| "sixteen letters:".to_owned()));
        assert!(decided(|i| format!("{i:08}, and something behind it")));
        assert!(!decided(|i| format!("{i:03}")));
        assert!(!decided(|i| format!("something before it, and {i:08}")));
        assert!(!are_decided(&[(1_u64, 2_u64); 100]));
        assert!(!are_decided(&["not many"; 8]));
    }

    #[test]
    fn only_by_their_own_order() {
        assert!(is_natural::<String, _>(&String::cmp));
        assert!(is_natural::<&str, _>(&<&str>::cmp));
        assert!(!is_natural::<String, _>(&|a: &String, b: &String| a.cmp(b)));
        assert!(!is_natural::<u128, _>(&u128::cmp));
    }
}
