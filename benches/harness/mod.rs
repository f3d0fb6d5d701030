//! A harness for paired comparisons: contestants take turns in one process, and only ratios of one round are compared.

pub(crate) mod clock;
pub(crate) mod contest;
pub(crate) mod cores;
pub(crate) mod report;
