//! Texts of single games, for a program that asks for one after the other.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use zobrist_index::{IndexedSource, SourceDigest, StoredGame};
use zobrist_shakmaty::pgn::Reader;
use zobrist_storage::{FileState, open_from};

use super::source::{OpenSource, state_of};

/// The longest text of a game that is looked for at its place, in bytes.
const AT_PLACE: u64 = 4 << 20;

/// Finds the texts of games in the files that they came from. Files that were compared with their
/// index are remembered until they change.
#[derive(Debug, Default)]
pub struct SourceTexts(Mutex<HashMap<String, Known>>);

/// A file that is as an index names it: its state when it was compared, and the digests of the
/// index.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    state: FileState,
    digests: Vec<Option<SourceDigest>>,
}

impl SourceTexts {
    /// Returns the first text that `read` accepts as a game of an index with the sources `known`,
    /// and what it made of it. `read` must recognize the game, since a compressed file has other
    /// bytes at its place.
    ///
    /// Cost: the first time, all bytes of the file are read, to compare it with the index; of a
    /// compressed file, those before the game each time.
    ///
    /// # Errors
    /// When the file is not there any more, is not as it was, or has no such game: the reason, which
    /// goes on after the name of the file.
    pub fn find<T>(
        &self,
        game: &StoredGame,
        known: &[IndexedSource],
        mut read: impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<(Vec<u8>, T), String> {
        let file = &*game.file;
        let digests = known.iter().filter(|source| source.file == file);
        let digests: Vec<Option<SourceDigest>> = digests.map(|source| source.digest).collect();
        let now = FileState::at(file).ok().map(|state| Known { state, digests: digests.clone() });
        let is_known = now.is_some() && self.known().get(file) == now.as_ref();
        if !is_known {
            let state = state_of(file, known)?;
            self.known().insert(file.to_owned(), Known { state, digests });
        }
        if let Some(text) = at_place(file, game.offset)
            && let Some(made) = read(&text)
        {
            return Ok((text, made));
        }
        let unreadable = |error: &dyn ToString| format!("cannot be read: {}", error.to_string());
        let mut open = OpenSource::open(file).map_err(|error| unreadable(&error))?;
        let mut text = Vec::new();
        let found = open.copy(game.offset, &mut text).map_err(|error| unreadable(&error))?;
        let made = if found { read(&text) } else { None };
        let made = made.ok_or_else(|| format!("has another game at byte {}", game.offset))?;
        Ok((text, made))
    }

    fn known(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The text at an offset of a file as it is on the disk, up to the end of a game.
fn at_place(file: &str, offset: u64) -> Option<Vec<u8>> {
    let open = || -> io::Result<Option<Vec<u8>>> {
        let (from, _) = open_from(Path::new(file), offset)?;
        let mut games = Reader::new(from.take(AT_PLACE));
        let game = games.next_game()?.filter(|game| game.offset() == 0);
        Ok(game.map(|game| game.text().trim_ascii_end().to_owned()))
    };
    open().ok()?.filter(|text| (text.len() as u64) < AT_PLACE - 1)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use zobrist_index::{BuildOptions, Index, IndexBuilder, SourceFile};

    use super::*;

    const GAMES: &str = "1. e4 {first} *\n\n1. d4 {second} *\n\n1. c4 {third} *\n";

    /// An index of a file.
    fn index_of(folder: &Path, file: &Path) -> Index {
        let (index, files) = (folder.join("index"), [file.to_owned()]);
        let sources = vec![SourceFile::new(file)];
        let builder = IndexBuilder::create_from_sources(&index, BuildOptions::default(), sources);
        let one = std::num::NonZeroUsize::MIN;
        crate::build_index::ingest(builder.unwrap(), &files, one, None, None).unwrap();
        Index::open(&index).unwrap()
    }

    #[test]
    fn games_are_found_in_plain_and_compressed_files_until_these_change() {
        for compressed in [false, true] {
            let folder = tempfile::tempdir().unwrap();
            let file = folder.path().join("a.pgn");
            let bytes = match compressed {
                false => GAMES.as_bytes().to_vec(),
                true => zstd::encode_all(GAMES.as_bytes(), 1).unwrap(),
            };
            fs::write(&file, bytes).unwrap();
            let index = index_of(folder.path(), &file);
            let texts = SourceTexts::default();
            for (number, word) in ["first", "second", "third", "second"].into_iter().enumerate() {
                let number = if number == 3 { 1 } else { number as u64 };
                let game = index.game(number).unwrap();
                let is_it = |text: &[u8]| text.starts_with(b"1. ").then_some(text.len());
                let (text, length) = texts.find(&game, index.sources(), is_it).unwrap();
                let text = String::from_utf8(text).unwrap();
                assert!(text.contains(word) && text.len() == length, "{text}");
            }
            let game = index.game(1).unwrap();
            let nothing = texts.find(&game, index.sources(), |_| None::<()>).unwrap_err();
            assert!(nothing.starts_with("has another game at byte "), "{nothing}");
            fs::write(&file, "1. d4 {other} *\n").unwrap();
            let changed = texts.find(&game, index.sources(), |_| Some(())).unwrap_err();
            assert_eq!(changed, "has changed since the index was built");
            fs::remove_file(&file).unwrap();
            let gone = texts.find(&game, index.sources(), |_| Some(())).unwrap_err();
            assert_eq!(gone, "is missing");
        }
    }
}
