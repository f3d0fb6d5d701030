//! Collecting text from characters and pieces of text: every thread writes pieces of its own, which are put together in order.

use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend, ParallelIterator};
use std::borrow::Cow;
use std::collections::LinkedList;
use std::ffi::{OsStr, OsString};

/// The texts that the threads have written, in order.
fn written<S, I>(par_iter: I) -> LinkedList<S>
where
    S: Default + Send + Extend<I::Item>,
    I: IntoParallelIterator,
{
    let write = |mut text: S, item| {
        text.extend([item]);
        text
    };
    let texts = par_iter.into_par_iter().fold(S::default, write);
    texts
        .map(|text| LinkedList::from([text]))
        .reduce(LinkedList::new, |mut left, mut right| {
            left.append(&mut right);
            left
        })
}

macro_rules! texts {
    ($($text:ident from $item:ty;)*) => {$(
        impl<'a> FromParallelIterator<$item> for $text {
            fn from_par_iter<I>(par_iter: I) -> Self
            where
                I: IntoParallelIterator<Item = $item>,
            {
                let mut texts = written::<$text, I>(par_iter);
                let mut first = texts.pop_front().unwrap_or_default();
                first.extend(texts);
                first
            }
        }

        impl<'a> ParallelExtend<$item> for $text {
            fn par_extend<I>(&mut self, par_iter: I)
            where
                I: IntoParallelIterator<Item = $item>,
            {
                self.extend(written::<$text, I>(par_iter));
            }
        }
    )*};
}

macro_rules! boxed_texts {
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

texts! {
    String from char;
    String from &'a char;
    String from &'a str;
    String from Cow<'a, str>;
    String from Box<str>;
    String from String;
    OsString from &'a OsStr;
    OsString from Cow<'a, OsStr>;
    OsString from OsString;
}

boxed_texts! { char, &'a char, &'a str, Cow<'a, str>, Box<str>, String }
