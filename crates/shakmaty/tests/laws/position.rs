//! The law of reading positions: a position keeps its hash when it is written as FEN and read
//! again.

use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Chess};
use zobrist_chess::{Fide, Polyglot, Scheme, Zobrist};
use zobrist_shakmaty::{
    HashablePosition, en_passant_mode, hash, read_position, read_variant_position,
};

/// Content for all bytes.
pub(crate) fn law(line: &[u8]) {
    for mode in [None, Some(CastlingMode::Standard), Some(CastlingMode::Chess960)] {
        let read = |line: &[u8]| read_position::<Chess>(line, mode);
        of_scheme(&Polyglot, line, read);
        of_scheme(&Fide, line, read);
        of_scheme(&zobrist_chess::Fen, line, read);
        of_scheme(&Zobrist::<u64>::new(), line, read);
        for variant in Variant::ALL {
            let read = |line: &[u8]| read_variant_position(line, variant, mode);
            of_scheme(&Zobrist::<u64>::new(), line, read);
        }
    }
}

fn of_scheme<S: Scheme, P: HashablePosition, E: std::fmt::Display>(
    scheme: &S,
    line: &[u8],
    read: impl Fn(&[u8]) -> Result<P, E>,
) {
    let position = match read(line) {
        Ok(position) => position,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let fen = Fen::from_position(&position, en_passant_mode(scheme)).to_string();
    match read(fen.as_bytes()) {
        Ok(again) => assert_eq!(
            hash(scheme, &again),
            hash(scheme, &position),
            "{} {}: {fen}",
            scheme.name(),
            position.variant()
        ),
        Err(error) => panic!("{} {}: {fen}: {error}", scheme.name(), position.variant()),
    }
}
