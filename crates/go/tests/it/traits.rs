//! Types can be printed, copied and shared between threads.

use std::fmt::Debug;

use zobrist_go::{Board, Game, PlayError, Rules, UnconditionalLife};

#[test]
fn types_are_what_programs_expect_of_them() {
    fn common<T: Clone + Debug + Send + Sync>() {}
    common::<Board>();
    common::<Board<u128>>();
    common::<Game>();
    common::<PlayError>();
    common::<Rules>();
    common::<UnconditionalLife>();
    #[cfg(feature = "sgf")]
    common::<zobrist_go::sgf::Record>();
}
