//! In which order elements would be sorted, for few of them: a merge sort of their numbers, which is quickly compiled for each type of
//! element. (std's sort is several times the code.)

use std::mem;

/// The numbers below `len`, sorted by `is_less`; equal ones in their order. Each stands there once, whatever `is_less` says.
pub(super) fn sorted(len: usize, is_less: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut from: Vec<usize> = (0..len).collect();
    let mut to = from.clone();
    let mut width = 1;
    while width < len {
        for (from, to) in from.chunks(2 * width).zip(to.chunks_mut(2 * width)) {
            let (mut left, mut right) = from.split_at(width.min(from.len()));
            for place in to {
                let is_right = match (left, right) {
                    ([one, ..], [other, ..]) => is_less(*other, *one),
                    (left, _) => left.is_empty(),
                };
                let side = if is_right { &mut right } else { &mut left };
                *place = side[0];
                *side = &side[1..];
            }
        }
        mem::swap(&mut from, &mut to);
        width *= 2;
    }
    from
}

#[cfg(test)]
mod tests {
    use super::sorted;

    #[test]
    fn numbers_stand_in_the_order_that_std_gives_them() {
        for len in (0..40).chain([1000]) {
            let keys: Vec<usize> = (0..len).map(|i| i * 7919 % 13).collect();
            let mut expected: Vec<usize> = (0..len).collect();
            expected.sort_by_key(|&number| keys[number]);
            let is_less = |one: usize, other: usize| keys[one] < keys[other];
            assert_eq!(sorted(len, is_less), expected);
        }
    }

    #[test]
    fn each_stands_there_once_whatever_is_said() {
        for len in 0..40 {
            for answer in 0..4 {
                let is_less = |one: usize, other: usize| (one ^ other ^ answer) & 3 == 0;
                let mut numbers = sorted(len, is_less);
                numbers.sort_unstable();
                assert!(numbers.into_iter().eq(0..len));
            }
        }
    }
}
