//! Records of games, with their variations.

use super::error::SgfError;
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
///     record.push(Node { parent: Some(root), moves, ..Node::default() });
/// }
/// assert_eq!(write(&record), "(;GM[1]FF[4]SZ[9](;B[ee])(;B[ec]))");
/// # Ok::<(), zobrist_go::ParsePointError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// Komi as it is written in the first node, if it is: any text, which need not be a number.
    /// Escapes and the space around it are removed.
    pub komi: Option<String>,
    heads: Vec<Head>,
    /// The lists of all nodes, one after the other.
    pub(super) set_up: Vec<(Point, Option<Color>)>,
    pub(super) moves: Vec<(Color, Move)>,
    /// The faults of nodes, in order.
    faults: Vec<(u32, SgfError)>,
}

/// A node, and the starts of its lists; they end at the starts of the next node.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Head {
    /// [`NO_PARENT`] for the first node.
    parent: u32,
    set_up: u32,
    moves: u32,
    to_move: Option<Color>,
}

const NO_PARENT: u32 = u32::MAX;

/// A node of a [`Record`], of which it borrows its lists.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
}

impl Record {
    /// Creates a record without nodes, of a game on a board of this size.
    pub const fn new(width: usize, height: usize) -> Record {
        Record {
            width,
            height,
            komi: None,
            heads: Vec::new(),
            set_up: Vec::new(),
            moves: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Adds a node, and returns its number. The first child of each node goes on with the main
    /// line, or with its variation.
    ///
    /// # Panics
    /// When the first node has a parent, or another has none before it.
    pub fn push(&mut self, node: Node<'_>) -> usize {
        let (number, parent) = (self.heads.len(), node.parent);
        if number == 0 {
            assert!(parent.is_none(), "node 0: expected no parent, found {parent:?}");
        } else {
            let is_before = parent.is_some_and(|parent| parent < number);
            assert!(is_before, "node {number}: expected a parent before it, found {parent:?}");
        }
        self.begin_node(parent);
        self.set_up.extend(node.set_up);
        self.moves.extend(node.moves);
        node.to_move.into_iter().for_each(|color| self.set_to_move(color));
        node.fault.into_iter().for_each(|fault| self.add_fault(fault.clone()));
        number
    }

    /// Returns the nodes in order, each after its parent.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node<'_>> + ExactSizeIterator {
        (0..self.heads.len()).map(|number| self.node(number))
    }

    /// Returns a node by its number, from 0.
    ///
    /// # Panics
    /// When there is no such node.
    pub fn node(&self, number: usize) -> Node<'_> {
        let head = self.heads[number];
        let next = self.heads.get(number + 1);
        let set_up_end = next.map_or(self.set_up.len(), |next| next.set_up as usize);
        let moves_end = next.map_or(self.moves.len(), |next| next.moves as usize);
        let fault = self.faults.binary_search_by_key(&number, |(node, _)| *node as usize);
        Node {
            parent: (head.parent != NO_PARENT).then_some(head.parent as usize),
            set_up: &self.set_up[head.set_up as usize..set_up_end],
            to_move: head.to_move,
            moves: &self.moves[head.moves as usize..moves_end],
            fault: fault.ok().map(|index| &self.faults[index].1),
        }
    }

    /// Adds an empty node.
    pub(super) fn begin_node(&mut self, parent: Option<usize>) {
        let parent = parent.map_or(NO_PARENT, index);
        let (set_up, moves) = (index(self.set_up.len()), index(self.moves.len()));
        self.heads.push(Head { parent, set_up, moves, to_move: None });
    }

    /// Sets the player to move in the last node.
    pub(super) fn set_to_move(&mut self, color: Color) {
        self.heads.last_mut().expect("a record has nodes").to_move = Some(color);
    }

    /// Adds a fault to the last node, unless it has one.
    pub(super) fn add_fault(&mut self, fault: SgfError) {
        let node = index(self.heads.len() - 1);
        if self.faults.last().is_none_or(|(last, _)| *last != node) {
            self.faults.push((node, fault));
        }
    }
}

/// A length or a number of a node in 32 bits.
fn index(number: usize) -> u32 {
    u32::try_from(number).ok().filter(|index| *index != NO_PARENT).expect("fewer than 2^32 - 1")
}
