//! What is handed over of a game, and how one is refused.

use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, EnPassantMode, Move};
use zobrist_chess::Zobrist;
use zobrist_shakmaty::pgn::Fault;
use zobrist_shakmaty::{GameOptions, HashablePosition, Hashed, Positions, replay_game};

/// Collects the tags and the positions of a game.
#[derive(Debug, Default)]
pub struct Seen {
    pub tags: Vec<(Vec<u8>, Vec<u8>)>,
    pub positions: Vec<(usize, Variant, CastlingMode, String)>,
    /// Each comment, after the number of positions before it.
    pub comments: Vec<(usize, Vec<u8>)>,
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

    fn comment(&mut self, comment: &[u8]) {
        self.comments.push((self.positions.len(), comment.to_vec()));
    }
}

pub const ANY: GameOptions = GameOptions { variant: None, chess960: false, variants: true };

pub fn replayed(text: &[u8], options: GameOptions) -> (Result<Option<usize>, Fault>, Seen) {
    let mut seen = Seen::default();
    let result = replay_game(text, options, (), &mut seen);
    assert!(seen.positions.iter().map(|position| position.0).eq(0..seen.positions.len()));
    if let Err(fault) = &result {
        assert_eq!(fault.plies, seen.positions.len().saturating_sub(1), "{fault}");
    }
    (result, seen)
}

/// The message of a game that is refused, the text at the fault up to the end of its line, and how
/// many positions the game had before.
pub fn refused(text: &str, options: GameOptions) -> (String, &str, usize) {
    let (result, seen) = replayed(text.as_bytes(), options);
    let fault = result.unwrap_err();
    let at = text[fault.offset..].lines().next().unwrap();
    (fault.to_string(), at, seen.positions.len())
}

pub const UNTERMINATED_TAG: &str = "expected PGN, got an unterminated tag";
pub const UNTERMINATED_COMMENT: &str = "expected PGN, got an unterminated comment";
pub const UNTERMINATED_VARIATION: &str = "expected PGN, got an unterminated variation";
