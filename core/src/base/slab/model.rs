//! Loom models of the counter: whatever the schedule, one thread is told that the slab is its own, and sees what all did.

use super::live::Live;
use crate::base::model::check;
use crate::base::prim::PassedCell;
use loom::sync::Arc;
use loom::thread;

struct Slab {
    live: Live,
    blocks: [PassedCell<usize>; 2],
}

/// Whoever was told has all blocks for itself.
fn told(slab: &Slab, last: bool) -> usize {
    if last {
        for block in &slab.blocks {
            // SAFETY: loom complains if anybody else is here.
            block.with_mut(|at| unsafe { *at += 1 });
        }
    }
    usize::from(last)
}

fn free(slab: &Slab, block: usize) -> usize {
    // SAFETY: as above.
    slab.blocks[block].with_mut(|at| unsafe { *at += 1 });
    told(slab, slab.live.free())
}

#[test]
fn the_last_one_puts_it_away() {
    check(|| {
        let slab = Arc::new(Slab {
            live: Live::open(),
            blocks: [PassedCell::new(0), PassedCell::new(0)],
        });
        let threads = [0, 1].map(|block| {
            let slab = Arc::clone(&slab);
            thread::spawn(move || free(&slab, block))
        });
        let mut last = told(&slab, slab.live.close(2));
        for thread in threads {
            last += thread.join().unwrap();
        }
        assert_eq!(last, 1);
    });
}
