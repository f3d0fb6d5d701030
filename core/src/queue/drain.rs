//! Dropping what is left in a queue, whatever the destructors do.

use std::mem;

/// Drops all that `next` gives. If a destructor panics, the rest is dropped before the panic goes on.
pub(crate) fn drop_each<T>(next: &mut dyn FnMut() -> Option<T>) {
    drop(Rest(next));
}

/// What has not been dropped yet.
struct Rest<'a, T>(&'a mut dyn FnMut() -> Option<T>);

impl<T> Drop for Rest<'_, T> {
    fn drop(&mut self) {
        while let Some(item) = (self.0)() {
            let rest = Rest(&mut *self.0);
            drop(item);
            mem::forget(rest);
        }
    }
}
