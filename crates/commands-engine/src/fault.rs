//! Faults of an engine's hash, as they are reported.

use std::collections::BTreeMap;

use crate::form::Form;
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
    /// The kind of a fault that is no difference along a line, by which lines are found to show it.
    pub(crate) tag: String,
    /// The readings that all lines have.
    pub(crate) form: Form,
    /// True if all lines are about rights of kings and rooks off their squares of standard chess.
    pub(crate) is_off_home: bool,
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, title: String) -> Fault {
        Fault {
            kind,
            tag: title.clone(),
            title,
            terms: Vec::new(),
            example: None,
            count: 1,
            moves: BTreeMap::new(),
            notes: Vec::new(),
            rules: None,
            form: Form::new(),
            is_off_home: false,
        }
    }

    /// Counts a line that shows it, by the kind of its last move.
    pub(crate) fn add_line(&mut self, event: String) {
        self.count += 1;
        *self.moves.entry(event).or_default() += 1;
    }

    /// Counts the lines of another fault that is this one.
    pub(crate) fn add_lines(&mut self, other: Fault) {
        self.count += other.count;
        for (event, count) in other.moves {
            *self.moves.entry(event).or_default() += count;
        }
    }

    /// Adds notes, of which the first few are kept.
    pub(crate) fn add_notes(&mut self, notes: Vec<String>) {
        const KEPT: usize = 5;
        let more = notes.len().saturating_sub(KEPT);
        self.notes.extend(notes.into_iter().take(KEPT));
        if more > 0 {
            self.notes.push(format!("and         {more} more"));
        }
    }
}
