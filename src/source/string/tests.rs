//! Strings drained and collected.

use crate::iter::{IntoParallelIterator, ParallelDrainRange, ParallelExtend, ParallelIterator};
use std::ffi::OsString;
use std::panic::catch_unwind;

#[test]
fn draining_removes_whole_characters() {
    let mut text = "förk join".to_string();
    assert_eq!(text.par_drain(1..4).collect::<String>(), "ör");
    drop(text.par_drain(..=0));
    assert_eq!(text, "k join");
    assert!(catch_unwind(|| drop("ö".to_string().par_drain(1..))).is_err());
    assert!(catch_unwind(|| drop("o".to_string().par_drain(..2))).is_err());
}

#[test]
fn text_is_put_together_in_order() {
    let numbers = || (0..2000).into_par_iter().map(|n| n.to_string());
    let expected: String = (0..2000).map(|n| n.to_string()).collect();
    assert_eq!(numbers().collect::<String>(), expected);
    let boxed: Box<str> = numbers().filter(|_| true).collect();
    assert_eq!(*boxed, *expected);
    assert_eq!(
        numbers().map(OsString::from).collect::<OsString>(),
        *expected
    );
    let mut text = "x".to_string();
    text.par_extend(vec!['y', 'z']);
    text.par_extend(&['!']);
    text.par_extend(["fork", ""]);
    assert_eq!(text, "xyz!fork");
    assert_eq!(Vec::<char>::new().into_par_iter().collect::<String>(), "");
}
