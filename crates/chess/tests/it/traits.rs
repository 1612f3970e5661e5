//! Types can be printed, copied and shared between threads.

use std::fmt::Debug;

use zobrist_chess::{
    Book, BookEntry, ChessLayout, Compatibility, Fide, PackedMove, SchemeId, Zobrist,
};

fn common<T: Clone + Debug + Send + Sync>() {}

#[test]
fn types_are_what_programs_expect_of_them() {
    common::<Book<&[u8]>>();
    common::<BookEntry>();
    common::<ChessLayout>();
    common::<Compatibility>();
    common::<Fide>();
    common::<PackedMove>();
    common::<SchemeId>();
    common::<Zobrist<u128>>();
}

#[cfg(feature = "alloc")]
#[test]
fn composed_schemes_are_what_programs_expect_of_them() {
    common::<zobrist_chess::AnyScheme>();
    common::<zobrist_chess::ComposedScheme>();
    common::<zobrist_chess::Diagnosis>();
    common::<zobrist_chess::SchemeDescription>();
}
