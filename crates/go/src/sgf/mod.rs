//! Records of games in SGF.

mod charset;
mod cut;
mod read;
mod replay;
mod write;
mod written;

use core::fmt::{self, Display};

use crate::board::BoardSizeError;
use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

pub use cut::{Cut, CutError, Fault, cut};
pub use read::read;
pub use replay::ReplayError;
pub use write::write;

/// A game with its variations, as it is recorded.
///
/// Read by the crate `sgf-parse`, one game of a collection at a time, so that a bad game
/// costs one game:
///
/// ```
/// use zobrist_go::sgf::{cut, read};
/// use zobrist_go::{Color, Move};
///
/// let collection = b"(;GM[1]SZ[9]KM[7.5];B[ee](;W[ec])(;W[])) (;SZ[9];B[ee";
/// let mut games = cut(collection);
///
/// let game = games.next().unwrap().unwrap();
/// assert_eq!((game.offset, game.line), (0, 1));
/// let record = read(game.text)?;
/// assert_eq!((record.width, record.height), (9, 9));
/// assert_eq!(record.nodes.len(), 4);
/// assert_eq!(record.nodes[1].moves, [(Color::Black, Move::Play("E5".parse()?))]);
/// assert_eq!(record.nodes[3].parent, Some(1)); // the second answer
/// assert_eq!(record.nodes[3].moves, [(Color::White, Move::Pass)]);
///
/// let error = games.next().unwrap().unwrap_err();
/// assert_eq!((error.offset, error.line), (50, 1)); // where the bracket opens
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    /// The nodes in the order of the file, each after its parent. The first child of each
    /// goes on with the main line, or with its variation.
    pub nodes: Vec<Node>,
}

/// A node of a [`Record`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The number of the parent; `None` for the first node.
    pub parent: Option<usize>,
    /// The points that are set up before the moves, and what is there then.
    pub set_up: Vec<(Point, Option<Color>)>,
    /// Whose turn it is, if the record says so.
    pub to_move: Option<Color>,
    /// The moves: no more than one, if the record is as it should be.
    pub moves: Vec<(Color, Move)>,
    /// The first property that could not be read or is off the board. The rest of the node is
    /// there.
    pub fault: Option<SgfError>,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SgfError {
    /// It is not SGF at some place, counted from the beginning of the game.
    Cut(CutError),
    /// It is not SGF.
    Syntax(sgf_parse::SgfParseError),
    /// It is a record of another game.
    OtherGame,
    /// No board has its size.
    Size(BoardSizeError),
    /// A property cannot be read.
    Property {
        /// The number of the node, from 0.
        node: usize,
        /// The property as it is written, on one line; its end is left out if it is long.
        got: String,
    },
    /// A property has only small letters in its name, which mean nothing.
    NoName {
        /// The number of the node, from 0.
        node: usize,
        /// The property as it is written, on one line; its end is left out if it is long.
        got: String,
    },
    /// A point is off the board.
    OffBoard {
        /// The number of the node, from 0.
        node: usize,
        /// The property as it is written, on one line; its end is left out if it is long.
        got: String,
    },
    /// It has so many nodes that there is no memory to read them.
    TooLong {
        /// The number of nodes.
        nodes: usize,
    },
    /// It has more nodes than a game is read with.
    TooManyNodes {
        /// The largest number of nodes.
        most: usize,
    },
    /// A node gives another size than that of the game, which the first node gives, once.
    Resized {
        /// The number of the node, from 0.
        node: usize,
        /// The property as it is written, on one line; its end is left out if it is long.
        got: String,
    },
}

impl Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::Cut(error) => error.fmt(f),
            SgfError::Syntax(error) => write!(f, "not SGF: {error}"),
            SgfError::OtherGame => f.write_str("a record of another game: expected GM[1]"),
            SgfError::Size(error) => error.fmt(f),
            SgfError::TooLong { nodes } => {
                write!(f, "a game of {nodes} nodes: expected one that fits in memory")
            }
            SgfError::TooManyNodes { most } => {
                write!(f, "expected a game of at most {most} nodes, got more")
            }
            SgfError::Property { node, got } => write!(f, "node {node}: cannot read {got}"),
            SgfError::NoName { node, got } => write!(
                f,
                "node {node}: expected a property whose name has capital letters, such as B or SZ, \
                 got {got}"
            ),
            SgfError::OffBoard { node, got } => {
                write!(f, "node {node}: {got} is off the board")
            }
            SgfError::Resized { node, got } => write!(
                f,
                "node {node}: {got} is not the size of the game: expected one size, in the \
                 first node"
            ),
        }
    }
}

impl core::error::Error for SgfError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            SgfError::Cut(error) => Some(error),
            SgfError::Syntax(error) => Some(error),
            SgfError::Size(error) => Some(error),
            _ => None,
        }
    }
}

/// The most nodes of a game: each takes some hundred bytes and a part of the stack while it is read.
const MAX_NODES: usize = 1 << 20;

/// Runs something that calls itself once for each node, as `sgf-parse` does; `None` when there is
/// no memory for that.
fn with_stack_for<T: Send>(nodes: usize, run: impl FnOnce() -> T + Send) -> Option<T> {
    const FEW: usize = 1000;
    const BYTES_PER_NODE: usize = 2048;
    if nodes <= FEW {
        return Some(run());
    }
    let bytes = nodes.checked_mul(BYTES_PER_NODE)?.checked_add(1 << 20)?;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes);
        let running = thread.spawn_scoped(scope, run).ok()?;
        Some(running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_that_cannot_be_had_is_no_panic() {
        assert_eq!(with_stack_for(100_000, || 7), Some(7));
        assert_eq!(with_stack_for(usize::MAX / 4096, || 7), None);
        assert_eq!(with_stack_for(usize::MAX, || 7), None);
    }
}
