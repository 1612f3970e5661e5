//! The values of properties that a record is made of, as they are read and written.

use std::collections::BTreeMap;

use super::charset::Charset;
use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

/// Returns the capital letters of a name, with zeros after them; if there are more than two, those
/// of no property that is read. Small letters mean nothing; they date from before FF\[4\].
pub(super) fn capitals(name: &[u8]) -> [u8; 2] {
    let mut letters = name.iter().copied().filter(u8::is_ascii_uppercase);
    let [first, second, third] = [(); 3].map(|()| letters.next().unwrap_or(0));
    if third == 0 { [first, second] } else { [third; 2] }
}

/// The text of a value without escapes and space. Numbers and points have neither.
pub(super) fn word(value: &[u8]) -> Vec<u8> {
    // No character of two bytes is part of a number or a point.
    let mut word = Charset::Plain.unescape(value);
    word.retain(|byte| !byte.is_ascii_whitespace());
    word
}

/// A column from the left and a row from the top, as SGF names them: both below 52.
pub(super) type Spot = (usize, usize);

fn spot(word: &[u8]) -> Option<Spot> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match word {
        [column, row] => Some((index(*column)?, index(*row)?)),
        _ => None,
    }
}

/// Reads a point, or a pass, which is empty.
pub(super) fn spot_or_pass(value: &[u8]) -> Option<Option<Spot>> {
    if let Some(spot) = spot(value) {
        return Some(Some(spot));
    }
    let word = word(value);
    if word.is_empty() { Some(None) } else { spot(&word).map(Some) }
}

/// Reads a point or a rectangle of points: its upper left and lower right corners.
pub(super) fn rectangle(value: &[u8]) -> Option<(Spot, Spot)> {
    if let Some(spot) = spot(value) {
        return Some((spot, spot));
    }
    let word = word(value);
    let (first, last) = match &word[..] {
        [first @ .., b':', _, _] => (spot(first)?, spot(&word[word.len() - 2..])?),
        word => (spot(word)?, spot(word)?),
    };
    (first.0 <= last.0 && first.1 <= last.1).then_some((first, last))
}

/// Reads a color. Some programs write words or numbers.
pub(super) fn color(value: &[u8]) -> Option<Color> {
    match &*word(value).to_ascii_lowercase() {
        b"b" | b"black" | b"1" => Some(Color::Black),
        b"w" | b"white" | b"2" => Some(Color::White),
        _ => None,
    }
}

/// Reads a size: the columns and rows, which may be too many for a board.
pub(super) fn size(value: &[u8]) -> Option<(usize, usize)> {
    let word = word(value);
    let word = core::str::from_utf8(&word).ok()?;
    let (width, height) = word.split_once(':').unwrap_or((word, word));
    let side = |text: &str| text.parse::<u8>().ok().map(usize::from);
    Some((side(width)?, side(height)?))
}

/// True if a value of `GM`, the number of a game, is that of Go, or empty; `None` when it is no
/// number.
pub(super) fn is_go(value: &[u8]) -> Option<bool> {
    let word = word(value);
    let number = core::str::from_utf8(&word).ok()?.parse::<i32>();
    if word.is_empty() { Some(true) } else { number.ok().map(|number| number == 1) }
}

/// Stones that are set up, in order.
pub(super) type SetUp = [(Point, Option<Color>)];

/// Returns the first point that is not on a board.
pub(super) fn off_board(
    width: usize,
    height: usize,
    set_up: &SetUp,
    moves: &[(Color, Move)],
) -> Option<Point> {
    let set_up = set_up.iter().map(|(point, _)| *point);
    let played = moves.iter().filter_map(|(_, played)| match played {
        Move::Play(point) => Some(*point),
        Move::Pass => None,
    });
    let mut points = set_up.chain(played);
    points.find(|point| point.column() >= width || point.row() >= height)
}

/// Appends the stones that are set up on a board with a number of rows.
pub(super) fn write_set_up(height: usize, set_up: &SetUp, text: &mut Vec<u8>) {
    // If a point is set up twice, the last one counts; in SGF it may appear only once.
    let last: BTreeMap<Point, Option<Color>> = set_up.iter().copied().collect();
    for (name, stone) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let mut points = last.iter().filter(|(_, set)| **set == stone).peekable();
        if points.peek().is_some() {
            text.extend_from_slice(name.as_bytes());
        }
        for (point, _) in points {
            let [column, row] = letters(height, *point);
            text.extend_from_slice(&[b'[', column, row, b']']);
        }
    }
}

/// Appends whose turn it is.
pub(super) fn write_to_move(to_move: Option<Color>, text: &mut Vec<u8>) {
    if let Some(color) = to_move {
        text.extend_from_slice(&[b'P', b'L', b'[', letter(color), b']']);
    }
}

/// Appends the moves.
pub(super) fn write_moves(height: usize, moves: &[(Color, Move)], text: &mut Vec<u8>) {
    for (color, played) in moves {
        text.extend_from_slice(&[letter(*color), b'[']);
        if let Move::Play(point) = played {
            text.extend(letters(height, *point));
        }
        text.push(b']');
    }
}

/// Appends the size of a board.
pub(super) fn write_size(width: usize, height: usize, text: &mut Vec<u8>) {
    text.extend_from_slice(format!("SZ[{width}").as_bytes());
    if width != height {
        text.extend_from_slice(format!(":{height}").as_bytes());
    }
    text.push(b']');
}

fn letter(color: Color) -> u8 {
    match color {
        Color::Black => b'B',
        Color::White => b'W',
    }
}

fn letters(height: usize, point: Point) -> [u8; 2] {
    [b'a' + point.column() as u8, b'a' + (height - 1 - point.row()) as u8]
}
