//! The console of the command `zobrist`: what its commands share to talk to people and to write
//! rows.
//!
//! Results go to standard output or to a file that is written whole or not at all ([`output`]), as
//! text, CSV, JSON lines ([`rows`]) or Parquet ([`parquet_table`]). Everything else goes to
//! standard error: messages, progress, and a closing line.
//!
//! ```
//! use zobrist_console::rows::{Format, Value};
//! use zobrist_console::terminal::Sink;
//!
//! let mut rows = Format::Csv.header(&["move", "games"]);
//! Format::Csv.append_for(Sink::Exact, &mut rows, &["move", "games"], &[Value::Text("e4"), Value::Number(12)]);
//! assert_eq!(rows, b"move,games\ne4,12\n");
//! ```
//!
//! Not for programs other than `zobrist`: messages begin with its name.

#![forbid(unsafe_code)]

pub mod closing;
pub mod ending;
pub mod engine_process;
pub mod error_limit;
pub mod message;
pub mod output;
pub mod parquet_table;
pub mod progress;
pub mod resources;
pub mod rows;
pub mod stdout;
pub mod stop;
pub mod style;
pub mod terminal;
pub mod text_table;
pub mod verbosity;

/// The examples at the end of a command's help, under a heading with the escape sequences of the
/// other headings: bold and yellow. clap removes them where there is no color.
#[macro_export]
macro_rules! examples {
    ($first:literal, $second:literal) => {
        concat!("\u{1b}[1m\u{1b}[33mExamples:\u{1b}[0m\n  ", $first, "\n  ", $second)
    };
}
