//! Builds indexes from texts, as the command does from files.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zobrist_index::{
    BuildCounts, BuildOptions, GamesText, Index, IndexBuilder, IndexError, MergeOptions,
    ResumePoint, SourceFile,
};

use crate::recount;

/// A folder for an index and for the files that it is made of.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    /// Where the index is.
    pub(crate) fn index(&self) -> PathBuf {
        self.0.path().join("index")
    }

    /// Writes a file of games and says where it is.
    pub(crate) fn games(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Builds the index of a text in one go.
    pub(crate) fn build(&self, options: BuildOptions, text: &str) -> BuildCounts {
        let files = [self.games("games.pgn", text)];
        let mut builder = build(&self.index(), options, &files);
        feed(&mut builder, &files, usize::MAX, usize::MAX);
        let built = builder.finish().unwrap();
        assert_eq!(built.rejected, 0);
        built
    }

    /// An index of a text with the usual options.
    pub(crate) fn index_of(text: &str) -> (Folder, Index) {
        let folder = Folder::new();
        folder.build(BuildOptions::default(), text);
        let index = Index::open(folder.index()).unwrap();
        (folder, index)
    }
}

/// A builder of the index of some files, in place of what is there.
pub(crate) fn build(folder: &Path, mut options: BuildOptions, files: &[PathBuf]) -> IndexBuilder {
    options.replace = true;
    IndexBuilder::create_from_sources(folder, options, sources(files)).unwrap()
}

/// A builder that adds some files, even if they are in the index.
pub(crate) fn append(folder: &Path, mut options: BuildOptions, files: &[PathBuf]) -> IndexBuilder {
    options.again = true;
    IndexBuilder::append_from_sources(folder, options, sources(files)).unwrap()
}

pub(crate) fn sources(files: &[PathBuf]) -> Vec<SourceFile> {
    files.iter().map(SourceFile::new).collect()
}

/// Feeds a builder from its resume point on, `at_once` games at a time, at most `most` times.
pub(crate) fn feed(builder: &mut IndexBuilder, files: &[PathBuf], at_once: usize, most: usize) {
    let place = builder.resume_point();
    let replayer = builder.replayer();
    let mut left = most;
    let mut number = 0;
    for (source, file) in files.iter().enumerate() {
        let text = fs::read_to_string(file).unwrap();
        let starts: Vec<usize> = recount::games(&text).iter().map(|game| game.offset).collect();
        let ends: Vec<usize> = starts.iter().copied().skip(1).chain([text.len()]).collect();
        let mut game = 0;
        while game < ends.len() {
            if number < place.game {
                assert!(source <= place.source);
                (game, number) = (game + 1, number + 1);
                continue;
            }
            if left == 0 {
                return;
            }
            left -= 1;
            let last = game.saturating_add(at_once).min(ends.len());
            let start = if game == 0 { 0 } else { ends[game - 1] };
            if number == place.game && place.game > 0 && source == place.source {
                assert_eq!(place.offset, start as u64);
            }
            let name = file.to_string_lossy();
            let ends_here: Vec<usize> = ends[game..last].iter().map(|end| end - start).collect();
            let text_here = &text.as_bytes()[start..ends[last - 1]];
            let mut games = GamesText::new(&name, text_here, &ends_here);
            (games.offset, games.first) = (start as u64, game as u64 + 1);
            let replayed = replayer.replay(games);
            number += (last - game) as u64;
            game = last;
            let offset = ends[last - 1] as u64;
            let line = text[..ends[last - 1]].matches('\n').count() as u64;
            let game_in_source = last as u64;
            let reached = ResumePoint { source, offset, line, game: number, game_in_source };
            builder.add_from_source(source, replayed, 0, reached).unwrap();
        }
    }
}

/// Merges the segments of an index.
pub(crate) fn merge(
    folder: impl AsRef<Path>,
    memory: usize,
    count: usize,
) -> Result<(), IndexError> {
    let mut options = MergeOptions::default();
    (options.memory, options.threads) = (memory, threads(count));
    zobrist_index::merge(folder, options)
}

pub(crate) fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

/// The faults that a check of an index finds.
pub(crate) fn faults(folder: &Path) -> Vec<String> {
    faults_by(folder, 2)
}

/// The faults that a check by `count` threads finds.
pub(crate) fn faults_by(folder: &Path, count: usize) -> Vec<String> {
    let mut faults = Vec::new();
    let count = zobrist_index::verify(folder, 1 << 24, threads(count), &mut |fault| {
        faults.push(fault.to_owned());
    });
    assert_eq!(count.unwrap().min(100), faults.len() as u64);
    faults
}

/// All files of a folder and their bytes, but for those of the lock.
pub(crate) fn bytes(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.file_name().unwrap() == ".building" {
            continue;
        }
        if path.is_dir() {
            found.extend(bytes(&path));
        } else {
            found.push((path.clone(), fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// The games of the sample, some of them.
pub(crate) fn sample(games: usize) -> String {
    use std::io::Read;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/engine-games.pgn.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    if let Some((end, _)) = text.match_indices("[Event ").nth(games) {
        text.truncate(end);
    }
    text
}
