//! Faults of a recorded game, and the rules by which it is judged.

use clap::ValueEnum;
use zobrist_go::{Color, Point, Rules};

/// By what a game is judged.
#[derive(Clone, Copy, Debug)]
pub struct Standard {
    /// Rules of the moves.
    pub rules: Rules,
    /// True if results are compared with the board at the end.
    pub results: bool,
}

impl From<Rules> for Standard {
    fn from(rules: Rules) -> Standard {
        Standard { rules, results: false }
    }
}

/// The comparison of a result with the board at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It was not asked for.
    NotAsked,
    /// The result is the score, or it was reported.
    Done,
    /// The result cannot be compared.
    Impossible(Uncompared),
}

/// The reason why a result cannot be compared with the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Uncompared {
    /// The result has no points.
    NoMargin,
    /// The game does not end by two passes.
    NotOver,
    /// The game cannot be played to its end.
    Unplayable,
    /// Some points are not decided.
    Undecided,
    /// The komi is no number of halves.
    Komi,
    /// The komi is larger than the board.
    KomiBeyond,
    /// The rules tax groups.
    GroupTax,
    /// The rules have a button.
    Button,
}

impl Uncompared {
    /// The games that it stands for, after their number.
    pub fn games(self) -> &'static str {
        match self {
            Uncompared::NoMargin => "without a result in points",
            Uncompared::NotOver => "without two passes at the end",
            Uncompared::Unplayable => "that cannot be played to the end",
            Uncompared::Undecided => "with points that are not decided",
            Uncompared::Komi => "with komi that is no number of halves",
            Uncompared::KomiBeyond => "with komi beyond the board",
            Uncompared::GroupTax => "with a tax on groups",
            Uncompared::Button => "with a button",
        }
    }
}

/// Kinds of faults, by the names that options have for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FaultKind {
    /// A position that the rules forbid to repeat
    Repetition,
    /// A play that takes off the player's own stones, where that is not allowed
    Suicide,
    /// A stone on an occupied point
    Occupied,
    /// A stone off the board
    OffBoard,
    /// A move by the player who moved last
    OutOfTurn,
    /// A handicap without its stones
    Handicap,
    /// A result that the board contradicts
    Result,
    /// A node that cannot be read or set up
    Node,
}

/// Something that is wrong.
#[derive(Debug)]
pub struct Fault {
    /// Its kind.
    pub kind: FaultKind,
    /// The number of its line: 0 is the main line, the others are numbered as they stand in the
    /// file.
    pub variation: u64,
    /// The number of the move, from 1; of the last move for a result, and 0 for a handicap.
    pub number: u64,
    /// The ply of the position that it made, or of the last one before it if it made none.
    /// Set-ups after the first node are plies, too.
    pub ply: usize,
    /// False if the rest of its line is skipped, since it cannot be played.
    pub is_played: bool,
    /// The player of the move.
    pub player: Option<Color>,
    /// The point of the move.
    pub point: Option<Point>,
    /// The fault in words.
    pub what: String,
    /// The position that it repeats.
    pub repetition: Option<Repeated>,
}

/// The position that a repetition repeats.
#[derive(Clone, Copy, Debug)]
pub struct Repeated {
    /// The number of the earlier move.
    pub earlier: u64,
    /// Its ply.
    pub earlier_ply: usize,
    /// The plies since.
    pub cycle: u64,
}
