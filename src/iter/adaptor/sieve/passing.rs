//! What passes a sieve, as an iterator.

use crate::iter::adaptor::closing::Closing;
use crate::plumbing::POLL_EVERY;
use std::ops::ControlFlow;

/// The items that pass, until it is closed by one of its own. What others close shows at the end of the block, or now and then if that may have
/// no end.
pub(super) struct Passing<I, P, S> {
    iter: I,
    pass: P,
    closed: S,
    /// How many items have passed, if it may have no end.
    passed: Option<u32>,
}

impl<I, U, P, S> Passing<I, P, S>
where
    I: Iterator,
    P: Fn(I::Item) -> Option<U>,
    S: Closing,
{
    pub(super) fn new(iter: I, pass: P, closed: S) -> Self {
        let endless = !S::NEVER && iter.size_hint().1.is_none();
        Passing {
            iter,
            pass,
            closed,
            passed: endless.then_some(0),
        }
    }
}

/// Whether it is time to ask what others have closed, after one more item.
#[inline]
fn is_due(passed: &mut Option<u32>) -> bool {
    match passed {
        Some(passed) => {
            *passed = passed.wrapping_add(1);
            passed.is_multiple_of(POLL_EVERY)
        }
        None => false,
    }
}

impl<I, U, P, S> Iterator for Passing<I, P, S>
where
    I: Iterator,
    P: Fn(I::Item) -> Option<U>,
    S: Closing,
{
    type Item = U;

    fn next(&mut self) -> Option<U> {
        if is_due(&mut self.passed) && self.closed.is_closed() {
            return None;
        }
        loop {
            match (self.pass)(self.iter.next()?) {
                None if !self.closed.is_closed() => {}
                passed => return passed,
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, self.iter.size_hint().1)
    }

    // Without a jump that depends on the item.
    fn count(self) -> usize {
        if !S::NEVER {
            return self.fold(0, |count, _| count + 1);
        }
        let Passing { iter, pass, .. } = self;
        iter.fold(0, |count, item| count + usize::from(pass(item).is_some()))
    }

    fn fold<A, F>(self, init: A, mut op: F) -> A
    where
        F: FnMut(A, U) -> A,
    {
        let Passing {
            mut iter,
            pass,
            closed,
            mut passed,
        } = self;
        if S::NEVER {
            return iter.fold(init, |so_far, item| match pass(item) {
                Some(item) => op(so_far, item),
                None => so_far,
            });
        }
        let ended = iter.try_fold(init, |so_far, item| match pass(item) {
            Some(item) => {
                let so_far = op(so_far, item);
                match is_due(&mut passed) && closed.is_closed() {
                    true => ControlFlow::Break(so_far),
                    false => ControlFlow::Continue(so_far),
                }
            }
            None if closed.is_closed() => ControlFlow::Break(so_far),
            None => ControlFlow::Continue(so_far),
        });
        let (ControlFlow::Continue(total) | ControlFlow::Break(total)) = ended;
        // Before the total is returned, which a panic in dropping the rest would leak.
        drop(iter);
        total
    }
}
