//! What is noted is read, in order; what is overwritten meanwhile is not.

use super::{ACTIVITIES, Note, Ring};
use std::thread;

fn notes(ring: &Ring) -> Vec<Note> {
    ring.read().0.iter().map(|record| record.note).collect()
}

fn steal(items: u64) -> Note {
    let victim = items as usize % 70_000;
    Note::Steal { victim, items }
}

#[test]
fn every_note_survives_its_word() {
    let spans = ACTIVITIES.map(|activity| [Note::Begin(activity), Note::End(activity)]);
    let others = [
        Note::Forks(1),
        Note::Forks(1 << 40),
        steal(1),
        steal(69_999),
        steal(u64::from(u32::MAX)),
    ];
    for note in spans.concat().into_iter().chain(others) {
        assert_eq!(Note::decode(note.encode()), note);
    }
}

#[test]
fn the_oldest_give_way() {
    let ring = Ring::new(8);
    assert_eq!(ring.read(), (vec![], true));
    for last in 1..100 {
        ring.note(steal(last));
        let (records, all) = ring.read();
        // One place is the owner's to write in.
        let first = last.saturating_sub(6).max(1);
        let expected: Vec<_> = (first..=last).map(steal).collect();
        let notes: Vec<_> = records.iter().map(|record| record.note).collect();
        assert_eq!(notes, expected);
        assert_eq!(all, last < 8);
        assert!(records.is_sorted_by_key(|record| record.ticks));
    }
}

#[test]
fn forks_are_gathered() {
    let ring = Ring::new(1 << 12);
    ring.note(steal(1));
    (0..1000).for_each(|_| ring.note_fork());
    ring.note(steal(2));
    ring.note_fork();
    let notes = notes(&ring);
    let forks = |notes: &[Note]| -> u64 {
        let count = |note: &Note| match note {
            Note::Forks(count) => *count,
            other => panic!("{other:?} among forks"),
        };
        notes.iter().map(count).sum()
    };
    let second = notes.len() - 2;
    assert_eq!((notes[0], notes[second]), (steal(1), steal(2)));
    assert_eq!(forks(&notes[1..second]), 1000);
    assert_eq!(notes[second + 1..], [Note::Forks(1)]);
}

#[test]
fn a_reader_sees_no_torn_event() {
    let ring = Ring::new(16);
    const LAST: u64 = 200_000;
    thread::scope(|s| {
        s.spawn(|| (1..=LAST).for_each(|i| ring.append(i, steal(i).encode())));
        let mut last = 0;
        while last < LAST {
            let (records, all) = ring.read();
            for (record, next) in records.iter().zip(records.iter().skip(1)) {
                assert_eq!(next.ticks, record.ticks + 1);
            }
            for record in &records {
                assert_eq!(record.note, steal(record.ticks));
            }
            let Some(end) = records.last() else { continue };
            assert!(last <= end.ticks && records.len() < 16);
            assert!(!all || records[0].ticks == 1);
            last = end.ticks;
        }
    });
}
