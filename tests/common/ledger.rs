//! Counts drops, value by value.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

/// Knows every [`Token`] it gave out and how often each was dropped.
#[derive(Clone, Default)]
pub(crate) struct Ledger {
    drops: Arc<Mutex<Vec<Arc<AtomicUsize>>>>,
}

/// A value that reports its drop. Its clone is a value of its own.
pub(crate) struct Token {
    /// A number for the test to use.
    pub(crate) number: usize,
    drops: Arc<AtomicUsize>,
    ledger: Ledger,
}

impl Ledger {
    /// A new value.
    pub(crate) fn token(&self, number: usize) -> Token {
        let drops = Arc::new(AtomicUsize::new(0));
        self.drops.lock().unwrap().push(drops.clone());
        Token {
            number,
            drops,
            ledger: self.clone(),
        }
    }

    /// The values 0 to `count`.
    pub(crate) fn tokens(&self, count: usize) -> Vec<Token> {
        (0..count).map(|number| self.token(number)).collect()
    }

    /// How many values there have been.
    pub(crate) fn given_out(&self) -> usize {
        self.drops.lock().unwrap().len()
    }

    /// Requires that no value was dropped twice; some may have leaked.
    #[track_caller]
    pub(crate) fn none_dropped_twice(&self) {
        for (place, drops) in self.drops.lock().unwrap().iter().enumerate() {
            assert!(drops.load(Relaxed) <= 1, "drops of value {place}");
        }
    }

    /// Requires that all the values are gone, each dropped once.
    #[track_caller]
    pub(crate) fn all_dropped_once(&self) {
        for (place, drops) in self.drops.lock().unwrap().iter().enumerate() {
            assert_eq!(drops.load(Relaxed), 1, "drops of value {place}");
        }
    }
}

impl Clone for Token {
    fn clone(&self) -> Token {
        self.ledger.token(self.number)
    }
}

impl Drop for Token {
    fn drop(&mut self) {
        self.drops.fetch_add(1, Relaxed);
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Token) -> bool {
        self.number == other.number
    }
}

impl Eq for Token {}

impl PartialOrd for Token {
    fn partial_cmp(&self, other: &Token) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Token {
    fn cmp(&self, other: &Token) -> Ordering {
        self.number.cmp(&other.number)
    }
}

impl Hash for Token {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.number.hash(state);
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token({})", self.number)
    }
}
