//! Deadlines of tokens; the tree has tests of its own.

use super::{CancelToken, Cancelled};
use std::time::{Duration, Instant};

#[test]
fn a_child_is_never_wanted_longer_than_its_parent() {
    let now = Instant::now();
    let (soon, later) = (
        now + Duration::from_secs(100),
        now + Duration::from_secs(200),
    );
    let token = CancelToken::with_deadline(soon);
    assert_eq!(token.child().deadline(), Some(soon));
    assert_eq!(token.child_with_deadline(later).deadline(), Some(soon));
    assert_eq!(token.child_with_deadline(now).deadline(), Some(now));
    let free = CancelToken::new();
    assert_eq!(free.child_with_deadline(later).deadline(), Some(later));
    assert_eq!(free.child().deadline(), None);
}

#[test]
fn a_deadline_far_beyond_the_clock_is_none() {
    let token = CancelToken::with_timeout(Duration::MAX);
    assert_eq!(token.deadline(), None);
    assert_eq!(token.child_with_timeout(Duration::MAX).deadline(), None);
    assert!(!token.is_cancelled());
}

#[test]
fn a_deadline_that_has_passed_is_handed_down() {
    let token = CancelToken::with_deadline(Instant::now());
    let child = token.child_with_timeout(Duration::from_secs(1000));
    assert!(!child.is_flagged());
    assert!(token.is_cancelled());
    assert!(child.is_flagged());
    assert_eq!(child.check(), Err(Cancelled));
}

#[test]
fn what_is_printed_of_a_token_knows_the_time() {
    let token = CancelToken::with_deadline(Instant::now());
    assert!(format!("{token:?}").starts_with("CancelToken { is_cancelled: true, "));
}

#[test]
fn a_child_that_is_over_leaves_its_parent_alone() {
    let token = CancelToken::new();
    assert!(token.child_with_deadline(Instant::now()).is_cancelled());
    assert!(!token.is_cancelled());
}

#[test]
fn tokens_cross_threads_and_unwinding() {
    fn usable<T: Send + Sync + std::panic::UnwindSafe + std::panic::RefUnwindSafe>() {}
    usable::<CancelToken>();
}
