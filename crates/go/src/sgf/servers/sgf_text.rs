//! SGF that is written line by line beside a record of another format.

use core::fmt::Write;

use crate::color::Color;

/// The text so far. Every move is put on the line on which it stands in the other record.
#[derive(Debug, Default)]
pub(super) struct SgfText {
    text: String,
    /// The line that is being written, from 1; 0 before the first node.
    line: usize,
}

impl SgfText {
    /// Begins the game with the size of its board.
    pub(super) fn begin(&mut self, size: usize) {
        self.line = 1;
        let _ = write!(self.text, "(;GM[1]FF[4]CA[UTF-8]SZ[{size}]");
    }

    /// Writes a property, unless the text is empty.
    pub(super) fn property(&mut self, name: &str, value: &str) {
        let value = value.trim();
        if value.is_empty() {
            return;
        }
        let _ = write!(self.text, "{name}[");
        for c in value.chars() {
            if matches!(c, ']' | '\\') {
                self.text.push('\\');
            }
            // Every line of the record stays a line.
            self.text.push(if c.is_control() { ' ' } else { c });
        }
        self.text.push(']');
    }

    /// Writes the stones of a handicap.
    pub(super) fn handicap(&mut self, stones: &[(usize, usize)]) {
        if stones.is_empty() {
            return;
        }
        let _ = write!(self.text, "HA[{}]AB", stones.len());
        for (column, row) in stones {
            let _ = write!(self.text, "[{}{}]", letter(*column), letter(*row));
        }
    }

    /// Writes a move, or a pass without a point: its column and row from 0 at the upper left.
    pub(super) fn play(&mut self, line: usize, color: Color, point: Option<(usize, usize)>) {
        while self.line < line {
            self.text.push('\n');
            self.line += 1;
        }
        let name = if color == Color::Black { 'B' } else { 'W' };
        let _ = match point {
            Some((column, row)) => {
                write!(self.text, ";{name}[{}{}]", letter(column), letter(row))
            }
            None => write!(self.text, ";{name}[]"),
        };
    }

    /// The text with its end; empty if no game began.
    pub(super) fn end(mut self) -> String {
        if self.line > 0 {
            self.text.push(')');
        }
        self.text
    }
}

/// The letter of a column or row: small ones, then capitals, as for the largest boards of SGF. What
/// is above is on no board either.
fn letter(index: usize) -> char {
    let index = index.min(51) as u8;
    char::from(if index < 26 { b'a' + index } else { b'A' + index - 26 })
}

/// The stones of a handicap on 19 × 19, from the upper left; `None` if there are not from 2 to 9.
/// The third stone stands at the upper left in records of Tygem and CyberOro, and at the lower right
/// in those of others.
pub(super) fn handicap(stones: usize, is_third_left: bool) -> Option<Vec<(usize, usize)>> {
    const NEAR: usize = 3;
    const MIDDLE: usize = 9;
    const FAR: usize = 15;
    let mut points = vec![(FAR, NEAR), (NEAR, FAR), (FAR, FAR), (NEAR, NEAR)];
    if is_third_left {
        points.swap(2, 3);
    }
    let sides = [(NEAR, MIDDLE), (FAR, MIDDLE), (MIDDLE, NEAR), (MIDDLE, FAR)];
    match stones {
        2..=4 => points.truncate(stones),
        5..=9 => {
            let has_center = stones % 2 == 1;
            points.extend(sides.into_iter().take(stones - 4 - usize::from(has_center)));
            points.extend(has_center.then_some((MIDDLE, MIDDLE)));
        }
        _ => return None,
    }
    Some(points)
}
