//! Types can be printed, copied and shared between threads.

use std::fmt::Debug;

use shakmaty::Chess;
use zobrist_shakmaty::check::GameFixer;
use zobrist_shakmaty::pgn::{GameScanner, PgnError};
use zobrist_shakmaty::{BookBuilder, BookOptions, Fide, GameOptions, Hashed};

#[test]
fn types_are_what_programs_expect_of_them() {
    fn common<T: Clone + Debug + Send + Sync>() {}
    fn shared<T: Debug + Send + Sync>() {}
    common::<BookOptions>();
    common::<GameOptions>();
    common::<GameScanner>();
    common::<Hashed<Fide, Chess>>();
    common::<PgnError>();
    shared::<BookBuilder>();
    shared::<GameFixer>();
}
