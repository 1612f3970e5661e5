//! `zobrist cache list`: the cached indexes.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use anyhow::{Context, Result};
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_explorer::cache::{self, CachedIndex};
use zobrist_go_index::{GoIndex, GoIndexError};
use zobrist_index::{Index, IndexError, IndexedSource, SourceFile};

/// List the cached indexes, the longest unused first
///
/// Columns: state, files, games, bytes, used, built, folder. The times are in UTC; `used` is that of
/// the last answer from the index. The state is
///
///   unchanged   the files are as they were when the index was built
///   changed     a file has another size or time: the index will be built again
///   missing     a file is gone
///   building    a process builds the index now, or answers from an index that is not kept
///   unfinished  left of a run that was killed
///   unreadable  damaged, or of another version of this program
///
/// The index of several files has all their names, in JSON as an array.
///
/// Cost: a few milliseconds, and the time to find the size of each file.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = examples!("zobrist cache list", "zobrist cache list --format jsonl"))]
pub(crate) struct Args {
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
}

const COLUMNS: &[&str] = &["state", "files", "games", "bytes", "used", "built", "folder"];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let folder = cache::folder()?;
    let mut all =
        cache::contents(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    all.sort_by_key(|kept| kept.used);
    let mut out = args.format.header(COLUMNS);
    for kept in &all {
        if kept.has_folder {
            append_folder(args.format, &mut out, kept);
        }
        for (part, bytes) in &kept.parts {
            let folder = part.file_name().unwrap_or_default().to_string_lossy();
            append(args.format, &mut out, kept, (&folder, *bytes), (running(kept), None));
        }
    }
    print(&out)?;
    Ok(Ending::Done)
}

/// The state of what is no whole index.
fn running(kept: &CachedIndex) -> &'static str {
    if cache::is_used(&kept.entry) { "building" } else { "unfinished" }
}

/// Facts about an index.
struct Facts {
    files: Vec<String>,
    games: u64,
}

/// Appends the row of the folder of an index.
fn append_folder(format: Format, out: &mut Vec<u8>, kept: &CachedIndex) {
    let (state, facts) = match kept.is_index {
        true => of_index(kept),
        false => (running(kept), None),
    };
    let folder = (kept.entry.name(), kept.folder_bytes);
    append(format, out, kept, folder, (state, facts.as_ref()));
}

/// The state of the index in a folder, of chess or of Go, and facts about it.
fn of_index(kept: &CachedIndex) -> (&'static str, Option<Facts>) {
    let folder = kept.entry.folder();
    match Index::open(&folder) {
        Ok(index) => {
            let sources = index.sources();
            let files: Vec<String> = sources.iter().map(|source| source.file.clone()).collect();
            let is_unchanged =
                |source: &IndexedSource| SourceFile::new(&source.file).is_unchanged(source);
            let state = state(&files, || {
                sources.iter().all(is_unchanged) && cache::has_read(&kept.entry, sources)
            });
            (state, Some(Facts { files, games: index.games() }))
        }
        // It was removed a moment ago.
        Err(IndexError::NotAnIndex(_)) => (running(kept), None),
        Err(IndexError::Format { .. }) => match GoIndex::open(&folder) {
            Ok(index) => {
                let sources = index.sources();
                let files: Vec<String> = sources.iter().map(|source| source.file.clone()).collect();
                let paths: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
                let digests: Vec<_> = sources.iter().map(|source| source.digest).collect();
                let state = state(&files, || cache::has_read_files(&kept.entry, &paths, &digests));
                (state, Some(Facts { files, games: index.games() }))
            }
            Err(GoIndexError::NotAnIndex(_)) => (running(kept), None),
            Err(_) => ("unreadable", None),
        },
        Err(_) => ("unreadable", None),
    }
}

/// Appends a row: of a folder, by its name, and of the state and facts of its index.
fn append(
    format: Format,
    out: &mut Vec<u8>,
    kept: &CachedIndex,
    (folder, bytes): (&str, u64),
    (state, facts): (&str, Option<&Facts>),
) {
    let files = facts.map_or(&[][..], |facts| &facts.files);
    let joined = files.join(" ");
    let manifest = facts.and_then(|_| fs::metadata(kept.entry.folder().join("manifest.json")).ok());
    let built = manifest.and_then(|meta| utc(meta.modified().ok()?));
    let used = utc(kept.used);
    let values = [
        Value::Text(state),
        match format {
            Format::Jsonl => Value::List(files),
            _ if files.is_empty() => Value::Null,
            _ => Value::Name(&joined),
        },
        Value::number_or_null(facts.map(|facts| facts.games)),
        Value::Number(bytes),
        Value::text_or_null(used.as_deref()),
        Value::text_or_null(built.as_deref()),
        Value::Text(folder),
    ];
    format.append(out, COLUMNS, &values);
}

/// The state of an index of files: current, or changed since it was built from them.
fn state(files: &[String], is_unchanged: impl FnOnce() -> bool) -> &'static str {
    if !files.iter().all(|file| Path::new(file).exists()) {
        "missing"
    } else if is_unchanged() {
        "unchanged"
    } else {
        "changed"
    }
}

/// A time by ISO 8601, to the second; `None` before 1970 and after 9999, which no clock says.
fn utc(time: SystemTime) -> Option<String> {
    const END: Duration = Duration::from_secs(253_402_300_800);
    let since = time.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    (since < END).then(|| humantime::format_rfc3339_seconds(time).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_by_iso_8601() {
        let at = |seconds| utc(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds));
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_764_547_200, "2025-12-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(at(seconds).as_deref(), Some(expected));
        }
        assert_eq!(at(253_402_300_800), None);
        assert_eq!(utc(SystemTime::UNIX_EPOCH - Duration::from_secs(1)), None);
    }
}
