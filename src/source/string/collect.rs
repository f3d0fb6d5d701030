//! Collecting text from characters and pieces of text: the leftmost thread writes to the text itself, the others write pieces of
//! their own, which are appended in order.

use super::fill;
use crate::iter::{FromParallelIterator, IntoParallelIterator, ParallelExtend};
use crate::source::gather::{Gather, gather, gather_into};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use tine_kernels::base::room;

/// With the number of bytes that every item has at least.
macro_rules! texts {
    ($($text:ident from $item:ty, at least $least:literal, by $extend:path;)*) => {$(
        impl<'a> Gather<$item> for $text {
            const HEAVY: bool = false;
            type Aside = $text;

            #[inline]
            fn expect(&mut self, items: usize) {
                room::had(self.try_reserve(items.saturating_mul($least)));
            }

            #[inline]
            fn add_one(&mut self, item: $item) {
                self.extend(Some(item));
            }

            fn add_all(&mut self, items: impl Iterator<Item = $item>) {
                $extend(self, items);
            }

            fn put_aside(aside: &mut $text, items: impl Iterator<Item = $item>) {
                $extend(aside, items);
            }

            #[inline]
            fn add(&mut self, aside: $text) {
                self.extend([aside]);
            }
        }

        impl<'a> FromParallelIterator<$item> for $text {
            fn from_par_iter<I>(par_iter: I) -> Self
            where
                I: IntoParallelIterator<Item = $item>,
            {
                gather(par_iter)
            }
        }

        impl<'a> ParallelExtend<$item> for $text {
            fn par_extend<I>(&mut self, par_iter: I)
            where
                I: IntoParallelIterator<Item = $item>,
            {
                gather_into(self, par_iter);
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
    String from char, at least 1, by fill::extend;
    String from &'a char, at least 1, by fill::extend;
    String from &'a str, at least 0, by fill::extend;
    String from Cow<'a, str>, at least 0, by fill::extend;
    String from Box<str>, at least 0, by fill::extend;
    String from String, at least 0, by fill::extend;
    OsString from &'a OsStr, at least 0, by Extend::extend;
    OsString from Cow<'a, OsStr>, at least 0, by Extend::extend;
    OsString from OsString, at least 0, by Extend::extend;
}

boxed_texts! { char, &'a char, &'a str, Cow<'a, str>, Box<str>, String }
