//! Reads files of games into an index, on all cores.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, bail};
use clap::Args;
use indicatif::ProgressBar;
use zobrist_game_text::Rejection;
use zobrist_index::{
    BuildOptions, Built, IndexBuilder, IndexError, MergeOptions, ResumePoint, Select, manifest_text,
};
use zobrist_ingest::{BrokenFile, BrokenFileWords, IngestError, Watch};
use zobrist_input::counted;

use crate::closing;
use crate::duplicates_option::DuplicatesOption;
use crate::encoding_option::EncodingOption;
use crate::ending::Ending;
use crate::hints::with_hint;
use crate::input;
use crate::language_option::LanguageOption;
use crate::message::say;
use crate::pipeline::{jobs, threads};
use crate::progress::spinner;
use crate::rejections::Tally;
use crate::schemes::SchemeArgument;
use crate::size::bytes;
use crate::stop::{Chosen, Stop, Temporary, telling};

/// Games that an index takes, and resources for building it.
#[derive(Args, Clone, Debug)]
pub struct IndexOptions {
    #[command(flatten)]
    pub games: GamesOptions,
    #[command(flatten)]
    pub resources: Resources,
}

/// Games that an index takes.
#[derive(Args, Clone, Debug)]
pub struct GamesOptions {
    /// Use only the first PLIES plies of each game
    #[arg(long, value_name = "PLIES", help_heading = "Games")]
    max_ply: Option<u32>,
    /// Use only games with both Elos at least this
    #[arg(long, value_name = "ELO", help_heading = "Games")]
    min_elo: Option<u16>,
    #[command(flatten)]
    dedup: DuplicatesOption,
    #[command(flatten)]
    pub keep_valid: KeepValidOption,
    #[command(flatten)]
    pub encoding: EncodingOption,
    #[command(flatten)]
    language: LanguageOption,
}

/// Treatment of games with a bad move.
#[derive(Args, Clone, Copy, Debug)]
pub struct KeepValidOption {
    /// Keep the moves of a game before its first bad one, and count it as shortened: exit status 1
    ///
    /// A bad move is null, illegal, ambiguous, or a word that is not a move. Without this option, such
    /// a game is rejected. A game with another fault, such as an unterminated comment, is rejected in
    /// any case.
    #[arg(long, help_heading = "Input", hide_short_help = true)]
    pub keep_valid: bool,
}

/// Treatment of files that fail while they are read.
#[derive(Args, Clone, Copy, Debug)]
pub struct PartialOption {
    /// Accept the readable part of a file that fails, such as a truncated archive: exit status 1
    ///
    /// Without it, such a file ends the run with exit status 2, and earlier output stays as it was.
    #[arg(long, help_heading = "Input", hide_short_help = true)]
    pub partial: bool,
}

/// Resources that a command may use.
#[derive(Args, Clone, Copy, Debug)]
pub struct Resources {
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
    /// Memory to use, such as 512MiB; each thread needs about 25 MiB on top
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "1GiB",
        value_parser = size,
        help_heading = "Resources",
        hide_short_help = true
    )]
    pub memory: usize,
}

impl Resources {
    /// The resources of a task that merges.
    pub fn merging(&self) -> MergeOptions {
        let mut options = MergeOptions::default();
        (options.memory, options.threads) = (self.memory, self.threads());
        options
    }

    pub fn threads(&self) -> NonZeroUsize {
        threads(self.jobs)
    }
}

/// Smallest amount of memory that is accepted, in bytes.
const MIN_MEMORY: usize = 16 << 20;

/// Reads a size of memory such as 512MiB, 2G or 20000000.
pub fn size(text: &str) -> Result<usize> {
    match usize::try_from(bytes(text)?) {
        Ok(size) if size >= MIN_MEMORY => Ok(size),
        Ok(_) => bail!("expected at least 16MiB, got {text}"),
        Err(_) => bail!("expected a size that a machine can have, got {text}"),
    }
}

impl IndexOptions {
    /// # Errors
    /// When the scheme cannot be read.
    pub fn build(&self, scheme: Option<&SchemeArgument>) -> Result<BuildOptions> {
        let mut options = self.games.build(scheme)?;
        options.memory = self.resources.memory;
        options.threads = self.resources.threads();
        Ok(options)
    }
}

impl GamesOptions {
    /// # Errors
    /// When the scheme cannot be read.
    pub fn build(&self, scheme: Option<&SchemeArgument>) -> Result<BuildOptions> {
        let mut options = BuildOptions::default();
        if let Some(scheme) = scheme {
            options.scheme = scheme.read()?;
        }
        options.select = self.select();
        options.keep_valid = self.keep_valid.keep_valid;
        options.encoding = self.encoding.encoding;
        Ok(options)
    }

    pub fn select(&self) -> Select {
        Select {
            max_ply: self.max_ply,
            min_elo: self.min_elo,
            dedup: self.dedup.by(),
            language: self.language.language,
        }
    }
}

/// Reads files into an index and completes it, with a closing line that names `place`, which is `None` if
/// the index is not kept. The builder has a source for each of the files. With
/// [`BuildOptions::partial`], a file that fails while it is read is accepted in part.
///
/// # Errors
/// When a file is missing, or fails while it is read and is not accepted in part, or the index
/// cannot be written.
pub fn ingest(
    builder: IndexBuilder,
    files: &[PathBuf],
    threads: NonZeroUsize,
    place: Option<&Path>,
) -> Result<(Ending, Built)> {
    if builder.resume_point() != ResumePoint::default() {
        let games = counted(builder.games(), "game", "games");
        say(&format!("zobrist: continuing an interrupted run, which has left {games}\n"));
    }
    let can_be_resumed = builder.can_be_resumed();
    let (stop, reading, _unfinished) = match can_be_resumed {
        true => (Some(Stop::listen_if_possible()), None, None),
        false => {
            let unfinished = place.map(|place| Temporary::new(&place.join(".building")));
            (None, Some(telling_of_build(false, place)), unfinished)
        }
    };
    let progress = input::progress_with_few_rows(files);
    let tally = Tally::new("games", progress.clone());
    let mut shown = Shown { tally, stop, can_be_resumed, place, telling: reading, spinner: None };
    let listener = input::shown(&progress);
    let ingested = zobrist_ingest::ingest(builder, files, threads, &listener, &mut shown);
    if let Some(spinner) = &shown.spinner {
        spinner.finish_and_clear();
    }
    let built = ingested.map_err(|error| shown.error(error))?;
    let tally = shown.tally;
    for (what, all, now) in [
        ("rejected", built.rejected, tally.rejected()),
        ("shortened", built.shortened, tally.shortened()),
    ] {
        if all > now {
            let games = counted(all - now, "game", "games");
            say(&format!("zobrist: {what} {games} before the build was interrupted\n"));
        }
    }
    tally.finish_reading(false);
    for (count, why) in
        [(built.below_elo, "without the Elo that was asked for"), (built.duplicates, "seen before")]
    {
        if count > 0 {
            say(&format!("zobrist: left out {} {why}\n", counted(count, "game", "games")));
        }
    }
    let counts = closing_counts(&built);
    match place {
        Some(place) => closing::made(&counts, place.display()),
        None => closing::made_for_now(&counts),
    }
    Ok((Ending::done_if(built.is_whole()), built))
}

/// The counts of a build in its closing line.
pub fn closing_counts(built: &Built) -> [String; 3] {
    [
        counted(built.games, "game", "games"),
        counted(built.positions, "position", "positions"),
        format!("{} rejected", built.rejected),
    ]
}

/// Shows how the building of an index goes on.
struct Shown<'a> {
    tally: Tally,
    /// `None` if a run cannot be resumed: a signal ends the program then.
    stop: Option<Stop>,
    can_be_resumed: bool,
    /// The folder of the index, if it is kept.
    place: Option<&'a Path>,
    /// The message of a signal at the moment, if it ends the program.
    telling: Option<Chosen>,
    /// Turns while the index is written.
    spinner: Option<ProgressBar>,
}

impl Watch for Shown<'_> {
    fn games(&mut self, read: u64, plies: u64, rejections: &[Rejection]) {
        self.tally.add_plies(plies);
        self.tally.add(read, rejections);
    }

    fn wants_stop(&mut self) -> bool {
        self.stop.as_ref().is_some_and(Stop::was_asked)
    }

    fn source_failed(&mut self, _: &Rejection) {
        self.tally.end_progress();
    }

    fn reading_ended(&mut self) {
        self.tally.end_progress();
        // A signal sets the flag before this choice, and ends the program after it.
        self.telling = Some(telling_of_build(self.can_be_resumed, self.place));
        let what = if self.wants_stop() { "keeping what was done" } else { "writing the index" };
        self.spinner = Some(spinner(what));
    }
}

impl Shown<'_> {
    /// The error of a command that could not build the index.
    fn error(&self, error: IngestError) -> Error {
        match error {
            IngestError::Files(error) => error.into(),
            IngestError::Index(error) => error.into(),
            IngestError::Source { failure, kept } => broken_file(&failure, kept),
            IngestError::Stopped { games, kept } => match &self.stop {
                Some(stop) => stop.stopped(self.stopped(games, kept)).into(),
                None => IngestError::Stopped { games, kept }.into(),
            },
            error => error.into(),
        }
    }

    /// The outcome after a signal has stopped the reading.
    fn stopped(&self, games: u64, kept: Result<bool, IndexError>) -> String {
        let place = self.place.map_or_else(String::new, |p| format!(" into {}", p.display()));
        let games = counted(games, "game", "games");
        let next = match kept {
            Ok(_) => format!("the same command continues after {games}"),
            Err(error) => format!("what was done cannot be kept: {}", with_hint(&error.into())),
        };
        format!("nothing was put{place} yet; {next}")
    }
}

/// The message of a signal while a build cannot stop in between.
fn telling_of_build(can_be_resumed: bool, place: Option<&Path>) -> Chosen {
    let Some(place) = place else { return telling(|| "nothing is kept".to_owned()) };
    let (path, name) = (place.to_owned(), place.display().to_string());
    let before = manifest(place);
    telling(move || match manifest(&path) {
        now if now != before => format!("{name} is complete"),
        _ if can_be_resumed => {
            format!("nothing was put into {name} yet; the same command continues")
        }
        _ => format!(
            "nothing was put into {name}, and nothing is kept, since only files can be read again"
        ),
    })
}

/// The bytes of the manifest of an index, which change when the index does; `None` if it has none, or one
/// that is not read, such as a link.
pub fn manifest(folder: &Path) -> Option<Vec<u8>> {
    manifest_text(folder).ok().flatten()
}

/// The option that accepts a part of a file.
pub const PARTIAL: &str = "--partial";

/// The error of a source that failed, given that a run can resume, or that it cannot.
fn broken_file(failure: &Rejection, kept: Result<bool, IndexError>) -> Error {
    let words = BrokenFileWords {
        again: "run the same command again",
        progress: "what was done",
        partial: Some(PARTIAL),
    };
    let kept = kept.map_err(|error| with_hint(&error.into()).to_string());
    Error::msg(BrokenFile::of_index(failure, kept, &words).to_string())
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use super::*;

    #[test]
    fn a_disk_that_is_full_when_a_build_is_suspended_needs_space() {
        let error = ErrorKind::StorageFull.into();
        let full = IndexError::Io { operation: "write", path: PathBuf::from("idx/journal"), error };
        let cause = full.to_string();
        let failure = Rejection::new("a.pgn".into(), 1, 0, "truncated".to_owned());
        assert_eq!(
            broken_file(&failure, Err(full)).to_string(),
            format!(
                "a.pgn:1 (byte 0): truncated; nothing was put into the index; what was done cannot \
                 be kept: {cause}; free some space and run the same command again; mend the file, \
                 or accept what can be read with --partial"
            )
        );
    }
}
