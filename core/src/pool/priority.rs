//! How urgent a task is: plain data.

/// How urgent a submitted task is, compared with others that wait in the same pool.
///
/// Of the tasks that wait, a worker begins a more urgent one first, except that lower levels keep a share: of each 32 tasks
/// that a worker begins, 24 are the most urgent there are, and 4, 3 and 1 are taken from `High`, `Normal` and `Low` first.
/// Within a level older tasks are begun earlier, as far as one worker can see. A task that has begun is not interrupted, and
/// forks of [`join`](crate::join()) and [`scope`](crate::scope()) come before tasks of any level: they are parts of one that
/// has begun. So does what a worker has [spawned](crate::spawn()) itself; jobs that spawn the next one without end keep their thread
/// from all tasks, where such tasks would take turns with the others.
///
/// ```
/// use tine::Priority;
/// assert!(Priority::Low < Priority::Critical);
/// assert_eq!(Priority::default(), Priority::Normal);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Priority {
    /// What may wait.
    Low,
    /// Unless told otherwise.
    #[default]
    Normal,
    /// Before what is normal.
    High,
    /// Before anything else.
    Critical,
}

impl Priority {
    /// From the least urgent on.
    pub(super) const ALL: [Priority; Priority::COUNT] = [
        Priority::Low,
        Priority::Normal,
        Priority::High,
        Priority::Critical,
    ];
    /// How many levels there are.
    pub(super) const COUNT: usize = 4;
}
