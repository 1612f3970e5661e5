//! Options for reading games of Go.

use std::num::NonZeroUsize;

use clap::Args;
use zobrist_console::resources::{bytes, jobs, threads};
use zobrist_input::{WholeFile, whole};

use super::charset::GoCharset;
use super::damage::SgfFile;

/// How games are read: in which charset, whether a rejected one ends it, and within which memory
/// and threads.
#[derive(Args, Clone, Copy, Debug)]
pub struct ReadOptions {
    /// Stop at the first game that is rejected
    ///
    /// A damaged game is rejected, too: one that is cut or lacks a parenthesis, has brackets that
    /// are not escaped, or is in UTF-16. Otherwise it is read as far as it goes, and a note says
    /// so.
    #[arg(long, help_heading = "Input")]
    strict: bool,
    /// Largest file that is read, after decompression: it is held in memory
    ///
    /// The games before the limit are done, and the rest of the file is rejected. The files of an
    /// archive are read one by one.
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "64MiB",
        value_parser = bytes,
        help_heading = "Resources",
        hide_short_help = true
    )]
    max_size: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    charset: GoCharset,
}

impl ReadOptions {
    /// The largest file that is read, in bytes.
    pub fn max_size(self) -> u64 {
        self.max_size
    }

    /// The number of threads.
    pub fn threads(self) -> NonZeroUsize {
        threads(self.jobs)
    }

    /// True if damaged games are rejected.
    pub fn strict(self) -> bool {
        self.strict
    }

    /// The options that decide which games are read, and how.
    pub fn text(self) -> String {
        format!("{} {}", self.charset.name(), self.max_size)
    }

    /// A file with its text as it is read.
    pub fn decoded(self, file: WholeFile) -> SgfFile {
        SgfFile::of(file, self.charset, self.strict)
    }
}

/// For commands that have no options for it, and show names.
impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions {
            strict: false,
            max_size: whole::LIST,
            jobs: None,
            charset: GoCharset::for_names(),
        }
    }
}
