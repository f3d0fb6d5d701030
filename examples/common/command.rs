//! What the programs of this folder do alike: read their options, report one line when something fails, print figures.

use clap::Parser;
use std::process::ExitCode;
use std::{panic, process};

/// Reads the options and runs the program. An error is one line on standard error and an exit status other than zero.
pub(crate) fn main<Options: Parser>(run: impl FnOnce(&Options) -> Result<(), String>) -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(help) if !help.use_stderr() => {
            print!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            let lines = error.to_string();
            eprintln!("{}", one_line(&lines));
            return ExitCode::from(2);
        }
    };
    end_with_the_reader();
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            eprintln!("error: {line}");
            ExitCode::FAILURE
        }
    }
}

/// Who reads what is printed may have seen enough, as `head` has: then the program ends, instead of panicking.
fn end_with_the_reader() {
    let others = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let text = panic.payload().downcast_ref::<String>();
        if text.is_some_and(|text| text.starts_with("failed printing to stdout")) {
            process::exit(0);
        }
        others(panic);
    }));
}

/// The message without the hints below it; a list of what is missing stands on lines of its own.
fn one_line(error: &str) -> String {
    let message = error.lines().take_while(|line| !line.trim().is_empty());
    message.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// The figure in the middle, or the mean of the two there.
pub(crate) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let (low, high) = (figures[(figures.len() - 1) / 2], figures[figures.len() / 2]);
    low.midpoint(high)
}

/// A number with a comma before every three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
