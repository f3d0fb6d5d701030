//! Sorting few numbers by few comparisons, in a function that a program has once, and a short one: std's sort is long, and would be compiled
//! anew for each comparison.

use super::find::first_that_not;

/// Sorts by inserting one number after the other. Each is still there once, whatever `is_less` says.
#[inline]
pub(super) fn sort(numbers: &mut [usize], is_less: &dyn Fn(usize, usize) -> bool) {
    for count in 1..numbers.len() {
        let next = numbers[count];
        let place = first_that_not(0..count, |place| !is_less(next, numbers[place]));
        numbers.copy_within(place..count, place + 1);
        numbers[place] = next;
    }
}

#[cfg(test)]
mod tests {
    use super::sort;

    #[test]
    fn numbers_come_in_the_order_that_std_gives_them() {
        for len in 0..70 {
            let mut numbers: Vec<usize> = (0..len).map(|i| i * 7919 % 67).collect();
            let mut expected = numbers.clone();
            expected.sort_by_key(|number| number % 13);
            sort(&mut numbers, &|one, other| one % 13 < other % 13);
            assert_eq!(numbers, expected);
        }
    }

    #[test]
    fn each_is_there_once_whatever_is_said() {
        for len in 0..40 {
            for answer in 0..4 {
                let mut numbers: Vec<usize> = (0..len).collect();
                sort(&mut numbers, &|one, other| (one ^ other ^ answer) & 3 == 0);
                numbers.sort_unstable();
                assert!(numbers.into_iter().eq(0..len));
            }
        }
    }
}
