//! Files in SGF that are damaged or in UTF-16, and what is said of them; and files of servers in
//! other formats, which are read as SGF.

use std::io::{Error, ErrorKind};

use zobrist_go::sgf::{Damage, Repair, ServerFormat, ServerRecordError, from_utf16};
use zobrist_input::WholeFile;

use super::charset::GoCharset;

/// A file of games, with its text as it is read.
#[derive(Debug)]
pub struct SgfFile {
    /// The file; of one in UTF-16, the bytes are those of UTF-8.
    pub file: WholeFile,
    /// The charset of its texts.
    pub charset: GoCharset,
    /// True if its text was in UTF-16.
    is_utf16: bool,
}

impl SgfFile {
    /// Decodes a text that is in UTF-16; if `strict`, that is a fault of the file. A record in
    /// another format of a server becomes SGF, and is cut where it cannot be read further.
    pub fn of(mut file: WholeFile, charset: GoCharset, strict: bool) -> SgfFile {
        if let Some(fault) = server_record(&mut file.bytes, charset) {
            if let Some(fault) = fault {
                file.fault.get_or_insert_with(|| Error::new(ErrorKind::InvalidData, fault));
            }
            return SgfFile { file, charset: charset.of_utf8(), is_utf16: false };
        }
        let Some(text) = from_utf16(&file.bytes) else {
            return SgfFile { file, charset, is_utf16: false };
        };
        if strict {
            let what = "expected text in which brackets are single bytes, got UTF-16";
            file.bytes.clear();
            file.fault.get_or_insert_with(|| Error::new(ErrorKind::InvalidData, what));
            return SgfFile { file, charset, is_utf16: false };
        }
        file.bytes = text.into_bytes();
        SgfFile { file, charset: charset.of_utf8(), is_utf16: true }
    }

    /// A note on the text, without the end of its line.
    pub fn note(&self) -> Option<String> {
        let name = &self.file.name;
        self.is_utf16
            .then(|| format!("{name} is in UTF-16; read as UTF-8, in which bytes are counted"))
    }
}

/// Turns a record in a format of a server into SGF in UTF-8, and returns its fault, if it has one;
/// `None` if the text is no such record.
pub fn server_record(bytes: &mut Vec<u8>, charset: GoCharset) -> Option<Option<ServerRecordError>> {
    let record = ServerFormat::of(bytes)?.to_sgf(&charset.decode_all(bytes));
    *bytes = record.sgf.into_bytes();
    Some(record.fault)
}

/// The repairs of a game that are reported: the first of each kind.
pub fn told(repairs: &[Repair]) -> Vec<Repair> {
    let mut told: Vec<Repair> = Vec::new();
    for repair in repairs {
        if told.iter().all(|before| before.damage != repair.damage) {
            told.push(*repair);
        }
    }
    told
}

/// The reason why a damaged game is refused.
pub fn refused(repair: Repair) -> String {
    format!("{}; --strict reads no damaged games", repair.damage.description())
}

/// True if a game has no end where the text has one.
pub fn is_open(repairs: &[Repair]) -> bool {
    let last = repairs.last().map(|repair| repair.damage);
    matches!(last, Some(Damage::NoClosing | Damage::CutProperty))
}
