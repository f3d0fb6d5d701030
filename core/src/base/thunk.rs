//! Calls through a pointer: what makes them need not know what they are, and so is compiled once for all.
//!
//! Invariant: a [`Call`] is the only way to what its thunk holds, until it was made or has been dropped.

use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::{NonNull, drop_in_place};

/// A kind of calls.
pub(crate) trait Kind {
    /// What whoever makes the call has to say, for as long as that takes.
    type Told<'t>;
}

/// Calls that are told yes or no.
pub(crate) struct Flag;

impl Kind for Flag {
    type Told<'t> = bool;
}

/// What is run at most once.
pub(crate) trait Once<K: Kind = Flag> {
    /// What it comes to.
    type Result;

    /// Runs it.
    fn run(self, told: K::Told<'_>) -> Self::Result;
}

impl<F, R> Once for F
where
    F: FnOnce(bool) -> R,
{
    type Result = R;

    #[inline(always)]
    fn run(self, flag: bool) -> R {
        self(flag)
    }
}

/// What is to be run, and then what it has come to. Whoever made it takes it out: it drops neither. Both begin where it does.
#[repr(C)]
pub(crate) union Thunk<F: Once<K>, K: Kind = Flag> {
    /// Until a call is made.
    func: ManuallyDrop<F>,
    /// From the end of a call on.
    result: ManuallyDrop<F::Result>,
}

impl<F: Once<K>, K: Kind> Thunk<F, K> {
    #[inline(always)]
    pub(crate) fn new(func: F) -> Self {
        Thunk {
            func: ManuallyDrop::new(func),
        }
    }

    /// The call of it.
    #[inline(always)]
    pub(crate) fn call(&mut self) -> Call<'_, K> {
        Call {
            thunk: NonNull::from(self).cast(),
            code: Self::act,
            marker: PhantomData,
        }
    }

    /// The call of it, for another thread.
    #[inline(always)]
    pub(crate) fn call_elsewhere(&mut self) -> Elsewhere<Call<'_, K>>
    where
        F: Send,
        F::Result: Send,
    {
        Elsewhere(self.call())
    }

    /// What was to be run.
    ///
    /// # Safety
    /// 1. No call was made.
    #[inline(always)]
    pub(crate) unsafe fn into_func(self) -> F {
        // SAFETY: obligation 1, and see the field `func`.
        ManuallyDrop::into_inner(unsafe { self.func })
    }

    /// What it has come to.
    ///
    /// # Safety
    /// 1. A call was made and has returned, and its [`Made`] was kept.
    #[inline(always)]
    pub(crate) unsafe fn into_result(self) -> F::Result {
        // SAFETY: obligation 1, and see the field `result`.
        ManuallyDrop::into_inner(unsafe { self.result })
    }

    /// One function for both deeds, since a pointer to one needs no table in the program, which the loader would have to fill in.
    ///
    /// # Safety
    /// 1. `thunk` is one of this very type that nobody else touches.
    /// 2. It is run if it was not called yet, and forgotten if it was, and nobody takes the result.
    unsafe fn act(thunk: NonNull<()>, deed: Deed<'_, K>) {
        match deed {
            Deed::Run(told) => {
                // SAFETY: obligation 1.
                let thunk = unsafe { thunk.cast::<Self>().as_mut() };
                // SAFETY: not called yet, by obligation 2, so it is `func`; taken once.
                let func = unsafe { ManuallyDrop::take(&mut thunk.func) };
                thunk.result = ManuallyDrop::new(func.run(told));
            }
            Deed::Forget => {
                let result = thunk.cast::<F::Result>();
                // SAFETY: obligations 1 and 2; `result` begins where the union does, and the call has written it.
                unsafe { drop_in_place(result.as_ptr()) };
            }
        }
    }
}

/// What is done with a thunk.
enum Deed<'t, K: Kind> {
    /// It is called, and told this.
    Run(K::Told<'t>),
    /// What it has come to is dropped.
    Forget,
}

/// A call that can be made once, of a thunk that is borrowed meanwhile. Two words, which go in registers.
pub(crate) struct Call<'a, K: Kind = Flag> {
    /// Of the type that `code` is compiled for, and ours alone.
    thunk: NonNull<()>,
    /// As [`Thunk::act`].
    code: unsafe fn(NonNull<()>, Deed<'_, K>),
    marker: PhantomData<&'a mut ()>,
}

impl<'a, K: Kind> Call<'a, K> {
    /// Makes the call.
    ///
    /// # Panics
    /// As what is called does.
    #[inline(always)]
    pub(crate) fn make(self, told: K::Told<'_>) -> Made<'a, K> {
        // SAFETY: (1) see the field `thunk`. (2) A call is made once.
        unsafe { (self.code)(self.thunk, Deed::Run(told)) };
        Made(self)
    }
}

/// A call that was made: drops what it came to, unless that is kept.
pub(crate) struct Made<'a, K: Kind = Flag>(Call<'a, K>);

impl<K: Kind> Made<'_, K> {
    /// Leaves the result to the owner of the thunk.
    #[inline(always)]
    pub(crate) fn keep(self) {
        std::mem::forget(self);
    }
}

impl<K: Kind> Drop for Made<'_, K> {
    fn drop(&mut self) {
        // SAFETY: (1) see the field `thunk`. (2) It was called, and its owner takes the result only from what was kept.
        unsafe { (self.0.code)(self.0.thunk, Deed::Forget) };
    }
}

/// A call, or what it came to, of what may be run and dropped on another thread.
pub(crate) struct Elsewhere<T>(T);

// SAFETY: what is run and what it comes to are `Send`: see `call_elsewhere`, which alone makes a first one.
unsafe impl<T> Send for Elsewhere<T> {}

/// As [`Call::make`].
impl<'a, K: Kind> Once<K> for Elsewhere<Call<'a, K>> {
    type Result = Elsewhere<Made<'a, K>>;

    #[inline(always)]
    fn run(self, told: K::Told<'_>) -> Self::Result {
        Elsewhere(self.0.make(told))
    }
}

impl<K: Kind> Elsewhere<Made<'_, K>> {
    /// As [`Made::keep`].
    #[inline(always)]
    pub(crate) fn keep(self) {
        self.0.keep();
    }
}

#[cfg(test)]
mod tests;
