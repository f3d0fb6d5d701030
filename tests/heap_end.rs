//! Results of just 128 KiB, made as one chunk by one thread, find the memory of those before at hand, also at the end of the heap, from which
//! glibc gives back what is free beyond that.
//!
//! Without a harness: on the program's first thread, to which that heap belongs, and before anything has shown glibc a larger block.

mod common;

#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod glibc {
    use crate::common::faults::faults;
    use std::hint::black_box;
    use std::mem;
    use tine::prelude::*;

    fn calls(number: i64, numbers: &[u64]) {
        for _ in 0..number {
            let numbers = black_box(numbers).par_iter();
            black_box(numbers.flat_map_iter(|&n| n..n + n % 4).collect::<Vec<_>>());
        }
    }

    pub(crate) fn main() {
        let pool = tine::ThreadPoolBuilder::new().num_threads(1);
        pool.build_global().unwrap();
        let numbers: Vec<u64> = (0..10_000).collect();
        let mut touched = 0;
        for _ in 0..20 {
            // Free memory at the end, and something that stays there.
            drop(black_box(
                [(); 2].map(|()| Vec::<u8>::with_capacity(120_000)),
            ));
            mem::forget(black_box(Vec::<u8>::with_capacity(1_100)));
            calls(20, &numbers);
            let before = faults();
            calls(50, &numbers);
            touched += faults() - before;
        }
        println!("{touched} page faults in 1000 calls");
        assert!(touched <= 500, "{touched} page faults in 1000 calls");
    }
}

fn main() {
    #[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
    glibc::main();
}
