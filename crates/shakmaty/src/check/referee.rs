//! Checks one game after the other.

use zobrist::Hasher;

use super::checked_game::{CheckedGame, Scheme};
use super::finding::{Finding, FindingType, Wanted};
use super::text::check_text;
use crate::game_start::GameOptions;
use crate::pgn::{Language, PgnError, replay_game};
use crate::result_tag::GameResultTag;

/// Games of all variants are checked.
const OPTIONS: GameOptions = GameOptions {
    variant: None,
    chess960: false,
    allow_variants: true,
    strict_start: false,
    language: Language::English,
};

/// Checks games, one after the other; use one for each thread.
///
/// It keeps the hashes of the positions of one game, 128 bits each, and uses this memory again for
/// the next game.
#[derive(Debug)]
pub struct Referee {
    game: CheckedGame,
    options: GameOptions,
    wanted: Wanted,
    bad_move: Option<PgnError>,
}

impl Referee {
    /// A referee, who has seen no game yet and looks for the types of
    /// [`BY_DEFAULT`](FindingType::BY_DEFAULT).
    #[must_use]
    pub fn new() -> Referee {
        let wanted = Wanted::of(&FindingType::BY_DEFAULT);
        Referee { game: CheckedGame::new(), options: OPTIONS, wanted, bad_move: None }
    }

    /// Looks for these types only.
    ///
    /// Cost: types from [`Result`](FindingType::Result) to [`Spellings`](FindingType::Spellings)
    /// have the tags read a second time, and result, numbers and spellings the moves too.
    ///
    /// ```
    /// use zobrist_shakmaty::check::{FindingType, Referee};
    ///
    /// let mut referee = Referee::new().looking_for(&[FindingType::Spellings]);
    /// let findings = referee.check(b"[white \"Alder\"]\n\n1. e2-e4 e5 *")?.expect("a game");
    /// assert_eq!(findings[0].detail, "white for White; e2-e4 for e4");
    /// # Ok::<(), zobrist_shakmaty::pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn looking_for(mut self, types: &[FindingType]) -> Referee {
        self.wanted = Wanted::of(types);
        self.game.look_for(self.wanted);
        self
    }

    /// Refuses games whose `FEN` has castling rights or an en passant square that cannot be.
    #[must_use]
    pub fn strict(mut self) -> Referee {
        self.options.strict_start = true;
        self
    }

    /// Reads games by the letters of a language, as [`GameOptions::language`] says.
    #[must_use]
    pub fn in_language(mut self, language: Language) -> Referee {
        self.options.language = language;
        self
    }

    /// True if castling rights or an en passant square that cannot be were left out of the `FEN` of
    /// the last game.
    #[must_use]
    pub fn has_repaired_start(&self) -> bool {
        self.game.has_repaired_start()
    }

    /// Replays the main line of one game in PGN, and returns the findings in the order of their
    /// plies: for each type at most one, the first; for the types of the text but the numbers, the
    /// detail has others too, up to eight. None are found by default in a sound game without
    /// repetitions. `None` is returned if the text is no game, such as blank lines.
    ///
    /// A tag `Variant` names the rules; Chess960 is a variant too. After an illegal move nothing
    /// more is found.
    ///
    /// # Errors
    /// When the game cannot be read, for another reason than a bad move: a position of a tag `FEN`
    /// that is not one, a variant that is not known, a comment that does not end.
    pub fn check(&mut self, game: &[u8]) -> Result<Option<&[Finding]>, PgnError> {
        self.check_at(game, true)
    }

    /// Checks a game as [`check`](Referee::check) does, whose text begins amid a line of its file,
    /// as in `1-0 [Event "…"]`: that is a finding of the type
    /// [`Spellings`](FindingType::Spellings), too.
    ///
    /// # Errors
    /// As [`check`](Referee::check).
    pub fn check_amid_line(&mut self, game: &[u8]) -> Result<Option<&[Finding]>, PgnError> {
        self.check_at(game, false)
    }

    fn check_at(&mut self, game: &[u8], begins_line: bool) -> Result<Option<&[Finding]>, PgnError> {
        self.game.clear();
        self.bad_move = None;
        let hasher = Hasher::new(Scheme::new());
        match replay_game(&Scheme::new(), game, self.options, hasher, &mut self.game) {
            Ok(None) => return Ok(None),
            Ok(Some(_)) => self.game.compare_result(),
            Err(fault) if fault.is_bad_move() => {
                self.game.bad_move(&fault);
                self.bad_move = Some(fault);
            }
            Err(fault) => return Err(fault),
        }
        if self.wanted.needs_text() {
            self.game.add(check_text(game, begins_line, self.wanted, self.options));
        }
        Ok(Some(self.game.findings()))
    }

    /// The result of the last game, by its tag and after its moves.
    #[must_use]
    pub fn result(&self) -> GameResultTag {
        self.game.result()
    }

    /// The bad move at which the last game ended, if it has one, with its place. It is there
    /// whatever types are looked for.
    #[must_use]
    pub fn bad_move(&self) -> Option<&PgnError> {
        self.bad_move.as_ref()
    }

    /// The number of plies of the last game that could be replayed: half-moves, those before a bad
    /// move if there is one.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.game.plies() as u64
    }
}

impl Default for Referee {
    fn default() -> Referee {
        Referee::new()
    }
}
