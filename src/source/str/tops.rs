//! The top bits of many bytes in one number.

use super::eight::TOPS;
#[cfg(any(test, not(target_arch = "x86_64")))]
use super::eight::eight;

/// So many bytes, as a number has bits.
pub(super) const MANY: usize = 64;

/// Their top bits, the lowest for the first one.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn tops(many: &[u8; MANY]) -> u64 {
    let (parts, _) = many.as_chunks();
    (parts.iter().rev()).fold(0, |tops, &part| {
        // SAFETY: (1) `x86_64` has these instructions.
        let part = unsafe { of_sixteen(part) };
        tops << 16 | u64::from(part)
    })
}

/// Nothing of the kind is at hand elsewhere.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn tops(many: &[u8; MANY]) -> u64 {
    by_eight(many)
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn of_sixteen(part: [u8; 16]) -> u16 {
    use std::arch::x86_64::{_mm_movemask_epi8, _mm_set_epi64x};
    let part = u128::from_le_bytes(part);
    // Two halves of the same memory are read as a whole.
    let part = _mm_set_epi64x((part >> 64) as i64, part as i64);
    _mm_movemask_epi8(part) as u16
}

#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline(always)]
fn by_eight(many: &[u8; MANY]) -> u64 {
    let froms = (0..MANY).step_by(8);
    froms.fold(0, |tops, from| tops | gathered(eight(many, from)) << from)
}

/// The top bits of eight bytes.
#[inline(always)]
pub(super) fn gathered(eight: u64) -> u64 {
    // That of byte `n` goes to bit `56 + n`, and none there besides, nor to where it would carry from.
    ((eight & TOPS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

#[cfg(test)]
mod tests {
    use super::{MANY, by_eight, tops};

    #[test]
    fn every_bit_is_at_its_place() {
        for one in 0..MANY {
            for other in 0..MANY {
                let mut many = [0x7F; MANY];
                many[one] = 0xFF;
                many[other] = 0x80;
                assert_eq!(tops(&many), 1 << one | 1 << other);
                assert_eq!(by_eight(&many), tops(&many));
                let others = many.map(|byte| !byte);
                assert_eq!(tops(&others), !tops(&many));
                assert_eq!(by_eight(&others), tops(&others));
            }
        }
    }
}
