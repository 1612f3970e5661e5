//! Writes records as SGF.

use core::fmt::{self, Write};
use std::collections::BTreeMap;

use super::record::{Node, Record};
use crate::board::{Board, PlaceError};
use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

/// Writes a record as SGF, FF\[4\].
///
/// ```
/// use zobrist_go::sgf::{read, write};
///
/// let text = "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee](;W[ec])(;W[]))";
/// assert_eq!(write(&read(text.as_bytes())?), text);
/// # Ok::<(), zobrist_go::sgf::SgfError>(())
/// ```
///
/// Every record that [`read`](super::read) returns can be written, without its faults. A record without
/// nodes is written with an empty one.
///
/// # Panics
/// When the record is not one game on a board: no board has its size, or a point is off the board.
pub fn write(record: &Record) -> String {
    check(record);
    let mut text = String::new();
    write_tree(record, &mut text).expect("a string takes any text");
    text
}

/// Panics if a record cannot be written.
fn check(record: &Record) {
    let (width, height) = (record.width, record.height);
    if let Err(error) = Board::new(width, height) {
        panic!("{error}");
    }
    for (number, node) in record.nodes().enumerate() {
        let set_up = node.set_up.iter().map(|(point, _)| *point);
        let played = node.moves.iter().filter_map(|(_, played)| match played {
            Move::Play(point) => Some(*point),
            Move::Pass => None,
        });
        for point in set_up.chain(played) {
            if point.column() >= width || point.row() >= height {
                panic!("node {number}: {}", PlaceError::OffBoard { point, width, height });
            }
        }
    }
}

/// A step of writing a tree.
enum Step {
    /// A node and everything after it.
    Node(usize),
    /// A node and everything after it, in parentheses.
    Variation(usize),
    Close,
}

fn write_tree(record: &Record, text: &mut String) -> fmt::Result {
    let mut children = vec![Vec::new(); record.nodes().len()];
    for (number, node) in record.nodes().enumerate() {
        node.parent.into_iter().for_each(|parent| children[parent].push(number));
    }
    let mut steps = vec![Step::Variation(0)];
    while let Some(step) = steps.pop() {
        match step {
            Step::Variation(number) => {
                text.push('(');
                steps.extend([Step::Close, Step::Node(number)]);
            }
            Step::Close => text.push(')'),
            Step::Node(number) => {
                text.push(';');
                if number == 0 {
                    write_root(record, text)?;
                }
                // A record without nodes is written with one.
                let Some(children) = children.get(number) else { continue };
                write_node(record.height, record.node(number), text)?;
                match children[..] {
                    [only] => steps.push(Step::Node(only)),
                    _ => steps.extend(children.iter().rev().map(|child| Step::Variation(*child))),
                }
            }
        }
    }
    Ok(())
}

fn write_root(record: &Record, text: &mut String) -> fmt::Result {
    let (width, height) = (record.width, record.height);
    write!(text, "GM[1]FF[4]SZ[{width}")?;
    if width != height {
        write!(text, ":{height}")?;
    }
    text.push(']');
    if let Some(komi) = &record.komi {
        write!(text, "KM[{}]", komi.replace('\\', r"\\").replace(']', r"\]"))?;
    }
    Ok(())
}

fn write_node(height: usize, node: Node<'_>, text: &mut String) -> fmt::Result {
    let at = |point: Point| {
        let letter = |index: usize| char::from(b'a' + index as u8);
        String::from_iter([letter(point.column()), letter(height - 1 - point.row())])
    };
    // If a point is set up twice, the last one counts; in SGF it may appear only once.
    let last: BTreeMap<Point, Option<Color>> = node.set_up.iter().copied().collect();
    for (name, stone) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let mut points = last.iter().filter(|(_, set)| **set == stone).peekable();
        if points.peek().is_some() {
            text.push_str(name);
        }
        for (point, _) in points {
            write!(text, "[{}]", at(*point))?;
        }
    }
    let letter = |color: Color| match color {
        Color::Black => "B",
        Color::White => "W",
    };
    if let Some(color) = node.to_move {
        write!(text, "PL[{}]", letter(color))?;
    }
    for (color, played) in node.moves {
        let value = match played {
            Move::Pass => String::new(),
            Move::Play(point) => at(*point),
        };
        write!(text, "{}[{value}]", letter(*color))?;
    }
    Ok(())
}
