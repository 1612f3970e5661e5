//! A reader of page headers that knows nothing of the writer.

use std::collections::BTreeMap;

use parquet::file::metadata::ColumnChunkMetaData;

/// A page as it is in a file.
#[derive(Debug)]
pub(super) struct StoredPage<'a> {
    /// Header and body.
    pub(super) bytes: &'a [u8],
    pub(super) header: BTreeMap<u8, Field>,
    pub(super) body: &'a [u8],
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Field {
    Bool(bool),
    Int(i64),
    Struct(BTreeMap<u8, Field>),
}

impl StoredPage<'_> {
    pub(super) fn int(&self, field: u8) -> Option<i64> {
        match self.header.get(&field) {
            Some(Field::Int(value)) => Some(*value),
            _ => None,
        }
    }

    /// The body as it was before it was compressed.
    pub(super) fn plain(&self, chunk: &ColumnChunkMetaData) -> Vec<u8> {
        match chunk.compression() {
            parquet::basic::Compression::UNCOMPRESSED => self.body.to_vec(),
            _ => {
                let size = zstd::zstd_safe::get_frame_content_size(self.body).unwrap();
                let size = size.expect("a frame gives its size") as usize;
                zstd::bulk::decompress(self.body, size).unwrap()
            }
        }
    }
}

/// The pages of a column chunk.
pub(super) fn pages(mut chunk: &[u8]) -> Vec<StoredPage<'_>> {
    let mut pages = Vec::new();
    while !chunk.is_empty() {
        let mut rest = chunk;
        let header = read_struct(&mut rest);
        let Some(Field::Int(size)) = header.get(&3) else { panic!("no size in {header:?}") };
        let (body, after) = rest.split_at(*size as usize);
        let (bytes, _) = chunk.split_at(chunk.len() - after.len());
        pages.push(StoredPage { bytes, header, body });
        chunk = after;
    }
    pages
}

fn read_struct(bytes: &mut &[u8]) -> BTreeMap<u8, Field> {
    let mut fields = BTreeMap::new();
    let mut number = 0;
    loop {
        let head = bytes.split_off_first().copied().unwrap();
        if head == 0 {
            return fields;
        }
        assert!(head >> 4 > 0, "a field's number is near that of the one before");
        number += head >> 4;
        let field = match head & 15 {
            1 => Field::Bool(true),
            2 => Field::Bool(false),
            5 => Field::Int(read_int(bytes)),
            12 => Field::Struct(read_struct(bytes)),
            other => panic!("page headers have no fields of type {other}"),
        };
        fields.insert(number, field);
    }
}

fn read_int(bytes: &mut &[u8]) -> i64 {
    let mut value = 0;
    for shift in (0..).step_by(7) {
        let byte = bytes.split_off_first().copied().unwrap();
        value |= u64::from(byte & 127) << shift;
        if byte < 128 {
            break;
        }
    }
    (value >> 1) as i64 ^ -((value & 1) as i64)
}
