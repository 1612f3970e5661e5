//! Types can be printed, copied and shared between threads.

use std::fmt::Debug;

use zobrist_transposition::{AgeAndDepth, AllocateError, Counted, Long, Statistics, Table};
#[cfg(feature = "files")]
use zobrist_transposition::{OpenError, SaveError};

#[test]
fn types_are_what_programs_expect_of_them() {
    fn common<T: Clone + Debug + Send + Sync>() {}
    fn shared<T: Debug + Send + Sync>() {}
    shared::<Table<u64, u32>>();
    shared::<Table<u128, u64, AgeAndDepth, Long, Counted>>();
    #[cfg(feature = "files")]
    {
        shared::<OpenError>();
        shared::<SaveError>();
    }
    shared::<AllocateError>();
    common::<Statistics>();
}
