//! The properties of a game as they are written.

use super::MAX_NODES;
use super::charset::Charset;
use super::cut::{CutError, Fault};

/// A property as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Property<'a> {
    /// From its name to the last closing bracket.
    text: &'a [u8],
    /// The byte of the game at which it begins.
    start: usize,
    name: &'a [u8],
    /// The last of its values, with its escapes.
    pub(super) value: &'a [u8],
    /// Whether it has no other.
    is_single: bool,
}

impl Property<'_> {
    /// Whether this is its name. Small letters in names mean nothing; they date from before
    /// FF\[4\].
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.iter().filter(|byte| byte.is_ascii_uppercase()).eq(name.as_bytes())
    }

    /// Whether anything is left of its name without them.
    pub(super) fn has_name(&self) -> bool {
        self.name.iter().any(u8::is_ascii_uppercase)
    }

    /// Its value without space, of which a number or a point has none; `None` when there are
    /// several values.
    pub(super) fn single_word(&self) -> Option<String> {
        let word = || String::from_utf8_lossy(self.value).split_ascii_whitespace().collect();
        self.is_single.then(word)
    }

    /// The text of the game with another value of this property.
    pub(super) fn with_value(&self, value: &[u8], game: &[u8]) -> Vec<u8> {
        let (before, after) = (&game[..self.start], &game[self.start + self.text.len()..]);
        [before, self.name, b"[", value, b"]", after].concat()
    }

    /// Its text on one line, for messages, and cut off if it is long.
    pub(super) fn quote(&self) -> String {
        const MOST: usize = 60;
        let text = String::from_utf8_lossy(self.text).replace(char::is_control, " ");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}

/// The properties of one node: each, or the byte at which a name without a value begins. A
/// value that does not end is left out: it is for others to report.
pub(super) struct Properties<'a> {
    text: &'a [u8],
    at: usize,
    charset: Charset,
}

impl<'a> Properties<'a> {
    /// Those of the node that begins at a byte, after its semicolon if it has one.
    pub(super) fn new(text: &'a [u8], at: usize, charset: Charset) -> Properties<'a> {
        Properties { text, at, charset }
    }

    /// Skips bytes of one kind.
    fn skip(&mut self, what: fn(&u8) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.iter().position(|byte| !what(byte)).unwrap_or(rest.len());
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Result<Property<'a>, usize>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip(u8::is_ascii_whitespace);
        let start = self.at;
        self.skip(u8::is_ascii_alphabetic);
        let name = &self.text[start..self.at];
        if name.is_empty() {
            return None;
        }
        let (mut value, mut end, mut values) = (None, start, 0);
        loop {
            self.skip(u8::is_ascii_whitespace);
            if self.text.get(self.at) != Some(&b'[') {
                break;
            }
            let inside = self.at + 1;
            self.at = self.text.len();
            end = self.charset.end_of_value(self.text, inside)?;
            self.at = end;
            value = Some(&self.text[inside..end - 1]);
            values += 1;
        }
        let text = &self.text[start..end];
        let is_single = values == 1;
        let property = value.map(|value| Property { text, start, name, value, is_single });
        Some(property.ok_or(start))
    }
}

/// The byte at which the first node of a game begins: after its semicolon, if it has one.
pub(super) fn first_node(game: &[u8]) -> usize {
    let node = game.strip_prefix(b"(").unwrap_or(game).trim_ascii_start();
    game.len() - node.strip_prefix(b";").unwrap_or(node).len()
}

/// Whether a game begins with a property, and the semicolon of its first node is left out.
pub(super) fn lacks_semicolon(game: &[u8]) -> bool {
    let node = game.strip_prefix(b"(").map(<[u8]>::trim_ascii_start);
    node.is_some_and(|node| node.first().is_some_and(u8::is_ascii_alphabetic))
}

/// The properties of each node of a game, in the order of the file; the first may lack its
/// semicolon. Whether all brackets close is not checked. Ends after one node more than a game may
/// have.
///
/// # Errors
/// When a property has no value, or something is where it means nothing; the error has its
/// place in the text.
pub(super) fn nodes(text: &[u8]) -> Result<Vec<Vec<Property<'_>>>, CutError> {
    let error = |offset: usize, fault: Fault| {
        let line = 1 + text[..offset].iter().filter(|byte| **byte == b'\n').count();
        CutError { offset, line, fault }
    };
    let mut nodes = Vec::new();
    let mut at = 0;
    let bare = lacks_semicolon(text).then(|| first_node(text));
    while let Some(byte) = text.get(at).copied().filter(|_| nodes.len() <= MAX_NODES) {
        let here = at;
        let is_bare = bare == Some(here);
        at += usize::from(!is_bare);
        match byte {
            _ if is_bare || byte == b';' => {
                let mut properties = Properties::new(text, at, Charset::Plain);
                let node: Result<Vec<Property>, usize> = properties.by_ref().collect();
                nodes.push(node.map_err(|name| error(name, Fault::NoValue))?);
                at = properties.at;
            }
            b'(' | b')' => {}
            byte if byte.is_ascii_whitespace() => {}
            other => return Err(error(here, Fault::Unexpected(other))),
        }
    }
    Ok(nodes)
}
