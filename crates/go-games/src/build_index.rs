//! Reads files of games into an index of positions.

use std::cell::RefCell;
use std::path::{Path, PathBuf, absolute};

use anyhow::{Context, Result};
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::error_limit::ErrorLimiter;
use zobrist_console::message::say;
use zobrist_go::sgf::Record;
use zobrist_go_index::{
    BuildCounts, GameFacts, GamePreparer, GoIndexBuilder, GoIndexError, GoSource, Line, LineError,
    PreparedGame, check,
};
use zobrist_input::counted;
use zobrist_storage::{FileState, SourceHasher, remote};

use crate::read::{Game, ReadCounts, ReadOptions, Reading};
use crate::refusal::Refusal;

thread_local! {
    /// Tables of keys are large, so that each thread keeps its own.
    static PREPARER: RefCell<GamePreparer> = RefCell::default();
}

/// The result of reading files into an index.
#[derive(Clone, Copy, Debug)]
pub struct GoBuilt {
    /// The ending of the command.
    pub ending: Ending,
    /// The counts of the index; `None` if it was not written, since a game was rejected that was
    /// not to be.
    pub counts: Option<BuildCounts>,
    /// Number of games that the index has only up to a fault.
    pub cut: u64,
    /// True if all files could be read to their ends.
    pub is_whole: bool,
}

impl GoBuilt {
    /// The counts for the closing line.
    pub fn closing_counts(&self) -> Vec<String> {
        let counts = self.counts.unwrap_or_default();
        let mut texts = vec![
            counted(counts.games, "game", "games"),
            counted(counts.occurrences, "key", "keys"),
            format!("{} bytes", counts.bytes),
        ];
        if self.cut > 0 {
            texts.push(format!("{} not to their ends", self.cut));
        }
        texts
    }
}

/// Reads files into an index, reports rejected games, and completes the index. A game that cannot
/// be replayed to its end is rejected, too, and the index has it up to there. A file that the index
/// has already is left out, unless the builder takes it again. The paths of the files are stored as
/// they are with `relative`, else as absolute ones.
///
/// # Errors
/// When a file is missing or has changed while it was read, or the index cannot be written.
pub fn build_index(
    mut builder: GoIndexBuilder,
    files: &[PathBuf],
    relative: bool,
    options: ReadOptions,
) -> Result<GoBuilt> {
    let sources = add_sources(&mut builder, files, relative)?;
    let all_added = Ending::done_if(sources.len() == files.len());
    let files: Vec<PathBuf> = sources.iter().map(|(file, _)| (*file).clone()).collect();
    if files.is_empty() {
        let counts = Some(builder.finish()?);
        return Ok(GoBuilt { ending: all_added, counts, cut: 0, is_whole: true });
    }
    let reading = Reading::of(&files, options, terminal_listener::progress_with_few_rows)?;
    let mut cut = 0_u64;
    let ReadCounts { ending, rejected, broken } = reading.count_each_game(
        |game, _| prepare(game),
        |prepared, _| {
            let Some(prepared) = prepared else { return Ok(()) };
            cut += u64::from(!prepared.is_whole());
            Ok(builder.add(prepared)?)
        },
    )?;
    let ending = ending.max(all_added);
    let mut built = GoBuilt { ending, counts: None, cut, is_whole: broken == 0 };
    if options.strict() && ending != Ending::Done {
        return Ok(built);
    }
    for (_, source) in &sources {
        source.check()?;
    }
    builder.add_rejected(rejected);
    built.counts = Some(builder.finish()?);
    Ok(built)
}

/// Adds the files to the sources of an index, and returns those that it did not have. Each of the
/// others is left out, with a message.
fn add_sources<'a>(
    builder: &mut GoIndexBuilder,
    files: &'a [PathBuf],
    relative: bool,
) -> Result<Vec<(&'a PathBuf, Source)>> {
    let mut errors = ErrorLimiter::default();
    let mut added = Vec::new();
    for file in files {
        let source = Source::of(file, relative)?;
        match builder.add_source(source.source.clone()) {
            Err(GoIndexError::AlreadyIn { known, .. }) => {
                if errors.admit("", "files that are in the index already") {
                    let file = file.display();
                    say(&format!(
                        "zobrist: {file} has the bytes of {known}, which is in the index; it is left out \
                         (--again adds it all the same)\n"
                    ));
                }
            }
            result => {
                result?;
                added.push((file, source));
            }
        }
    }
    errors.say_rest("; left out");
    Ok(added)
}

/// Computes the keys of a game, and the reason why it is rejected.
fn prepare(game: &Game<'_>) -> (Option<PreparedGame>, Result<(), Refusal>) {
    let record = &game.entry.record;
    let line = Line::of(record);
    let prepared = PREPARER.with_borrow_mut(|preparer| preparer.prepare(&line, facts_of(game)));
    let Some(prepared) = prepared else {
        let (width, height) = line.size();
        let reason = format!("expected a board of 1 to 25 points each way, got {width} x {height}");
        return (None, Err(reason.into()));
    };
    let checked = if prepared.is_whole() { Ok(()) } else { check(&line) };
    let refused = checked.map_err(|error| {
        let Refusal { place, reason } = refusal_of(record, &error);
        Refusal { place, reason: format!("{reason}; the index has the game up to there") }
    });
    (Some(prepared), refused)
}

/// The facts about a game of a file.
pub fn facts_of(game: &Game<'_>) -> GameFacts {
    let mut facts = GameFacts::default();
    (facts.file, facts.number) = (game.file.to_owned(), game.number);
    (facts.black, facts.white) = (game.property("PB"), game.property("PW"));
    (facts.result, facts.date) = (game.property("RE"), game.property("DT"));
    facts
}

/// The refusal of a game whose main line cannot be followed, with the place in its record.
pub fn refusal_of(record: &Record, error: &LineError) -> Refusal {
    let mut nodes = record.main_line().map(|number| (number, record.node(number)));
    match error {
        LineError::Fault => match nodes.find_map(|(_, node)| node.fault) {
            Some(fault) => fault.into(),
            None => error.to_string().into(),
        },
        LineError::SetUp { number, error } => {
            let mut nodes = nodes.filter(|(_, node)| !node.set_up.is_empty());
            match nodes.nth(*number) {
                Some((node, _)) => format!("node {node}: {error}").into(),
                None => error.to_string().into(),
            }
        }
        error => error.to_string().into(),
    }
}

/// A file of games, and its state before it was read.
struct Source {
    source: GoSource,
    path: PathBuf,
    state: Option<FileState>,
}

impl Source {
    /// # Errors
    /// When the file is missing or cannot be read.
    fn of(path: &Path, relative: bool) -> Result<Source> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let cannot_read = || format!("cannot read {}", path.display());
        let is_local = path != Path::new("-") && !remote::is_url(path);
        if !is_local || !path.is_file() {
            let path = remote::without_secrets(path);
            return Ok(Source { source: GoSource::new(text(&path)), path, state: None });
        }
        let state = FileState::at(path).with_context(cannot_read)?;
        let hasher = SourceHasher::of_file(path, u64::MAX).with_context(cannot_read)?;
        let stored = match relative {
            true => path.to_owned(),
            false => absolute(path).with_context(cannot_read)?,
        };
        let mut source = GoSource::new(text(&stored));
        (source.bytes, source.digest) = (Some(hasher.bytes()), Some(hasher.digest()));
        Ok(Source { source, path: path.to_owned(), state: Some(state) })
    }

    /// # Errors
    /// When the file has changed since.
    fn check(&self) -> Result<()> {
        let Some(before) = &self.state else { return Ok(()) };
        let now = FileState::at(&self.path);
        let now = now.with_context(|| format!("cannot read {}", self.path.display()))?;
        match before.difference(&now) {
            Some(what) => {
                let path = self.path.clone();
                Err(GoIndexError::SourceChanged { path, what }.into())
            }
            None => Ok(()),
        }
    }
}
