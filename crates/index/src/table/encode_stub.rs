use super::spec::*;
use parquet::column::writer::{ColumnCloseResult, get_typed_column_writer};
use parquet::data_type::DataType;
use parquet::errors::Result;
use parquet::file::properties::*;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
pub(crate) struct EncodedColumn {
    pub(crate) bytes: Vec<u8>,
    pub(crate) close: ColumnCloseResult,
    pub(crate) checksums: Vec<u32>,
}
pub(crate) fn encode<T: DataType>(
    table: &TableSpec,
    number: usize,
    descr: ColumnDescPtr,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<EncodedColumn> {
    let p = WriterProperties::builder()
        .set_data_page_row_count_limit(table.page_rows)
        .set_write_batch_size(table.page_rows)
        .set_max_row_group_row_count(None)
        .set_dictionary_page_size_limit(usize::MAX)
        .set_delta_binary_packed_encoder_options(
            DeltaBinaryPackedEncoderOptions::try_new(512, 8).unwrap(),
        )
        .set_statistics_enabled(EnabledStatistics::None)
        .set_column_statistics_enabled(table.columns[0].name.into(), EnabledStatistics::Page);
    let p = std::sync::Arc::new(table.encode(p).build());
    let mut sink = TrackedWrite::new(Vec::new());
    let close = {
        let w = parquet::column::writer::get_column_writer(
            descr,
            p,
            Box::new(SerializedPageWriter::new(&mut sink)),
        );
        let mut w = get_typed_column_writer::<T>(w);
        w.write_batch(values, levels, None)?;
        w.close()?
    };
    let _ = number;
    let bytes = sink.into_inner()?;
    let mut checksums = Vec::new();
    let m = &close.metadata;
    if let Some(d) = m.dictionary_page_offset() {
        checksums.push(crc32fast::hash(&bytes[d as usize..m.data_page_offset() as usize]));
    }
    for l in close.offset_index.as_ref().unwrap().page_locations() {
        checksums
            .push(crc32fast::hash(&bytes[l.offset as usize..][..l.compressed_page_size as usize]));
    }
    Ok(EncodedColumn { bytes, close, checksums })
}
