//! Records what a visitor receives of a game, and the error of one that is refused.

use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, EnPassantMode, Move, Outcome};
use zobrist_chess::Zobrist;
use zobrist_shakmaty::pgn::{PgnError, replay_game};
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed};

/// The tags, positions, comments and annotations of a game.
#[derive(Debug, Default)]
pub(crate) struct Recorded {
    pub tags: Vec<(Vec<u8>, Vec<u8>)>,
    pub positions: Vec<(usize, Variant, CastlingMode, String)>,
    /// Number of positions before each comment, and the comment.
    pub comments: Vec<(usize, Vec<u8>)>,
    /// Number of positions before each annotation, and the annotation.
    pub annotations: Vec<(usize, Vec<u8>)>,
    pub results: Vec<Outcome>,
    pub is_repaired: bool,
}

impl GameVisitor<Zobrist<u64>, ()> for Recorded {
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

    fn annotation(&mut self, annotation: &[u8]) {
        self.annotations.push((self.positions.len(), annotation.to_vec()));
    }

    fn result(&mut self, result: Outcome) {
        self.results.push(result);
    }

    fn repaired_start(&mut self) {
        self.is_repaired = true;
    }
}

pub(crate) const ANY: GameOptions = {
    let mut options = GameOptions::new();
    options.allow_variants = true;
    options
};

/// Options with some of their fields changed.
pub(crate) fn changed(
    mut options: GameOptions,
    change: impl FnOnce(&mut GameOptions),
) -> GameOptions {
    change(&mut options);
    options
}

pub(crate) fn replayed(
    text: &[u8],
    options: GameOptions,
) -> (Result<Option<usize>, PgnError>, Recorded) {
    let mut recorded = Recorded::default();
    let result = replay_game(&Zobrist::<u64>::new(), text, options, (), &mut recorded);
    assert!(recorded.positions.iter().map(|position| position.0).eq(0..recorded.positions.len()));
    if let Err(fault) = &result {
        assert_eq!(fault.plies, recorded.positions.len().saturating_sub(1), "{fault}");
    }
    (result, recorded)
}

/// Returns the message of a game that is refused, the text from the fault to the end of its line,
/// and the number of positions before it.
pub(crate) fn refused(text: &str, options: GameOptions) -> (String, &str, usize) {
    let (result, recorded) = replayed(text.as_bytes(), options);
    let fault = result.unwrap_err();
    let at = text[fault.offset..].lines().next().unwrap();
    (fault.to_string(), at, recorded.positions.len())
}

pub(crate) const UNTERMINATED_TAG: &str = "expected PGN, got an unterminated tag";
pub(crate) const UNTERMINATED_COMMENT: &str = "expected PGN, got an unterminated comment";
pub(crate) const UNTERMINATED_VARIATION: &str = "expected PGN, got an unterminated variation";
