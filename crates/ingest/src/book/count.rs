//! Counts the moves of games for a book, on all cores.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use zobrist_game_text::{ChunkBoundary, ChunkUnit, Chunks, Rejection, in_order};
use zobrist_index::{Filter, Index, StoredGame};
use zobrist_input::{
    Content, FoundInput, Listener, find_all, find_each, refuse_standard_input_twice,
};
use zobrist_shakmaty::pgn::Language;
use zobrist_shakmaty::{BookBuilder, BookOptions, GameOptions};
use zobrist_storage::remote::without_secrets;
use zobrist_text_encoding::TextEncoding;

use super::counter::{Counter, Sieve};
use super::error::CountError;
use crate::index_url::is_index_url;
use crate::watch::Watch;

/// Options for counting games for a book.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CountOptions {
    /// The moves that the book takes, and their weights.
    pub book: BookOptions,
    /// True if a game with a bad move counts up to that move.
    pub keep_valid: bool,
    /// True if the readable part of a file that fails while it is read is accepted.
    pub partial: bool,
    /// True if the counting stops at the first game that is rejected.
    pub strict: bool,
    /// The encoding of tags that are not UTF-8; `None` reads each file by what they look like. It
    /// matters to filters of names and events.
    pub encoding: Option<TextEncoding>,
    /// The language whose letters of the pieces are read in files, as [`GameOptions::language`]
    /// says.
    pub language: Language,
    /// The number of threads.
    pub threads: NonZeroUsize,
}

impl Default for CountOptions {
    /// Returns options that count whole legal games in English for a book of default options, on one
    /// thread; a file that cannot be read to its end is an error.
    fn default() -> CountOptions {
        CountOptions {
            book: BookOptions::default(),
            keep_valid: false,
            partial: false,
            strict: false,
            encoding: None,
            language: Language::English,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// A source of games for a book.
#[derive(Debug)]
#[non_exhaustive]
pub enum GameSource {
    /// Files, one after the other.
    Files(Vec<FoundInput>),
    /// An index, and its folder as it was given.
    Index(PathBuf, Box<Index>),
}

impl GameSource {
    /// Finds files of games, folders of indexes and URLs of indexes; `-` is standard input.
    ///
    /// # Errors
    /// When one is missing or cannot be opened, or all are files of formats that are not read.
    pub fn find(
        paths: &[PathBuf],
        listener: &Arc<dyn Listener>,
    ) -> Result<Vec<GameSource>, CountError> {
        // Checked for all files, since an index between them splits them into groups.
        refuse_standard_input_twice(paths)?;
        let has_index = paths.iter().any(|path| is_index(path));
        let find = if has_index { find_each } else { find_all };
        paths
            .chunk_by(|a, b| !is_index(a) && !is_index(b))
            .map(|paths| match paths {
                [folder] if is_index(folder) => {
                    let index = Box::new(Index::open(folder)?);
                    Ok(GameSource::Index(without_secrets(folder), index))
                }
                files => Ok(GameSource::Files(find(files, Content::Text, listener)?)),
            })
            .collect()
    }
}

/// True if a path is a folder or the URL of an index.
fn is_index(path: &Path) -> bool {
    path.is_dir() || is_index_url(path)
}

/// Counts the moves of games for a book, with one counter for each thread.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::sync::Arc;
///
/// use zobrist_game_text::Rejection;
/// use zobrist_index::Filter;
/// use zobrist_ingest::Watch;
/// use zobrist_ingest::book::{CountOptions, Counting, GameSource};
/// use zobrist_input::{Listener, Nobody};
///
/// /// Does not listen.
/// struct Deaf;
///
/// impl Watch for Deaf {
///     fn games(&mut self, _read: u64, _plies: u64, _rejections: &[Rejection]) {}
/// }
///
/// # let folder = std::env::temp_dir().join(format!("zobrist-ingest-book-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let path = folder.join("games.pgn");
/// std::fs::write(&path, "1. e4 e5 1-0\n")?;
///
/// let mut options = CountOptions::default();
/// options.book.min_games = 1;
/// let filter = Filter::default();
/// let mut counting = Counting::new(options, &filter);
/// let listener: Arc<dyn Listener> = Arc::new(Nobody);
/// for source in GameSource::find(&[path], &listener)? {
///     counting.count(source, &mut Deaf)?;
/// }
/// let (book, _) = counting.finish();
/// // The moves of the winner.
/// assert_eq!(book.finish(NonZeroUsize::MIN)?.entries.len(), 1);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Counting<'f> {
    options: CountOptions,
    filter: &'f Filter,
    /// Counters that no thread uses at the moment.
    idle: Mutex<Vec<Counter<'f>>>,
    games: u64,
    is_stopped: bool,
}

impl<'f> Counting<'f> {
    /// Counts no games yet, and of those to come the ones that the filter keeps.
    #[must_use]
    pub fn new(options: CountOptions, filter: &'f Filter) -> Counting<'f> {
        Counting { options, filter, idle: Mutex::default(), games: 0, is_stopped: false }
    }

    /// The number of games that were read, rejected ones included.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts the games of a source. Once [`Watch::wants_stop`] or
    /// [`strict`](CountOptions::strict) has stopped it, it counts no more.
    ///
    /// # Errors
    /// When a file fails while it is read and is not accepted in part, or an index is damaged.
    pub fn count(&mut self, source: GameSource, watch: &mut dyn Watch) -> Result<(), CountError> {
        match source {
            GameSource::Files(found) => self.files(found, watch),
            GameSource::Index(path, index) => {
                let file = path.to_string_lossy().into();
                self.index(&file, &index, watch)
            }
        }
    }

    /// All that was counted.
    pub fn finish(self) -> (BookBuilder, Sieve<'f>) {
        let mut all = Counter::new(self.options.book, self.filter);
        for counter in self.idle.into_inner().expect(UNPOISONED) {
            all.join(counter);
        }
        all.finish()
    }

    fn files(&mut self, found: Vec<FoundInput>, watch: &mut dyn Watch) -> Result<(), CountError> {
        let start = ChunkBoundary { game: self.games, ..ChunkBoundary::default() };
        let CountOptions { partial, strict, keep_valid, encoding, language, .. } = self.options;
        let mut games = GameOptions::default();
        games.strict_start = strict;
        games.language = language;
        let mut chunks = Chunks::from(found, ChunkUnit::Games, start).only_whole(!partial);
        if self.filter.conditions().next().is_some() {
            chunks = chunks.decode_tags(encoding);
        }
        let mut failure = None;
        let mut last = self.games;
        self.each(
            || {
                let mut chunk = chunks.next()?;
                failure = chunk.failure.take().filter(|_| !partial);
                failure.is_none().then_some(chunk)
            },
            |mut chunk, counter| {
                let end = chunk.end().game;
                let (mut read, mut rejections) = counter.count_chunk(&chunk, games, keep_valid);
                chunk.append_unread(strict, &mut read, &mut rejections);
                (end, read, rejections)
            },
            |end| last = end,
            watch,
        );
        self.games = last;
        match failure {
            // An earlier rejection has already ended the run.
            Some(_) if self.is_stopped => Ok(()),
            Some(failure) => Err(CountError::Source(Box::new(failure))),
            None => Ok(()),
        }
    }

    fn index(
        &mut self,
        file: &Arc<str>,
        index: &Index,
        watch: &mut dyn Watch,
    ) -> Result<(), CountError> {
        let mut batches = index.game_batches();
        let mut failed = None;
        let games = self.games;
        self.each(
            || match batches.next()? {
                Ok(batch) => Some(batch),
                Err(error) => {
                    failed = Some(error);
                    None
                }
            },
            |batch: Vec<StoredGame>, counter| {
                let read = batch.len() as u64;
                (0, read, counter.count_stored(&batch, games, file))
            },
            |_| {},
            watch,
        );
        self.games += index.games();
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Counts the games of each item with `work`, which returns the number of the last game, the
    /// number of games read, and the rejections. `done` gets the first of these for each item, in
    /// order.
    fn each<Item>(
        &mut self,
        source: impl FnMut() -> Option<Item> + Send,
        work: impl Fn(Item, &mut Counter) -> (u64, u64, Vec<Rejection>) + Sync,
        mut done: impl FnMut(u64) + Send,
        watch: &mut dyn Watch,
    ) {
        let (idle, filter) = (&self.idle, self.filter);
        let CountOptions { book, strict, threads, .. } = self.options;
        if self.is_stopped {
            return;
        }
        let stopped = in_order(
            threads,
            source,
            |item| {
                let counter = idle.lock().expect(UNPOISONED).pop();
                let mut counter = counter.unwrap_or_else(|| Counter::new(book, filter));
                let counted = work(item, &mut counter);
                let plies = counter.take_plies();
                idle.lock().expect(UNPOISONED).push(counter);
                (counted, plies)
            },
            |((end, read, rejections), plies)| {
                watch.games(read, plies, &rejections);
                done(end);
                let any_rejected = rejections.iter().any(|rejection| !rejection.shortens);
                match strict && any_rejected || watch.wants_stop() {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
        );
        self.is_stopped = stopped.is_some();
    }
}

const UNPOISONED: &str = "no thread panics with the lock held";
