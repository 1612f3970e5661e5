//! What is handed over of a game, and how one is refused.

use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, EnPassantMode, Move};
use zobrist_chess::Zobrist;
use zobrist_shakmaty::{
    GameError, GameOptions, HashablePosition, Hashed, Positions, fault_offset, replay_game,
};

/// Collects the tags and the positions of a game.
#[derive(Debug, Default)]
pub struct Seen {
    pub tags: Vec<(Vec<u8>, Vec<u8>)>,
    pub positions: Vec<(usize, Variant, CastlingMode, String)>,
}

impl Positions<Zobrist<u64>, ()> for Seen {
    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.tags.push((name.to_vec(), value.to_vec()));
    }

    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        position: &Hashed<Zobrist<u64>, P, ()>,
    ) {
        let position = position.position();
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        self.positions.push((ply, position.variant(), position.castles().mode(), fen));
    }
}

pub const ANY: GameOptions = GameOptions { variant: None, chess960: false, variants: true };

pub fn replayed(text: &[u8], options: GameOptions) -> (Result<Option<usize>, GameError>, Seen) {
    let mut seen = Seen::default();
    let result = replay_game(text, options, (), &mut seen);
    assert!(seen.positions.iter().map(|position| position.0).eq(0..seen.positions.len()));
    (result, seen)
}

/// The message and the line (from 1) of a game that is refused, and how many positions
/// it had before.
pub fn refused(text: &str, options: GameOptions) -> (String, usize, usize) {
    let (result, seen) = replayed(text.as_bytes(), options);
    let error = result.unwrap_err();
    let offset = fault_offset(text.as_bytes(), options, &error);
    match &error {
        GameError::Word { word, .. } => assert!(text[offset..].starts_with(word)),
        GameError::Variation { .. } => assert!(text[offset..].starts_with('(')),
        _ => assert!(offset == 0 || text.as_bytes()[offset - 1] == b'\n'),
    }
    (error.to_string(), text[..offset].matches('\n').count() + 1, seen.positions.len())
}

pub const UNTERMINATED_TAG: &str = "expected PGN, got an unterminated tag";
pub const UNTERMINATED_COMMENT: &str = "expected PGN, got an unterminated comment";
