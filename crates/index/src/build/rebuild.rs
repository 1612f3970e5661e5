//! Building the tables of an index again from the games that it has stored.
//!
//! Counts and sums could be subtracted, but not the first and last year of a position, nor its
//! first game: only the games that are left know those.

use std::mem;

use zobrist_chess::AnyScheme;

use crate::error::IndexError;
use crate::format::folder::Folder;
use crate::format::manifest::Manifest;
use crate::format::table::{GameColumns, GameRow, Table, TableFile};
use crate::format::{HowToWrite, Parts};
use crate::games::{Replayer, read_games, replay_file};
use crate::options::BuildOptions;
use crate::segment::Batch;

/// Replaces all segments and files of games of a manifest by new ones with the games for which `keep` is
/// true. They keep their numbers, and the next game gets the number that it would have got; if no game
/// is left, numbers begin again at 0. The files are those of a run that is not done yet.
///
/// # Errors
/// When a file is damaged or cannot be written, or a game cannot be replayed.
pub(crate) fn rebuild(
    folder: &Folder,
    manifest: &mut Manifest,
    scheme: &AnyScheme,
    how: HowToWrite,
    keep: impl Fn(&GameRow) -> bool + Sync,
) -> Result<(), IndexError> {
    let HowToWrite { memory, threads, .. } = how;
    let mut options = BuildOptions::default();
    (options.scheme, options.memory, options.threads) = (scheme.clone(), memory, threads);
    let replayer = Replayer::new(options);
    let old = mem::replace(manifest, emptied(manifest, scheme));
    manifest.divide_into(Parts::of_files(how.files.unwrap_or(1)));
    let mut batch: Option<Batch> = None;
    for file in &old.game_files {
        let opened = folder.open_file(&file.file)?;
        let opened = TableFile::open(opened, &GameColumns::SPEC, &file.summary, scheme)?;
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
    HowToWrite { threads, files, .. }: HowToWrite,
) -> Result<(), IndexError> {
    let (segment, games) = batch.write(folder, files, threads)?;
    manifest.segments.push(segment);
    manifest.game_files.push(games);
    manifest.next_segment += 1;
    Ok(())
}
