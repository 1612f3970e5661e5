//! The rows of `zobrist check`: one for each finding in a game.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use zobrist_console::rows::{Format, Value};
use zobrist_shakmaty::check::{Finding, FindingType};

/// Reads the name of a type of finding.
pub(crate) fn finding_type_parser() -> impl TypedValueParser<Value = FindingType> {
    let values = FindingType::ALL.map(|finding_type| {
        PossibleValue::new(finding_type.name()).help(finding_type.description())
    });
    PossibleValuesParser::new(values).try_map(|name| name.parse::<FindingType>())
}

const COLUMNS: &[&str] = &["file", "game", "ply", "type", "detail"];
const JSON_COLUMNS: &[&str] = &["type", "file", "game", "ply", "detail"];

/// The line before the first row, if the format has one.
pub(crate) fn header(format: Format) -> Vec<u8> {
    format.header(COLUMNS)
}

/// Appends the row of a finding; `game` is the number of the game within its file.
pub(crate) fn append(found: &Finding, format: Format, rows: &mut Vec<u8>, file: &str, game: u64) {
    let finding_type = Value::Text(found.finding_type.name());
    let place = [Value::Name(file), Value::Number(game), Value::Number(found.ply as u64)];
    let detail = Value::Text(&found.detail);
    let [file, game, ply] = place;
    match format {
        Format::Jsonl => {
            format.append(rows, JSON_COLUMNS, &[finding_type, file, game, ply, detail]);
        }
        Format::Text | Format::Csv => {
            format.append(rows, COLUMNS, &[file, game, ply, finding_type, detail]);
        }
    }
}
