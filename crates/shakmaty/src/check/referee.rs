//! Checks one game after the other.

use zobrist::Hasher;

use super::checked_game::{CheckedGame, Scheme};
use super::finding::Finding;
use crate::game_start::GameOptions;
use crate::pgn::{PgnError, replay_game};

/// Games of all variants are checked.
const OPTIONS: GameOptions =
    GameOptions { variant: None, chess960: false, allow_variants: true, strict_start: false };

/// Checks games, one after the other; use one for each thread.
///
/// It keeps the hashes of the positions of one game, 128 bits each, and uses this memory again for the
/// next game.
#[derive(Debug)]
pub struct Referee {
    game: CheckedGame,
    options: GameOptions,
}

impl Referee {
    /// A referee, who has seen no game yet.
    pub fn new() -> Referee {
        Referee { game: CheckedGame::new(), options: OPTIONS }
    }

    /// Refuses games whose `FEN` has castling rights or an en passant square that cannot be.
    #[must_use]
    pub fn strict(mut self) -> Referee {
        self.options.strict_start = true;
        self
    }

    /// True if castling rights or an en passant square that cannot be were left out of the `FEN` of the last game.
    pub fn has_repaired_start(&self) -> bool {
        self.game.has_repaired_start()
    }

    /// Replays the main line of one game in PGN, and returns the findings in the order of their plies:
    /// for each type at most one, the first. None are found in a sound game without repetitions. `None`
    /// is returned if the text is no game, such as blank lines.
    ///
    /// A tag `Variant` names the rules; Chess960 is a variant too. After an illegal move nothing more is
    /// found.
    ///
    /// # Errors
    /// When the game cannot be read, for another reason than a bad move: a position of a tag `FEN` that
    /// is not one, a variant that is not known, a comment that does not end.
    pub fn check(&mut self, game: &[u8]) -> Result<Option<&[Finding]>, PgnError> {
        self.game.clear();
        let hasher = Hasher::new(Scheme::new());
        match replay_game(&Scheme::new(), game, self.options, hasher, &mut self.game) {
            Ok(None) => return Ok(None),
            Ok(Some(_)) => self.game.compare_result(),
            Err(fault) if fault.is_bad_move() => self.game.bad_move(&fault),
            Err(fault) => return Err(fault),
        }
        Ok(Some(self.game.findings()))
    }

    /// The number of plies of the last game that could be replayed: half-moves, those before a bad move
    /// if there is one.
    pub fn plies(&self) -> u64 {
        self.game.plies() as u64
    }
}

impl Default for Referee {
    fn default() -> Referee {
        Referee::new()
    }
}
