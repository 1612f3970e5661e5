//! `zobrist hash --columns`: columns of what stands behind the moves of a game.

use anyhow::{Result, bail};
use clap::ValueEnum;
use zobrist_console::parquet_table::{Cell, ColumnSpec, ColumnType};
use zobrist_console::rows::Value;
use zobrist_shakmaty::pgn::{AnnotationKind, Evaluation, MoveAnnotations};

/// A column of what stands behind a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnnotationColumn {
    /// Time left to the player who moved, in milliseconds, from `[%clk 0:05:03.7]`
    Clk,
    /// Evaluation in centipawns from White's point of view, from `[%eval 0.31]`; empty for a mate
    Eval,
    /// Moves to mate, negative if Black mates, from `[%eval #-3]`
    Mate,
    /// Time taken for the move, in milliseconds, from `[%emt 0:00:07]`
    Emt,
    /// Numbers of the glyphs of the move, such as `$13`; `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5
    /// and `?!` 6
    Nag,
}

impl AnnotationColumn {
    pub(crate) fn name(self) -> &'static str {
        match self {
            AnnotationColumn::Clk => "clk",
            AnnotationColumn::Eval => "eval",
            AnnotationColumn::Mate => "mate",
            AnnotationColumn::Emt => "emt",
            AnnotationColumn::Nag => "nag",
        }
    }

    /// Name and type of the column in a Parquet file.
    pub(crate) fn parquet(self) -> ColumnSpec {
        let column_type = match self {
            AnnotationColumn::Clk | AnnotationColumn::Emt => ColumnType::OptionalInt64,
            AnnotationColumn::Eval | AnnotationColumn::Mate => ColumnType::OptionalInt32,
            AnnotationColumn::Nag => ColumnType::Int32List,
        };
        (self.name(), column_type)
    }

    /// The kind of annotation that the column shows.
    pub(crate) fn kind(self) -> AnnotationKind {
        match self {
            AnnotationColumn::Clk => AnnotationKind::Clock,
            AnnotationColumn::Eval | AnnotationColumn::Mate => AnnotationKind::Evaluation,
            AnnotationColumn::Emt => AnnotationKind::Elapsed,
            AnnotationColumn::Nag => AnnotationKind::Nag,
        }
    }

    /// The number of a move in the column, if it has one there. Glyphs are not one number.
    fn number(self, annotations: &MoveAnnotations) -> Option<i64> {
        match (self, annotations.evaluation) {
            (AnnotationColumn::Clk, _) => annotations.clock,
            (AnnotationColumn::Emt, _) => annotations.elapsed,
            (AnnotationColumn::Eval, Some(Evaluation::Centipawns(number)))
            | (AnnotationColumn::Mate, Some(Evaluation::Mate(number))) => Some(number.into()),
            _ => None,
        }
    }

    /// The value of a move in a row of text, CSV or JSON.
    pub(crate) fn value(self, annotations: &MoveAnnotations) -> Value<'_> {
        match self {
            AnnotationColumn::Nag => Value::Numbers(&annotations.nags),
            _ => self.number(annotations).map_or(Value::Null, Value::Signed),
        }
    }

    /// Appends the value of a move to a packed row: its length in bytes, 0 if it is missing, and
    /// the bytes.
    pub(crate) fn pack(self, annotations: &MoveAnnotations, out: &mut Vec<u8>) {
        match (self, self.number(annotations)) {
            (AnnotationColumn::Nag, _) => {
                let length = u16::try_from(annotations.nags.len()).expect("256 numbers at most");
                out.extend_from_slice(&length.to_le_bytes());
                out.extend_from_slice(&annotations.nags);
            }
            (_, Some(number)) => {
                out.extend_from_slice(&8_u16.to_le_bytes());
                out.extend_from_slice(&number.to_le_bytes());
            }
            (_, None) => out.extend_from_slice(&0_u16.to_le_bytes()),
        }
    }

    /// Takes a value off packed rows; `None` if they have ended.
    pub(crate) fn unpack<'a>(self, rows: &mut &'a [u8]) -> Option<Cell<'a>> {
        let length = u16::from_le_bytes(*rows.split_off(..2)?.as_array()?);
        let bytes = rows.split_off(..usize::from(length))?;
        if bytes.is_empty() {
            return Some(Cell::Null);
        }
        let number = || Some(i64::from_le_bytes(*bytes.as_array()?));
        Some(match self {
            AnnotationColumn::Nag => Cell::Numbers(bytes),
            AnnotationColumn::Clk | AnnotationColumn::Emt => Cell::Int64(number()?),
            AnnotationColumn::Eval | AnnotationColumn::Mate => Cell::Int32(number()? as i32),
        })
    }
}

/// # Errors
/// When a column is named twice.
pub(crate) fn refuse_repeated(columns: &[AnnotationColumn]) -> Result<()> {
    for (at, column) in columns.iter().enumerate() {
        if columns[..at].contains(column) {
            bail!("--columns: expected each column once, got {} twice", column.name());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_as_they_were() {
        let mut annotations = MoveAnnotations::default();
        annotations.add_comment(b"[%clk 0:00:01] [%eval -0.31]");
        annotations.add_annotation(b"?!");
        annotations.add_annotation(b"18");
        let mut rows = Vec::new();
        let columns = AnnotationColumn::value_variants();
        columns.iter().for_each(|column| column.pack(&annotations, &mut rows));
        let mut rest = &rows[..];
        let cells: Vec<Cell> =
            columns.iter().map(|column| column.unpack(&mut rest).unwrap()).collect();
        assert!(
            matches!(
                cells[..],
                [
                    Cell::Int64(1000),
                    Cell::Int32(-31),
                    Cell::Null,
                    Cell::Null,
                    Cell::Numbers([6, 18])
                ]
            ),
            "{cells:?}"
        );
        assert!(rest.is_empty());
    }
}
