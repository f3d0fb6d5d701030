//! What a node may be given from others: handles, and tuples, arrays and vectors of them.

use super::board::Board;
use super::node::{Key, Node};

/// The nodes whose values another one is given: a [`Node`], or a tuple, array or vector of such.
///
/// The closure of the node gets a reference where this has a handle: for a [`Node<T>`] a `&T`, for a pair of them
/// `(&A, &B)`, for a `Vec<Node<T>>` a `Vec<&T>`. They may be nested. Sealed.
///
/// ```
/// let mut builder = tine::TaskGraphBuilder::new();
/// let parts: Vec<_> = (0..3).map(|i| builder.node(format!("part {i}"), move || vec![i; 2])).collect();
/// let comma = builder.node("comma", || ',');
/// let all = builder.node_with("all", (parts, comma), |(parts, comma)| {
///     let texts: Vec<String> = parts.into_iter().flatten().map(u32::to_string).collect();
///     texts.join(&comma.to_string())
/// });
/// assert_eq!(builder.build().unwrap().run()[all], "0,0,1,1,2,2");
/// ```
pub trait Inputs: for<'a> InputsAt<'a> {}

impl<I> Inputs for I where I: for<'a> InputsAt<'a> {}

/// What [`Inputs`] are while a run lends them out. `Bound` keeps the lifetime below that of the values.
pub trait InputsAt<'a, Bound: sealed::Bound = &'a Self> {
    /// What the closure is given.
    type Refs;

    /// Looks the values up. All the nodes have run.
    #[doc(hidden)]
    fn fetch(&self, board: &'a Board<'_>) -> Self::Refs;

    /// Shows each node.
    #[doc(hidden)]
    fn each(&self, show: &mut dyn FnMut(Key));
}

mod sealed {
    /// References to inputs.
    pub trait Bound {}
    impl<T> Bound for &T {}
}

impl<'a, T> InputsAt<'a> for Node<T> {
    type Refs = &'a T;

    fn fetch(&self, board: &'a Board<'_>) -> &'a T {
        match board.get(*self) {
            Some(value) => value,
            None => unreachable!("a node runs after its inputs"),
        }
    }

    fn each(&self, show: &mut dyn FnMut(Key)) {
        show(self.key());
    }
}

impl<'a, I: InputsAt<'a>> InputsAt<'a> for Vec<I> {
    type Refs = Vec<I::Refs>;

    fn fetch(&self, board: &'a Board<'_>) -> Self::Refs {
        self.iter().map(|input| input.fetch(board)).collect()
    }

    fn each(&self, show: &mut dyn FnMut(Key)) {
        self.iter().for_each(|input| input.each(show));
    }
}

impl<'a, I: InputsAt<'a>, const N: usize> InputsAt<'a> for [I; N] {
    type Refs = [I::Refs; N];

    fn fetch(&self, board: &'a Board<'_>) -> Self::Refs {
        std::array::from_fn(|i| self[i].fetch(board))
    }

    fn each(&self, show: &mut dyn FnMut(Key)) {
        self.iter().for_each(|input| input.each(show));
    }
}

impl<'a> InputsAt<'a> for () {
    type Refs = ();

    #[inline]
    fn fetch(&self, _: &'a Board<'_>) {}

    #[inline]
    fn each(&self, _: &mut dyn FnMut(Key)) {}
}

macro_rules! tuples {
    ($(($($name:ident $place:tt)*))*) => {$(
        impl<'a, $($name: InputsAt<'a>),*> InputsAt<'a> for ($($name,)*) {
            type Refs = ($($name::Refs,)*);

            fn fetch(&self, board: &'a Board<'_>) -> Self::Refs {
                ($(self.$place.fetch(board),)*)
            }

            fn each(&self, show: &mut dyn FnMut(Key)) {
                $(self.$place.each(show);)*
            }
        }
    )*};
}

tuples! {
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
}
