//! From SGF.

use sgf_parse::go::{Move as SgfMove, Point as SgfPoint, Prop};
use sgf_parse::{Color, GameTree, SgfNode, SgfParseError};

use super::{Node, Record, SgfError, with_stack_for};
use crate::board::{Board, BoardSizeError};
use crate::colour::Colour;
use crate::game::Move;
use crate::point::Point;

/// Reads one game, such as [`cut`](super::cut) gives them.
///
/// Text that is not UTF-8 may stand in comments and names, which are passed over.
/// A pass is written as an empty move, or as `tt` on boards of up to 19 columns and
/// rows; without a size the board is 19 × 19.
///
/// # Errors
/// When the text is not SGF or of another game, or when its size cannot be read or no board has
/// it. What else cannot be read is told by the [`fault`](Node::fault) of its node.
pub fn read(text: &[u8]) -> Result<Record, SgfError> {
    let nodes = text.iter().filter(|byte| **byte == b';').count();
    with_stack_for(nodes, || {
        let text = String::from_utf8_lossy(text);
        let games = sgf_parse::parse(&text).map_err(SgfError::Syntax)?;
        let first = games.into_iter().next().ok_or(SgfError::Syntax(SgfParseError::NoGameTrees))?;
        match first {
            GameTree::GoGame(root) => record(root, komi(&text)),
            GameTree::Unknown(_) => Err(SgfError::OtherGame),
        }
    })
}

/// The text of the property `KM` of the first node; the last one, if there are several.
/// `sgf-parse` makes a number of it where it can, so that 6.50 would not come back. The
/// text is SGF: `sgf-parse` has read it.
fn komi(text: &str) -> Option<String> {
    let mut komi = None;
    let (_, mut rest) = text.split_once(';')?;
    loop {
        rest = rest.trim_ascii_start();
        if rest.starts_with([';', '(', ')']) {
            return komi;
        }
        let (name, mut values) = rest.split_once('[')?;
        // Small letters in names mean nothing; they are from before FF[4].
        let is_komi = name.chars().filter(char::is_ascii_uppercase).eq("KM".chars());
        loop {
            let (value, after) = unescape(values);
            if is_komi {
                komi = Some(value.trim().to_owned());
            }
            rest = after.trim_ascii_start();
            let Some(next) = rest.strip_prefix('[') else { break };
            values = next;
        }
    }
}

/// A value without its escapes, and what comes after its closing bracket.
fn unescape(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            ']' => break,
            '\\' => value.extend(chars.next()),
            other => value.push(other),
        }
    }
    (value, chars.as_str())
}

fn record(mut root: SgfNode<Prop>, komi: Option<String>) -> Result<Record, SgfError> {
    let mut record = Record { width: 19, height: 19, komi, nodes: Vec::new() };
    for property in &root.properties {
        match property {
            Prop::SZ((width, height)) => {
                (record.width, record.height) = (usize::from(*width), usize::from(*height));
            }
            Prop::Invalid(name, _) if name == "SZ" => return Err(unreadable(0, property)),
            _ => {}
        }
    }
    let (width, height) = (record.width, record.height);
    Board::<u64>::new(width, height).map_err(|error: BoardSizeError| SgfError::Size(error))?;

    // Children are taken out of their parents, or they would be dropped by nested calls.
    let children = core::mem::take(&mut root.children);
    record.nodes.push(node(&record, None, &root.properties));
    let mut open: Vec<(usize, SgfNode<Prop>)> =
        children.into_iter().rev().map(|child| (0, child)).collect();
    while let Some((parent, mut child)) = open.pop() {
        let number = record.nodes.len();
        let children = core::mem::take(&mut child.children);
        open.extend(children.into_iter().rev().map(|grandchild| (number, grandchild)));
        record.nodes.push(node(&record, Some(parent), &child.properties));
    }
    Ok(record)
}

fn node(record: &Record, parent: Option<usize>, properties: &[Prop]) -> Node {
    let mut node = Node { parent, ..Node::default() };
    for property in properties {
        let read = add(record, &mut node, property);
        node.fault = node.fault.or(read.err());
    }
    node
}

fn add(record: &Record, node: &mut Node, property: &Prop) -> Result<(), SgfError> {
    let number = record.nodes.len();
    let on_board = |at: &SgfPoint| {
        let (column, row) = (usize::from(at.x), usize::from(at.y));
        let inside = column < record.width && row < record.height;
        let point = inside.then(|| Point::new(column, record.height - 1 - row)).flatten();
        point.ok_or_else(|| SgfError::OffBoard { node: number, found: property.to_string() })
    };
    let passes =
        |at: &SgfPoint| (at.x, at.y) == (19, 19) && record.width <= 19 && record.height <= 19;
    match property {
        Prop::AB(points) | Prop::AW(points) | Prop::AE(points) => {
            let stone = match property {
                Prop::AB(_) => Some(Colour::Black),
                Prop::AW(_) => Some(Colour::White),
                _ => None,
            };
            let points: Result<Vec<Point>, SgfError> = points.iter().map(on_board).collect();
            let mut points = points?;
            // The set has no order of its own.
            points.sort_unstable();
            node.set_up.extend(points.into_iter().map(|point| (point, stone)));
        }
        Prop::B(played) | Prop::W(played) => {
            let black = matches!(property, Prop::B(_));
            let colour = if black { Colour::Black } else { Colour::White };
            let played = match played {
                SgfMove::Pass => Move::Pass,
                SgfMove::Move(at) if passes(at) => Move::Pass,
                SgfMove::Move(at) => Move::Play(on_board(at)?),
            };
            node.moves.push((colour, played));
        }
        Prop::PL(Color::Black) => node.to_move = Some(Colour::Black),
        Prop::PL(Color::White) => node.to_move = Some(Colour::White),
        Prop::Invalid(name, _) if ["AB", "AW", "AE", "B", "W", "PL"].contains(&&name[..]) => {
            return Err(unreadable(number, property));
        }
        _ => {}
    }
    Ok(())
}

fn unreadable(node: usize, property: &Prop) -> SgfError {
    SgfError::Property { node, found: property.to_string() }
}
