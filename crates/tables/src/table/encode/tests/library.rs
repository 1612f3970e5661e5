//! Columns written by the Parquet library and by this encoder, and read back.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, Encoding, Repetition, Type, ZstdLevel};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::file::metadata::{
    PageIndexPolicy, ParquetMetaData, ParquetMetaDataOptions, ParquetMetaDataReader,
};
use parquet::file::properties::{
    DeltaBinaryPackedEncoderOptions, EnabledStatistics, WriterProperties,
};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{SchemaDescriptor, Type as SchemaType, TypePtr};

use super::super::{ByteStrings, ColumnPlan, EncodedColumn, encode_bytes, encode_integers};
use crate::table::spec::Storage;

/// The values of a column that are present.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    I32(Vec<i32>),
    I64(Vec<i64>),
    Bytes(Vec<Vec<u8>>),
}

/// A column and how it is written.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub(super) values: Values,
    pub(super) levels: Option<Vec<i16>>,
    pub(super) storage: Storage,
    pub(super) page_rows: usize,
    pub(super) has_bounds: bool,
}

impl Case {
    pub(super) fn schema(&self) -> TypePtr {
        let of_values = match self.values {
            Values::I32(_) => Type::INT32,
            Values::I64(_) => Type::INT64,
            Values::Bytes(_) => Type::BYTE_ARRAY,
        };
        let is_optional = self.levels.is_some();
        let repetition = if is_optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let column = SchemaType::primitive_type_builder("column", of_values);
        let column = column.with_repetition(repetition).build().unwrap();
        let table = SchemaType::group_type_builder("table").with_fields(vec![Arc::new(column)]);
        Arc::new(table.build().unwrap())
    }

    pub(super) fn encode(&self) -> parquet::errors::Result<EncodedColumn> {
        let descr = SchemaDescriptor::new(self.schema()).column(0);
        let Case { storage, page_rows, has_bounds, .. } = *self;
        let plan = ColumnPlan { descr: &descr, storage, page_rows, has_bounds };
        let levels = self.levels.as_deref();
        match &self.values {
            Values::I32(values) => encode_integers(plan, values, levels),
            Values::I64(values) => encode_integers(plan, values, levels),
            Values::Bytes(values) => {
                let end = |end: &mut usize, value: &Vec<u8>| {
                    *end += value.len();
                    Some(*end)
                };
                let ends: Vec<usize> = values.iter().scan(0, end).collect();
                encode_bytes(
                    plan,
                    ByteStrings { start: 0, bytes: &values.concat(), ends: &ends },
                    levels,
                )
            }
        }
    }

    /// A file with this column, as the index writes it.
    pub(super) fn by_encoder(&self) -> Bytes {
        self.file(|group| {
            let encoded = self.encode().unwrap();
            group.append_column(&encoded.bytes, encoded.close).unwrap();
        })
    }

    /// A file with this column by the library's own encoders.
    pub(super) fn by_library(&self) -> Bytes {
        let levels = self.levels.as_deref();
        self.file(|group| {
            let mut column = group.next_column().unwrap().unwrap();
            match &self.values {
                Values::I32(values) => {
                    column.typed::<Int32Type>().write_batch(values, levels, None).unwrap();
                }
                Values::I64(values) => {
                    column.typed::<Int64Type>().write_batch(values, levels, None).unwrap();
                }
                Values::Bytes(values) => {
                    let values: Vec<ByteArray> =
                        values.iter().map(|value| value.clone().into()).collect();
                    column.typed::<ByteArrayType>().write_batch(&values, levels, None).unwrap();
                }
            }
            column.close().unwrap();
        })
    }

    fn file(&self, write: impl Fn(&mut SerializedRowGroupWriter<Vec<u8>>)) -> Bytes {
        let properties = Arc::new(self.properties());
        let mut writer = SerializedFileWriter::new(Vec::new(), self.schema(), properties).unwrap();
        let mut group = writer.next_row_group().unwrap();
        write(&mut group);
        group.close().unwrap();
        writer.into_inner().unwrap().into()
    }

    /// The properties by which the library writes a column in the same way.
    fn properties(&self) -> WriterProperties {
        let bounds =
            if self.has_bounds { EnabledStatistics::Page } else { EnabledStatistics::None };
        let properties = WriterProperties::builder()
            .set_data_page_row_count_limit(self.page_rows)
            .set_write_batch_size(self.page_rows)
            .set_max_row_group_row_count(None)
            .set_dictionary_page_size_limit(usize::MAX)
            .set_delta_binary_packed_encoder_options(
                DeltaBinaryPackedEncoderOptions::try_new(512, 8).unwrap(),
            )
            .set_statistics_enabled(bounds)
            .set_dictionary_enabled(matches!(
                self.storage,
                Storage::Dictionary | Storage::DictionaryZstd
            ));
        let properties = match self.storage {
            Storage::Delta => properties.set_encoding(Encoding::DELTA_BINARY_PACKED),
            Storage::Zstd | Storage::DictionaryZstd => {
                properties.set_compression(Compression::ZSTD(ZstdLevel::try_new(1).unwrap()))
            }
            Storage::Plain | Storage::Dictionary => properties,
        };
        properties.build()
    }
}

/// Footer and page index of a file.
pub(super) fn metadata(file: &Bytes) -> ParquetMetaData {
    let options = ParquetMetaDataOptions::new().with_encoding_stats_as_mask(false);
    let reader = ParquetMetaDataReader::new()
        .with_page_index_policy(PageIndexPolicy::Required)
        .with_metadata_options(Some(options));
    reader.parse_and_finish(file).unwrap()
}

/// The values and levels of a file with one column.
pub(super) fn read(file: &Bytes) -> (Values, Option<Vec<i16>>) {
    fn all<T: DataType>(mut reader: ColumnReaderImpl<T>, levels: &mut Vec<i16>) -> Vec<T::T> {
        let mut values = Vec::new();
        // In steps that do not fit those of pages.
        while reader.read_records(7, Some(levels), None, &mut values).unwrap().0 > 0 {}
        values
    }
    let file = SerializedFileReader::new(file.clone()).unwrap();
    let mut levels = Vec::new();
    let group = file.get_row_group(0).unwrap();
    let values = match group.get_column_reader(0).unwrap() {
        ColumnReader::Int32ColumnReader(reader) => Values::I32(all(reader, &mut levels)),
        ColumnReader::Int64ColumnReader(reader) => Values::I64(all(reader, &mut levels)),
        ColumnReader::ByteArrayColumnReader(reader) => {
            let values = all(reader, &mut levels);
            Values::Bytes(values.iter().map(|value| value.data().to_vec()).collect())
        }
        _ => panic!("no column of the tests has another type"),
    };
    let schema = file.metadata().file_metadata().schema_descr();
    (values, (schema.column(0).max_def_level() > 0).then_some(levels))
}
