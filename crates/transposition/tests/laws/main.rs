//! The law that the fuzz target of `fuzz/` tries to break, as a property of arbitrary bytes.
#![cfg(all(feature = "files", not(any(loom, miri))))]

mod file;

use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn file_of_bytes(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        file::law(&bytes);
    }

    /// Few different bytes, so that tags come twice, and in empty slots.
    #[test]
    fn file_of_few_bytes(
        bytes in prop::collection::vec(prop::sample::select(vec![0, 0, 0, 1, 0x80, 0xff]), 0..600),
    ) {
        file::law(&bytes);
    }
}
