//! Games of Go read from files in SGF: the games themselves, the charset of their names, the damage
//! of a file, and the faults of a record.
//!
//! Files are read with [`read::Reading`], which rejects what is no game and reports it; [`faults`]
//! replays a game by its rules and compares what the record says. [`build_index`] reads games into
//! an index of positions, and [`cached_index`] keeps that of files until they change.
//!
//! ```
//! use zobrist_go_games::katago::rules_of_record;
//!
//! let rules = rules_of_record("Chinese").expect("known rules");
//! assert_eq!(rules.scoring, zobrist_go::Scoring::Area);
//! ```
//!
//! Not for programs other than `zobrist`: it reports to the console. `zobrist-go` reads SGF without
//! it.

#![forbid(unsafe_code)]

pub mod build_index;
pub mod cached_index;
pub mod charset;
pub mod damage;
pub mod faults;
pub mod katago;
pub mod komi;
pub mod read;
mod read_options;
pub mod refusal;
mod row_buffer;
pub mod rules;
pub mod session_rules;
pub mod sources;
pub mod tally;
pub mod walk;
