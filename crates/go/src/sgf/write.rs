//! Writes records as SGF.

use std::collections::HashMap;

use sgf_parse::SgfNode;
use sgf_parse::go::Prop;

use super::{Node, Record, with_stack_for};
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
/// What [`read`](super::read) returns can be written, except for what it could not read: faults
/// are left out. A record without nodes is written with an empty one.
///
/// # Panics
/// When the record is not one game on a board: no board has its size, a point is off the board,
/// the first node has a parent, or another has none before it. Also when it has so many nodes
/// that there is no memory to write them.
pub fn write(record: &Record) -> String {
    check(record);
    with_stack_for(record.nodes.len(), || {
        let mut nodes: Vec<SgfNode<Prop>> = record.nodes.iter().map(|n| node(record, n)).collect();
        // The last node first, so that each has its children before its parent takes it.
        while nodes.len() > 1 {
            let mut last = nodes.pop().expect("there is more than one");
            last.children.reverse();
            let parent =
                record.nodes[nodes.len()].parent.expect("only the first node has no parent");
            nodes[parent].children.push(last);
        }
        let mut root = nodes.pop().unwrap_or_default();
        root.children.reverse();
        root.properties.splice(0..0, root_properties(record));
        root.is_root = true;
        root.serialize()
    })
    .expect("there is memory for the nodes")
}

/// Panics when there is no way to write a record.
fn check(record: &Record) {
    let (width, height) = (record.width, record.height);
    if let Err(error) = Board::new(width, height) {
        panic!("{error}");
    }
    for (number, node) in record.nodes.iter().enumerate() {
        let parent = node.parent;
        if number == 0 {
            assert!(parent.is_none(), "node 0: expected no parent, found {parent:?}");
        } else {
            let is_before = parent.is_some_and(|parent| parent < number);
            assert!(is_before, "node {number}: expected a parent before it, found {parent:?}");
        }
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

/// A property whose values are text. `sgf-parse` has types for most of them, but writes a
/// square's size as two numbers, which the format forbids, and points in no order.
fn property(name: &str, values: Vec<String>) -> Prop {
    Prop::Unknown(name.to_owned(), values)
}

fn root_properties(record: &Record) -> impl Iterator<Item = Prop> {
    let size = if record.width == record.height {
        record.width.to_string()
    } else {
        format!("{}:{}", record.width, record.height)
    };
    let komi = record.komi.as_ref().map(|komi| ("KM", escape(komi)));
    [("GM", "1".to_owned()), ("FF", "4".to_owned()), ("SZ", size)]
        .into_iter()
        .chain(komi)
        .map(|(name, value)| property(name, vec![value]))
}

fn escape(text: &str) -> String {
    text.replace('\\', r"\\").replace(']', r"\]")
}

fn node(record: &Record, node: &Node) -> SgfNode<Prop> {
    let at = |point: Point| {
        let letter = |index: usize| char::from(b'a' + index as u8);
        String::from_iter([letter(point.column()), letter(record.height - 1 - point.row())])
    };
    let mut properties = Vec::new();
    // If a point is set up twice, the last one counts; in SGF it may appear only once.
    let last: HashMap<Point, Option<Color>> = node.set_up.iter().copied().collect();
    for (name, stone) in [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)] {
        let set = last.iter().filter(|(_, set)| **set == stone);
        let mut points: Vec<Point> = set.map(|(point, _)| *point).collect();
        if !points.is_empty() {
            points.sort_unstable();
            properties.push(property(name, points.into_iter().map(at).collect()));
        }
    }
    let letter = |color: Color| match color {
        Color::Black => "B",
        Color::White => "W",
    };
    properties.extend(node.to_move.map(|to_move| property("PL", vec![letter(to_move).to_owned()])));
    for (color, played) in &node.moves {
        let value = match played {
            Move::Pass => String::new(),
            Move::Play(point) => at(*point),
        };
        properties.push(property(letter(*color), vec![value]));
    }
    SgfNode::new(properties, Vec::new(), false)
}
