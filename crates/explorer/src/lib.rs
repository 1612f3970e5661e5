//! Positions and what was played in them, in indexes and in files of games, whose indexes are built
//! and kept.
//!
//! [`ExplorerSources`] are what a user names: indexes, files or standard input. They are opened
//! once ([`OpenSource`]) and asked with a filter ([`ExploreRequest`]); the answer is
//! [`ExploreAnswer`]. Files become indexes ([`build_index`]), which stay in a [`cache`] until the
//! files change.
//!
//! ```
//! use clap::{Args, Command, FromArgMatches};
//! use zobrist_explorer::filter_options::FilterOptions;
//!
//! let command = FilterOptions::augment_args(Command::new("explore"));
//! let matches = command.try_get_matches_from(["explore", "--player", "carlsen", "--since", "2020"])?;
//! let filter = FilterOptions::from_arg_matches(&matches)?.filter()?;
//! assert_eq!(filter.to_string(), "carlsen; since 2020");
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! Not for programs other than `zobrist`: it reports to the console. They open an index by
//! `zobrist-index`.

#![forbid(unsafe_code)]

pub mod build_index;
pub mod build_progress;
pub mod cache;
mod explore_answer;
mod explore_request;
pub mod filter_options;
pub mod game_rows;
pub mod game_text;
pub mod group_rows;
pub mod heading;
pub mod move_rows;
mod shown_moves;
pub mod source_games;
mod sources;
pub mod wait;

pub use explore_answer::{ExploreAnswer, ExploredMove};
pub use explore_request::{ExploreRequest, legal, legal_move, may_be_mended, refuse_mixed_schemes};
pub use game_rows::game_orders;
pub use shown_moves::ShownMoves;
pub use sources::{ExplorerSources, OpenSource};
