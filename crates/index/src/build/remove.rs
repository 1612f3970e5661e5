//! Taking a source out of an index.

use std::path::Path;

use super::find_source::{STANDARD_INPUT, find_source};
use super::rebuild::rebuild;
use crate::error::IndexError;
use crate::format::HowToWrite;
use crate::format::folder::{Folder, read_manifest_to_lock};
use crate::format::manifest::IndexedSource;
use crate::format::table::GameRow;
use crate::options::MergeOptions;
use crate::segment::merge_all;

/// A source that was taken out of an index.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Removed {
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
/// `source` is the name of the source as it is stored; if none has this name, a path that leads from
/// the working directory to the absolute path that is stored; if there is none such either, the end
/// of a stored path, such as the name of the file, if only one name ends so. Its games are those that
/// carry its name in the column `file`. Standard input is `-`, whose games carry `-` or
/// `standard input`.
///
/// Games that were left out as duplicates of those that go do not come back:
/// [`Removed::duplicates`] says how many there can be.
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
/// Cost: that of building the index from the games that are left. Until the end, the disk holds the old
/// files, the segments that are built, and what they are merged into if there are several: up to three
/// times the size of the index.
///
/// # Errors
/// When there is no index, it has no such source, it is damaged, a builder, a merge or a
/// check is at work in its folder, or a file cannot be written.
pub fn remove(
    folder: impl AsRef<Path>,
    source: impl AsRef<Path>,
    options: MergeOptions,
) -> Result<Removed, IndexError> {
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
    let how = HowToWrite::new(options.memory, options.threads, options.files);
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
    Ok(Removed { source: name, entries, games, left, duplicates })
}

/// Games of others must not go, nor may some of the source stay.
fn check_count(source: &str, expected: u64, got: u64) -> Result<(), IndexError> {
    if got == expected {
        return Ok(());
    }
    Err(IndexError::OtherGames { source: source.to_owned(), expected, got })
}
