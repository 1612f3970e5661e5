//! Writes a table as a Parquet file: columns of fixed types, row groups of bounded size, compressed
//! by zstd.

use std::io::{self, IsTerminal};
use std::mem::take;
use std::sync::Arc;

use anyhow::{Result, bail};
use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use crate::output::Output;

/// Type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnType {
    /// 32 bits, with a sign.
    Int32,
    /// 64 bits, with a sign.
    Int64,
    /// Text that seldom repeats.
    Text,
    /// Text with few different values.
    Name,
    /// Text that may be missing.
    OptionalText,
    /// 32 bits, or missing.
    OptionalInt32,
    /// 64 bits, or missing.
    OptionalInt64,
    /// Numbers, at least one unless they are missing.
    Int32List,
}

/// Name and type of a column.
pub type ColumnSpec = (&'static str, ColumnType);

/// Value of a row in one column.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    /// For a column of 32 bits.
    Int32(i32),
    /// For a column of 64 bits.
    Int64(i64),
    /// Text in UTF-8.
    Text(&'a [u8]),
    /// Small numbers, at least one.
    Numbers(&'a [u8]),
    /// Missing.
    Null,
}

/// Bounds of a row group: number of rows, and bytes of text. They bound the memory, too.
const GROUP_ROWS: usize = 1 << 17;
const GROUP_BYTES: usize = 32 << 20;

/// A Parquet file that is being written.
#[derive(Debug)]
pub struct ParquetTable {
    writer: SerializedFileWriter<Output>,
    columns: Vec<Values>,
    rows: usize,
    bytes: usize,
}

/// Values of a column that are not written yet.
#[derive(Debug)]
enum Values {
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Text(Texts),
    /// With 1 for each text that is there and 0 for each that is missing.
    OptionalText(Texts, Vec<i16>),
    /// With levels as those of texts.
    OptionalInt32(Vec<i32>, Vec<i16>),
    OptionalInt64(Vec<i64>, Vec<i16>),
    Int32List(Vec<i32>, ListLevels),
}

/// Levels of a column of lists, as Parquet has them: for each number, or for a list that is
/// missing.
#[derive(Debug, Default)]
struct ListLevels {
    /// 2 for a number, 0 for a list that is missing.
    definition: Vec<i16>,
    /// 0 where a list begins, 1 for the other numbers.
    repetition: Vec<i16>,
}

/// Texts one after the other, and their ends.
#[derive(Debug, Default)]
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

/// Refuses to write Parquet to a terminal.
///
/// # Errors
/// When `output` is standard output, and that is a terminal.
pub fn refuse_terminal(output: &Output) -> Result<()> {
    if output.is_stdout() && io::stdout().is_terminal() {
        bail!(
            "cannot write Parquet to a terminal; give -o FILE, or redirect standard output to a \
             file or a pipe"
        );
    }
    Ok(())
}

/// The columns of a key of some bits: `key` up to 64 bits, `key_high` and `key_low` above.
pub fn key_columns(bits: u32) -> Vec<ColumnSpec> {
    match bits {
        0..=32 => vec![("key", ColumnType::Int32)],
        33..=64 => vec![("key", ColumnType::Int64)],
        _ => vec![("key_high", ColumnType::Int64), ("key_low", ColumnType::Int64)],
    }
}

/// The values of a key in its columns. The highest bit is the sign.
pub fn key_cells(word: u128, bits: u32, cells: &mut Vec<Cell>) {
    match bits {
        0..=32 => cells.push(Cell::Int32(word as i32)),
        33..=64 => cells.push(Cell::Int64(word as i64)),
        _ => cells.extend([Cell::Int64((word >> 64) as i64), Cell::Int64(word as i64)]),
    }
}

impl ParquetTable {
    /// Begins a file. `metadata` goes into its footer.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(
        output: Output,
        columns: &[ColumnSpec],
        metadata: Vec<(String, String)>,
    ) -> Result<ParquetTable> {
        let declaration = |(name, column_type): &ColumnSpec| match column_type {
            ColumnType::Int32 => format!("required int32 {name};"),
            ColumnType::Int64 => format!("required int64 {name};"),
            ColumnType::Text | ColumnType::Name => format!("required binary {name} (STRING);"),
            ColumnType::OptionalText => format!("optional binary {name} (STRING);"),
            ColumnType::OptionalInt32 => format!("optional int32 {name};"),
            ColumnType::OptionalInt64 => format!("optional int64 {name};"),
            ColumnType::Int32List => format!(
                "optional group {name} (LIST) {{ repeated group list {{ required int32 element; }} }}"
            ),
        };
        let declarations: String = columns.iter().map(declaration).collect();
        let schema = parse_message_type(&format!("message rows {{ {declarations} }}"))
            .expect("the columns are constants");
        let metadata = metadata.into_iter().map(|(key, value)| KeyValue::new(key, value));
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("zobrist version ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_dictionary_enabled(false)
            .set_key_value_metadata(Some(metadata.collect()));
        for (name, column_type) in columns {
            let repeats = matches!(column_type, ColumnType::Name | ColumnType::OptionalText);
            let path = ColumnPath::from(*name);
            properties = properties.set_column_dictionary_enabled(path, repeats);
        }
        let writer =
            SerializedFileWriter::new(output, Arc::new(schema), Arc::new(properties.build()))
                .map_err(io_error)?;
        let values = |(_, column_type): &ColumnSpec| match column_type {
            ColumnType::Int32 => Values::Int32(Vec::new()),
            ColumnType::Int64 => Values::Int64(Vec::new()),
            ColumnType::Text | ColumnType::Name => Values::Text(Texts::default()),
            ColumnType::OptionalText => Values::OptionalText(Texts::default(), Vec::new()),
            ColumnType::OptionalInt32 => Values::OptionalInt32(Vec::new(), Vec::new()),
            ColumnType::OptionalInt64 => Values::OptionalInt64(Vec::new(), Vec::new()),
            ColumnType::Int32List => Values::Int32List(Vec::new(), ListLevels::default()),
        };
        let columns = columns.iter().map(values).collect();
        Ok(ParquetTable { writer, columns, rows: 0, bytes: 0 })
    }

    /// Appends a row.
    ///
    /// # Errors
    /// When a full row group cannot be written.
    ///
    /// # Panics
    /// When the values are not of the types of the columns.
    pub fn push(&mut self, cells: &[Cell]) -> io::Result<()> {
        assert_eq!(cells.len(), self.columns.len());
        for (values, cell) in self.columns.iter_mut().zip(cells) {
            match (values, cell) {
                (Values::Int32(values), Cell::Int32(value)) => values.push(*value),
                (Values::Int64(values), Cell::Int64(value)) => values.push(*value),
                (Values::Text(texts), Cell::Text(text)) => {
                    texts.push(text);
                    self.bytes += text.len();
                }
                (Values::OptionalText(texts, levels), Cell::Text(text)) => {
                    texts.push(text);
                    levels.push(1);
                    self.bytes += text.len();
                }
                (Values::OptionalInt32(values, levels), Cell::Int32(value)) => {
                    values.push(*value);
                    levels.push(1);
                }
                (Values::OptionalInt64(values, levels), Cell::Int64(value)) => {
                    values.push(*value);
                    levels.push(1);
                }
                (Values::Int32List(values, levels), Cell::Numbers(numbers)) => {
                    values.extend(numbers.iter().map(|number| i32::from(*number)));
                    levels.definition.extend(numbers.iter().map(|_| 2));
                    levels.repetition.extend((0..numbers.len()).map(|at| i16::from(at > 0)));
                    self.bytes += size_of::<i32>() * numbers.len();
                }
                (Values::Int32List(_, levels), Cell::Null) => {
                    levels.definition.push(0);
                    levels.repetition.push(0);
                }
                (
                    Values::OptionalText(_, levels)
                    | Values::OptionalInt32(_, levels)
                    | Values::OptionalInt64(_, levels),
                    Cell::Null,
                ) => levels.push(0),
                _ => panic!("the value of a row has the type of its column"),
            }
        }
        self.rows += 1;
        if self.rows >= GROUP_ROWS || self.bytes >= GROUP_BYTES {
            self.write_group()?;
        }
        Ok(())
    }

    /// True if the file is standard output.
    pub fn is_stdout(&self) -> bool {
        self.writer.inner().is_stdout()
    }

    /// Writes the footer and completes the output.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(mut self) -> Result<()> {
        self.write_group()?;
        self.writer.into_inner().map_err(io_error)?.finish()
    }

    /// Writes the rows so far as a row group, if there are any.
    fn write_group(&mut self) -> io::Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        (self.rows, self.bytes) = (0, 0);
        let columns = &mut self.columns;
        let written = self.writer.next_row_group().and_then(|mut group| {
            for values in columns {
                match values {
                    Values::Int32(values) => {
                        write::<Int32Type>(&mut group, &take(values), None, None)?
                    }
                    Values::Int64(values) => {
                        write::<Int64Type>(&mut group, &take(values), None, None)?
                    }
                    Values::Text(texts) => {
                        write::<ByteArrayType>(&mut group, &take(texts).values(), None, None)?;
                    }
                    Values::OptionalText(texts, levels) => {
                        let (values, levels) = (take(texts).values(), take(levels));
                        write::<ByteArrayType>(&mut group, &values, Some(&levels), None)?;
                    }
                    Values::OptionalInt32(values, levels) => {
                        let (values, levels) = (take(values), take(levels));
                        write::<Int32Type>(&mut group, &values, Some(&levels), None)?;
                    }
                    Values::OptionalInt64(values, levels) => {
                        let (values, levels) = (take(values), take(levels));
                        write::<Int64Type>(&mut group, &values, Some(&levels), None)?;
                    }
                    Values::Int32List(values, levels) => {
                        let (values, levels) = (take(values), take(levels));
                        let (definition, repetition) = (&levels.definition, &levels.repetition);
                        write::<Int32Type>(
                            &mut group,
                            &values,
                            Some(definition),
                            Some(repetition),
                        )?;
                    }
                }
            }
            group.close()
        });
        written.map(|_| ()).map_err(io_error)
    }
}

impl Texts {
    fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
    }

    /// The texts as values that share one buffer.
    fn values(self) -> Vec<ByteArray> {
        let bytes = ByteArray::from(self.bytes);
        let mut start = 0;
        let value = |end: usize| {
            let value = bytes.slice(start, end - start);
            start = end;
            value
        };
        self.ends.into_iter().map(value).collect()
    }
}

/// Writes the values of a column of a row group, with the levels of those that may be missing or
/// are in lists.
fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<Output>,
    values: &[T::T],
    definition: Option<&[i16]>,
    repetition: Option<&[i16]>,
) -> parquet::errors::Result<()> {
    let mut column = group.next_column()?.expect("the schema has the column");
    column.typed::<T>().write_batch(values, definition, repetition)?;
    column.close()
}

/// The error of the output, without the Parquet library's wrapping.
fn io_error(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(inner) => io::Error::other(inner),
        },
        other => io::Error::other(other),
    }
}
