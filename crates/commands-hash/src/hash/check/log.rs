//! Logs of every move: which lines follow from the line before by one legal move.

use shakmaty::Move;

use super::explanation::Followed;
use super::follow::move_between;
use super::line::{self, Checked};
use crate::hash::position_lines::PositionReader;

/// Consecutive lines as a log of every move. Moves are found when they are asked for.
pub(crate) struct Log<'a, 'b, K> {
    reader: &'b PositionReader,
    /// `None` for those that cannot be read.
    lines: &'b [Option<Checked<'a, K>>],
    /// True if the second of the lines is the first of its file.
    begins_file: bool,
    moves: Vec<Option<Option<Move>>>,
}

impl<'a, 'b, K> Log<'a, 'b, K> {
    /// The lines of a chunk, after the last one of the chunk before: `None` if the chunk begins a
    /// file, as `begins_file` says.
    pub(crate) fn new(
        reader: &'b PositionReader,
        lines: &'b [Option<Checked<'a, K>>],
        begins_file: bool,
    ) -> Log<'a, 'b, K> {
        Log { reader, lines, begins_file, moves: vec![None; lines.len()] }
    }

    /// Returns the line before, if a legal move leads from there to a line.
    pub(crate) fn followed(&mut self, index: usize) -> Option<Followed<'a, 'b, K>> {
        let m = self.move_to(index)?;
        let line = self.lines[index - 1].as_ref()?;
        Some(Followed { line, m, is_in_succession: self.is_in_succession(index) })
    }

    /// The move from the line before.
    fn move_to(&mut self, index: usize) -> Option<Move> {
        if let Some(known) = self.moves[index] {
            return known;
        }
        let position = |index: usize| {
            let line = self.lines[index].as_ref()?;
            line::position(self.reader, line.text).ok()
        };
        let before = index.checked_sub(1).and_then(position);
        let found = before.and_then(|before| move_between(&before, &position(index)?));
        self.moves[index] = Some(found);
        found
    }

    /// True if one of the lines beside a line and the one before it belongs to them, too, or none
    /// is known that does not.
    fn is_in_succession(&mut self, index: usize) -> bool {
        let first = index - 1;
        let earlier =
            (first > 1 || first == 1 && !self.begins_file).then(|| self.move_to(first).is_some());
        let later = (index + 1 < self.lines.len()).then(|| self.move_to(index + 1).is_some());
        match (earlier, later) {
            (Some(true), _) | (_, Some(true)) => true,
            (Some(false), Some(false)) => false,
            // A file begins with the two.
            (None, Some(false)) => first != 1 || !self.begins_file,
            _ => true,
        }
    }
}
