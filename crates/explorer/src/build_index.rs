//! Reads files of games into an index, on all cores.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Error, Result};
use clap::Args;
use indicatif::ProgressBar;
use zobrist_commands_input::hints::with_hint;
use zobrist_commands_input::reading_options::{
    EncodingOption, KeepValidOption, LanguageOption, PARTIAL,
};
use zobrist_commands_input::rejections::Tally;
use zobrist_commands_input::schemes::SchemeArgument;
use zobrist_commands_input::terminal_listener;
use zobrist_console::closing;
use zobrist_console::ending::Ending;
use zobrist_console::message::say;
use zobrist_console::progress::spinner;
use zobrist_console::resources::Resources;
use zobrist_console::stop::{SignalMessage, Stop, Temporary, message_on_signal};
use zobrist_game_text::Rejection;
use zobrist_index::{
    BuildCounts, BuildOptions, IndexBuilder, IndexError, MergeOptions, ResumePoint, Select,
    manifest_text,
};
use zobrist_ingest::{BrokenFile, BrokenFileWords, IngestError, Watch};
use zobrist_input::counted;

use crate::build_progress::{BuildProgress, counting};
use crate::filter_options::DuplicatesOption;

/// Games that an index takes, and resources for building it.
#[derive(Args, Clone, Debug)]
pub struct IndexOptions {
    /// Games that the index takes.
    #[command(flatten)]
    pub games: GamesOptions,
    /// Threads and memory.
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
    /// Treatment of games with a bad move.
    #[command(flatten)]
    pub keep_valid: KeepValidOption,
    /// Encoding of names.
    #[command(flatten)]
    pub encoding: EncodingOption,
    #[command(flatten)]
    language: LanguageOption,
}

/// The resources of a task that merges segments.
pub fn merge_options(resources: &Resources) -> MergeOptions {
    let mut options = MergeOptions::default();
    (options.memory, options.threads) = (resources.memory, resources.threads());
    options
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

    /// Returns the selection of games.
    pub fn select(&self) -> Select {
        let mut select = Select::default();
        select.max_ply = self.max_ply;
        select.min_elo = self.min_elo;
        select.dedup = self.dedup.by();
        select.language = self.language.language;
        select
    }
}

/// Reads files into an index and completes it, with a closing line that names `place`, which is
/// `None` if the index is not kept. The builder has a source for each of the files. With
/// [`BuildOptions::partial`], a file that fails while it is read is accepted in part.
///
/// With `beside`, the build goes on beside other work: it is followed and stopped by that alone, and
/// signals stay with the work.
///
/// # Errors
/// When a file is missing, or fails while it is read and is not accepted in part, the build was
/// stopped, or the index cannot be written.
pub fn ingest(
    builder: IndexBuilder,
    files: &[PathBuf],
    threads: NonZeroUsize,
    place: Option<&Path>,
    beside: Option<&Arc<BuildProgress>>,
) -> Result<(Ending, BuildCounts)> {
    if builder.resume_point() != ResumePoint::default() {
        let games = counted(builder.games(), "game", "games");
        say(&format!("zobrist: continuing an interrupted run, which has left {games}\n"));
    }
    let can_be_resumed = builder.can_be_resumed();
    let (stop, reading, _unfinished) = match can_be_resumed {
        _ if beside.is_some() => (None, None, None),
        true => (Some(Stop::listen_if_possible()), None, None),
        false => {
            let unfinished = place.map(|place| Temporary::new(&place.join(".building")));
            (None, Some(build_signal_message(false, place)), unfinished)
        }
    };
    let progress = terminal_listener::progress_with_few_rows(files);
    let tally = Tally::new("games", progress.clone());
    let mut shown = Shown {
        tally,
        stop,
        can_be_resumed,
        place,
        signal_message: reading,
        spinner: None,
        beside: beside.cloned(),
    };
    let listener = terminal_listener::shown(&progress);
    let listener = beside.map_or(listener.clone(), |beside| counting(beside, listener));
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
pub fn closing_counts(built: &BuildCounts) -> [String; 3] {
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
    signal_message: Option<SignalMessage>,
    /// Turns while the index is written.
    spinner: Option<ProgressBar>,
    /// The progress of a build beside other work.
    beside: Option<Arc<BuildProgress>>,
}

impl Watch for Shown<'_> {
    fn games(&mut self, read: u64, plies: u64, rejections: &[Rejection]) {
        if let Some(beside) = &self.beside {
            beside.add_games(read);
        }
        self.tally.add_plies(plies);
        self.tally.add(read, rejections);
    }

    fn wants_stop(&mut self) -> bool {
        let is_stopped = self.beside.as_ref().is_some_and(|beside| beside.is_stopped());
        is_stopped || self.stop.as_ref().is_some_and(Stop::was_asked)
    }

    fn source_failed(&mut self, _: &Rejection) {
        self.tally.end_progress();
    }

    fn reading_ended(&mut self) {
        self.tally.end_progress();
        match &self.beside {
            Some(beside) => beside.begin_to_write(),
            // A signal sets the flag before this choice, and ends the program after it.
            None => {
                self.signal_message = Some(build_signal_message(self.can_be_resumed, self.place));
            }
        }
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
                None if self.beside.is_some() => Error::msg(self.stopped(games, kept)),
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
fn build_signal_message(can_be_resumed: bool, place: Option<&Path>) -> SignalMessage {
    let Some(place) = place else { return message_on_signal(|| "nothing is kept".to_owned()) };
    let (path, name) = (place.to_owned(), place.display().to_string());
    let before = manifest(place);
    message_on_signal(move || match manifest(&path) {
        now if now != before => format!("{name} is complete"),
        _ if can_be_resumed => {
            format!("nothing was put into {name} yet; the same command continues")
        }
        _ => format!(
            "nothing was put into {name}, and nothing is kept, since only files can be read again"
        ),
    })
}

/// The bytes of the manifest of an index, which change when the index does; `None` if it has none,
/// or one that is not read, such as a link.
pub fn manifest(folder: &Path) -> Option<Vec<u8>> {
    manifest_text(folder).ok().flatten()
}

/// The error of a source that failed, given that a run can resume, or that it cannot.
fn broken_file(failure: &Rejection, kept: Result<bool, IndexError>) -> Error {
    let mut words = BrokenFileWords::new("run the same command again", "what was done");
    words.partial = Some(PARTIAL);
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
