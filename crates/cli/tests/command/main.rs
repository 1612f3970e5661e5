//! The command `zobrist`, run as its users run it: rows, messages and exit codes.

mod bad_files;
mod bad_games;
mod bad_lines;
mod book_make;
mod check;
mod compressed;
mod diff;
mod explain;
mod files;
mod games;
mod help;
mod lines;
#[cfg(target_os = "linux")]
mod memory;
mod perft;
#[cfg(target_os = "linux")]
mod pipes;
mod schemes;
mod tool;
mod unique;
mod variants;
