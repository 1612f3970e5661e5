//! To SGF.

use std::collections::HashSet;

use sgf_parse::go::{Move as SgfMove, Point as SgfPoint, Prop};
use sgf_parse::{Color, SgfNode};

use super::{Record, with_stack_for};
use crate::colour::Colour;
use crate::game::Move;
use crate::point::Point;

/// A record as SGF, FF\[4\].
///
/// ```
/// use zobrist_go::sgf::{read, write};
///
/// let text = "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee](;W[ec])(;W[]))";
/// assert_eq!(write(&read(text.as_bytes())?), text);
/// # Ok::<(), zobrist_go::sgf::SgfError>(())
/// ```
pub fn write(record: &Record) -> String {
    with_stack_for(record.nodes.len(), || {
        let mut nodes: Vec<SgfNode<Prop>> =
            (0..record.nodes.len()).map(|number| node(record, number)).collect();
        // The last node first, so that each has its children before its parent takes it.
        while let Some(mut last) = nodes.pop() {
            last.children.reverse();
            match record.nodes[nodes.len()].parent {
                Some(parent) => nodes[parent].children.push(last),
                None => return last.serialize(),
            }
        }
        String::new()
    })
}

fn node(record: &Record, number: usize) -> SgfNode<Prop> {
    let at = |point: Point| SgfPoint {
        x: point.column() as u8,
        y: (record.height - 1 - point.row()) as u8,
    };
    let mut properties = Vec::new();
    if number == 0 {
        let size = if record.width == record.height {
            record.width.to_string()
        } else {
            format!("{}:{}", record.width, record.height)
        };
        // `Prop::SZ` would be written as two numbers, which the format forbids for squares.
        let root = [("GM", "1".to_owned()), ("FF", "4".to_owned()), ("SZ", size)];
        let komi = record.komi.clone().map(|komi| ("KM", komi));
        for (name, value) in root.into_iter().chain(komi) {
            properties.push(Prop::Unknown(name.to_owned(), vec![value]));
        }
    }
    let node = &record.nodes[number];
    for (stone, property) in [
        (Some(Colour::Black), Prop::AB as fn(HashSet<SgfPoint>) -> Prop),
        (Some(Colour::White), Prop::AW),
        (None, Prop::AE),
    ] {
        let set = node.set_up.iter().filter(|(_, set)| *set == stone);
        let points: HashSet<SgfPoint> = set.map(|(point, _)| at(*point)).collect();
        if !points.is_empty() {
            properties.push(property(points));
        }
    }
    properties.extend(node.to_move.map(|colour| match colour {
        Colour::Black => Prop::PL(Color::Black),
        Colour::White => Prop::PL(Color::White),
    }));
    for (colour, played) in &node.moves {
        let played = match played {
            Move::Pass => SgfMove::Pass,
            Move::Play(point) => SgfMove::Move(at(*point)),
        };
        properties.push(match colour {
            Colour::Black => Prop::B(played),
            Colour::White => Prop::W(played),
        });
    }
    SgfNode::new(properties, Vec::new(), number == 0)
}
