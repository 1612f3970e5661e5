//! Where rows of positions go: as they are, or with `--format parquet` into a Parquet file.

use std::io;

use anyhow::Result;
use zobrist_chess::AnyScheme;
use zobrist_console::output::{Output, RowWriter};
use zobrist_console::parquet_table::{
    self, Cell, ColumnType, ParquetTable, key_cells, key_columns,
};
use zobrist_game_text::ChunkUnit;

use super::annotation_columns::AnnotationColumn;
use super::args::Args;
use super::packed_row::PackedRow;
use super::row_form::RowForm;

/// The writer of rows of a form, of lines or games.
///
/// # Errors
/// When a Parquet file cannot be written, or would go to a terminal.
pub(crate) fn row_writer(
    args: &Args,
    scheme: &AnyScheme,
    unit: ChunkUnit,
    form: &RowForm,
    output: Output,
) -> Result<Box<dyn RowWriter>> {
    Ok(match form.format {
        Some(_) => Box::new(output),
        None => {
            let columns = args.columns.clone();
            Box::new(PositionTable::new(output, scheme, unit, columns, form.file)?)
        }
    })
}

/// Writer of packed rows.
struct PositionTable {
    table: ParquetTable,
    bits: u32,
    unit: ChunkUnit,
    /// The columns after `fen`, which rows of games may have.
    columns: Vec<AnnotationColumn>,
    /// True if rows have the name of their file.
    file: bool,
}

impl PositionTable {
    /// Begins a file of lines or games.
    ///
    /// # Errors
    /// When it cannot be written, or is a terminal.
    fn new(
        output: Output,
        scheme: &AnyScheme,
        unit: ChunkUnit,
        annotations: Vec<AnnotationColumn>,
        file: bool,
    ) -> Result<PositionTable> {
        parquet_table::refuse_terminal(&output)?;
        let bits = scheme.bits();
        let mut columns = key_columns(bits);
        match unit {
            ChunkUnit::Games => {
                columns.extend([("game", ColumnType::Int64), ("ply", ColumnType::Int32)]);
            }
            _ => columns.push(("line", ColumnType::Int64)),
        }
        columns.push(("fen", ColumnType::Text));
        columns.extend(annotations.iter().map(|column| column.parquet()));
        if file {
            columns.push(("file", ColumnType::Name));
        }
        let metadata = vec![
            ("zobrist.scheme".to_owned(), scheme.name().to_owned()),
            ("zobrist.fingerprint".to_owned(), scheme.fingerprint().to_string()),
        ];
        let table = ParquetTable::new(output, &columns, metadata)?;
        Ok(PositionTable { table, bits, unit, columns: annotations, file })
    }
}

impl RowWriter for PositionTable {
    fn write_rows(&mut self, mut rows: &[u8]) -> io::Result<()> {
        let mut cells = Vec::with_capacity(6 + self.columns.len());
        while let Some(row) = PackedRow::take(&mut rows) {
            cells.clear();
            key_cells(row.word, self.bits, &mut cells);
            cells.push(Cell::Int64(row.number as i64));
            if self.unit == ChunkUnit::Games {
                cells.push(Cell::Int32(row.ply as i32));
            }
            cells.push(Cell::Text(row.fen));
            for column in &self.columns {
                cells.push(column.unpack(&mut rows).expect("packed rows are whole"));
            }
            if self.file {
                cells.push(Cell::Text(row.file.as_bytes()));
            }
            self.table.push(&cells)?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>, stopped: bool) -> Result<()> {
        if stopped && !self.table.is_stdout() { Ok(()) } else { self.table.finish() }
    }
}
