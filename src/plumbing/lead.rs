//! One folder for the items of many drives that follow each other on a thread: each goes on with it, and leaves it behind for the next.
//!
//! Invariant: a folder is touched by the thread alone that it was made on. It need not be [`Send`].

use super::consumer::{Consumer, Folder, Reducer, UnindexedConsumer};
use std::cell::Cell;
use std::mem::MaybeUninit;
use tine_core::engine::grain::Aim;

/// Where a folder lies between two drives.
pub(crate) struct Lead<F> {
    /// The folder. Others than its owner leave it alone.
    folder: Cell<Option<F>>,
    /// The thread that may touch it.
    owner: usize,
}

// SAFETY: through a shared reference the folder is reached by `swap` only, which does so on the owner's thread alone. There are shared references while
// `followed_by` runs, which had the folder exclusively and made its thread the owner. So that one lives meanwhile, and no other has its number.
unsafe impl<F> Sync for Lead<F> {}

/// A number that no other living thread has.
#[inline]
fn here() -> usize {
    thread_local! {
        static HERE: u8 = const { 0 };
    }
    HERE.with(|here| std::ptr::from_ref(here).addr())
}

impl<F> Lead<F> {
    /// Without a folder as yet.
    pub(crate) fn new() -> Self {
        Lead {
            folder: Cell::new(None),
            owner: 0,
        }
    }

    /// Gives `drive` a consumer of its items: the folder takes them, but for what other threads take; or none of them, if that of the consumer cannot go on
    /// from one drive into the next. `most` is how long the drive may be if it is to be run whole; see [`Aim::Short`].
    #[inline]
    pub(crate) fn followed_by<T, C, R>(
        &mut self,
        base: C,
        most: usize,
        drive: impl FnOnce(Following<'_, C, F>) -> R,
    ) -> R
    where
        C: UnindexedConsumer<T>,
    {
        self.owner = here();
        let lead = Cell::new(if C::STREAMS { Some(&*self) } else { None });
        drive(Following { base, lead, most })
    }

    /// The folder, if there is one.
    #[inline]
    pub(crate) fn get(&mut self) -> Option<&mut F> {
        self.folder.get_mut().as_mut()
    }

    /// Puts the folder there, where none is.
    #[inline]
    pub(crate) fn put(&mut self, folder: F) {
        *self.folder.get_mut() = Some(folder);
    }

    /// Takes it out.
    #[inline]
    pub(crate) fn take(&mut self) -> Option<F> {
        self.folder.take()
    }

    /// Leaves `folder` here, and takes what was there; or gives it back, since the calling thread is not the owner.
    #[inline]
    fn swap(&self, folder: Option<F>) -> Result<Option<F>, Option<F>> {
        match self.owner == here() {
            true => Ok(self.folder.replace(folder)),
            false => Err(folder),
        }
    }
}

/// A consumer whose leftmost part goes on with the folder of a [`Lead`], and leaves it there. What the others have come to is its result; none if there are
/// no others.
pub(crate) struct Following<'a, C, F> {
    base: C,
    /// Of the leftmost part only.
    lead: Cell<Option<&'a Lead<F>>>,
    most: usize,
}

impl<'a, C, F> Following<'a, C, F> {
    /// What is behind others.
    fn behind(base: C) -> Self {
        Following {
            base,
            lead: Cell::new(None),
            most: 0,
        }
    }

    /// The leftmost part of all that is left.
    fn leading(&self, base: C) -> Self {
        Following {
            base,
            lead: Cell::new(self.lead.take()),
            most: self.most,
        }
    }
}

impl<'a, T, C> Consumer<T> for Following<'a, C, C::Folder>
where
    C: Consumer<T>,
{
    type Folder = FollowingFolder<'a, C::Folder>;
    type Reducer = FollowingReducer<C::Reducer>;
    type Result = Option<C::Result>;

    #[inline]
    fn split_at(self, index: usize) -> (Self, Self, Self::Reducer) {
        self.split_at_by(index, None)
    }

    #[inline]
    fn into_folder(self) -> Self::Folder {
        let lead = self.lead.take();
        let made = lead.and_then(|lead| lead.swap(None).ok().flatten());
        FollowingFolder {
            folder: made.unwrap_or_else(|| self.base.into_folder()),
            lead,
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.base.full()
    }

    const CLONES: bool = C::CLONES;

    #[inline]
    fn split_at_by(self, index: usize, spare: Option<Self>) -> (Self, Self, Self::Reducer) {
        let lead = self.lead.take();
        let spare = spare.map(|spare| spare.base);
        let (left, right, base) = self.base.split_at_by(index, spare);
        let left = Following {
            base: left,
            lead: Cell::new(lead),
            most: self.most,
        };
        (left, Self::behind(right), FollowingReducer { base })
    }
}

impl<T, C> UnindexedConsumer<T> for Following<'_, C, C::Folder>
where
    C: UnindexedConsumer<T>,
{
    const STREAMS: bool = C::STREAMS;
    const SEAMS: bool = C::SEAMS;

    #[inline]
    fn split_off_left(&self) -> Self {
        self.leading(self.base.split_off_left())
    }

    #[inline]
    fn split_off_left_by(&self, spare: Option<Self>) -> Self {
        let spare = spare.map(|spare| spare.base);
        self.leading(self.base.split_off_left_by(spare))
    }

    #[inline]
    fn to_reducer(&self) -> Self::Reducer {
        FollowingReducer {
            base: self.base.to_reducer(),
        }
    }

    #[inline]
    fn aim(&self) -> Aim {
        self.base.aim().short(self.most)
    }
}

/// The folder of a [`Following`].
pub(crate) struct FollowingFolder<'a, F> {
    folder: F,
    /// Where it goes in the end, if it is the leftmost.
    lead: Option<&'a Lead<F>>,
}

impl<T, F> Folder<T> for FollowingFolder<'_, F>
where
    F: Folder<T>,
{
    type Result = Option<F::Result>;

    fn consume(self, item: T) -> Self {
        FollowingFolder {
            folder: self.folder.consume(item),
            ..self
        }
    }

    fn consume_iter<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        FollowingFolder {
            folder: self.folder.consume_iter(iter),
            ..self
        }
    }

    #[inline]
    fn consume_exact<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        FollowingFolder {
            folder: self.folder.consume_exact(iter),
            ..self
        }
    }

    #[inline]
    fn consume_numbered<I>(self, iter: I) -> Self
    where
        I: IntoIterator<Item = T>,
    {
        FollowingFolder {
            folder: self.folder.consume_numbered(iter),
            ..self
        }
    }

    const TAKES_SOME: bool = F::TAKES_SOME;

    fn consume_some<I, S>(self, iter: I, closed: S) -> Self
    where
        I: Iterator<Item = Option<T>>,
        S: Fn() -> bool,
    {
        FollowingFolder {
            folder: self.folder.consume_some(iter, closed),
            ..self
        }
    }

    const NEVER_FULL: bool = F::NEVER_FULL;
    const HAS_SLOTS: bool = F::HAS_SLOTS;

    unsafe fn put<R>(
        &mut self,
        most: usize,
        put: impl FnOnce(&mut [MaybeUninit<T>], &mut usize) -> R,
    ) -> R {
        // SAFETY: (1) handed on.
        unsafe { self.folder.put(most, put) }
    }

    #[inline]
    fn written(&self) -> usize {
        self.folder.written()
    }

    fn complete(self) -> Option<F::Result> {
        let back = match self.lead {
            Some(lead) => lead.swap(Some(self.folder)),
            None => Err(Some(self.folder)),
        };
        match back {
            // What it replaces is the same drive's, if it began twice: no driver of ours does.
            Ok(replaced) => replaced.map(F::complete),
            Err(folder) => folder.map(F::complete),
        }
    }

    #[inline]
    fn full(&self) -> bool {
        self.folder.full()
    }
}

/// The reducer of a [`Following`].
pub(crate) struct FollowingReducer<R> {
    base: R,
}

impl<T, R> Reducer<Option<T>> for FollowingReducer<R>
where
    R: Reducer<T>,
{
    const SETTLES: bool = R::SETTLES;

    #[inline]
    fn reduce(self, left: Option<T>, right: Option<T>) -> Option<T> {
        match (left, right) {
            (Some(left), Some(right)) => Some(self.base.reduce(left, right)),
            (one, None) | (None, one) => one,
        }
    }

    #[inline]
    fn settles(&self, left: &Option<T>) -> bool {
        left.as_ref().is_some_and(|left| self.base.settles(left))
    }
}
