//! The files that the games of an index came from, as they are now.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use zobrist_commands_input::terminal_listener::find_one;
use zobrist_index::{IndexedSource, SourceFile};
use zobrist_input::Content;
use zobrist_shakmaty::pgn::Reader;
use zobrist_storage::{FileState, SourceHasher};

/// The sources that were looked at: the state of each file before it was compared with the index,
/// or the reason why it cannot be read.
#[derive(Default)]
pub(super) struct Sources(HashMap<String, Result<FileState, String>>);

impl Sources {
    /// Makes sure that a file is as it was when the index was built; the reason if not. Reads all
    /// of it, once.
    pub(super) fn refusal(&mut self, file: &str, sources: &[IndexedSource]) -> Option<String> {
        let look = || state_of(file, sources).map_err(|reason| format!("{file} {reason}"));
        self.0.entry(file.to_owned()).or_insert_with(look).as_ref().err().cloned()
    }

    /// Makes sure that a file that was not refused has not changed since; the reason if it has.
    pub(super) fn change(&self, file: &str) -> Option<String> {
        let Some(Ok(before)) = self.0.get(file) else { return None };
        let is_same = FileState::at(file).is_ok_and(|now| now == *before);
        (!is_same).then(|| format!("{file} {CHANGED}"))
    }
}

const CHANGED: &str = "has changed since the index was built";

/// The state of a file, if it is as it was when the index was built; what is wrong with it if not.
pub(super) fn state_of(file: &str, sources: &[IndexedSource]) -> Result<FileState, String> {
    // First, so that a change while it is compared is seen.
    let state = FileState::at(file);
    match refusal_of(file, sources) {
        Some(refusal) => Err(refusal),
        None => state.map_err(|error| format!("cannot be read: {error}")),
    }
}

/// The fault of a file.
fn refusal_of(file: &str, sources: &[IndexedSource]) -> Option<String> {
    // Games of standard input name it in words.
    let name = if file == "standard input" { "-" } else { file };
    let is_it = |source: &&IndexedSource| source.file == file || source.file == name;
    let mut known = sources.iter().filter(is_it).peekable();
    if known.peek().is_none() {
        return Some("is not among the sources that the index names".to_owned());
    }
    // A file that was added again may have changed between: all of its versions must be the same.
    known.find_map(|source| refusal_by(file, source))
}

fn refusal_by(file: &str, source: &IndexedSource) -> Option<String> {
    if !source.has_rule_of_today() {
        return Some(
            "was divided into games by an earlier rule of where a game ends; build the index again"
                .to_owned(),
        );
    }
    let Some(bytes) = source.bytes else {
        return Some("is not a file: what was read from it is gone".to_owned());
    };
    let now = match fs::metadata(file) {
        Ok(meta) if meta.is_file() => meta.len(),
        Ok(_) => return Some("is no file any more".to_owned()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Some("is missing".to_owned());
        }
        Err(error) => return Some(format!("cannot be read: {error}")),
    };
    let changed = || Some(CHANGED.to_owned());
    match source.digest {
        // A file may change within its size and its time.
        Some(digest) if now == bytes => match SourceHasher::of_file(Path::new(file), u64::MAX) {
            Ok(read) if read.digest() == digest => None,
            Ok(_) => changed(),
            Err(error) => Some(format!("cannot be read: {error}")),
        },
        Some(_) => changed(),
        // It was not read to its end, or in pieces by several tasks.
        None if SourceFile::new(file).is_unchanged(source) => None,
        None => changed(),
    }
}

/// A file that is read from its beginning, game by game.
pub(super) struct OpenSource {
    pub(super) file: String,
    games: Reader<Box<dyn Read + Send>>,
    /// The offset after the last game that was looked at.
    passed: u64,
}

impl OpenSource {
    /// # Errors
    /// When the file cannot be opened.
    pub(super) fn open(file: &str) -> anyhow::Result<OpenSource> {
        let input = find_one(Path::new(file), Content::Text)?.open();
        Ok(OpenSource { file: file.to_owned(), games: Reader::new(input.reader), passed: 0 })
    }

    /// True if the game at an offset has not been passed.
    pub(super) fn is_before(&self, offset: u64) -> bool {
        self.passed <= offset
    }

    /// Reads on to the game at an offset, and appends its text, without line ends and blanks after
    /// it. False if no game begins there.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub(super) fn copy(&mut self, offset: u64, text: &mut Vec<u8>) -> io::Result<bool> {
        loop {
            match self.games.next_game() {
                Ok(Some(game)) => {
                    self.passed = game.offset() + 1;
                    if game.offset() >= offset {
                        let is_found = game.offset() == offset;
                        if is_found {
                            text.extend_from_slice(game.text().trim_ascii_end());
                        }
                        return Ok(is_found);
                    }
                }
                Ok(None) => return Ok(false),
                // A game that is too long is not in the index.
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {}
                Err(error) => return Err(error),
            }
        }
    }
}
