//! Input of the commands of `zobrist`: the files and positions that they are given, and the options
//! that say how these are read.
//!
//! Files are found by name, pattern or folder ([`game_files`], [`game_inputs`]) and read with
//! progress and notices ([`terminal_listener`]); what is rejected of them is reported and counted
//! ([`rejections`]). Positions come as FEN or as moves ([`positions`]), states of other games as
//! slots ([`slots`]), schemes by name or as a file ([`schemes`]).
//!
//! ```
//! use zobrist_commands_input::positions::read;
//! use zobrist_commands_input::schemes::VariantOption;
//!
//! let position = read("e4 c5", VariantOption::default())?;
//! assert_eq!(zobrist_commands_input::positions::ply_of(&position), 2);
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! Not for programs other than `zobrist`: its messages name commands and options of it.

#![forbid(unsafe_code)]

pub mod conventions;
pub mod game_files;
pub mod game_inputs;
pub mod hints;
pub mod openings;
pub mod other_kind;
pub mod positions;
pub mod reading_options;
pub mod rejections;
pub mod remedies;
pub mod schemes;
pub mod slots;
pub mod terminal_listener;
