//! Reads records from SGF.

use std::borrow::Cow;

use sgf_parse::go::{Move as SgfMove, Point as SgfPoint, Prop};
use sgf_parse::{Color as SgfColor, GameTree, SgfNode, SgfParseError, SgfProp};

use super::cut::charset_of;
use super::written::{Property, first_node, lacks_semicolon, nodes};
use super::{MAX_NODES, Node, Record, SgfError, with_stack_for};
use crate::board::{Board, BoardSizeError};
use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

/// Reads one game, as [`cut`](super::cut) returns it.
///
/// Text that is not UTF-8 may occur in comments and names, which are skipped. The charset that the
/// first node names is respected as by [`cut`](super::cut). A pass is written as an empty move, or
/// as `tt` on boards of up to 19 columns and rows; without a size the board is 19 × 19.
///
/// What some programs write is understood if it can mean only one thing: space within a point or a
/// number, `PL[1]` or `PL[black]` for Black and `PL[2]` or `PL[white]` for White, an empty property
/// `GM`, and a game whose first node has no semicolon.
///
/// # Errors
/// When the text is not SGF, a property without a value included, or is of another game, or when
/// its size cannot be read or no board has it, or when it has more than 1,048,576 nodes or too
/// many for the machine.
/// Anything else that cannot be read is reported by the [`fault`](Node::fault) of its node.
pub fn read(text: &[u8]) -> Result<Record, SgfError> {
    let text = charset_of(text).disarm(text);
    let written = nodes(&text).map_err(SgfError::Cut)?;
    if written.len() > MAX_NODES {
        return Err(SgfError::TooManyNodes { most: MAX_NODES });
    }
    let text = with_semicolon(with_game_number(&text, written.first())?);
    with_stack_for(written.len(), || {
        let games = sgf_parse::parse(&String::from_utf8_lossy(&text)).map_err(SgfError::Syntax)?;
        let first = games.into_iter().next().ok_or(SgfError::Syntax(SgfParseError::NoGameTrees))?;
        match first {
            GameTree::GoGame(root) => record(root, &written),
            GameTree::Unknown(_) => Err(SgfError::OtherGame),
        }
    })
    .unwrap_or(Err(SgfError::TooLong { nodes: written.len() }))
}

/// The text with the number of the game as `sgf-parse` accepts it: 1, and nothing else. It would
/// not look for a number whose name has small letters.
fn with_game_number<'a>(
    text: &'a [u8],
    root: Option<&Vec<Property>>,
) -> Result<Cow<'a, [u8]>, SgfError> {
    let Some(game) = root.into_iter().flatten().find(|property| property.is("GM")) else {
        return Ok(Cow::Borrowed(text));
    };
    let number = game.single_word().map(|word| if word.is_empty() { Ok(1) } else { word.parse() });
    match number {
        Some(Ok(1)) if game.value == b"1" => Ok(Cow::Borrowed(text)),
        Some(Ok(1)) => Ok(Cow::Owned(game.with_value(b"1", text))),
        Some(Ok(i32::MIN..=i32::MAX)) => Err(SgfError::OtherGame),
        _ => Err(unreadable(0, game)),
    }
}

/// The text with the semicolon of its first node. After it, no byte is in its old place.
fn with_semicolon(text: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if !lacks_semicolon(&text) {
        return text;
    }
    let (before, node) = text.split_at(first_node(&text));
    Cow::Owned([before, b";", node].concat())
}

/// The properties that a record is made of, except for komi.
const READ: [&str; 7] = ["AB", "AW", "AE", "B", "W", "PL", "SZ"];

/// A property as it is meant, if `sgf-parse` has not understood it and its meaning is clear.
fn as_meant(property: &Prop) -> Cow<'_, Prop> {
    let (name, values) = match property {
        Prop::Invalid(name, values) if READ.contains(&&name[..]) => (name, values),
        _ => return Cow::Borrowed(property),
    };
    let word = |value: &String| -> String {
        let word: String = value.split_ascii_whitespace().collect();
        match &*word.to_ascii_lowercase() {
            "1" | "b" | "black" if name == "PL" => "B".to_owned(),
            "2" | "w" | "white" if name == "PL" => "W".to_owned(),
            _ => word,
        }
    };
    Cow::Owned(Prop::new(name.clone(), values.iter().map(word).collect()))
}

/// Komi as it is written; the last one, if there are several. `sgf-parse` turns it into a
/// number if it can, so that 6.50 would not come back.
fn komi(root: &[Property]) -> Option<String> {
    let komi = root.iter().rfind(|property| property.is("KM"))?;
    Some(unescape(&String::from_utf8_lossy(komi.value)).trim().to_owned())
}

/// A value without its escapes.
fn unescape(text: &str) -> String {
    let mut value = String::new();
    let mut chars = text.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => value.extend(chars.next()),
            other => value.push(other),
        }
    }
    value
}

/// A record of what `sgf-parse` has read, with the properties of each node as they are
/// written. Both have the nodes and properties in the order of the file.
fn record(mut root: SgfNode<Prop>, written: &[Vec<Property>]) -> Result<Record, SgfError> {
    let komi = komi(&written[0]);
    let mut record = Record { width: 19, height: 19, komi, nodes: Vec::new() };
    for (property, written) in root.properties.iter().zip(&written[0]) {
        match &*as_meant(property) {
            Prop::SZ((width, height)) => {
                (record.width, record.height) = (usize::from(*width), usize::from(*height));
            }
            Prop::Invalid(name, _) if name == "SZ" => return Err(unreadable(0, written)),
            _ => {}
        }
    }
    let (width, height) = (record.width, record.height);
    Board::new(width, height).map_err(|error: BoardSizeError| SgfError::Size(error))?;

    // Children are taken out of their parents, or they would be dropped by nested calls.
    let children = core::mem::take(&mut root.children);
    record.nodes.push(node(&record, None, &root.properties, &written[0]));
    let mut open: Vec<(usize, SgfNode<Prop>)> =
        children.into_iter().rev().map(|child| (0, child)).collect();
    while let Some((parent, mut child)) = open.pop() {
        let number = record.nodes.len();
        let children = core::mem::take(&mut child.children);
        open.extend(children.into_iter().rev().map(|grandchild| (number, grandchild)));
        let node = node(&record, Some(parent), &child.properties, &written[number]);
        record.nodes.push(node);
    }
    Ok(record)
}

fn node(record: &Record, parent: Option<usize>, properties: &[Prop], written: &[Property]) -> Node {
    debug_assert_eq!(properties.len(), written.len(), "each property is written once");
    let mut node = Node { parent, ..Node::default() };
    for (property, written) in properties.iter().zip(written) {
        let read = add(record, &mut node, property, written);
        node.fault = node.fault.or(read.err());
    }
    node
}

fn add(
    record: &Record,
    node: &mut Node,
    property: &Prop,
    written: &Property,
) -> Result<(), SgfError> {
    let number = record.nodes.len();
    let property = &*as_meant(property);
    if !written.has_name() {
        return Err(SgfError::NoName { node: number, got: written.quote() });
    }
    let on_board = |at: &SgfPoint| {
        let (column, row) = (usize::from(at.x), usize::from(at.y));
        let inside = column < record.width && row < record.height;
        let point = inside.then(|| Point::new(column, record.height - 1 - row)).flatten();
        point.ok_or_else(|| SgfError::OffBoard { node: number, got: written.quote() })
    };
    let passes =
        |at: &SgfPoint| (at.x, at.y) == (19, 19) && record.width <= 19 && record.height <= 19;
    match property {
        Prop::AB(points) | Prop::AW(points) | Prop::AE(points) => {
            let stone = match property {
                Prop::AB(_) => Some(Color::Black),
                Prop::AW(_) => Some(Color::White),
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
            let color = if black { Color::Black } else { Color::White };
            let played = match played {
                SgfMove::Pass => Move::Pass,
                SgfMove::Move(at) if passes(at) => Move::Pass,
                SgfMove::Move(at) => Move::Play(on_board(at)?),
            };
            node.moves.push((color, played));
        }
        Prop::PL(SgfColor::Black) => node.to_move = Some(Color::Black),
        Prop::PL(SgfColor::White) => node.to_move = Some(Color::White),
        Prop::Invalid(name, _) if READ.contains(&&name[..]) => {
            return Err(unreadable(number, written));
        }
        // Repeated, the size does no harm.
        Prop::SZ((width, height))
            if (usize::from(*width), usize::from(*height)) != (record.width, record.height) =>
        {
            return Err(SgfError::Resized { node: number, got: written.quote() });
        }
        _ => {}
    }
    Ok(())
}

fn unreadable(node: usize, written: &Property) -> SgfError {
    SgfError::Property { node, got: written.quote() }
}
