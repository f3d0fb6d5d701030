//! What scans differ in: where the prefix of the next element is kept.

use std::mem;

/// How many chains of calls a thief has under way, so that the processor need not wait for each call's result.
pub(super) const CHAINS: usize = 4;

/// A way to scan; see [`Inclusive`] and [`Exclusive`].
pub(super) trait Kind<'v, T: 'v>: Sync {
    /// What is known of the elements before a place.
    type Carry: Send;

    /// Gives `element` its result, and makes `carry` that of the next element.
    fn step<F>(carry: &mut Self::Carry, element: &'v mut T, op: &F)
    where
        F: Fn(&T, &T) -> T;

    /// Makes `carry` that of the place behind `block`, whose sum is known. Returns what is left of the block, with its own
    /// carry.
    fn jump<F>(
        carry: &mut Self::Carry,
        block: &'v mut [T],
        sum: &T,
        op: &F,
    ) -> (Self::Carry, &'v mut [T])
    where
        F: Fn(&T, &T) -> T;

    /// Scans `block`, and returns what is carried on. In a function of its own, where the loop is unrolled.
    #[inline(never)]
    fn scan<F>(&self, mut carry: Self::Carry, block: &'v mut [T], op: &F) -> Self::Carry
    where
        F: Fn(&T, &T) -> T,
    {
        for element in block {
            Self::step(&mut carry, element, op);
        }
        carry
    }

    /// Scans several blocks at once, which are equally long.
    #[inline]
    fn scan_chains<F>(&self, chains: [(Self::Carry, &'v mut [T]); CHAINS], op: &F)
    where
        F: Fn(&T, &T) -> T,
    {
        let [mut a, mut b, mut c, mut d] = chains;
        debug_assert!(
            [&b.1, &c.1, &d.1]
                .iter()
                .all(|block| block.len() == a.1.len())
        );
        let left = a.1.iter_mut().zip(b.1);
        let right = c.1.iter_mut().zip(d.1);
        for ((in_a, in_b), (in_c, in_d)) in left.zip(right) {
            Self::step(&mut a.0, in_a, op);
            Self::step(&mut b.0, in_b, op);
            Self::step(&mut c.0, in_c, op);
            Self::step(&mut d.0, in_d, op);
        }
    }
}

/// What each of the blocks makes. They are equally long, and have two elements at least.
pub(super) fn sums<T>(blocks: &[&mut [T]; CHAINS], op: &impl Fn(&T, &T) -> T) -> [T; CHAINS] {
    let mut sums = blocks.each_ref().map(|block| op(&block[0], &block[1]));
    let [a, b, c, d] = &mut sums;
    let rests = blocks.each_ref().map(|block| block[2..].iter());
    let [in_a, in_b, in_c, in_d] = rests;
    for ((in_a, in_b), (in_c, in_d)) in in_a.zip(in_b).zip(in_c.zip(in_d)) {
        *a = op(a, in_a);
        *b = op(b, in_b);
        *c = op(c, in_c);
        *d = op(d, in_d);
    }
    sums
}

/// The result of an element includes it. The carry is the place of the last result: no element need be cloned.
pub(super) struct Inclusive;

impl<'v, T: Send + 'v> Kind<'v, T> for Inclusive {
    type Carry = &'v mut T;

    #[inline(always)]
    fn step<F>(carry: &mut &'v mut T, element: &'v mut T, op: &F)
    where
        F: Fn(&T, &T) -> T,
    {
        *element = op(carry, element);
        *carry = element;
    }

    /// By places if the elements are words, so that the compiler keeps the last one in a register. Larger ones would be stored in
    /// pieces and read whole at once, for which the processor has to wait.
    #[inline(never)]
    fn scan<F>(&self, mut carry: &'v mut T, block: &'v mut [T], op: &F) -> &'v mut T
    where
        F: Fn(&T, &T) -> T,
    {
        if size_of::<T>() > size_of::<u64>() {
            for element in block {
                Self::step(&mut carry, element, op);
            }
            return carry;
        }
        if let Some(first) = block.first_mut() {
            *first = op(carry, first);
        }
        for i in 1..block.len() {
            block[i] = op(&block[i - 1], &block[i]);
        }
        if let Some(last) = block.last_mut() {
            carry = last;
        }
        carry
    }

    fn jump<F>(
        carry: &mut &'v mut T,
        block: &'v mut [T],
        sum: &T,
        op: &F,
    ) -> (&'v mut T, &'v mut [T])
    where
        F: Fn(&T, &T) -> T,
    {
        let Some((last, block)) = block.split_last_mut() else {
            unreachable!("what has a sum is not empty");
        };
        *last = op(carry, sum);
        (mem::replace(carry, last), block)
    }
}

/// The result of an element is that of those before it. The carry is the next result.
pub(super) struct Exclusive;

impl<'v, T: Send + 'v> Kind<'v, T> for Exclusive {
    type Carry = T;

    #[inline(always)]
    fn step<F>(carry: &mut T, element: &'v mut T, op: &F)
    where
        F: Fn(&T, &T) -> T,
    {
        let next = op(carry, element);
        *element = mem::replace(carry, next);
    }

    fn jump<F>(carry: &mut T, block: &'v mut [T], sum: &T, op: &F) -> (T, &'v mut [T])
    where
        F: Fn(&T, &T) -> T,
    {
        let next = op(carry, sum);
        (mem::replace(carry, next), block)
    }
}
