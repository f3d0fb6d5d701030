//! Numbers to be sorted.

/// `count` numbers that look random, the same ones each time.
pub(crate) fn noise(count: usize) -> Vec<u64> {
    noise_from(1, count)
}

/// The same, from number `first` on.
pub(crate) fn noise_from(first: usize, count: usize) -> Vec<u64> {
    // splitmix64
    let mix = |i: u64| {
        let x = i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    };
    (first as u64..(first + count) as u64).map(mix).collect()
}

/// `count` numbers of which hardly any is out of its place.
pub(crate) fn nearly_ascending(count: usize) -> Vec<u64> {
    let mut numbers: Vec<u64> = (0..count as u64).collect();
    let places = noise(count / 100);
    for pair in places.chunks_exact(2) {
        numbers.swap(pair[0] as usize % count, pair[1] as usize % count);
    }
    numbers
}
