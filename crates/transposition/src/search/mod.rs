//! An alpha-beta search for any two-player game, with or without a table: a solver for a game, and
//! a measure of what a table is worth to it.
//!
//! Implement [`Game`] for a board and [`Search`] it: [`solve`](Search::solve) searches to the end of the
//! game, [`deepen`](Search::deepen) to a depth, and [`decide`](Search::decide) answers a single
//! question. Results are kept in a [`Table`](crate::Table) of [`Node`]s that any number of threads and
//! searches share. [`perft`](perft()) counts move paths.
//!
//! ```
//! use zobrist_transposition::Table;
//! use zobrist_transposition::games::ConnectFour;
//! use zobrist_transposition::search::{Node, Search, win_in};
//!
//! let game = ConnectFour::<5, 4>::new();
//! let table = Table::<u64, Node>::new(1 << 20)?;
//! let with = Search::new(&table).solve(&game);
//! let without = Search::new(&()).solve(&game);
//! assert_eq!((with.value, without.value), (0, 0)); // a draw
//! assert!(with.nodes * 5 < without.nodes);
//! # Ok::<(), zobrist_transposition::AllocateError>(())
//! ```

mod alpha_beta;
mod findings;
mod game;
mod node;
mod perft;
mod run;

pub use findings::{ByDepth, Findings, Work};
pub use game::{DECIDED, Game, LOST, loss_in, plies_to_end, win_in};
pub use node::{Bound, Finding, Node};
pub use perft::{PathTable, Paths, perft};
pub use run::{Decision, Search, Solution};
