//! Page headers in Thrift's compact protocol.
//!
//! Field numbers are those of `PageHeader`, `DataPageHeader` and `DictionaryPageHeader` in
//! `src/main/thrift/parquet.thrift` of the Parquet format 2.11; the protocol is
//! `doc/specs/thrift-compact-protocol.md` of Apache Thrift.

use parquet::basic::Encoding;

/// The content of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageKind {
    /// The values that indices stand for, in `PLAIN` encoding.
    Dictionary,
    Data(Encoding),
}

/// The header of a page.
pub(super) struct PageHeader {
    pub(super) kind: PageKind,
    /// Number of values of the page, nulls included.
    pub(super) values: i32,
    /// Size of the body before it is compressed, in bytes.
    pub(super) uncompressed_size: i32,
    /// Size of the body in the file, in bytes.
    pub(super) compressed_size: i32,
    /// CRC-32 of the body as it is in the file.
    pub(super) crc: u32,
}

/// Types of fields in the compact protocol.
const FALSE: u8 = 2;
const I32: u8 = 5;
const STRUCT: u8 = 12;
/// The end of a struct.
const STOP: u8 = 0;

const DATA_PAGE: i32 = 0;
const DICTIONARY_PAGE: i32 = 2;

impl PageHeader {
    /// Appends the header.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let page_type = match self.kind {
            PageKind::Dictionary => DICTIONARY_PAGE,
            PageKind::Data(_) => DATA_PAGE,
        };
        // A field's number is written as its distance from the field before it.
        let i32_field = |out: &mut Vec<u8>, value: i32| {
            out.push(1 << 4 | I32);
            put_signed(out, value.into());
        };
        i32_field(out, page_type);
        i32_field(out, self.uncompressed_size);
        i32_field(out, self.compressed_size);
        i32_field(out, self.crc as i32);
        match self.kind {
            PageKind::Data(encoding) => {
                // Field 5 follows field 4.
                out.push(1 << 4 | STRUCT);
                i32_field(out, self.values);
                i32_field(out, encoding_number(encoding));
                // Definition levels, and repetition levels, which are never written.
                i32_field(out, encoding_number(Encoding::RLE));
                i32_field(out, encoding_number(Encoding::RLE));
            }
            PageKind::Dictionary => {
                // Field 7 follows field 4.
                out.push(3 << 4 | STRUCT);
                i32_field(out, self.values);
                i32_field(out, encoding_number(Encoding::PLAIN));
                // The values are not sorted.
                out.push(1 << 4 | FALSE);
            }
        }
        out.extend([STOP, STOP]);
    }
}

/// The number of an encoding in `parquet.thrift`.
fn encoding_number(encoding: Encoding) -> i32 {
    encoding as i32
}

/// Appends a number seven bits at a time, the lowest first (LEB128).
pub(super) fn put_unsigned(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a signed number, whose sign becomes the lowest bit (zigzag).
pub(super) fn put_signed(out: &mut Vec<u8>, value: i64) {
    put_unsigned(out, (value << 1 ^ value >> 63) as u64);
}
