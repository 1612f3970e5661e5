//! Makes records and changes their properties.

use core::fmt::{self, Display};

use super::charset::Charset;
use super::properties::Property;
use super::read;
use super::record::{Node, Record};
use super::value::{off_board, write_moves, write_set_up, write_size, write_to_move};
use crate::board::PlaceError;

/// Properties that are in the fields of a record and its nodes.
const FIELDS: [&str; 9] = ["B", "W", "AB", "AW", "AE", "PL", "GM", "SZ", "KM"];

impl Record {
    /// Adds a node, and returns its number. The first child of each node goes on with the main
    /// line, or with its variation.
    ///
    /// The node may be one of another record, with its properties. If they say what the other
    /// fields say, they are kept as they are; otherwise moves, stones and the player to move are
    /// those of the fields, and all other properties are kept. To add properties, there are
    /// [`set_text`](Record::set_text) and [`set_property`](Record::set_property).
    ///
    /// # Panics
    /// When the first node has a parent, or another has none before it; when a point is off the
    /// board; when the record has another size than at its first node.
    pub fn push(&mut self, node: Node<'_>) -> usize {
        let (number, parent) = (self.nodes().len(), node.parent);
        if number == 0 {
            assert!(parent.is_none(), "node 0: expected no parent, found {parent:?}");
            self.charset = node.properties.charset();
            self.written = (self.width, self.height);
        } else {
            let is_before = parent.is_some_and(|parent| parent < number);
            assert!(is_before, "node {number}: expected a parent before it, found {parent:?}");
        }
        self.assert_size();
        let (width, height) = (self.width, self.height);
        if let Some(point) = off_board(width, height, node.set_up, node.moves) {
            panic!("node {number}: {}", PlaceError::OffBoard { point, width, height });
        }
        let text = self.text_of(number, &node);
        self.text.push(b';');
        self.begin_node(parent, self.text.len());
        self.text.extend(text);
        self.set_up.extend(node.set_up);
        self.moves.extend(node.moves);
        node.to_move.into_iter().for_each(|color| self.set_to_move(color));
        node.fault.into_iter().for_each(|fault| self.add_fault(fault.clone()));
        number
    }

    /// Returns the text of the properties of a node to be.
    fn text_of(&self, number: usize, node: &Node<'_>) -> Vec<u8> {
        let mut text = Vec::new();
        let is_empty = node.properties.is_empty();
        if number == 0 && is_empty {
            text.extend_from_slice(b"GM[1]FF[4]");
            write_size(self.width, self.height, &mut text);
            if let Some(komi) = &self.komi {
                write_property("KM", &[self.charset.escape(komi.as_bytes())], &mut text);
            }
        }
        let says =
            if is_empty { None } else { read::node(node.properties, self.width, self.height) };
        let is_said = says.as_ref().is_some_and(|record| {
            let said = record.node(1);
            (said.set_up, said.to_move, said.moves) == (node.set_up, node.to_move, node.moves)
        });
        let mut written = [is_said; 3];
        let mut write = |which: usize, text: &mut Vec<u8>| {
            match which {
                _ if written[which] => {}
                0 => write_set_up(self.height, node.set_up, text),
                1 => write_to_move(node.to_move, text),
                _ => write_moves(self.height, node.moves, text),
            }
            written[which] = true;
        };
        for property in node.properties.iter() {
            let fields: [&[&str]; 3] = [&["AB", "AW", "AE"], &["PL"], &["B", "W"]];
            let field = fields.iter().position(|names| names.iter().any(|name| property.is(name)));
            match field {
                Some(which) if !is_said => write(which, &mut text),
                _ => transcribe(property, node.properties.charset(), self.charset, &mut text),
            }
        }
        (0..3).for_each(|which| write(which, &mut text));
        text
    }

    /// Gives a node a property with one value, a text, which is escaped as needed. Properties of
    /// this name that the node has are replaced, in the place of the first.
    ///
    /// The text is in the charset of the game. A text that is not ASCII needs the property `CA` in
    /// the first node, or other programs may take it for ISO 8859-1.
    ///
    /// ```
    /// use zobrist_go::sgf::{Node, Record, write};
    ///
    /// let mut record = Record::new(19, 19);
    /// let root = record.push(Node::default());
    /// record.set_text(root, "CA", "UTF-8")?;
    /// record.set_text(root, "PW", "吳清源 [1\\]")?;
    /// record.set_property(root, "LB", &["dd:a", r"pp:\:"])?;
    /// let text = r"(;GM[1]FF[4]SZ[19]CA[UTF-8]PW[吳清源 [1\\\]]LB[dd:a][pp:\:])";
    /// assert_eq!(write(&record), text.as_bytes());
    /// assert_eq!(record.node(root).property("PW").unwrap().text(), "吳清源 [1\\]".as_bytes());
    /// # Ok::<(), zobrist_go::sgf::PropertyError>(())
    /// ```
    ///
    /// # Errors
    /// When the name has anything but Latin letters, or no capital letter; when it is of a property
    /// that the fields of the record and its nodes stand for: `B`, `W`, `AB`, `AW`, `AE`, `PL`,
    /// `GM`, `SZ` or `KM`.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn set_text(
        &mut self,
        node: usize,
        name: &str,
        text: impl AsRef<[u8]>,
    ) -> Result<(), PropertyError> {
        let value = self.charset.escape(text.as_ref());
        self.set_property(node, name, &[value])
    }

    /// Gives a node a property with values as they stand between brackets. In them, a closing
    /// bracket and a backslash that are text have a backslash before them, and so has a colon in
    /// the parts of a composed value. Properties of this name that the node has are replaced, in
    /// the place of the first; without values they are removed.
    ///
    /// `CA` in the first node says in which charset the text is; it does not convert it.
    ///
    /// # Errors
    /// As [`set_text`](Record::set_text), and when a value would end before its last byte or after
    /// it.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn set_property<V: AsRef<[u8]>>(
        &mut self,
        node: usize,
        name: &str,
        values: &[V],
    ) -> Result<(), PropertyError> {
        let has_capital = name.bytes().any(|byte| byte.is_ascii_uppercase());
        if !has_capital || !name.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return Err(PropertyError::Name(name.to_owned()));
        }
        if let Some(field) = FIELDS.iter().find(|field| Property::named(name).is(field)) {
            return Err(PropertyError::Field(field));
        }
        if let Some(value) = values.iter().find(|value| !self.charset.holds(value.as_ref())) {
            let value = String::from_utf8_lossy(value.as_ref()).into_owned();
            return Err(PropertyError::Value(value));
        }
        let (mut text, mut new) = (Vec::new(), Vec::new());
        if !values.is_empty() {
            write_property(name, values, &mut new);
        }
        for property in self.node(node).properties.iter() {
            if property.is(name) {
                text.append(&mut new);
            } else {
                property.write(&mut text);
            }
        }
        text.append(&mut new);
        self.set_node_text(node, &text);
        if node == 0 && Property::named(name).is("CA") {
            let charset = self.node(0).property("CA").map(|value| Charset::named(value.raw));
            self.set_charset(charset.unwrap_or_default());
        }
        Ok(())
    }

    /// Removes all properties of a name from a node, if it has any.
    ///
    /// # Errors
    /// As [`set_text`](Record::set_text).
    ///
    /// # Panics
    /// When there is no such node.
    pub fn remove_property(&mut self, node: usize, name: &str) -> Result<(), PropertyError> {
        self.set_property::<&[u8]>(node, name, &[])
    }

    /// Changes how the ends of values are told, and escapes what this asks for.
    fn set_charset(&mut self, charset: Charset) {
        if charset == self.charset {
            return;
        }
        let mut text = Vec::with_capacity(self.text.len());
        let mut begins = Vec::with_capacity(self.nodes().len());
        for node in self.nodes() {
            text.push(b';');
            begins.push(text.len());
            let properties = node.properties.iter();
            properties.for_each(|property| transcribe(property, self.charset, charset, &mut text));
        }
        self.set_text_of_nodes(text, &begins);
        self.charset = charset;
    }
}

/// Appends a property with values that are escaped.
fn write_property(name: &str, values: &[impl AsRef<[u8]>], text: &mut Vec<u8>) {
    text.extend_from_slice(name.as_bytes());
    for value in values {
        text.push(b'[');
        text.extend_from_slice(value.as_ref());
        text.push(b']');
    }
}

/// Appends a property with the escapes that its bytes need where values end by another charset.
fn transcribe(property: Property<'_>, from: Charset, to: Charset, text: &mut Vec<u8>) {
    if from == to {
        return property.write(text);
    }
    let values = property.values().map(|value| from.transcribe(value.raw, to));
    write_property(property.name, &values.collect::<Vec<_>>(), text);
}

/// The error of a property that a node cannot have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PropertyError {
    /// This is no name of a property.
    Name(String),
    /// This property is in the fields of the record or its nodes.
    Field(&'static str),
    /// This value would not end where it ends.
    Value(String),
}

impl Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyError::Name(got) => {
                write!(f, "expected the name of a property, such as C or PB, got {got:?}")
            }
            PropertyError::Field(got) => write!(
                f,
                "expected a property that no field stands for, got {got}: set it by the fields of \
                 the record and its nodes"
            ),
            PropertyError::Value(got) => write!(
                f,
                "expected a value with a backslash before each bracket `]` and backslash of its \
                 text, got {got:?}"
            ),
        }
    }
}

impl core::error::Error for PropertyError {}
