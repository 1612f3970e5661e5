//! An index is built from files, compressed or not; what cannot be read is reported with its place.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::TempDir;
use zobrist_game_text::Rejection;
use zobrist_index::shakmaty::Chess;
use zobrist_index::{BuildCounts, BuildOptions, Index, IndexBuilder};
use zobrist_ingest::{IngestError, Sources, Watch, ingest};
use zobrist_input::{Listener, Nobody};

const PLAIN: &str = "[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"B\"]\n\n1. e4 Ke3 *\n";
const COMPRESSED: &str = "1. d4 d5 *\n\n1. e4 e5 2. Qh6 *\n\n1. c4 *\n";

#[derive(Default)]
struct Heard {
    read: u64,
    plies: u64,
    rejections: Vec<Rejection>,
    failure: Option<Rejection>,
    has_ended: bool,
    /// Number of calls after which to stop.
    stop_after: Option<usize>,
    calls: usize,
}

impl Watch for Heard {
    fn games(&mut self, read: u64, plies: u64, rejections: &[Rejection]) {
        assert!(!self.has_ended);
        self.read += read;
        self.plies += plies;
        self.rejections.extend_from_slice(rejections);
        self.calls += 1;
    }

    fn wants_stop(&mut self) -> bool {
        self.stop_after.is_some_and(|calls| self.calls >= calls)
    }

    fn source_failed(&mut self, failure: &Rejection) {
        self.failure = Some(failure.clone());
    }

    fn reading_ended(&mut self) {
        self.has_ended = true;
    }
}

/// A folder with two files of games.
struct Folder {
    folder: TempDir,
    files: [PathBuf; 2],
}

impl Folder {
    fn new() -> Folder {
        let folder = tempfile::tempdir().unwrap();
        let files = ["plain.pgn", "compressed.pgn.gz"].map(|name| folder.path().join(name));
        fs::write(&files[0], PLAIN).unwrap();
        fs::write(&files[1], gzip(COMPRESSED.as_bytes())).unwrap();
        Folder { folder, files }
    }

    fn index(&self) -> PathBuf {
        self.folder.path().join("index")
    }

    fn builder(&self, options: BuildOptions) -> IndexBuilder {
        let sources = Sources::find(&self.files).unwrap();
        IndexBuilder::create_from_sources(self.index(), options, sources.versions()).unwrap()
    }

    fn ingest(&self, options: BuildOptions, heard: &mut Heard) -> Result<BuildCounts, IngestError> {
        let nobody: Arc<dyn Listener> = Arc::new(Nobody);
        let threads = NonZeroUsize::new(2).unwrap();
        ingest(self.builder(options), &self.files, threads, &nobody, heard)
    }

    /// The number of games in the index, by their first moves.
    fn games(&self) -> u64 {
        let index = Index::open(self.index()).unwrap();
        index.moves(&Chess::default()).unwrap().iter().map(|played| played.games()).sum()
    }
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// The file, line, offset and reason of a rejection at a word of the text of a file.
fn expected(file: &Path, text: &str, word: &str, reason: &str) -> (String, u64, u64, String) {
    let at = text.find(word).unwrap();
    let line = text[..at].matches('\n').count() + 1;
    (file.display().to_string(), line as u64, at as u64, reason.to_owned())
}

fn parts(rejection: &Rejection) -> (String, u64, u64, String) {
    let Rejection { file, line, offset, reason, .. } = rejection;
    (file.to_string(), *line, *offset, reason.clone())
}

#[test]
fn files_are_read_and_rejected_games_have_their_places() {
    let folder = Folder::new();
    let mut heard = Heard::default();
    let built = folder.ingest(BuildOptions::default(), &mut heard).unwrap();
    assert_eq!((built.games, built.rejected, built.shortened, built.partial), (3, 2, 0, 0));
    // One more position than plies for each game.
    assert_eq!(built.positions, 4 + 3 + 2);
    assert_eq!((heard.read, heard.plies), (5, 3 + 2 + 1));
    assert!(heard.has_ended && heard.failure.is_none());
    let [plain, compressed] = &folder.files;
    let rejections: Vec<_> = heard.rejections.iter().map(parts).collect();
    assert_eq!(
        rejections,
        [
            expected(plain, PLAIN, "Ke3", "game 2: illegal move Ke3 at ply 2"),
            expected(compressed, COMPRESSED, "Qh6", "game 2: illegal move Qh6 at ply 3"),
        ]
    );
    assert_eq!(folder.games(), 3);
}

#[test]
fn games_are_shortened_if_the_options_say_so() {
    let folder = Folder::new();
    let mut options = BuildOptions::default();
    options.keep_valid = true;
    let mut heard = Heard::default();
    let built = folder.ingest(options, &mut heard).unwrap();
    assert_eq!((built.games, built.rejected, built.shortened), (5, 0, 2));
    assert!(heard.rejections.iter().all(|rejection| rejection.shortens));
    assert_eq!(heard.rejections.len(), 2);
}

/// Puts a longer compressed file without its end in place of the second; returns the whole of it.
fn truncate(folder: &Folder) -> Vec<u8> {
    let whole = gzip([COMPRESSED; 100].join("\n").as_bytes());
    fs::write(&folder.files[1], &whole[..whole.len() - 8]).unwrap();
    whole
}

#[test]
fn a_truncated_file_is_an_error_and_the_same_run_continues_once_it_is_mended() {
    let folder = Folder::new();
    let whole = truncate(&folder);
    let mut heard = Heard::default();
    let error = folder.ingest(BuildOptions::default(), &mut heard).unwrap_err();
    let text = error.to_string();
    let IngestError::Source { failure, kept } = error else { panic!("{error}") };
    assert_eq!(&*failure.file, folder.files[1].to_str().unwrap());
    assert!(failure.reason.starts_with("cannot be read further: "), "{failure}");
    let next =
        "; nothing was put into the index; mend the file and do the same again, which continues";
    assert_eq!(text, format!("{failure}{next}"));
    assert!(kept.unwrap());
    assert_eq!(heard.failure.as_ref().map(parts), Some(parts(&failure)));
    assert!(!heard.has_ended);
    assert!(Index::open(folder.index()).is_err());

    fs::write(&folder.files[1], whole).unwrap();
    let builder = folder.builder(BuildOptions::default());
    // The games of the second file are not in it.
    assert_eq!((builder.games(), builder.resume_point().game), (1, 2));
    drop(builder);
    let mut heard = Heard::default();
    let built = folder.ingest(BuildOptions::default(), &mut heard).unwrap();
    assert_eq!((built.games, built.rejected), (201, 101));
    // The first file is not read again.
    assert_eq!(heard.read, 300);
    assert_eq!(folder.games(), 201);
}

#[test]
fn a_truncated_file_is_accepted_in_part_if_the_options_say_so() {
    let folder = Folder::new();
    truncate(&folder);
    let mut options = BuildOptions::default();
    options.partial = true;
    let mut heard = Heard::default();
    let built = folder.ingest(options, &mut heard).unwrap();
    assert_eq!(built.partial, 1);
    assert!(heard.has_ended && heard.failure.is_none());
    let last = heard.rejections.last().unwrap();
    assert!(last.reason.starts_with("cannot be read further: "), "{last}");
    assert_eq!(folder.games(), built.games);
}

#[test]
fn a_run_that_is_stopped_keeps_what_was_read() {
    let folder = Folder::new();
    for (stop_after, games) in [(1, 1), (1, 3)] {
        let mut heard = Heard { stop_after: Some(stop_after), ..Heard::default() };
        let error = folder.ingest(BuildOptions::default(), &mut heard).unwrap_err();
        let IngestError::Stopped { games: kept_games, kept } = error else { panic!("{error}") };
        assert_eq!((kept_games, kept.unwrap()), (games, true));
        assert!(heard.has_ended);
        assert!(Index::open(folder.index()).is_err());
    }
    let mut heard = Heard::default();
    let built = folder.ingest(BuildOptions::default(), &mut heard).unwrap();
    assert_eq!((built.games, built.rejected, heard.read), (3, 2, 0));
    assert_eq!(folder.games(), 3);
}

#[test]
fn a_missing_file_is_an_error_before_anything_is_read() {
    let folder = Folder::new();
    let builder = folder.builder(BuildOptions::default());
    fs::remove_file(&folder.files[1]).unwrap();
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let mut heard = Heard::default();
    let error = ingest(builder, &folder.files, NonZeroUsize::MIN, &nobody, &mut heard).unwrap_err();
    assert!(matches!(error, IngestError::Files(_)), "{error}");
    assert_eq!(error.to_string(), format!("cannot open {}", folder.files[1].display()));
    assert!(std::error::Error::source(&error).is_some());
    assert_eq!((heard.read, heard.has_ended), (0, false));
}
