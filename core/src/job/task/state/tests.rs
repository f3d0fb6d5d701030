//! Every word that can be, against every step that may be taken from it.

use super::{BEGUN, Completed, DONE, Detached, HELD, NOTICE, READY, SHARE, Snapshot, State};

/// All states of a task with so many shares.
fn words(shares: u32) -> impl Iterator<Item = u32> {
    (0..32).map(move |flags| flags | (shares * SHARE))
}

fn state(word: u32) -> State {
    State::new(Snapshot(word))
}

fn word(state: &State) -> u32 {
    state.look().0
}

#[test]
fn a_fresh_task_waits() {
    for ready in [false, true] {
        let fresh = Snapshot::fresh(ready, 2);
        assert!(!fresh.is_done() && !fresh.has_notice());
        assert_eq!(fresh.runner(), None);
        assert_eq!(state(fresh.0).claim(3, true), ready);
        assert!(state(fresh.0).claim(3, false));
    }
}

#[test]
fn a_body_is_claimed_once() {
    for before in words(2) {
        for only_ready in [false, true] {
            let state = state(before);
            let claimed = state.claim(65_534, only_ready);
            let may = before & BEGUN == 0 && (before & READY != 0 || !only_ready);
            assert_eq!(claimed, may);
            assert!(!claimed || !state.claim(0, only_ready));
            if claimed && before & DONE == 0 {
                assert_eq!(state.look().runner(), Some(65_534));
            }
        }
    }
}

#[test]
fn readiness_changes_nothing_else() {
    for before in words(2) {
        let state = state(before);
        state.make_ready();
        assert_eq!(word(&state), before | READY);
    }
}

#[test]
fn an_end_is_told_to_whom_it_concerns() {
    for before in words(2).filter(|word| word & (BEGUN | DONE) == BEGUN) {
        for gives_up in [false, true] {
            let state = state(before);
            let completed = state.complete(gives_up);
            let (held, notice) = (before & HELD != 0, before & NOTICE != 0);
            let expected = match (held, notice) {
                (false, _) => Completed::Unheld,
                (true, true) => Completed::Notice,
                (true, false) => Completed::Left,
            };
            assert_eq!(completed, expected);
            let gone = gives_up && completed == Completed::Left;
            let share = if gone { SHARE } else { 0 };
            assert_eq!(word(&state), (before | DONE) - share);
        }
    }
}

#[test]
fn a_notice_is_the_completers_once_the_task_is_done() {
    for before in words(2) {
        let state = state(before);
        let may = before & DONE == 0;
        assert_eq!(state.notice_put(), may);
        assert_eq!(word(&state), if may { before | NOTICE } else { before });
        let with_notice = self::state(before | NOTICE);
        assert_eq!(with_notice.notice_taken_back(), may);
        let after = if may {
            before & !NOTICE
        } else {
            before | NOTICE
        };
        assert_eq!(word(&with_notice), after);
    }
}

#[test]
fn a_handle_leaves_before_the_end_or_takes_the_result() {
    for shares in [1, 2] {
        for before in words(shares).filter(|word| word & (HELD | NOTICE) == HELD) {
            let state = state(before);
            let detached = state.detach();
            if before & DONE != 0 {
                assert_eq!(detached, Detached::Done);
                assert_eq!(word(&state), before);
                continue;
            }
            let last = shares == 1;
            assert_eq!(detached == Detached::Last, last);
            assert_eq!(word(&state), (before & !HELD) - SHARE);
        }
    }
}

#[test]
fn the_last_share_says_so() {
    for before in words(2) {
        let state = state(before);
        assert!(!state.give_up_share());
        let alone = before & HELD == 0;
        assert!(state.give_up_share());
        let left = if alone { SHARE } else { 0 };
        assert_eq!(word(&state), (before & (SHARE - 1)) + left);
    }
}

#[test]
fn alone_in_the_common_life() {
    let state = State::new(Snapshot::fresh(true, 2));
    assert_eq!(state.detach(), Detached::Left);
    assert!(state.claim(3, false));
    assert!(!state.claim(3, false), "the body is taken once");
    assert_eq!(state.complete(true), Completed::Unheld);
    assert!(state.give_up_share());
}
