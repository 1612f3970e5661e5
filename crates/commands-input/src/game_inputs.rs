//! Files of games for an index, without duplicates.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_console::error_limit::ErrorLimiter;
use zobrist_console::message::say;
use zobrist_index::{KnownSource, SourceFile};
use zobrist_ingest::NamedAgain;

/// The names under which an index stores its sources.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub struct RelativeOption {
    /// Store the paths of the files as they are given here, not as absolute paths
    #[arg(long, help_heading = "Index", hide_short_help = true)]
    relative: bool,
}

/// Files of games, each once; says which are left out.
#[derive(Debug)]
pub struct GameInputs {
    found: zobrist_ingest::Sources,
    /// True if a file was left out.
    pub left_out: bool,
}

impl GameInputs {
    /// Finds the files. One that is named twice is left out the second time, with a message.
    ///
    /// # Errors
    /// When a file is missing: no work has begun then.
    pub fn find(files: &[PathBuf], relative: RelativeOption) -> Result<GameInputs> {
        let found = zobrist_ingest::Sources::find(files)?.with_paths_as_given(relative.relative);
        let mut errors = ErrorLimiter::default();
        for NamedAgain { path, first, .. } in found.named_again() {
            let duplicate = match first == path {
                true => format!("{} is named twice", path.display()),
                false => format!("{} is the file {}", path.display(), first.display()),
            };
            if errors.admit("", "files that are named again") {
                say(&format!("zobrist: {duplicate}; its games count once\n"));
            }
        }
        errors.say_rest("");
        let left_out = !found.named_again().is_empty();
        Ok(GameInputs { found, left_out })
    }

    /// The files.
    pub fn found(&self) -> &zobrist_ingest::Sources {
        &self.found
    }

    /// Their paths, as they were given.
    pub fn files(&self) -> &[PathBuf] {
        self.found.files()
    }

    /// Names and versions of the files.
    pub fn versions(&self) -> Vec<SourceFile> {
        self.found.versions()
    }

    /// Leaves out the files that an index already holds, with a message for each.
    pub fn leave_out(&mut self, known: &[KnownSource]) {
        let mut errors = ErrorLimiter::default();
        for known in self.found.leave_out(known) {
            if errors.admit("", "files that are in the index already") {
                say(&format!("zobrist: {known}; it is left out (--again adds it all the same)\n"));
            }
        }
        errors.say_rest("; left out");
        self.left_out |= !known.is_empty();
    }

    /// The ending of a command that has read the remaining files.
    pub fn ending(&self, ending: Ending) -> Ending {
        ending.max(Ending::done_if(!self.left_out))
    }
}
