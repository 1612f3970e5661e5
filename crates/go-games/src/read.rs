//! Games in SGF from files, read and worked on by several threads.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::{io, iter};

use anyhow::{Result, bail};
use encoding_rs::Encoding;
use indicatif::ProgressBar;
use zobrist_commands_input::hints::with_hint;
use zobrist_commands_input::rejections::Tally;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::error_limit::ErrorLimiter;
use zobrist_console::message::say;
use zobrist_console::rows::write_batch;
use zobrist_console::stdout::print;
use zobrist_game_text::{Rejection, in_order};
use zobrist_go::Color;
use zobrist_go::sgf::{Entry, Fault, Repair, SgfError, TextPosition, games};
use zobrist_input::{Content, FoundInput, WholeFile};

use super::charset::{FileCharsets, decode};
use super::damage::{SgfFile, is_open, refused, told};
pub use super::read_options::ReadOptions;
use super::refusal::Refusal;
use super::row_buffer::RowBuffer;
use super::sources::{is_sgf, sgf_files};

/// A game that was read.
#[derive(Debug)]
pub struct Game<'a> {
    /// The name of its file, for messages and rows.
    pub file: &'a str,
    /// Its number within its file, from 1. Rejected games have one too.
    pub number: u64,
    /// The encoding of its texts.
    pub encoding: &'static Encoding,
    /// The record.
    pub entry: Entry<'a>,
}

impl<'a> Game<'a> {
    /// The first game of a text in UTF-8, with the name of its file and its number there; `None` if
    /// there is none.
    pub fn of_text(file: &'a str, number: u64, text: &'a str) -> Option<Game<'a>> {
        let entry = games(text.as_bytes()).next()?.ok()?;
        Some(Game { file, number, encoding: encoding_rs::UTF_8, entry })
    }
}

impl Game<'_> {
    /// A text of the first node, without the space around it; of several values, the last.
    pub fn property(&self, name: &str) -> Option<String> {
        let value = self.entry.property(name)?;
        Some(decode(self.encoding, &value).trim().to_owned())
    }
}

/// The end of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadCounts {
    /// The ending of the command.
    pub ending: Ending,
    /// Number of rejected games, and of files that could not be read to their ends.
    pub rejected: u64,
    /// Number of files that could not be read to their ends.
    pub broken: u64,
}

/// Games to be read.
#[derive(Debug)]
pub struct Reading {
    /// Files, or standard input if there are none.
    files: Vec<PathBuf>,
    options: ReadOptions,
    progress: ProgressBar,
}

impl Reading {
    /// Finds the files that arguments name: files, patterns and folders. `progress` makes the bar
    /// for reading them.
    ///
    /// # Errors
    /// When a pattern has no match, or a folder has no file in SGF.
    pub fn of(
        arguments: &[PathBuf],
        options: ReadOptions,
        progress: fn(&[PathBuf]) -> ProgressBar,
    ) -> Result<Reading> {
        let files = sgf_files(arguments)?;
        let progress = progress(&files);
        Ok(Reading { files, options, progress })
    }

    /// Has `work` done on every game, by several threads, and hands the results to `take` in the
    /// order of the games.
    ///
    /// `work` returns a result, and the reason if it refuses the game; that is reported like a game
    /// that cannot be read, and the rest is done. The rows that it leaves in the buffer are printed
    /// after `take`, which may change them.
    ///
    /// # Errors
    /// When a file is missing, `take` cannot go on, or rows cannot be printed.
    pub fn for_each_game<T: Send>(
        self,
        work: impl Fn(&Game, &mut RowBuffer) -> (T, Result<(), Refusal>) + Sync,
        take: impl FnMut(T, &mut Vec<u8>) -> Result<()> + Send,
    ) -> Result<Ending> {
        Ok(self.count_each_game(work, take)?.ending)
    }

    /// As [`for_each_game`](Reading::for_each_game), with the number of faults.
    ///
    /// # Errors
    /// As there.
    pub fn count_each_game<T: Send>(
        self,
        work: impl Fn(&Game, &mut RowBuffer) -> (T, Result<(), Refusal>) + Sync,
        take: impl FnMut(T, &mut Vec<u8>) -> Result<()> + Send,
    ) -> Result<ReadCounts> {
        let options = self.options;
        let inputs =
            terminal_listener::find_all(&self.files, Content::TextOrUtf16, &self.progress)?;
        let files = inputs.into_iter();
        let files = files.flat_map(|found: FoundInput| found.whole_files(options.max_size()));
        let mut files = files.map(|file| options.decoded(file));
        let tally = Tally::new("games", self.progress);
        let mut results = Results::new(tally, self.options, take);
        let threads = self.options.threads();
        let ended = loop {
            match results.of_small_files(&mut files, threads, &work) {
                ControlFlow::Break(ended) => break ended,
                ControlFlow::Continue(None) => break Ok(()),
                ControlFlow::Continue(Some(large)) => {
                    if let ControlFlow::Break(ended) = results.of_large_file(large, threads, &work)
                    {
                        break ended;
                    }
                }
            }
        };
        results.finish(ended)
    }
}

/// Largest file, in bytes, that one thread reads as a whole; the games of a larger one are shared
/// among all. A game above this size is worked on alone, and its rows are printed as they come.
const SMALL: usize = 256 << 10;

/// Bytes of games of a large file that a thread takes at once.
const BATCH: usize = 64 << 10;

/// A game or a fault, by its number within its file.
type Numbered<'a> = (u64, Result<Entry<'a>, SgfError>);

/// The result of a game.
struct Done<T> {
    /// `None` if the game could not be read.
    result: Option<T>,
    rows: io::Result<Vec<u8>>,
    /// The place at which the game begins.
    begins: TextPosition,
    /// The repairs of the game that are reported.
    repairs: Vec<Repair>,
    refusal: Option<Refusal>,
}

/// A game of a large file.
enum Stage<'a, T> {
    Done(Done<T>),
    /// One that is worked on when its turn comes.
    Large(Numbered<'a>),
}

/// Breaks at an error, or with `Ok` where the reading is to stop.
type Flow<C = ()> = ControlFlow<Result<()>, C>;

/// Results of games on their way to standard output.
struct Results<F> {
    tally: Tally,
    strict: bool,
    take: F,
    /// Rows that are not printed yet.
    rows: Vec<u8>,
    /// Number of games and faults so far.
    number: u64,
    /// Number of files of archives that were skipped, since they have no game.
    skipped: u64,
    /// Number of files that could not be read to their ends.
    broken: u64,
    errors: ErrorLimiter,
}

impl<F> Results<F> {
    fn new(tally: Tally, options: ReadOptions, take: F) -> Results<F> {
        let (rows, errors) = (Vec::new(), ErrorLimiter::default());
        let strict = options.strict();
        Results { tally, strict, take, rows, number: 0, skipped: 0, broken: 0, errors }
    }

    /// Reads small files, until a large one comes, which is returned, or the end.
    fn of_small_files<T: Send>(
        &mut self,
        files: &mut (impl Iterator<Item = SgfFile> + Send),
        threads: NonZeroUsize,
        work: &(impl Fn(&Game, &mut RowBuffer) -> (T, Result<(), Refusal>) + Sync),
    ) -> Flow<Option<SgfFile>>
    where
        F: FnMut(T, &mut Vec<u8>) -> Result<()> + Send,
    {
        let mut large = None;
        let next = || {
            if large.is_some() {
                return None;
            }
            let file = files.next()?;
            if file.file.bytes.len() <= SMALL {
                return Some(file);
            }
            large = Some(file);
            None
        };
        let strict = self.strict;
        let read = |file: SgfFile| {
            let note = file.note();
            let SgfFile { file, charset, .. } = file;
            let charsets = charset.of(&file.bytes);
            let games: Vec<Done<T>> = numbered(&file, &charsets)
                .map(|game| done(&file, game, &charsets, strict, RowBuffer::default(), work))
                .collect();
            let warning = charsets.warning(&file.name);
            (file, games, [note, warning])
        };
        let broken = in_order(threads, next, read, |(file, games, warnings)| {
            if is_skipped(&file) {
                self.skip(&file.name);
                return ControlFlow::Continue(());
            }
            self.warn(warnings);
            games.into_iter().try_for_each(|game| self.take(&file.name, game))?;
            self.end_file(file)
        });
        broken.map_or(ControlFlow::Continue(large), ControlFlow::Break)
    }

    /// Reads a large file.
    fn of_large_file<T: Send>(
        &mut self,
        file: SgfFile,
        threads: NonZeroUsize,
        work: &(impl Fn(&Game, &mut RowBuffer) -> (T, Result<(), Refusal>) + Sync),
    ) -> Flow
    where
        F: FnMut(T, &mut Vec<u8>) -> Result<()> + Send,
    {
        let note = file.note();
        let SgfFile { file, charset, .. } = file;
        let charsets = charset.of(&file.bytes);
        let (mut games, strict) = (numbered(&file, &charsets), self.strict);
        let next = || {
            let (mut batch, mut bytes) = (Vec::new(), 0);
            while bytes < BATCH
                && let Some(game) = games.next()
            {
                // A fault takes time, too.
                bytes += game.1.as_ref().map_or(1, |game| game.text.len());
                batch.push(game);
            }
            (!batch.is_empty()).then_some(batch)
        };
        let stage = |game| match game {
            (_, Ok(Entry { text, .. })) if text.len() > SMALL => Stage::Large(game),
            game => {
                let rows = RowBuffer::default();
                Stage::Done(done(&file, game, &charsets, strict, rows, work))
            }
        };
        let read = |batch: Vec<_>| -> Vec<_> { batch.into_iter().map(stage).collect() };
        let broken = in_order(threads, next, read, |batch| {
            batch.into_iter().try_for_each(|game| match game {
                Stage::Done(done) => self.take(&file.name, done),
                Stage::Large(game) => {
                    self.print()?;
                    let rows = RowBuffer::printing();
                    self.take(&file.name, done(&file, game, &charsets, strict, rows, work))
                }
            })
        });
        drop(games);
        self.warn([note, charsets.warning(&file.name)]);
        drop(charsets);
        match broken {
            Some(ended) => ControlFlow::Break(ended),
            None => self.end_file(file),
        }
    }

    /// Takes the result of the next game.
    fn take<T>(&mut self, file: &Arc<str>, done: Done<T>) -> Flow
    where
        F: FnMut(T, &mut Vec<u8>) -> Result<()>,
    {
        let Done { result, rows, begins, repairs, refusal } = done;
        let mut rows = match rows {
            Ok(rows) => rows,
            Err(error) => return ControlFlow::Break(Err(error.into())),
        };
        self.number += 1;
        if let Some(result) = result {
            breaking((self.take)(result, &mut rows))?;
        }
        self.note(file, &repairs);
        self.rows.append(&mut rows);
        breaking(write_batch(&mut self.rows, print).map_err(Into::into))?;
        let rejection = refusal.map(|Refusal { place, reason }| {
            let TextPosition { line, offset, .. } = place.unwrap_or(begins);
            Rejection::new(file.clone(), line as u64, offset as u64, reason)
        });
        self.add(rejection.as_slice())
    }

    /// Takes the end of a file, and its fault if it has one.
    fn end_file(&mut self, WholeFile { name, bytes, fault, .. }: WholeFile) -> Flow {
        let Some(fault) = fault else { return ControlFlow::Continue(()) };
        let line = 1 + bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        let mut rejection =
            Rejection::new(name, line, bytes.len() as u64, String::new()).by_error(&fault);
        rejection.reason = format!("cannot be read further: {}", with_hint(&fault.into()));
        // A game was expected there, or the rest of one.
        self.number += 1;
        self.broken += 1;
        self.add(&[rejection])
    }

    fn add(&mut self, rejections: &[Rejection]) -> Flow {
        self.tally.add(1, rejections);
        if self.strict && self.tally.any_rejected() {
            return ControlFlow::Break(Ok(()));
        }
        ControlFlow::Continue(())
    }

    fn skip(&mut self, file: &str) {
        self.skipped += 1;
        if self.errors.admit("", "files without games") {
            say(&format!("zobrist: skipped {file}, which has no game in SGF\n"));
        }
    }

    /// Says what is unsure of the charsets of a file.
    fn warn(&mut self, warnings: [Option<String>; 2]) {
        for warning in warnings.into_iter().flatten() {
            if self.errors.admit("", "warnings of charsets") {
                say(&format!("zobrist: {warning}\n"));
            }
        }
    }

    /// Says what was repaired of a game.
    fn note(&mut self, file: &Arc<str>, repairs: &[Repair]) {
        for Repair { place, damage, .. } in repairs {
            let (line, offset) = (place.line as u64, place.offset as u64);
            let note = Rejection::new(file.clone(), line, offset, damage.to_string());
            if self.errors.admit(file, &note.reason) {
                say(&format!("zobrist: {note}\n"));
            }
        }
    }

    fn print(&mut self) -> Flow {
        breaking(print(&self.rows).map_err(Into::into))?;
        self.rows.clear();
        ControlFlow::Continue(())
    }

    /// Prints the rest, and ends the command's reading.
    fn finish(mut self, ended: Result<()>) -> Result<ReadCounts> {
        self.errors.say_rest("");
        if ended.is_ok() && self.number == 0 && self.skipped > 0 {
            bail!("expected files in SGF in the archive, got none with a game");
        }
        let printed = ended.and_then(|()| Ok(print(&self.rows)?));
        let (rejected, broken) = (self.tally.rejected(), self.broken);
        let ending = match printed {
            Ok(()) => self.tally.finish(self.strict),
            failed => self.tally.ending().when(failed)?,
        };
        Ok(ReadCounts { ending, rejected, broken })
    }
}

/// Has the work done on a game.
fn done<T>(
    file: &WholeFile,
    (number, game): Numbered,
    charsets: &FileCharsets,
    strict: bool,
    mut rows: RowBuffer,
    work: &impl Fn(&Game, &mut RowBuffer) -> (T, Result<(), Refusal>),
) -> Done<T> {
    let begins = game.as_ref().map_or_else(|error| error.place, |game| game.place);
    let mut repairs = Vec::new();
    let (result, refusal) = match game {
        Err(error) => (None, Some(Refusal::of(file, &error))),
        Ok(entry) if strict && !entry.record.repairs().is_empty() => {
            let repair = entry.record.repairs()[0];
            (None, Some(Refusal { place: Some(repair.place), reason: refused(repair) }))
        }
        Ok(entry) => {
            repairs = told(entry.record.repairs());
            let encoding = charsets.encoding_of(&entry);
            let game = Game { file: &file.name, number, encoding, entry };
            let (result, refused) = work(&game, &mut rows);
            (Some(result), refused.err())
        }
    };
    Done { result, rows: rows.end(), begins, repairs, refusal }
}

fn breaking(done: Result<()>) -> Flow {
    done.map_or_else(|error| ControlFlow::Break(Err(error)), ControlFlow::Continue)
}

/// The games of a file, and the faults between them.
fn numbered<'a>(
    file: &'a WholeFile,
    charsets: &FileCharsets<'a>,
) -> impl Iterator<Item = Numbered<'a>> {
    let mut games = charsets.games().peekable();
    let next = move || {
        let game = games.next()?;
        let has_no_end = |game: &Result<Entry<'_>, SgfError>| match game {
            Ok(game) => is_open(game.record.repairs()),
            Err(error) => {
                matches!(error.fault, Fault::OpenGame | Fault::OpenValue | Fault::Nothing)
            }
        };
        // Where the end of a file could not be read, that is reported, and not its last game.
        let is_cut = file.fault.is_some() && has_no_end(&game) && games.peek().is_none();
        (!is_cut).then_some(game)
    };
    (1..).zip(iter::from_fn(next))
}

/// True for a file of an archive that need not have a game by its name, and has none.
fn is_skipped(file: &WholeFile) -> bool {
    let has_none =
        || matches!(games(&file.bytes).next(), Some(Err(error)) if error.fault == Fault::Nothing);
    file.in_archive && file.fault.is_none() && !is_sgf((*file.name).as_ref()) && has_none()
}

/// The player of a move that could not be read, if it is a move.
pub fn unread_move(fault: &SgfError) -> Option<Color> {
    let (Fault::Property(got) | Fault::OffBoard(got)) = &fault.fault else {
        return None;
    };
    let name = got.split('[').next().unwrap_or_default();
    // Small letters mean nothing; they date from before FF[4].
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    match capitals.as_str() {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}
