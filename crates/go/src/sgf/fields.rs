//! The text of what a node says by its fields: stones, turn and moves.

use std::collections::BTreeMap;

use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

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
