//! Which elements are looked at to tell what a slice is like.

/// Endlessly, one place of each `step` in a slice of `len` elements, beginning with the first step.
///
/// A different place in each step, so that no rhythm of the input is met; but the same ones each time.
pub(super) fn places(len: usize, step: usize) -> impl Iterator<Item = usize> {
    let mut noise = len as u64;
    (0..).map(move |i: usize| {
        noise = noise.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        i * step + ((noise >> 33) as usize) % step
    })
}
