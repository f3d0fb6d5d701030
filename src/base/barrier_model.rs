//! The asymmetric barrier under loom: a sequentially consistent fence on both sides.

use crate::base::prim::fence_seq_cst;

/// The model always has it.
pub(crate) fn available() -> bool {
    true
}

/// The frequent side.
pub(crate) fn light() {
    // SeqCst: pairs with the fence in `heavy`.
    fence_seq_cst();
}

/// The rare side.
pub(crate) fn heavy() {
    // SeqCst: pairs with the fence in `light`.
    fence_seq_cst();
}
