//! The beginning of a game, and the properties of its first node.

use super::charset::Charset;
use super::cursor::{Cursor, Property};
use super::error::Fault;
use super::value::{self, capitals};
use crate::board::BoardSizeError;
use crate::point::MAX_SIDE;

/// True if a game begins here: with `(;`, maybe with space between. If the semicolon is left out,
/// it begins with a property whose name has one or two capital letters.
pub(super) fn begins_game(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"(") else { return false };
    matches!(
        rest.trim_ascii_start(),
        [b';', ..] | [b'A'..=b'Z', b'[', ..] | [b'A'..=b'Z', b'A'..=b'Z', b'[', ..]
    )
}

/// True if a game begins here with a property that only first nodes have: then it is no variation
/// of the game before.
pub(super) fn begins_root(text: &[u8]) -> bool {
    let node = text[first_property(text)..].trim_ascii_start();
    let roots = [b"GM[", b"FF[", b"SZ[", b"CA[", b"AP["];
    begins_game(text) && roots.iter().any(|root| node.starts_with(*root))
}

/// Returns the byte at which the properties of a game begin: after its first semicolon, if it has
/// one.
fn first_property(game: &[u8]) -> usize {
    let node = game.strip_prefix(b"(").unwrap_or(game).trim_ascii_start();
    game.len() - node.strip_prefix(b";").unwrap_or(node).len()
}

/// The property `CA` is looked for in this many bytes of a game: a value that does not end would
/// otherwise be read to the end of the file.
pub(super) const NEAR: usize = 1 << 14;

/// Returns the charset that the property `CA` of the first node names, and the name. A player's
/// name may come before it and hide it if its bytes are taken wrongly, so the answer is the charset
/// by which the node names that charset itself. `None` if it names none.
pub(super) fn charset(game: &[u8]) -> Option<(Charset, &[u8])> {
    let text = &game[..game.len().min(NEAR)];
    Charset::ALL.into_iter().find_map(|charset| {
        let mut cursor = Cursor { text, at: first_property(text), charset };
        // The first one: a later one may be that of another game.
        let named = core::iter::from_fn(|| cursor.property()).find(|p| &capitals(p.name) == b"CA");
        let name = named?.last.text;
        (Charset::named(name) == charset).then_some((charset, name))
    })
}

/// The size and komi of a game, from its first node.
#[derive(Debug)]
pub(super) struct Header {
    pub width: usize,
    pub height: usize,
    pub komi: Option<String>,
    /// The charset that the first property `CA` names.
    pub charset: Option<Charset>,
}

impl Header {
    /// Reads the first node up to its end, or to a property without a value or without an end. A
    /// fault comes with its byte.
    pub(super) fn read(mut cursor: Cursor) -> Result<Header, (usize, Fault)> {
        let mut header = Header { width: 19, height: 19, komi: None, charset: None };
        let (mut is_go, mut size_at) = (false, 0);
        while let Some(Property { start, name, first, second, last }) = cursor.property() {
            let cannot_read = |at| (at, Fault::Property(cursor.quote(start)));
            let single = second.map_or(Ok(first), |second| Err(cannot_read(second.offset)));
            match &capitals(name) {
                b"KM" => {
                    let komi = cursor.charset.unescape(last.text);
                    header.komi = Some(String::from_utf8_lossy(&komi).trim().to_owned());
                }
                b"CA" => {
                    header.charset.get_or_insert_with(|| Charset::named(last.text));
                }
                b"GM" if is_go => return Err((start, Fault::Repeated(cursor.quote(start)))),
                b"GM" => {
                    is_go = value::is_go(single?.text).ok_or_else(|| cannot_read(first.offset))?;
                    if !is_go {
                        return Err((first.offset, Fault::OtherGame));
                    }
                }
                b"SZ" => {
                    let size = value::size(single?.text);
                    (header.width, header.height) =
                        size.ok_or_else(|| cannot_read(first.offset))?;
                    size_at = first.offset;
                }
                _ => {}
            }
        }
        let (width, height) = (header.width, header.height);
        if [width, height].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
            Ok(header)
        } else {
            Err((size_at, Fault::Size(BoardSizeError { width, height })))
        }
    }
}
