//! `when_all` and `when_any`: a task that ends when several have, or the first of them.

use crate::job::task::notice::{Linked, Told};
use crate::pool::global;
use crate::task::handle::Task;
use crate::task::home::{self, Home};
use crate::task::trigger::{after_all, after_any};
use std::sync::Arc;
use std::thread;

/// Several tasks, to be waited for together: a vector or an array of tasks of one type, or a tuple of up to eight of any. Sealed.
pub trait TaskSet: sealed::Set {}
impl<S: sealed::Set> TaskSet for S {}

mod sealed {
    use super::*;

    /// What [`when_all`] needs of it.
    pub trait Set: Send + Sized + 'static {
        /// All the values.
        type Output: Send + 'static;
        /// The pool of the first one.
        ///
        /// # Panics
        /// If a result was taken before. That is said here, where nothing has begun yet.
        #[allow(private_interfaces)]
        fn next_home(&self) -> Home;
        /// Leaves word with each.
        #[allow(private_interfaces, private_bounds)]
        fn notify<L: Told>(&mut self, linked: &Arc<Linked<L>>);
        /// All of them have ended: their values, or the first payload.
        fn take(self) -> thread::Result<Self::Output>;
    }
}

/// The pool of the first one, or the caller's if there is none.
///
/// # Panics
/// If a result was taken before.
fn first_home<T>(tasks: &[Task<T>]) -> Home {
    tasks.iter().for_each(Task::assert_unused);
    match tasks.first() {
        Some(task) => task.next_home(),
        None => global::with_current(Home::new),
    }
}

impl<T: Send + 'static> sealed::Set for Vec<Task<T>> {
    type Output = Vec<T>;

    #[allow(private_interfaces)]
    fn next_home(&self) -> Home {
        first_home(self)
    }

    #[allow(private_interfaces, private_bounds)]
    fn notify<L: Told>(&mut self, linked: &Arc<Linked<L>>) {
        self.iter_mut().for_each(|task| task.notify(linked));
    }

    fn take(self) -> thread::Result<Vec<T>> {
        self.into_iter().map(Task::take).collect()
    }
}

impl<T: Send + 'static, const N: usize> sealed::Set for [Task<T>; N] {
    type Output = [T; N];

    #[allow(private_interfaces)]
    fn next_home(&self) -> Home {
        first_home(self)
    }

    #[allow(private_interfaces, private_bounds)]
    fn notify<L: Told>(&mut self, linked: &Arc<Linked<L>>) {
        self.iter_mut().for_each(|task| task.notify(linked));
    }

    fn take(self) -> thread::Result<[T; N]> {
        let values: Vec<T> = sealed::Set::take(Vec::from(self))?;
        match values.try_into() {
            Ok(values) => Ok(values),
            Err(_) => unreachable!("each task has given a value"),
        }
    }
}

macro_rules! tuples {
    ($($name:ident)+) => {
        impl<$($name: Send + 'static),+> sealed::Set for ($(Task<$name>,)+) {
            type Output = ($($name,)+);

            #[allow(non_snake_case, private_interfaces)]
            fn next_home(&self) -> Home {
                let ($($name,)+) = self;
                $($name.assert_unused();)+
                self.0.next_home()
            }

            #[allow(non_snake_case, private_interfaces, private_bounds)]
            fn notify<Link: Told>(&mut self, linked: &Arc<Linked<Link>>) {
                let ($($name,)+) = self;
                $($name.notify(linked);)+
            }

            #[allow(non_snake_case)]
            fn take(self) -> thread::Result<Self::Output> {
                let ($($name,)+) = self;
                Ok(($($name.take()?,)+))
            }
        }
    };
}

tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F G);
tuples!(A B C D E F G H);

/// A task that ends when all of `tasks` have, with their values in the same order. No thread waits for it.
///
/// If some of them end with an `Err`, by a panic or because they were cancelled, so does the new task, after all have ended, with
/// the payload of the first one in order. It belongs to the pool of the first one. To cancel it detaches those that have not
/// ended.
///
/// # Panics
/// If a result was taken before, by `.await`.
///
/// ```
/// let both = tine::when_all((tine::submit(|| 6), tine::submit(|| "seven")));
/// assert_eq!(both.join().unwrap(), (6, "seven"));
///
/// let squares: Vec<_> = (0..4).map(|i| tine::submit(move || i * i)).collect();
/// let sum = tine::when_all(squares).then(|squares| squares.into_iter().sum::<i32>());
/// assert_eq!(sum.join().unwrap(), 14);
/// ```
pub fn when_all<S: TaskSet>(tasks: S) -> Task<S::Output> {
    after_all(
        tasks.next_home(),
        tasks,
        |tasks, all| tasks.notify(all),
        // If one has failed, the values of those before it are dropped here, which is the user's part.
        |tasks| home::run(|| tasks.take())?,
    )
}

/// What [`when_any`] gives.
///
/// ```
/// let first = tine::when_any(vec![tine::submit(|| 7)]).join().unwrap();
/// assert_eq!((first.index, first.result.unwrap()), (0, 7));
/// assert!(first.rest.is_empty());
/// ```
#[derive(Debug)]
pub struct First<T> {
    /// Which of the tasks has ended, counted from 0 in the order in which they were given.
    pub index: usize,
    /// Its value, or its payload.
    pub result: thread::Result<T>,
    /// The others, in order.
    pub rest: Vec<Task<T>>,
}

/// A task that ends when one of `tasks` has, with its result and the others. No thread waits for it.
///
/// If several have ended by the time it looks, it takes the first of those in order. The new task belongs to the pool of the
/// first one. To cancel it detaches all.
///
/// `tasks` is a vector, an array, or whatever can be iterated.
///
/// # Panics
/// If there are no tasks, or if a result was taken before, by `.await`.
///
/// ```
/// use std::sync::mpsc::channel;
///
/// let pool = tine::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let (sender, receiver) = channel();
/// let slow = pool.submit(move || receiver.recv().unwrap());
/// let quick = pool.submit(|| 7);
/// let first = tine::when_any([slow, quick]).join().unwrap();
/// assert_eq!((first.index, first.result.unwrap()), (1, 7));
/// sender.send(8).unwrap();
/// assert_eq!(first.rest.into_iter().next().unwrap().join().unwrap(), 8);
/// ```
#[track_caller]
pub fn when_any<T: Send + 'static>(tasks: impl IntoIterator<Item = Task<T>>) -> Task<First<T>> {
    let tasks: Vec<Task<T>> = tasks.into_iter().collect();
    assert!(!tasks.is_empty(), "when_any of no tasks");
    let home = sealed::Set::next_home(&tasks);
    after_any(home, tasks, sealed::Set::notify, |mut tasks| {
        let ended = tasks.iter().position(Task::is_finished);
        let Some(index) = ended else {
            unreachable!("one of the tasks has said that it has ended");
        };
        let result = tasks.remove(index).take();
        tasks.iter_mut().for_each(Task::take_notice_back);
        Ok(First {
            index,
            result,
            rest: tasks,
        })
    })
}
