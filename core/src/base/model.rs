//! How every model of this crate is run: all schedules with at most so many forced switches.

/// The bound unless `LOOM_MAX_PREEMPTIONS` sets another: two forced switches of threads found every
/// fault that was planted to try the models out.
const PREEMPTIONS: usize = 2;

/// Runs `model` once for each schedule within the bound, and for each value that a load may see.
///
/// A thread that nobody wakes any more shows as a deadlock, a plain access without order as a race.
pub(crate) fn check(model: impl Fn() + Send + Sync + 'static) {
    builder().check(model);
}

/// As [`check`], but what `model` does before it calls `loom::explore` runs in one schedule only.
pub(crate) fn check_prepared(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = builder();
    builder.expect_explicit_explore = true;
    builder.check(model);
}

fn builder() -> loom::model::Builder {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(PREEMPTIONS);
    builder.max_branches = 10_000;
    builder
}
