//! Games of an index as SGF.

use std::collections::BTreeMap;
use std::fmt::Write;

use zobrist_go::{Color, Move, Point};

use crate::builder::GameFacts;
use crate::line::{Line, Step};

impl Line {
    /// Returns the game as SGF, with the names, the result and the date of `facts`, up to where it
    /// can be read.
    ///
    /// ```
    /// use zobrist_go::sgf::read;
    /// use zobrist_go_index::{GameFacts, Line};
    ///
    /// let line = Line::of(&read(b"(;SZ[19]AB[pd];W[dp];B[])")?);
    /// let facts = GameFacts { black: Some("A [1d]".to_owned()), ..GameFacts::default() };
    /// let sgf = line.to_sgf(&facts);
    /// assert_eq!(sgf, "(;GM[1]FF[4]CA[UTF-8]SZ[19]PB[A [1d\\]]AB[pd]\n;W[dp]\n;B[])");
    /// assert_eq!(Line::of(&read(sgf.as_bytes())?), line);
    /// # Ok::<(), zobrist_go::sgf::SgfError>(())
    /// ```
    #[must_use]
    pub fn to_sgf(&self, facts: &GameFacts) -> String {
        let (width, height) = self.size();
        let size = match width == height {
            true => width.to_string(),
            false => format!("{width}:{height}"),
        };
        let mut text = format!("(;GM[1]FF[4]CA[UTF-8]SZ[{size}]");
        for (name, value) in
            [("PB", &facts.black), ("PW", &facts.white), ("RE", &facts.result), ("DT", &facts.date)]
        {
            if let Some(value) = value {
                let value = value.replace('\\', "\\\\").replace(']', "\\]");
                push(&mut text, format_args!("{name}[{value}]"));
            }
        }
        for (number, step) in self.steps().enumerate() {
            match step {
                Step::Fault => break,
                Step::SetUp(points) => {
                    if number > 0 {
                        text += "\n;";
                    }
                    set_up(&mut text, points, height);
                }
                Step::Move(color, played) => {
                    let name = if color == Color::Black { "B" } else { "W" };
                    push(&mut text, format_args!("\n;{name}["));
                    if let Move::Play(at) = played {
                        point(&mut text, at, height);
                    }
                    text.push(']');
                }
            }
        }
        text + ")"
    }
}

/// Writes stones that are set up, each point once.
fn set_up(text: &mut String, points: &[(Point, Option<Color>)], height: usize) {
    let at = |point: &Point| (point.row(), point.column());
    let stones: BTreeMap<_, _> =
        points.iter().map(|(point, stone)| (at(point), (*point, *stone))).collect();
    for (name, wanted) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let mut all = stones.values().filter(|(_, stone)| *stone == wanted).peekable();
        if all.peek().is_some() {
            *text += name;
        }
        for (at, _) in all {
            text.push('[');
            point(text, *at, height);
            text.push(']');
        }
    }
}

/// Writes the letters of a point; boards have at most 25 columns and rows.
fn point(text: &mut String, point: Point, height: usize) {
    for number in [point.column(), height - 1 - point.row()] {
        text.push(char::from(b'a' + number as u8));
    }
}

/// Writing to a string cannot fail.
fn push(text: &mut String, words: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(words);
}
