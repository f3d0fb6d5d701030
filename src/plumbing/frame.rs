//! What a loop's code does to its stack frame.
//!
//! Invariant: none; it changes how code is compiled and nothing that it does.

/// Makes the function that this is called in keep `rbp` for the address of its frame.
///
/// A loop that calls a function for each element of a slice took up to 1.5 times as long on Emerald Rapids if the slice's address was in
/// `rbp`; it did not with the address in any other register, nor with any other variable in `rbp`. Perhaps loads by way of `rbp` are
/// expected to read a variable of the frame, and to return what was stored there last. Compilers choose `rbp` for anything where a
/// loop needs all six registers that calls preserve.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn keep_address() {
    /// A variable that demands more than the stack's alignment lies at a place of its own in a frame that needs an address for that.
    #[repr(align(32))]
    struct Aligned {
        _byte: u8,
    }
    // Not in the call: there it would be a constant.
    let aligned = Aligned { _byte: 0 };
    std::hint::black_box(&aligned);
}

/// Nothing of the kind is known of other processors.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn keep_address() {}
