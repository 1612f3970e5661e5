//! Moves out of turn, of which each file has one row and the others are counted: in a collection
//! of problems every answer may be one.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zobrist_console::message::say;

/// The moves out of turn of a game.
#[derive(Debug, Default)]
pub(crate) struct OutOfTurn {
    pub(crate) moves: u64,
    /// The bytes of the row of the first among those of the game; empty if they are printed.
    pub(crate) row: Range<usize>,
}

/// The moves out of turn of all files.
#[derive(Debug, Default)]
pub(crate) struct Turns(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// The last file that has a row.
    file: Option<Arc<str>>,
    /// The number of moves that have none.
    without_row: u64,
}

impl Turns {
    /// True if an earlier game of the file has a row.
    pub(crate) fn has_row(&self, file: &str) -> bool {
        self.counts().file.as_deref() == Some(file)
    }

    /// Counts the moves of a game, and takes its row off if the file has one. Games come in order.
    pub(crate) fn take(&self, file: Arc<str>, game: OutOfTurn, rows: &mut Vec<u8>) {
        let mut counts = self.counts();
        let is_first = counts.file.as_ref() != Some(&file);
        if !is_first {
            rows.drain(game.row);
        }
        counts.without_row += game.moves - u64::from(is_first);
        counts.file = Some(file);
    }

    pub(crate) fn say_rest(&self) {
        let moves = self.counts().without_row;
        let (noun, files) = match moves {
            0 => return,
            1 => ("move", "a file that has"),
            _ => ("moves", "files that have"),
        };
        say(&format!("zobrist: {moves} more {noun} out of turn, in {files} a row for the first\n"));
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
