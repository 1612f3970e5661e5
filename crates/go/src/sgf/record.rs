//! Records of games, with their variations.

use core::fmt;

use super::charset::Charset;
use super::error::SgfError;
use super::properties::{Properties, Property, Value};
use super::repair::Repair;
use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

/// A recorded game with its variations.
///
/// ```
/// use zobrist_go::sgf::{Node, Record, write};
/// use zobrist_go::{Color, Move};
///
/// let mut record = Record::new(9, 9);
/// let root = record.push(Node::default());
/// for name in ["E5", "E7"] {
///     let moves = &[(Color::Black, Move::Play(name.parse()?))];
///     record.push(Node::new(Some(root)).with_moves(moves));
/// }
/// record.set_text(root, "PB", "Ada")?;
/// assert_eq!(write(&record), b"(;GM[1]FF[4]SZ[9]PB[Ada](;B[ee])(;B[ec]))");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two records are equal if their boards, komi and nodes are, repaired or not. The properties `SZ`
/// and `KM` of the first node count by what they mean, all others by their bytes.
#[derive(Clone)]
pub struct Record {
    /// The number of columns. It and the number of rows do not change after the first node.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// Komi as it is written in the first node, if it is: any text, which need not be a number.
    /// Escapes and the space around it are removed.
    pub komi: Option<String>,
    /// The text of the nodes: each from where its head says to the end of its properties.
    pub(super) text: Vec<u8>,
    pub(super) charset: Charset,
    /// The columns and rows of the board by which the text was written.
    pub(super) written: (usize, usize),
    heads: Vec<Head>,
    /// The lists of all nodes, one after the other.
    pub(super) set_up: Vec<(Point, Option<Color>)>,
    pub(super) moves: Vec<(Color, Move)>,
    /// The players to move of nodes that name one, in order.
    to_move: Vec<(u32, Color)>,
    /// The faults of nodes, in order.
    faults: Vec<(u32, SgfError)>,
    /// The repairs of the text that it was read from.
    pub(super) repairs: Vec<Repair>,
}

/// A node, and the starts of its lists; they end at the starts of the next node.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Head {
    /// [`NO_PARENT`] for the first node.
    parent: u32,
    /// The byte of the text at which its properties begin.
    text: u32,
    set_up: u32,
    moves: u32,
}

const NO_PARENT: u32 = u32::MAX;

/// A node of a [`Record`], from which it borrows its lists.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Node<'a> {
    /// The number of the parent; `None` for the first node.
    pub parent: Option<usize>,
    /// The points that are set up before the moves, with the stone that is put there, if any.
    pub set_up: &'a [(Point, Option<Color>)],
    /// The player to move, if the record says so.
    pub to_move: Option<Color>,
    /// The moves: at most one in a well-formed record.
    pub moves: &'a [(Color, Move)],
    /// The first property that could not be read or is off the board. The rest of the node is
    /// there.
    pub fault: Option<&'a SgfError>,
    /// All properties as they are written, those of the fields above included.
    pub properties: Properties<'a>,
}

impl<'a> Node<'a> {
    /// Creates a node after its parent, without moves or properties; `None` makes the first node,
    /// as the default does.
    #[must_use]
    pub fn new(parent: Option<usize>) -> Node<'a> {
        Node { parent, ..Node::default() }
    }

    /// Returns the node with these moves.
    #[must_use]
    pub fn with_moves(self, moves: &'a [(Color, Move)]) -> Node<'a> {
        Node { moves, ..self }
    }

    /// Returns the node with these points set up before its moves.
    #[must_use]
    pub fn with_set_up(self, set_up: &'a [(Point, Option<Color>)]) -> Node<'a> {
        Node { set_up, ..self }
    }

    /// Returns the node with this player to move.
    #[must_use]
    pub fn with_to_move(self, to_move: Option<Color>) -> Node<'a> {
        Node { to_move, ..self }
    }

    /// Returns the value of a property, such as `C`, the comment; if it has several, the last.
    /// `None` if the node does not have the property.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<Value<'a>> {
        self.properties.values(name).last()
    }

    /// True if the node has the property `KO`: its moves count even if they are illegal.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.property("KO").is_some()
    }
}

impl Record {
    /// Creates a record without nodes, of a game on a board of this size. Its text is UTF-8.
    #[must_use]
    pub const fn new(width: usize, height: usize) -> Record {
        Record {
            width,
            height,
            komi: None,
            text: Vec::new(),
            charset: Charset::Plain,
            written: (width, height),
            heads: Vec::new(),
            set_up: Vec::new(),
            moves: Vec::new(),
            to_move: Vec::new(),
            faults: Vec::new(),
            repairs: Vec::new(),
        }
    }

    /// Returns what was repaired of the text that the record was read from, in the order of the
    /// text. Only [`games_repaired`](super::games_repaired) repairs anything.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// The faults of nodes, in order.
    pub(super) fn faults_mut(&mut self) -> impl Iterator<Item = &mut SgfError> {
        self.faults.iter_mut().map(|(_, error)| error)
    }

    /// Returns the encoding that tells where values end. It is given by
    /// [`games_in`](super::games_in), or by the property `CA` of the first node. A game that is
    /// ASCII has the one that it names, for texts that are added.
    #[must_use]
    pub fn charset(&self) -> Charset {
        self.charset
    }

    /// Decodes the quotes of faults that are not ASCII, in the charset of the game. Once is enough.
    pub fn decode_quotes(&mut self, decode: impl Fn(&[u8]) -> String) {
        self.faults.iter_mut().for_each(|(_, error)| error.fault.decode(&decode));
    }

    /// Returns the nodes in order, each after its parent.
    #[must_use]
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator {
        (0..self.heads.len()).map(|number| self.node(number))
    }

    /// Returns a node by its number, from 0.
    ///
    /// # Panics
    /// When there is no such node.
    #[must_use]
    pub fn node(&self, number: usize) -> Node<'_> {
        let head = self.heads[number];
        let next = self.heads.get(number + 1);
        let set_up_end = next.map_or(self.set_up.len(), |next| next.set_up as usize);
        let moves_end = next.map_or(self.moves.len(), |next| next.moves as usize);
        let to_move = self.to_move.binary_search_by_key(&number, |(node, _)| *node as usize);
        let fault = self.faults.binary_search_by_key(&number, |(node, _)| *node as usize);
        Node {
            parent: (head.parent != NO_PARENT).then_some(head.parent as usize),
            set_up: &self.set_up[head.set_up as usize..set_up_end],
            to_move: to_move.ok().map(|index| self.to_move[index].1),
            moves: &self.moves[head.moves as usize..moves_end],
            fault: fault.ok().map(|index| &self.faults[index].1),
            properties: Properties::new(&self.text[head.text as usize..], self.charset),
        }
    }

    /// Adds an empty node, the properties of which begin at a byte of the text.
    pub(super) fn begin_node(&mut self, parent: Option<usize>, text: usize) {
        let parent = parent.map_or(NO_PARENT, index);
        let (set_up, moves) = (index(self.set_up.len()), index(self.moves.len()));
        self.heads.push(Head { parent, text: index(text), set_up, moves });
    }

    /// Replaces the text of the properties of a node. Unless it is the last text, the old one stays
    /// where it is, unused.
    pub(super) fn set_node_text(&mut self, node: usize, text: &[u8]) {
        let start = self.heads[node].text as usize;
        if start + self.node(node).properties.len() == self.text.len() {
            self.text.truncate(start);
        } else {
            self.text.push(b';');
            self.heads[node].text = index(self.text.len());
        }
        self.text.extend_from_slice(text);
    }

    /// Replaces the text of all nodes, the properties of which begin at these bytes.
    pub(super) fn set_text_of_nodes(&mut self, text: Vec<u8>, begins: &[usize]) {
        self.text = text;
        for (head, begins) in self.heads.iter_mut().zip(begins) {
            head.text = index(*begins);
        }
    }

    /// Panics if the size has changed since there are nodes, whose points are named by it.
    pub(super) fn assert_size(&self) {
        let (now, written) = ((self.width, self.height), self.written);
        assert!(
            self.heads.is_empty() || now == written,
            "expected the size that the record had at its first node, {written:?}, found {now:?}",
        );
    }

    /// Sets the player to move in the last node.
    pub(super) fn set_to_move(&mut self, color: Color) {
        let node = index(self.heads.len() - 1);
        // The last one counts.
        if self.to_move.last().is_some_and(|(last, _)| *last == node) {
            self.to_move.pop();
        }
        self.to_move.push((node, color));
    }

    /// Adds a fault to the last node, unless it has one.
    pub(super) fn add_fault(&mut self, fault: SgfError) {
        let node = index(self.heads.len() - 1);
        if self.faults.last().is_none_or(|(last, _)| *last != node) {
            self.faults.push((node, fault));
        }
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        // The properties that the fields of the record stand for.
        let is_field = |property: &Property| property.is("SZ") || property.is("KM");
        let same_node = |(number, (a, b)): (usize, (Node, Node))| {
            // Faults follow from the properties. Their places may be others.
            a.fault.is_some() == b.fault.is_some()
                && Node { fault: None, properties: Properties::default(), ..a }
                    == Node { fault: None, properties: Properties::default(), ..b }
                && if number == 0 {
                    let other = b.properties.iter().filter(|property| !is_field(property));
                    a.properties.iter().filter(|property| !is_field(property)).eq(other)
                } else {
                    a.properties == b.properties
                }
        };
        (self.width, self.height, &self.komi) == (other.width, other.height, &other.komi)
            && self.heads.len() == other.heads.len()
            && self.nodes().zip(other.nodes()).enumerate().all(same_node)
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Record")
            .field("width", &self.width)
            .field("height", &self.height)
            .field("komi", &self.komi)
            .field("nodes", &self.nodes().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// A length or a number of a node in 32 bits.
fn index(number: usize) -> u32 {
    u32::try_from(number).ok().filter(|index| *index != NO_PARENT).expect("fewer than 2^32 - 1")
}
