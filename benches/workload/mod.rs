//! The programs that the benches run, one a file, each in the variants of all contestants.

pub(crate) mod fib;
pub(crate) mod item;
pub(crate) mod loops;
pub(crate) mod mandelbrot;
pub(crate) mod numbers;
pub(crate) mod pools;
pub(crate) mod queens;
pub(crate) mod shapes;
pub(crate) mod tree;
