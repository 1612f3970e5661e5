//! Findings in a game, their types, and the types that are looked for.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

/// A finding in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The type.
    pub finding_type: FindingType,
    /// The ply of a position, or that of a move; 0 for tags. Ply 0 is the position before the first
    /// move, and ply 1 the first move and the position after it, even if the game begins at a tag
    /// `FEN`.
    pub ply: usize,
    /// The finding in words: the plies of a position that has come again, the number of plies
    /// without a capture or a pawn move, the illegal move, the end before a move and its ply, the
    /// result that was expected, why, and the one that came, or the text that is unusual.
    pub detail: String,
}

/// Type of a finding.
///
/// The articles are those of the FIDE Laws of Chess, the sections those of the PGN standard of 1994. Only an
/// illegal move, a move after the end and a wrong result [are faults](FindingType::is_fault): players need not
/// claim a draw, and moves after the end have a type of their own. A [`Referee`](super::Referee) looks for the types
/// from [`FindingType::Result`] on only if it is asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FindingType {
    /// A position came for the third time, the first position of the game included: a player may
    /// claim a draw (article 9.2).
    ///
    /// Positions are the same if their pieces, the side to move, the castling rights and the legal
    /// captures en passant are, and in variants pockets, promoted pieces and remaining checks too.
    /// They are compared by hashes of 128 bits.
    Threefold,
    /// A position came for the fifth time: the game is drawn (article 9.6.1).
    Fivefold,
    /// 100 plies without a capture or a pawn move, those of the tag `FEN` included, in a position
    /// with a legal move: a player may claim a draw (article 9.3). Not in Crazyhouse.
    FiftyMoves,
    /// 150 such plies: the game is drawn, unless the last move mates (article 9.6.2). Not in
    /// Crazyhouse.
    SeventyFiveMoves,
    /// A move is illegal (article 3.10), ambiguous or null, or a word is not a move. The game is
    /// checked up to it.
    IllegalMove,
    /// The first move after the end of the game: checkmate (article 5.1.1), stalemate (5.2.1), a
    /// dead position, since neither side has the material to win (5.2.2), fivefold repetition or
    /// seventy-five moves (9.6), or the end by the rules of the variant.
    ///
    /// Other dead positions, such as blocked ones, are not recognized.
    AfterTheEnd,
    /// The game is over in its last position, for one of these reasons, with another result than
    /// that of the game: its tag `Result` or, if that is missing or `*`, the result after the
    /// moves.
    WrongResult,
    /// The tag `Result` and the result after the moves differ, the value of the tag means no
    /// result, or there are results after the first. Not in a game with an illegal move.
    Result,
    /// The number before a move of the main line is not its number, counted from that of the tag
    /// `FEN`, or has the dots of a move of Black before one of White. Moves without numbers are
    /// none.
    MoveNumbers,
    /// One of the seven tags that every game should have is missing, or they do not come first and
    /// in the order Event, Site, Date, Round, White, Black, Result (section 8.1.1).
    SevenTagRoster,
    /// A tag `Date`, `UTCDate` or `EventDate` is not written as `2024.02.29`, with `?` for what is
    /// not known, or names a day that does not exist.
    Dates,
    /// A tag `WhiteElo` or `BlackElo` is no rating from 100 to 4000, nor `?`, `-` or empty.
    Elo,
    /// Two tags have the same name, whatever its case.
    DuplicateTags,
    /// A tag `FEN` without a tag `SetUp` of 1 (section 9.7).
    FenWithoutSetup,
    /// Tags, moves, numbers, signs or results that are read, but are not written as in the
    /// standard: `0-0`, `Ng1-f3`, `[fen "…"]`, and so on. Checks and mates need no sign.
    Spellings,
}

impl FindingType {
    /// All types.
    pub const ALL: [FindingType; 15] = [
        FindingType::Threefold,
        FindingType::Fivefold,
        FindingType::FiftyMoves,
        FindingType::SeventyFiveMoves,
        FindingType::IllegalMove,
        FindingType::AfterTheEnd,
        FindingType::WrongResult,
        FindingType::Result,
        FindingType::MoveNumbers,
        FindingType::SevenTagRoster,
        FindingType::Dates,
        FindingType::Elo,
        FindingType::DuplicateTags,
        FindingType::FenWithoutSetup,
        FindingType::Spellings,
    ];

    /// The types that a [`Referee`](super::Referee) looks for by default: those that the rules of
    /// the game decide.
    pub const BY_DEFAULT: [FindingType; 7] = [
        FindingType::Threefold,
        FindingType::Fivefold,
        FindingType::FiftyMoves,
        FindingType::SeventyFiveMoves,
        FindingType::IllegalMove,
        FindingType::AfterTheEnd,
        FindingType::WrongResult,
    ];

    /// The name, such as `illegal-move`, which is also how it is displayed and parsed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FindingType::Threefold => "threefold",
            FindingType::Fivefold => "fivefold",
            FindingType::FiftyMoves => "fifty-moves",
            FindingType::SeventyFiveMoves => "seventy-five-moves",
            FindingType::IllegalMove => "illegal-move",
            FindingType::AfterTheEnd => "after-the-end",
            FindingType::WrongResult => "wrong-result",
            FindingType::Result => "result",
            FindingType::MoveNumbers => "move-numbers",
            FindingType::SevenTagRoster => "seven-tag-roster",
            FindingType::Dates => "dates",
            FindingType::Elo => "elo",
            FindingType::DuplicateTags => "duplicate-tags",
            FindingType::FenWithoutSetup => "fen-without-setup",
            FindingType::Spellings => "spellings",
        }
    }

    /// Returns a description in one line.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            FindingType::Threefold => "A position came for the third time",
            FindingType::Fivefold => "A position came for the fifth time",
            FindingType::FiftyMoves => "100 plies without a capture or a pawn move",
            FindingType::SeventyFiveMoves => "150 plies without a capture or a pawn move",
            FindingType::IllegalMove => {
                "A fault: a move is illegal, ambiguous or null, or a word is not a move"
            }
            FindingType::AfterTheEnd => "A fault: a move after the end of the game",
            FindingType::WrongResult => "A fault: the result contradicts the last position",
            FindingType::Result => "The tag Result and the result after the moves differ",
            FindingType::MoveNumbers => "A wrong move number",
            FindingType::SevenTagRoster => {
                "A missing tag of the first seven, or another order of them"
            }
            FindingType::Dates => "A date in another form, or a day that does not exist",
            FindingType::Elo => "An Elo that is no rating",
            FindingType::DuplicateTags => "Two tags of one name",
            FindingType::FenWithoutSetup => "A FEN without SetUp \"1\"",
            FindingType::Spellings => {
                "Tags, moves or results that are not written as in the standard"
            }
        }
    }

    /// True if a sound game has no such finding.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            FindingType::IllegalMove | FindingType::AfterTheEnd | FindingType::WrongResult
        )
    }
}

impl Display for FindingType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for FindingType {
    type Err = ParseFindingTypeError;

    fn from_str(name: &str) -> Result<FindingType, ParseFindingTypeError> {
        let named = FindingType::ALL.into_iter().find(|finding_type| finding_type.name() == name);
        named.ok_or_else(|| ParseFindingTypeError { got: name.to_owned() })
    }
}

/// A name that no type of finding has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFindingTypeError {
    got: String,
}

impl Display for ParseFindingTypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = FindingType::ALL.map(FindingType::name).join(", ");
        write!(f, "expected a type of finding ({names}), got {:?}", self.got)
    }
}

impl Error for ParseFindingTypeError {}

/// A set of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted(u32);

impl Wanted {
    pub(super) fn of(types: &[FindingType]) -> Wanted {
        Wanted(types.iter().fold(0, |bits, finding_type| bits | bit(*finding_type)))
    }

    pub(super) fn has(self, finding_type: FindingType) -> bool {
        self.0 & bit(finding_type) != 0
    }

    /// True if the tags or the moves have to be read as they are written.
    pub(super) fn needs_text(self) -> bool {
        self.0 & !Wanted::of(&FindingType::BY_DEFAULT).0 != 0
    }

    /// True if the moves have to be read as they are written.
    pub(super) fn needs_moves(self) -> bool {
        use FindingType::{MoveNumbers, Result, Spellings};
        self.0 & Wanted::of(&[MoveNumbers, Result, Spellings]).0 != 0
    }
}

fn bit(finding_type: FindingType) -> u32 {
    1 << finding_type as u32
}
