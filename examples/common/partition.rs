//! The step of a quicksort.

/// Brings what is less than `pivot` to the front and what is greater to the back, and returns both. What equals it stays between.
pub(crate) fn partition<T: Copy + Ord>(v: &mut [T], pivot: T) -> (&mut [T], &mut [T]) {
    let less = bring_to_front(v, |element| *element < pivot);
    let (less, rest) = v.split_at_mut(less);
    let equal = bring_to_front(rest, |element| *element == pivot);
    (less, &mut rest[equal..])
}

/// Brings those elements to the front, and returns how many there are. It swaps always, so that no branch has to be guessed.
fn bring_to_front<T: Copy>(v: &mut [T], belongs: impl Fn(&T) -> bool) -> usize {
    let mut front = 0;
    for i in 0..v.len() {
        let is_one = belongs(&v[i]);
        v.swap(i, front);
        front += usize::from(is_one);
    }
    front
}
