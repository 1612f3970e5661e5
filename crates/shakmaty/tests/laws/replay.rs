//! The law of replayed games: at every ply the hash that followed the moves is that of
//! the position from scratch.

use std::marker::PhantomData;

use shakmaty::fen::Fen;
use shakmaty::{EnPassantMode, Move};
use zobrist::Hasher;
use zobrist_chess::{Polyglot, Scheme, SchemeKeys, Zobrist};
use zobrist_shakmaty::{
    GameError, GameOptions, GameScanner, HashablePosition, Hashed, Positions, fault_offset, hash,
    replay_game,
};

/// Holds for all bytes.
pub fn law(text: &[u8]) {
    let mut rest = text;
    let mut scanner = GameScanner::new();
    while let Some(length) = scanner.end_of_game(rest, true) {
        for chess960 in [false, true] {
            let options = GameOptions { chess960, ..GameOptions::default() };
            of_game::<Polyglot>(&rest[..length], options);
            of_game::<Zobrist<u64>>(&rest[..length], GameOptions { variants: true, ..options });
        }
        rest = &rest[length..];
    }
    assert!(rest.is_empty());
}

fn of_game<S: Scheme>(text: &[u8], options: GameOptions) {
    let mut compare = Compare::<S> { seen: 0, scheme: PhantomData };
    let hasher = Hasher::new(SchemeKeys::<S>::new());
    match replay_game(text, options, hasher, &mut compare) {
        Ok(plies) => assert_eq!(compare.seen, plies.map_or(0, |plies| plies + 1)),
        Err(error) => {
            let offset = fault_offset(text, options, &error);
            assert!(offset < text.len(), "{error} at {offset}");
            match error {
                GameError::Word { .. } => assert!(!text[offset].is_ascii_whitespace(), "{error}"),
                GameError::Variation { .. } => assert_eq!(text[offset], b'(', "{error}"),
                _ => assert!(offset == 0 || text[offset - 1] == b'\n', "{error} at {offset}"),
            }
        }
    }
}

struct Compare<S> {
    seen: usize,
    scheme: PhantomData<S>,
}

impl<S: Scheme> Positions<S, Hasher<SchemeKeys<S>>> for Compare<S> {
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        position: &Hashed<S, P>,
    ) {
        assert_eq!(ply, self.seen);
        self.seen += 1;
        assert_eq!(
            position.hash(),
            hash::<S, P>(position.position()),
            "{} at ply {ply}: {}",
            S::NAME,
            Fen::from_position(position.position(), EnPassantMode::Always)
        );
    }
}
