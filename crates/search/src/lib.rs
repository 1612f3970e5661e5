//! Alpha-beta search and perft over a transposition table, for any game of two players.
//!
//! ```
//! use zobrist_search::connect_four::ConnectFour;
//! use zobrist_search::{PackedEntry, Search};
//! use zobrist_transposition::Table;
//!
//! let game = ConnectFour::<5, 4>::new();
//! let table = Table::<u64, PackedEntry>::new(1 << 20)?;
//! let with = Search::new(&table).solve(&game);
//! let without = Search::new(&()).solve(&game);
//! assert_eq!((with.value, without.value), (0, 0)); // a draw
//! assert!(with.nodes * 5 < without.nodes);
//! # Ok::<(), zobrist_transposition::AllocateError>(())
//! ```
//!
//! Implement [`Game`] for a board and [`Search`] it: [`solve`](Search::solve) searches to the end
//! of the game, [`deepen`](Search::deepen) to a depth, and [`decide`](Search::decide) answers
//! whether a value is reached. Results are kept in a [`Table`](zobrist_transposition::Table) of
//! [`PackedEntry`] that any number of threads and searches share. Positions may come up again, with
//! a value of the game's choice ([`Repeated`]). [`perft`](perft()) counts move
//! paths. [`connect_four`] is a game to try them on.
//!
//! # When not to use it
//! - For a strong chess engine: there are no extensions, reductions, null moves or quiescence
//!   search.
//! - For games with chance, hidden information or more than two players.
//! - When the value of a position depends on the moves before it in other ways than [`Repeated`]
//!   has: values are stored by hash. The fifty-move rule needs its clock in the hash.
//!
//! # Cost
//! A node costs the game's own work and one probe, a cache line from memory. A search goes on in a
//! new thread every 250 plies, so that its stack does not grow without limit.
//!
//! # Stability
//! With one thread and an empty table, a search visits the same nodes on every run; the tests pin
//! their numbers. They may change with the version.
//!
//! # Features
//! `native` (default): the feature of the same name of `zobrist-transposition`. This crate has no
//! unsafe code.
//!
//! `serde` (off by default): a [`Solution`] and a [`Decision`] are objects with the names of their
//! fields, for solved positions in a file; moves have the form that your game gives them.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod alpha_beta;
pub mod connect_four;
mod game;
mod key_mixer;
mod limits;
mod perft;
mod search;
mod table;
mod value;

pub use game::{Game, Repeated};
pub use perft::{PathCount, PerftTable, perft};
pub use search::{Decision, Search, Solution};
pub use table::{Bound, PackedEntry, SearchTable, TtEntry, Work};
pub use value::{DECIDED, LOST, loss_in, plies_to_end, win_in};

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Compiles and runs the examples of the page on the transposition table, which is read through a
/// link, so that it is part of the package.
#[cfg(doctest)]
#[doc = include_str!("../tests/transposition-table.md")]
struct TablePage;
