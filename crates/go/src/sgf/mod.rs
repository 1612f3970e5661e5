//! Records of games in SGF.
//!
//! [`games`] reads a collection game by game, so that a bad game costs one game:
//!
//! ```
//! use zobrist_go::sgf::games;
//! use zobrist_go::{Color, Move};
//!
//! let collection = b"(;GM[1]SZ[9]KM[7.5];B[ee](;W[ec])(;W[])) (;SZ[9];B[ee";
//! let mut games = games(collection);
//!
//! let game = games.next().unwrap()?;
//! assert_eq!((game.place.offset, game.place.line), (0, 1));
//! let record = game.record;
//! assert_eq!((record.width, record.height), (9, 9));
//! assert_eq!(record.nodes().len(), 4);
//! assert_eq!(record.node(1).moves, [(Color::Black, Move::Play("E5".parse()?))]);
//! assert_eq!(record.node(3).parent, Some(1)); // the second answer
//! assert_eq!(record.node(3).moves, [(Color::White, Move::Pass)]);
//!
//! let error = games.next().unwrap().unwrap_err();
//! let what = "line 1, column 51: not SGF: this value has no closing bracket";
//! assert_eq!(error.to_string(), what);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`games_repaired`] also reads games that are damaged, cut off for example, as far as they go,
//! and [`from_utf16`] makes a text in UTF-16 one that can be read. A [`ServerFormat`] makes SGF of a
//! record in GIB, NGF or UGF, as servers of Asia write them.
//!
//! Each byte is read once, but for those of the first node, whose size may come after its stones,
//! and for games in Big5, GBK or Shift_JIS, which are read a second time if they are not UTF-8.
//!
//! Every property is kept, known or not, with all of its bytes: [`Node::properties`] has them, and
//! [`write()`] writes them.
//!
//! A [`Record`] takes the text of its game, 16 bytes a node, 6 a move, 8 where a node names the
//! player to move, and 4 a point that is set up, or twice that where a list has just grown; a
//! property that cannot be read takes some hundred.

mod charset;
mod collection;
mod cursor;
mod edit;
mod error;
mod header;
mod komi;
mod properties;
mod read;
mod record;
mod repair;
mod replay;
mod servers;
mod value;
mod write;

pub use charset::{Charset, from_utf16};
pub use collection::{
    Entry, Unread, games, games_in, games_repaired, games_repaired_in, read, read_in,
};
pub use edit::PropertyError;
pub use error::{Fault, Quote, SgfError, TextPosition};
pub use komi::{Komi, KomiUnit};
pub use properties::{Properties, Property, Value};
pub use record::{Node, Record};
pub use repair::{Damage, Repair};
pub use replay::ReplayError;
pub use servers::{ServerFormat, ServerRecord, ServerRecordError};
pub use write::write;
