//! Kinds of files by their first bytes.

use serde::de::IgnoredAny;

use super::kind::OtherKind;
use super::text::kind_of_text;

/// First bytes by which a format is known, and where they are specified.
const SIGNATURES: [(&[u8], OtherKind); 10] = [
    // SQLite, "Database File Format", 1.3: the header string.
    (b"SQLite format 3\0", OtherKind::Sqlite),
    // Apache Parquet, "File Format": the magic number, and that of encrypted footers.
    (b"PAR1", OtherKind::Parquet),
    (b"PARE", OtherKind::Parquet),
    // Scid, src/index.h and src/namebase.h: the magic of index and names of its format 4.
    (b"Scid.si\0", OtherKind::Scid),
    (b"Scid.sn\0", OtherKind::Scid),
    // "CBH file format" on talkchess.com, 2009: the header as ChessBase 9 and ChessBase Light write
    // it.
    (b"\0\0\x2c\0\x2e\x01", OtherKind::ChessBase),
    (b"\0\0\x24\0\x2e\x01", OtherKind::ChessBase),
    // Git LFS, docs/spec.md: the version comes first.
    (b"version https://git-lfs.github.com/spec/", OtherKind::LfsPointer),
    // ISO 32000-1, 7.5.2: the file header.
    (b"%PDF-", OtherKind::Pdf),
    // "Rich Text Format Specification" 1.9.1: the file begins with its group.
    (b"{\\rtf", OtherKind::Rtf),
];

/// The ends of names of the files of a ChessBase database, most of which have no signature
/// ("Chessbase File Extensions" in the archives of the Computer Chess Club, 2004), of its books and
/// of its lists of a PGN.
const CHESSBASE: [&str; 18] = [
    "cbh", "cbg", "cba", "cbp", "cbt", "cbc", "cbs", "cbe", "cbm", "cbj", "cbb", "cbd", "cbv",
    "cbz", "cbf", "cbi", "ctg", "pgi",
];

/// The ends of names of the files of a Scid database, of formats 3 to 5.
const SCID: [&str; 9] = ["si3", "sg3", "sn3", "si4", "sg4", "sn4", "si5", "sg5", "sn5"];

/// Number of first bytes that show the kind of a file.
pub(crate) const SIGNATURE_BYTES: usize = 4 << 10;

impl OtherKind {
    /// Returns the kind of a file of this name that begins with these bytes, decompressed; `None`
    /// if they have the signature of none. `is_whole` is true if there are no more bytes. At most
    /// 4096 bytes are looked at.
    #[must_use]
    pub fn of_begin(name: &str, begin: &[u8], is_whole: bool) -> Option<OtherKind> {
        let first = &begin[..begin.len().min(SIGNATURE_BYTES)];
        kind_of_begin(name, first, is_whole && first.len() == begin.len())
    }
}

fn kind_of_begin(name: &str, begin: &[u8], is_whole: bool) -> Option<OtherKind> {
    if let Some((_, kind)) = SIGNATURES.iter().find(|(bytes, _)| begin.starts_with(bytes)) {
        return Some(*kind);
    }
    if is_binary(begin) {
        let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        let is_named = |extensions: &[&str]| extensions.contains(&&*extension);
        return match () {
            () if is_named(&CHESSBASE) => Some(OtherKind::ChessBase),
            () if is_named(&SCID) => Some(OtherKind::Scid),
            () if extension == "bin" => Some(OtherKind::Book),
            () => None,
        };
    }
    let text = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
    if is_json(text) {
        return Some(OtherKind::Json);
    }
    kind_of_text(&String::from_utf8_lossy(text), is_whole)
}

/// True if some of the bytes are no text: a zero, or more than a few other control characters.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    let is_control = |byte: &&u8| matches!(byte, 0x01..=0x08 | 0x0e..=0x19 | 0x1c..=0x1f);
    bytes.contains(&0) || bytes.iter().filter(is_control).count() > bytes.len() / 50
}

/// True for objects and arrays of JSON, the last of which may be cut. The comment of a game begins
/// with a brace, too, but is not taken for JSON unless it is written so.
fn is_json(text: &[u8]) -> bool {
    if text.len() < 2 {
        return false;
    }
    let mut rest = text;
    while let [b'{' | b'[', ..] = rest {
        let mut values = serde_json::Deserializer::from_slice(rest).into_iter::<IgnoredAny>();
        match values.next() {
            Some(Ok(_)) => rest = rest[values.byte_offset()..].trim_ascii_start(),
            Some(Err(error)) => return error.is_eof(),
            None => break,
        }
    }
    rest.is_empty()
}
