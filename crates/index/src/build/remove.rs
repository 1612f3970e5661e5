//! Removes a source from an index: finds it by the name that a user gives, and builds the tables
//! again from the other games that the index has stored.
//!
//! Counts and sums could be subtracted, but not the first and last year of a position, nor its
//! first game: only the games that are left know those.

use std::cmp::Reverse;
use std::path::{self, Path};
use std::{fs, mem};

use zobrist_chess::AnyScheme;

use crate::error::IndexError;
use crate::format::folder::{Folder, read_manifest_to_lock};
use crate::format::manifest::{IndexedSource, Manifest};
use crate::format::table::{GameColumns, GameRow, Table, TableFile, format_of};
use crate::format::{Parts, WriteOptions};
use crate::games::{Replayer, read_games, replay_file};
use crate::options::{BuildOptions, MergeOptions};
use crate::segment::{Batch, merge_all};

/// A source that was taken out of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemovalCounts {
    /// Its name, as it was stored.
    pub source: String,
    /// The number of its entries among the sources: more than one if it was added again.
    pub entries: usize,
    /// The number of games that were taken out.
    pub games: u64,
    /// The number of games that are left.
    pub left: u64,
    /// The number of games of other sources that were left out as
    /// [duplicates](crate::Select::dedup) when they were added, after this source. Duplicates of
    /// its games are not in the index.
    pub duplicates: u64,
}

/// Takes a source out of an index: its games, and its entry among the sources. If the index has
/// several sources of this name, all of them go. The rest is in one segment, and its games keep
/// their numbers. The index stays as before until that is done.
///
/// `source` is the name of the source as it is stored; if none has this name, a path that leads
/// from the working directory to the absolute path that is stored; if there is none such either,
/// the end of a stored path, such as the name of the file, if only one name ends so. Its games are
/// those that carry its name in the column `file`. Standard input is `-`, whose games carry `-` or
/// `standard input`.
///
/// Games that were left out as duplicates of those that go do not come back:
/// [`RemovalCounts::duplicates`] says how many there can be.
///
/// Numbers of games that went are not given again to games that are added later, unless no game is
/// left: then numbers begin again at 0.
///
/// ```no_run
/// use zobrist_index::{MergeOptions, remove};
///
/// let removed = remove("index", "club-2023.pgn", MergeOptions::default())?;
/// println!("{} games went, {} are left", removed.games, removed.left);
/// # Ok::<(), zobrist_index::IndexError>(())
/// ```
///
/// Cost: that of building the index from the games that are left. Until the end, the disk holds the
/// old files, the segments that are built, and what they are merged into if there are several: up
/// to three times the size of the index.
///
/// # Errors
/// When there is no index, it has no such source, it is damaged, a builder, a merge or a
/// check is at work in its folder, or a file cannot be written.
pub fn remove(
    folder: impl AsRef<Path>,
    source: impl AsRef<Path>,
    options: MergeOptions,
) -> Result<RemovalCounts, IndexError> {
    read_manifest_to_lock(folder.as_ref())?;
    let folder = Folder::lock(folder.as_ref())?;
    let (mut manifest, scheme) = folder.manifest()?;
    let name = find_source(&manifest.sources, source.as_ref())?.to_owned();
    folder.clean()?;
    let goes = |source: &IndexedSource| source.file == name;
    let first = manifest.sources.iter().position(goes).expect("it was found");
    let others = manifest.sources[first..].iter().filter(|source| !goes(source));
    let duplicates = others.fold(0, |sum: u64, source| sum.saturating_add(source.duplicates));
    let gone: Vec<&IndexedSource> = manifest.sources.iter().filter(|source| goes(source)).collect();
    let (entries, expected) =
        (gone.len(), gone.iter().fold(0, |sum: u64, source| sum.saturating_add(source.games)));
    let before = manifest.games;
    let [dash, standard_input] = STANDARD_INPUT.map(str::as_bytes);
    let file_goes =
        |file: &[u8]| file == name.as_bytes() || file == standard_input && name.as_bytes() == dash;
    let how = WriteOptions::new(options.memory, options.threads, options.files);
    // Without games, only its entry goes.
    let rebuilt = if expected > 0 {
        let keep = |game: &GameRow| !file_goes(&game.file);
        rebuild(&folder, &mut manifest, &scheme, how, keep)
            .and_then(|()| check_count(&name, expected, before.saturating_sub(manifest.games)))
            .and_then(|()| merge_all(&folder, &mut manifest, &scheme, how))
    } else {
        Ok(())
    };
    manifest.keep_sources(|source| !goes(source));
    let done = rebuilt.and_then(|()| folder.commit(&manifest));
    done.inspect_err(|_| folder.keep_journaled())?;
    let (games, left) = (before.saturating_sub(manifest.games), manifest.games);
    Ok(RemovalCounts { source: name, entries, games, left, duplicates })
}

/// Games of others must not go, nor may some of the source stay.
fn check_count(source: &str, expected: u64, got: u64) -> Result<(), IndexError> {
    if got == expected {
        return Ok(());
    }
    Err(IndexError::OtherGames { source: source.to_owned(), expected, got })
}

/// The source that is standard input, and the file that its games carry.
pub(crate) const STANDARD_INPUT: [&str; 2] = ["-", "standard input"];

/// The stored name of the source that a path means: the one of this name; else the one at the place
/// that the path leads to from the working directory; else the only one whose path ends with it.
///
/// # Errors
/// [`IndexError::NoSource`] if there is none, or several.
pub(crate) fn find_source<'a>(
    sources: &'a [IndexedSource],
    given: &Path,
) -> Result<&'a str, IndexError> {
    let [dash, standard_input] = STANDARD_INPUT;
    let text = given.to_string_lossy();
    let of_name =
        |name: &str| sources.iter().map(|source| &*source.file).find(|file| *file == name);
    let place = || {
        let place = fs::canonicalize(given).or_else(|_| path::absolute(given)).ok()?;
        of_name(&place.to_string_lossy())
    };
    let input = || if text == standard_input { of_name(dash) } else { None };
    if let Some(found) = of_name(&text).or_else(input).or_else(place) {
        return Ok(found);
    }
    let ends_so = |file: &&str| *file != dash && Path::new(file).ends_with(given);
    let all = distinct(sources.iter().map(|source| &*source.file));
    match &all.iter().copied().filter(ends_so).collect::<Vec<_>>()[..] {
        [found] => Ok(found),
        [] => Err(no_source(&text, nearest(given, all), false)),
        several => Err(no_source(&text, several.to_vec(), true)),
    }
}

fn no_source(given: &str, names: Vec<&str>, is_ambiguous: bool) -> IndexError {
    let names = names.into_iter().map(str::to_owned).collect();
    IndexError::NoSource { given: given.to_owned(), names, is_ambiguous }
}

/// Each name once.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The names in the order in which their files begin like the one that was given.
fn nearest<'a>(given: &Path, mut names: Vec<&'a str>) -> Vec<&'a str> {
    let file = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let given = file(given);
    names.sort_by_cached_key(|name| {
        let same = file(Path::new(name));
        Reverse(same.chars().zip(given.chars()).take_while(|(one, other)| one == other).count())
    });
    names
}

/// Replaces all segments and files of games of a manifest by new ones with the games for which
/// `keep` is true. They keep their numbers, and the next game gets the number that it would have
/// got; if no game is left, numbers begin again at 0. The files are those of a run that is not done
/// yet.
///
/// # Errors
/// When a file is damaged or cannot be written, or a game cannot be replayed.
pub(crate) fn rebuild(
    folder: &Folder,
    manifest: &mut Manifest,
    scheme: &AnyScheme,
    how: WriteOptions,
    keep: impl Fn(&GameRow) -> bool + Sync,
) -> Result<(), IndexError> {
    let WriteOptions { memory, threads, .. } = how;
    let mut options = BuildOptions::default();
    (options.scheme, options.memory, options.threads) = (scheme.clone(), memory, threads);
    let replayer = Replayer::new(options);
    let old = mem::replace(manifest, emptied(manifest, scheme));
    manifest.divide_into(Parts::of_files(how.files.unwrap_or(1)));
    let mut batch: Option<Batch> = None;
    for file in &old.game_files {
        let opened = folder.open_file(&file.file)?;
        let opened =
            TableFile::open(opened, &GameColumns::SPEC, &file.summary, &format_of(scheme))?;
        let read = |rows| {
            let mut games = read_games(&opened, rows)?;
            games.retain(&keep);
            // The new file has games of several pieces.
            let base = file.base();
            for game in &mut games {
                game.game = game.game.saturating_add_unsigned(base.games);
                game.offset = base.offset(game.offset);
            }
            let runs = games.chunk_by(|one, next| one.game_id + 1 == next.game_id);
            Ok(runs.map(<[GameRow]>::to_vec).collect())
        };
        replay_file(&opened, &replayer, threads, read, |lot| {
            if let Some((game, error)) = lot.faults.first() {
                let what =
                    format!("expected a game that can be replayed, got game {game}: {error}");
                return Err(IndexError::damaged(opened.path(), what));
            }
            let Some(first) = lot.games.first().map(|game| game.game_id) else { return Ok(()) };
            let is_done = |batch: &mut Batch| {
                batch.next_game() != first || batch.memory() >= memory / 3 || batch.is_full()
            };
            if let Some(done) = batch.take_if(is_done) {
                write(folder, manifest, done, how)?;
            }
            if batch.is_none() {
                let number = manifest.next_segment;
                batch = Some(Batch::new(folder, number, first, scheme, manifest.parts())?);
            }
            let batch = batch.as_mut().expect("one was begun");
            manifest.games += lot.games.len() as u64;
            let keep = vec![true; lot.games.len()];
            batch.add(lot.replayed, &keep)
        })?;
    }
    if let Some(batch) = batch {
        write(folder, manifest, batch, how)?;
    }
    if let Some(last) = manifest.game_files.last_mut() {
        last.bound = old.next_game();
    }
    Ok(())
}

/// The manifest without games.
fn emptied(old: &Manifest, scheme: &AnyScheme) -> Manifest {
    let mut manifest = Manifest::new(scheme);
    manifest.next_segment = old.next_segment;
    manifest.sources = old.sources.clone();
    manifest
}

/// Writes a batch as a segment.
fn write(
    folder: &Folder,
    manifest: &mut Manifest,
    batch: Batch,
    WriteOptions { threads, files, .. }: WriteOptions,
) -> Result<(), IndexError> {
    let (segment, games) = batch.write(folder, files, threads)?;
    manifest.segments.push(segment);
    manifest.game_files.push(games);
    manifest.next_segment += 1;
    Ok(())
}
