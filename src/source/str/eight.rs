//! Eight bytes in one number, so that one operation does for all of them. The first one is the lowest.

/// A bit in each of eight bytes.
pub(super) const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The top bit of each.
pub(super) const TOPS: u64 = u64::from_ne_bytes([0x80; 8]);

/// Eight bytes of `bytes`; zeros behind the end.
#[inline(always)]
pub(super) fn eight(bytes: &[u8], from: usize) -> u64 {
    let bytes = &bytes[from..];
    match bytes.first_chunk() {
        Some(&eight) => u64::from_le_bytes(eight),
        None => (bytes.iter().rev()).fold(0, |eight, &byte| eight << 8 | u64::from(byte)),
    }
}
