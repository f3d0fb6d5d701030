//! Whom to tell of a task's end, in one word: a thread that sleeps, the latch of a worker that waits, a waker, or whatever
//! else several tasks may share.

use crate::base::unwind::{self, Payload};
use crate::job::Signal;
use crate::sync::latch::Latch;
use crate::sync::parker::Parker;
use std::mem;
use std::ptr::NonNull;
use std::sync::Arc;
use std::task::Waker;

/// In the low bits: a `'static` parker.
const PARKER: usize = 1;
/// A latch, which is set once.
const LATCH: usize = 2;
const TAGS: usize = PARKER | LATCH;

/// See the module's words. To be given once, or dropped.
pub(crate) struct Notice(
    /// The address of a parker or a latch with their tag; or, without a tag, of something owned that begins with `Calls`.
    NonNull<()>,
);

// SAFETY: a parker or a latch may be used by any thread; of the rest, wakers are `Send`, and what is `Told` is `Send` and `Sync`.
unsafe impl Send for Notice {}

/// How to deal with what a word without a tag points to.
struct Calls {
    /// Tells, and gives up the ownership.
    give: unsafe fn(NonNull<()>),
    /// Gives up the ownership.
    forget: unsafe fn(NonNull<()>),
}

const _: () = assert!(align_of::<Parker>() > TAGS && align_of::<Latch>() > TAGS);
const _: () = assert!(align_of::<Boxed>() > TAGS);

impl Notice {
    fn tagged<T>(target: NonNull<T>, tag: usize) -> Self {
        Notice(target.cast().map_addr(|address| address | tag))
    }

    /// Wakes the thread that sleeps on `parker`.
    #[inline]
    pub(crate) fn of_parker(parker: &'static Parker) -> Self {
        Self::tagged(NonNull::from(parker), PARKER)
    }

    /// Sets `latch`.
    ///
    /// # Safety
    /// 1. The latch stays valid until it is set, or the notice was dropped.
    /// 2. Nobody else sets it.
    #[inline]
    pub(crate) unsafe fn of_latch(latch: &Latch) -> Self {
        Self::tagged(NonNull::from(latch), LATCH)
    }

    /// Wakes `waker`. Costs an allocation.
    #[inline]
    pub(crate) fn of_waker(waker: Waker) -> Self {
        let boxed = Box::new(Boxed {
            calls: &Boxed::CALLS,
            waker,
        });
        Self::tagged(NonNull::from(Box::leak(boxed)), 0)
    }

    /// Tells `linked`, or drops its share in it.
    pub(crate) fn of_linked<S: Told>(linked: Arc<Linked<S>>) -> Self {
        let raw = Arc::into_raw(linked).cast_mut();
        // SAFETY: what is in an `Arc` has an address.
        Self::tagged(unsafe { NonNull::new_unchecked(raw) }, 0)
    }

    /// The tag, the address without it, and an end to the notice's own drop.
    #[inline]
    fn open(self) -> (usize, *mut ()) {
        let (tag, target) = self.parts();
        mem::forget(self);
        (tag, target)
    }

    #[inline]
    fn parts(&self) -> (usize, *mut ()) {
        let word = self.0.as_ptr();
        (word.addr() & TAGS, word.map_addr(|address| address & !TAGS))
    }

    /// Wakes whoever waits, or returns the signal that does. Code of the user's may panic.
    #[inline]
    pub(super) fn give(self) -> Result<Signal, Payload> {
        let (tag, target) = self.open();
        match tag {
            PARKER => {
                // SAFETY: made by `of_parker`.
                unsafe { &*target.cast::<Parker>() }.unpark();
                Ok(Signal::none())
            }
            // SAFETY: made by `of_latch`, whose obligations these are; a notice is given once.
            LATCH => Ok(unsafe { Signal::new(target.cast()) }),
            _ => unwind::halt(|| Self::call(target, |calls| calls.give)).map(|()| Signal::none()),
        }
    }

    #[inline]
    fn call(target: *mut (), which: fn(&Calls) -> unsafe fn(NonNull<()>)) {
        // SAFETY: without a tag, the target is there and begins so; see the field.
        let calls = unsafe { *target.cast::<&'static Calls>() };
        // SAFETY: no box nor `Arc` lies at zero.
        let target = unsafe { NonNull::new_unchecked(target) };
        // SAFETY: `target` is of the type whose calls these are; the notice, which owned it, is at its end.
        unsafe { which(calls)(target) };
    }
}

impl Drop for Notice {
    #[inline]
    fn drop(&mut self) {
        let (tag, target) = self.parts();
        if tag == 0 {
            Self::call(target, |calls| calls.forget);
        }
    }
}

/// A waker on its own.
#[repr(C)]
struct Boxed {
    calls: &'static Calls,
    waker: Waker,
}

impl Boxed {
    const CALLS: Calls = Calls {
        give: Self::give,
        forget: Self::forget,
    };

    /// # Safety
    /// 1. `target` came from `of_waker`, and the notice ends hereby.
    #[inline]
    unsafe fn give(target: NonNull<()>) {
        // SAFETY: obligation 1.
        let boxed = unsafe { Box::from_raw(target.cast::<Self>().as_ptr()) };
        boxed.waker.wake();
    }

    /// # Safety
    /// 1. As for `give`.
    #[inline]
    unsafe fn forget(target: NonNull<()>) {
        // SAFETY: obligation 1.
        drop(unsafe { Box::from_raw(target.cast::<Self>().as_ptr()) });
    }
}

/// What several notices may share.
pub(crate) trait Told: Send + Sync + 'static {
    /// One of the tasks has ended. What belongs to notices that are dropped is not told.
    fn tell(&self);
}

/// What several notices share, fit to be pointed to by them.
#[repr(C)]
pub(crate) struct Linked<S> {
    calls: &'static Calls,
    pub(crate) inner: S,
}

impl<S: Told> Linked<S> {
    const CALLS: Calls = Calls {
        give: Self::give,
        forget: Self::forget,
    };

    pub(crate) fn new(inner: S) -> Arc<Self> {
        Arc::new(Linked {
            calls: &Self::CALLS,
            inner,
        })
    }

    /// # Safety
    /// 1. `target` came from `of_linked`, and the notice ends hereby.
    unsafe fn give(target: NonNull<()>) {
        // SAFETY: obligation 1.
        let linked = unsafe { Arc::from_raw(target.cast::<Self>().as_ptr()) };
        linked.inner.tell();
    }

    /// # Safety
    /// 1. As for `give`.
    unsafe fn forget(target: NonNull<()>) {
        // SAFETY: obligation 1.
        drop(unsafe { Arc::from_raw(target.cast::<Self>().as_ptr()) });
    }
}
