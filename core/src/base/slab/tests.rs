//! Blocks that are freed in any order, by any thread, also after the end of the one that cut them.

use super::knife::{MOST_WORDS, fits};
use super::{allocate, free};
use std::ptr::NonNull;
use std::sync::mpsc;
use std::thread;

/// A block with a sign of whose it is.
struct Signed<const N: usize>([usize; N]);

struct Held<const N: usize>(NonNull<Signed<N>>, usize);

// SAFETY: the block is nobody else's.
unsafe impl<const N: usize> Send for Held<N> {}

fn hold<const N: usize>(sign: usize) -> Held<N> {
    Held(allocate(Signed([sign; N])), sign)
}

fn release<const N: usize>(held: Held<N>) {
    // SAFETY: from `allocate`, and not freed yet.
    let signed = unsafe { held.0.as_ref() };
    assert_eq!(signed.0, [held.1; N], "nobody else wrote here");
    // SAFETY: as above; freed once.
    unsafe { free(held.0) };
}

/// Blocks of one size, of which some are freed at once, some later and elsewhere, and some after their thread has ended.
fn mixed<const N: usize>() {
    let (sender, receiver) = mpsc::channel();
    let maker = thread::spawn(move || {
        let mut kept = Vec::new();
        for sign in 0..3000 {
            let held = hold::<N>(sign);
            match sign % 5 {
                0 => release(held),
                1 | 2 => sender.send(held).expect("somebody takes it"),
                _ => kept.push(held),
            }
        }
        kept
    });
    receiver.into_iter().for_each(release);
    let kept = maker.join().expect("no panic");
    kept.into_iter().rev().for_each(release);
}

#[test]
fn blocks_are_apart() {
    mixed::<0>();
    mixed::<1>();
    mixed::<6>();
    mixed::<MOST_WORDS>();
    mixed::<{ MOST_WORDS + 1 }>();
}

#[test]
fn what_is_large_or_wide_is_no_block() {
    #[repr(align(64))]
    struct Wide(u64);
    assert!(!fits::<Signed<{ MOST_WORDS + 1 }>>());
    assert!(!fits::<Wide>());
    let wide = allocate(Wide(7));
    assert!(wide.is_aligned());
    // SAFETY: as just made.
    assert_eq!(unsafe { wide.as_ref() }.0, 7);
    // SAFETY: as above; once.
    unsafe { free(wide) };
}

#[test]
fn a_thread_that_ends_leaves_its_slab() {
    thread_local!(static LAST: Late = const { Late });
    struct Late;
    impl Drop for Late {
        fn drop(&mut self) {
            release(hold::<4>(1));
        }
    }
    thread::spawn(|| {
        LAST.with(|_| ());
        release(hold::<4>(2));
    })
    .join()
    .expect("no panic");
}
