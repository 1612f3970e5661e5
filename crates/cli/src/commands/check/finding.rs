//! A finding in a game: one row of `zobrist check`.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::rows::{Format, Value};

/// Type of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingType {
    Threefold,
    Fivefold,
    FiftyMoves,
    SeventyFiveMoves,
    IllegalMove,
    AfterTheEnd,
    WrongResult,
}

impl FindingType {
    const ALL: [FindingType; 7] = [
        FindingType::Threefold,
        FindingType::Fivefold,
        FindingType::FiftyMoves,
        FindingType::SeventyFiveMoves,
        FindingType::IllegalMove,
        FindingType::AfterTheEnd,
        FindingType::WrongResult,
    ];

    const fn name(self) -> &'static str {
        match self {
            FindingType::Threefold => "threefold",
            FindingType::Fivefold => "fivefold",
            FindingType::FiftyMoves => "fifty-moves",
            FindingType::SeventyFiveMoves => "seventy-five-moves",
            FindingType::IllegalMove => "illegal-move",
            FindingType::AfterTheEnd => "after-the-end",
            FindingType::WrongResult => "wrong-result",
        }
    }

    const fn help(self) -> &'static str {
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
        }
    }

    /// True if a sound game has no such finding.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            FindingType::IllegalMove | FindingType::AfterTheEnd | FindingType::WrongResult
        )
    }
}

impl ValueEnum for FindingType {
    fn value_variants<'a>() -> &'a [FindingType] {
        &FindingType::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.help()))
    }
}

/// A finding in a game.
#[derive(Clone, Debug)]
pub struct Finding {
    pub finding_type: FindingType,
    /// The ply of a position, or that of a move: 1 for the first move.
    pub ply: usize,
    pub detail: String,
}

const COLUMNS: &[&str] = &["file", "game", "ply", "type", "detail"];
const JSON_COLUMNS: &[&str] = &["type", "file", "game", "ply", "detail"];

/// The line before the first row, if the format has one.
pub fn header(format: Format) -> Vec<u8> {
    format.header(COLUMNS)
}

impl Finding {
    /// Appends the row of the finding; `game` is the number of the game within its file.
    pub fn append(&self, format: Format, rows: &mut Vec<u8>, file: &str, game: u64) {
        let finding_type = Value::Text(self.finding_type.name());
        let place = [Value::Name(file), Value::Number(game), Value::Number(self.ply as u64)];
        let detail = Value::Text(&self.detail);
        let [file, game, ply] = place;
        match format {
            Format::Jsonl => {
                format.append(rows, JSON_COLUMNS, &[finding_type, file, game, ply, detail]);
            }
            Format::Text | Format::Csv => {
                format.append(rows, COLUMNS, &[file, game, ply, finding_type, detail]);
            }
        }
    }
}
