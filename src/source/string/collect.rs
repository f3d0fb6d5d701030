//! Collecting text from characters and pieces of text.

use super::rope;
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};

macro_rules! collect_texts {
    ($($text:ident from $item:ty, by $extend:path;)*) => {$(
        impl<'a> FromParallelIterator<$item> for $text {
            fn from_par_iter<I>(par_iter: I) -> Self
            where
                I: IntoParallelIterator<Item = $item>,
            {
                let mut text = $text::new();
                $extend(&mut text, par_iter);
                text
            }
        }

        impl<'a> ParallelExtend<$item> for $text {
            #[inline]
            fn par_extend<I>(&mut self, par_iter: I)
            where
                I: IntoParallelIterator<Item = $item>,
            {
                $extend(self, par_iter);
            }
        }
    )*};
}

macro_rules! collect_boxed_texts {
    ($($item:ty),*) => {$(
        impl<'a> FromParallelIterator<$item> for Box<str> {
            fn from_par_iter<I>(par_iter: I) -> Self
            where
                I: IntoParallelIterator<Item = $item>,
            {
                String::from_par_iter(par_iter).into()
            }
        }
    )*};
}

collect_texts! {
    String from char, by rope::extend;
    String from &'a char, by rope::extend;
    String from &'a str, by rope::extend;
    String from Cow<'a, str>, by rope::extend;
    String from Box<str>, by rope::extend;
    String from String, by rope::extend;
    OsString from &'a OsStr, by extend_os_string;
    OsString from Cow<'a, OsStr>, by extend_os_string;
    OsString from OsString, by extend_os_string;
}

collect_boxed_texts! { char, &'a char, &'a str, Cow<'a, str>, Box<str>, String }

/// Appends all pieces, in order. What such a text's bytes mean where two meet depends on the system, so it is not put together from bytes.
fn extend_os_string<P, I>(text: &mut OsString, par_iter: I)
where
    P: AsRef<OsStr> + Send,
    I: IntoParallelIterator<Item = P>,
{
    let parts = par_iter
        .into_par_iter()
        .fold(OsString::new, |mut part, piece| {
            part.push(piece);
            part
        });
    text.extend(parts.collect_vec_list().into_iter().flatten());
}
