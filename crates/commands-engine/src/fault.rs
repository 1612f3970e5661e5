//! Faults of an engine's hash, as they are reported.

use std::collections::BTreeMap;

use crate::rules::Rules;
use crate::word::{Question, Word};

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FaultKind {
    /// The engine ended.
    Crash,
    /// The engine gave no answer in time.
    Hang,
    /// The engine shows another position than it was asked for.
    Position,
    /// A FEN and moves follow different conventions, or have different words.
    Convention,
    /// The key by moves differs from that by FEN.
    Update,
    /// The key of a FEN is not the sum of the words of its facts.
    Fen,
    /// The key changes over a search.
    Search,
    /// Words of the table are zero, equal or dependent.
    Table,
}

impl FaultKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            FaultKind::Crash => "crash",
            FaultKind::Hang => "hang",
            FaultKind::Position => "position",
            FaultKind::Convention => "convention",
            FaultKind::Update => "update",
            FaultKind::Fen => "fen",
            FaultKind::Search => "search",
            FaultKind::Table => "table",
        }
    }
}

/// Two questions whose keys must agree, and do not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Example {
    pub(crate) by_moves: Question,
    pub(crate) by_fen: Question,
    pub(crate) keys: (Word, Word),
}

impl Example {
    pub(crate) fn difference(&self) -> Word {
        self.keys.0 ^ self.keys.1
    }
}

/// One fault.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) kind: FaultKind,
    /// One line.
    pub(crate) title: String,
    /// The terms of the difference; empty if it has no name.
    pub(crate) terms: Vec<String>,
    pub(crate) example: Option<Example>,
    /// Lines, positions or words that show it.
    pub(crate) count: u64,
    /// The kinds of moves that show it.
    pub(crate) moves: BTreeMap<String, u64>,
    /// Further lines for the report.
    pub(crate) notes: Vec<String>,
    /// The rules of the positions, if they are not those of chess.
    pub(crate) rules: Option<Rules>,
    /// Lines of one form are one fault.
    pub(crate) form: String,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, title: String) -> Fault {
        Fault {
            kind,
            form: title.clone(),
            title,
            terms: Vec::new(),
            example: None,
            count: 1,
            moves: BTreeMap::new(),
            notes: Vec::new(),
            rules: None,
        }
    }
}
