//! What a worker does, noted when it does it: for `trace`. Without that feature there is nothing here, and no code is made of the
//! calls.

#[cfg(feature = "trace")]
pub(crate) mod ring;

/// What a worker is busy with. Activities nest: a task runs inside of a job, and a worker that waits in one looks for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(unreachable_pub, reason = "public with the feature `trace`")]
pub enum Activity {
    /// A job out of a queue: a stolen half of a join, what came from outside, or the frame of a task.
    Job,
    /// A task or spawned job: the user's part of it.
    Task,
    /// The calls of a thread from outside that has the place of a sleeping worker.
    Guest,
    /// It looks for work.
    Searching,
    /// It sleeps.
    Asleep,
}

/// A worker's record. For the slot's owner, all of it.
#[derive(Debug)]
pub(crate) struct Recorder {
    #[cfg(feature = "trace")]
    pub(crate) ring: ring::Ring,
}

#[cfg_attr(
    not(feature = "trace"),
    expect(unused_variables, reason = "nothing is noted")
)]
impl Recorder {
    /// An empty one.
    pub(super) fn new() -> Self {
        Recorder {
            #[cfg(feature = "trace")]
            ring: ring::Ring::new(ring::EVENTS),
        }
    }

    /// An activity begins.
    #[inline(always)]
    pub(super) fn begin(&self, activity: Activity) {
        #[cfg(feature = "trace")]
        self.ring.note(ring::Note::Begin(activity));
    }

    /// The one that began last ends.
    #[inline(always)]
    pub(super) fn end(&self, activity: Activity) {
        #[cfg(feature = "trace")]
        self.ring.note(ring::Note::End(activity));
    }

    /// A job was pushed.
    #[inline(always)]
    pub(super) fn fork(&self) {
        #[cfg(feature = "trace")]
        self.ring.note_fork();
    }

    /// So many items were stolen.
    #[inline(always)]
    pub(super) fn steal(&self, victim: usize, items: u64) {
        #[cfg(feature = "trace")]
        self.ring.note(ring::Note::Steal { victim, items });
    }
}
