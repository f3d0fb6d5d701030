//! What ranges ask of integers. The values of a type lie on a circle: sums and distances are taken modulo its size, and so
//! come out right whatever the signs, also where the distance is larger than the type's largest value.

/// A primitive integer.
pub(super) trait Integer: Copy + Ord + Send + Sync {
    /// The value so many steps on.
    fn plus(self, steps: u128) -> Self;

    /// How many steps lead to `end`, which is not smaller.
    fn steps_to(self, end: Self) -> u128;

    /// What lies midway to `end`, which is not smaller; rounded down.
    #[inline]
    fn middle(self, end: Self) -> Self {
        self.plus(self.steps_to(end) / 2)
    }
}

macro_rules! integers {
    ($($int:ty as $unsigned:ty),*) => {$(
        impl Integer for $int {
            #[inline]
            fn plus(self, steps: u128) -> Self {
                self.wrapping_add(steps as Self)
            }

            #[inline]
            fn steps_to(self, end: Self) -> u128 {
                end.wrapping_sub(self) as $unsigned as u128
            }
        }
    )*};
}

integers! {
    u8 as u8, u16 as u16, u32 as u32, u64 as u64, u128 as u128, usize as usize,
    i8 as u8, i16 as u16, i32 as u32, i64 as u64, i128 as u128, isize as usize
}
