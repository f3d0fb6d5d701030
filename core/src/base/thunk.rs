//! Calls through a pointer: what makes them need not know what they are, and so is compiled once for all.
//!
//! Invariant: a [`Call`] is the only way to what its thunk holds, until it was made or has been dropped.

use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::ptr::{NonNull, drop_in_place};

/// What is run at most once.
pub(crate) trait Once {
    /// What it comes to.
    type Result;

    /// Runs it; `flag` is for whoever makes the call to say something.
    fn run(self, flag: bool) -> Self::Result;
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
pub(crate) union Thunk<F: Once> {
    /// Until a call is made.
    func: ManuallyDrop<F>,
    /// From the end of a call on.
    result: ManuallyDrop<F::Result>,
}

impl<F: Once> Thunk<F> {
    pub(crate) fn new(func: F) -> Self {
        Thunk {
            func: ManuallyDrop::new(func),
        }
    }

    /// The call of it.
    #[inline(always)]
    pub(crate) fn call(&mut self) -> Call<'_> {
        Call {
            thunk: NonNull::from(self).cast(),
            code: Self::act,
            marker: PhantomData,
        }
    }

    /// The call of it, for another thread.
    #[inline(always)]
    pub(crate) fn call_elsewhere(&mut self) -> Elsewhere<Call<'_>>
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
    unsafe fn act(thunk: NonNull<()>, deed: Deed) {
        match deed {
            Deed::Run(flag) => {
                // SAFETY: obligation 1.
                let thunk = unsafe { thunk.cast::<Self>().as_mut() };
                // SAFETY: not called yet, by obligation 2, so it is `func`; taken once.
                let func = unsafe { ManuallyDrop::take(&mut thunk.func) };
                thunk.result = ManuallyDrop::new(func.run(flag));
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
enum Deed {
    /// It is called, with this flag.
    Run(bool),
    /// What it has come to is dropped.
    Forget,
}

/// A call that can be made once, of a thunk that is borrowed meanwhile. Two words, which go in registers.
pub(crate) struct Call<'a> {
    /// Of the type that `code` is compiled for, and ours alone.
    thunk: NonNull<()>,
    /// As [`Thunk::act`].
    code: unsafe fn(NonNull<()>, Deed),
    marker: PhantomData<&'a mut ()>,
}

impl<'a> Call<'a> {
    /// Makes the call.
    ///
    /// # Panics
    /// As what is called does.
    #[inline(always)]
    pub(crate) fn make(self, flag: bool) -> Made<'a> {
        // SAFETY: (1) see the field `thunk`. (2) A call is made once.
        unsafe { (self.code)(self.thunk, Deed::Run(flag)) };
        Made(self)
    }
}

/// A call that was made: drops what it came to, unless that is kept.
pub(crate) struct Made<'a>(Call<'a>);

impl Made<'_> {
    /// Leaves the result to the owner of the thunk.
    #[inline(always)]
    pub(crate) fn keep(self) {
        std::mem::forget(self);
    }
}

impl Drop for Made<'_> {
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
impl<'a> Once for Elsewhere<Call<'a>> {
    type Result = Elsewhere<Made<'a>>;

    #[inline(always)]
    fn run(self, flag: bool) -> Self::Result {
        Elsewhere(self.0.make(flag))
    }
}

impl Elsewhere<Made<'_>> {
    /// As [`Made::keep`].
    #[inline(always)]
    pub(crate) fn keep(self) {
        self.0.keep();
    }
}

#[cfg(test)]
mod tests;
