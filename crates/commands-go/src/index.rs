//! `zobrist go index`: an index of positions, corners and sides.

use std::cell::RefCell;
use std::path::{Path, PathBuf, absolute};

use anyhow::{Context, Result, bail};
use zobrist_commands_input::terminal_listener;
use zobrist_console::closing;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::resources::size;
use zobrist_go_games::read::{ReadOptions, Reading};
use zobrist_go_games::refusal::Refusal;
use zobrist_go_games::sources::sgf_files;
use zobrist_go_index::{
    GamePreparer, GoBuildOptions, GoIndex, GoIndexBuilder, GoIndexError, GoSource, Line, check,
};
use zobrist_input::counted;
use zobrist_storage::{FileState, SourceHasher, remote};

use super::explore::facts_of;
use super::lines::refusal_of;

/// Build an index of games of Go, for `zobrist go explore`
///
/// Reads the main lines of games as `zobrist go hash` does, and writes an index of their positions,
/// corners and sides into a folder: Parquet files and a manifest (docs/go-index-format.md). A
/// folder that holds an index already is refused; with --add its games stay and others are added,
/// with --replace the new index takes its place once it is complete. A file with the same bytes as
/// one whose games the index has is refused.
///
/// A game that cannot be read is reported and counted, and so is one that cannot be replayed to its
/// end, which the index has up to there; the exit status is then 1. The index changes in one step
/// at the end: after a run that was interrupted it is as before, and the next run removes what was
/// left over. With --verify, every byte of an index is compared with its checksums, and nothing is
/// written; damage is exit status 1.
///
/// Cost: about 0.1 ms for each game of 230 moves on a core, and 3.4 kB of disk, twice that while it
/// is built (bench/README.md).
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go index new-index games.sgf",
    "zobrist go index new-index game.sgf --replace"
))]
pub(crate) struct Args {
    /// The folder of the index
    dir: PathBuf,
    /// Files, folders or patterns of games; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present = "verify")]
    files: Vec<PathBuf>,
    /// Add the games to those of the index that the folder holds
    #[arg(long, help_heading = "Index")]
    add: bool,
    /// Replace the index that the folder holds
    #[arg(long, conflicts_with = "add", help_heading = "Index")]
    replace: bool,
    /// Store the paths of the files as they are given here, not as absolute paths
    #[arg(long, help_heading = "Index", hide_short_help = true)]
    relative: bool,
    /// Check every byte of an index instead
    #[arg(long, conflicts_with_all = ["files", "add", "replace", "relative"], help_heading = "Index")]
    verify: bool,
    /// Memory for keys, such as 512MiB
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1GiB",
        value_parser = size,
        help_heading = "Resources",
        hide_short_help = true
    )]
    memory: usize,
    #[command(flatten)]
    reading: ReadOptions,
}

thread_local! {
    /// Tables of keys are large, so that each thread keeps its own.
    static PREPARER: RefCell<GamePreparer> = RefCell::default();
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    if args.verify {
        return verify(&args.dir);
    }
    let mut options = GoBuildOptions::default();
    (options.memory, options.add, options.replace) = (args.memory, args.add, args.replace);
    let mut builder = match GoIndexBuilder::new(&args.dir, options) {
        Err(error @ GoIndexError::Exists(_)) => {
            bail!("{error}; --add adds the games to it, --replace replaces it")
        }
        builder => builder?,
    };
    let files = sgf_files(&args.files)?;
    let sources = files.iter().map(|file| Source::of(file, args.relative));
    let sources = sources.collect::<Result<Vec<_>>>()?;
    for Source { source, .. } in &sources {
        builder.add_source(source.clone())?;
    }
    let reading = Reading::of(&files, args.reading, terminal_listener::progress_with_few_rows)?;
    let mut cut = 0_u64;
    let ending = reading.for_each_game(
        |game, _| {
            let record = &game.entry.record;
            let line = Line::of(record);
            let prepared =
                PREPARER.with_borrow_mut(|preparer| preparer.prepare(&line, facts_of(game)));
            let Some(prepared) = prepared else {
                let (width, height) = line.size();
                let reason =
                    format!("expected a board of 1 to 25 points each way, got {width} x {height}");
                return (None, Err(reason.into()));
            };
            let checked = if prepared.is_whole() { Ok(()) } else { check(&line) };
            let refused = checked.map_err(|error| {
                let Refusal { place, reason } = refusal_of(record, &error);
                Refusal { place, reason: format!("{reason}; the index has the game up to there") }
            });
            (Some(prepared), refused)
        },
        |prepared, _| {
            let Some(prepared) = prepared else { return Ok(()) };
            cut += u64::from(!prepared.is_whole());
            Ok(builder.add(prepared)?)
        },
    )?;
    if args.reading.strict() && ending != Ending::Done {
        say("zobrist: no index was written, since a game was rejected (--strict)\n");
        return Ok(ending);
    }
    for source in &sources {
        source.check()?;
    }
    let built = builder.finish()?;
    let mut counts = vec![
        counted(built.games, "game", "games"),
        counted(built.occurrences, "key", "keys"),
        format!("{} bytes", built.bytes),
    ];
    if cut > 0 {
        counts.push(format!("{cut} not to their ends"));
    }
    closing::made(&counts, args.dir.display());
    Ok(ending)
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

fn verify(dir: &Path) -> Result<Ending> {
    let checked = GoIndex::open(dir).and_then(|index| index.verify().map(|()| index));
    match checked {
        Ok(index) => {
            let games = counted(index.games(), "game", "games");
            closing::made(&[games, "every byte is as it was written".to_owned()], dir.display());
            Ok(Ending::Done)
        }
        Err(error) if error.is_damage() => {
            say(&format!("zobrist: {error}\n"));
            Ok(Ending::Rejected)
        }
        Err(error) => Err(error.into()),
    }
}
