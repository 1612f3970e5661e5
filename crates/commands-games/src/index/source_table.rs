//! The sources of an index as a table for people.

use std::fmt::Write;
use std::path::Path;

use zobrist_console::terminal::Sink;
use zobrist_index::{IndexedSource, SourceFile};
use zobrist_shakmaty::pgn::Language;

const HEADER: [&str; 6] = ["games", "dates", "rejected", "left out", "notes", "file"];

/// A table of the first sources, at most `most`, below an empty line; nothing if there are none.
/// Names are escaped for the sink.
pub(crate) fn source_table(sources: &[IndexedSource], most: usize, sink: Sink) -> String {
    let mut table = String::new();
    if sources.is_empty() {
        return table;
    }
    let rows: Vec<[String; 6]> =
        sources.iter().take(most).map(|source| row(source, sink)).collect();
    let rows: Vec<[String; 6]> = [HEADER.map(str::to_owned)].into_iter().chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..HEADER.len()).map(|column| width(column).unwrap_or(0)).collect();
    for row in &rows {
        let [games, dates, rejected, left_out, notes, file] = row;
        let line = format!(
            "{games:>0$}  {dates:<1$}  {rejected:>2$}  {left_out:>3$}  {notes:<4$}  {file}",
            widths[0], widths[1], widths[2], widths[3], widths[4]
        );
        write!(table, "\n{line}").expect("a string takes all");
    }
    table.push('\n');
    let more = sources.len().saturating_sub(most);
    if more > 0 {
        writeln!(table, "and {more} more; --sources lists all").expect("a string takes all");
    }
    table
}

fn row(source: &IndexedSource, sink: Sink) -> [String; 6] {
    [
        source.games.to_string(),
        dates(source),
        source.rejected.to_string(),
        (source.below_elo + source.duplicates).to_string(),
        notes(source),
        sink.field(&source.file).into_owned(),
    ]
}

/// From when to when its games were played.
fn dates(source: &IndexedSource) -> String {
    match (source.first_date, source.last_date) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first}..{last}"),
        _ => "-".to_owned(),
    }
}

/// Notes on the special properties of a source.
fn notes(source: &IndexedSource) -> String {
    let language = match source.select.language {
        Language::English => String::new(),
        language => format!("language {}", language.code()),
    };
    let mut notes = Vec::new();
    if source.partial {
        notes.push("partial");
    }
    if !language.is_empty() {
        notes.push(&language);
    }
    if source.keep_valid {
        notes.push("keep-valid");
    }
    if let Some(encoding) = source.encoding {
        notes.push(encoding.name());
    }
    // A relative path may lead elsewhere from here.
    let path = Path::new(&source.file);
    if path.is_absolute() && source.bytes.is_some() {
        if !path.exists() {
            notes.push("missing");
        } else if !SourceFile::new(path).is_unchanged(source) {
            notes.push("changed");
        }
    }
    notes.join(", ")
}
