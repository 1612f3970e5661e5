//! The files of a zip archive, read one after the other as they come, so that a pipe will do.
//!
//! The files are those before the directory at the end of the archive; the directory is read, too,
//! so that an archive that breaks off is noticed. Folders, hidden files and those with names of
//! documentation are skipped.
//!
//! Only the container is read here; flate2 inflates. Libraries that read archives from a pipe do
//! not serve: `zip` must seek where sizes follow the files, as in archives of macOS, and
//! `rc-zip-sync` takes a damaged header for the end.

use std::io::{self, BufRead, ErrorKind, Read};
use std::sync::Arc;

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use crate::listener::Listener;

/// The name of an archive, and the listener for its files.
pub(super) type ArchiveNotices = (Arc<str>, Arc<dyn Listener>);

/// The contents of all files of an archive, one after the other, with a line end after each that
/// has none, and a blank line before and after each file of games.
pub(super) struct Zip<R> {
    /// `None` while a file is read.
    raw: Option<R>,
    file: Option<Packed<R>>,
    /// Number of files so far.
    files: u64,
    /// Number of those that are read.
    shown: u64,
    /// The names of those that are skipped, up to a few.
    skipped: Vec<String>,
    /// True if the file before was of games.
    after_games: bool,
    /// The name of the archive and the listener for the files that are skipped.
    notices: Option<ArchiveNotices>,
    /// The last bytes of the contents so far.
    last: [u8; 2],
    /// Number of line ends that come before the file.
    line_ends: usize,
    ended: bool,
}

/// A file that is being read.
struct Packed<R> {
    name: String,
    reader: Unpacked<R>,
    /// The checksum and the size that it must have; `None` if they come after it.
    expected: Option<(u32, u64)>,
    /// True if sizes after it have 64 bits in any case.
    is_large: bool,
    crc: Crc,
    size: u64,
    treatment: Treatment,
}

enum Unpacked<R> {
    Stored(io::Take<R>),
    Deflated(DeflateDecoder<R>),
}

impl<R: BufRead> Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Unpacked::Stored(reader) => match reader.read(buffer)? {
                0 if reader.limit() > 0 && !buffer.is_empty() => {
                    Err(ErrorKind::UnexpectedEof.into())
                }
                read => Ok(read),
            },
            Unpacked::Deflated(reader) => reader.read(buffer),
        }
    }

    /// The archive after the file, and the number of bytes that the file took, if it is deflated.
    fn end(self) -> (R, Option<u64>) {
        match self {
            Unpacked::Stored(reader) => (reader.into_inner(), None),
            Unpacked::Deflated(reader) => {
                let packed = reader.total_in();
                (reader.into_inner(), Some(packed))
            }
        }
    }
}

impl<R: BufRead> Zip<R> {
    /// Notices name the files that are skipped as documentation, if somebody hears them.
    pub(super) fn new(raw: R, notices: Option<ArchiveNotices>) -> Zip<R> {
        Zip {
            raw: Some(raw),
            file: None,
            files: 0,
            shown: 0,
            skipped: Vec::new(),
            after_games: false,
            notices,
            last: [b'\n'; 2],
            line_ends: 0,
            ended: false,
        }
    }

    /// Returns the rest of the input after the archive, which was read to its end.
    pub(super) fn into_inner(self) -> R {
        self.raw.expect("no file is being read")
    }

    /// Goes on to the next file, or to the end of the archive.
    fn advance(&mut self) -> io::Result<()> {
        let mut raw = self.raw.take().ok_or_else(|| invalid("an earlier error"))?;
        match &bytes(&mut raw)? {
            b"PK\x03\x04" => {
                self.files += 1;
                let file = Packed::begin(raw)?;
                self.note(&file);
                self.file = Some(file);
            }
            begin => {
                read_directory(&mut raw, *begin, self.files)?;
                if self.shown == 0 && self.files > 0 {
                    return Err(self.nothing_to_read());
                }
                (self.raw, self.ended) = (Some(raw), true);
            }
        }
        Ok(())
    }

    /// Reads bytes of the file that is being read, whether it is shown or not. At its end, checks
    /// it, and returns 0; then no file is being read.
    fn read_packed(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(file) = &mut self.file else { return Ok(0) };
        let read = file.reader.read(buffer)?;
        if read == 0 {
            let file = self.file.take().expect("it was read");
            self.raw = Some(file.end()?);
            return Ok(0);
        }
        file.crc.update(&buffer[..read]);
        file.size += read as u64;
        Ok(read)
    }

    /// Goes on to the next file that is not skipped, past what was not read of the file before.
    /// Returns its name, or `None` at the end of the archive. [`read_file`](Zip::read_file) reads
    /// it.
    pub(super) fn next_file(&mut self) -> io::Result<Option<String>> {
        let mut passed = [0; PASSED];
        loop {
            while self.read_packed(&mut passed)? > 0 {}
            if self.ended {
                return Ok(None);
            }
            self.advance()?;
            if let Some(file) = self.file.as_ref().filter(|file| file.treatment == Treatment::Read)
            {
                return Ok(Some(file.name.clone()));
            }
        }
    }

    /// Reads the file that [`next_file`](Zip::next_file) has named, to its own end.
    pub(super) fn read_file(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() { Ok(0) } else { self.read_packed(buffer) }
    }

    /// Prepares for a file that begins.
    fn note(&mut self, file: &Packed<R>) {
        if file.treatment == Treatment::Read {
            let has_games = file.has_games();
            let is_apart = self.last == [b'\n'; 2] || !(has_games || self.after_games);
            self.line_ends = usize::from(self.last[1] != b'\n') + usize::from(!is_apart);
            self.last = [b'\n'; 2];
            self.after_games = has_games;
            self.shown += 1;
            return;
        }
        if let (Treatment::SkipAndSay, Some((archive, listener))) = (file.treatment, &self.notices)
        {
            let skipped = &file.name;
            listener
                .notice(&format!("{archive}: skipped {skipped}, which has no games by its name"));
        }
        if self.skipped.len() < MAX_NAMED {
            self.skipped.push(file.name.clone());
        }
    }

    fn nothing_to_read(&self) -> io::Error {
        let more = self.files - self.skipped.len() as u64;
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        invalid(&format!(
            "expected a zip archive with a file of positions or games, got only {}{more}, which are \
             skipped; rename them if they have any",
            self.skipped.join(", ")
        ))
    }
}

/// Bytes of a skipped file that are read at once.
const PASSED: usize = 1 << 12;

/// Number of skipped files that a message names.
const MAX_NAMED: usize = 5;

impl<R: BufRead> Read for Zip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while !self.ended {
            if self.line_ends > 0 {
                self.line_ends -= 1;
                buffer[0] = b'\n';
                return Ok(1);
            }
            let Some(file) = &self.file else {
                self.advance()?;
                continue;
            };
            let treatment = file.treatment;
            let read = self.read_packed(buffer)?;
            if read > 0 && treatment == Treatment::Read {
                let before = if read > 1 { buffer[read - 2] } else { self.last[1] };
                self.last = [before, buffer[read - 1]];
                return Ok(read);
            }
        }
        Ok(0)
    }
}

/// Flags of a file.
const ENCRYPTED: u16 = 1;
const SIZES_FOLLOW: u16 = 1 << 3;

impl<R: BufRead> Packed<R> {
    /// Reads the header of a file, after its mark.
    fn begin(mut raw: R) -> io::Result<Packed<R>> {
        let header: [u8; 26] = bytes(&mut raw)?;
        let u16_at = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let u32_at = |at: usize| u32::from(u16_at(at)) | u32::from(u16_at(at + 2)) << 16;
        let (flags, method, crc) = (u16_at(2), u16_at(4), u32_at(10));
        let (mut packed, mut size) = (u64::from(u32_at(14)), u64::from(u32_at(18)));
        let mut name = vec![0; usize::from(u16_at(22))];
        raw.read_exact(&mut name)?;
        let mut extra = vec![0; usize::from(u16_at(24))];
        raw.read_exact(&mut extra)?;
        let name = String::from_utf8_lossy(&name).into_owned();
        let large = large_sizes(&extra);
        if let Some([large_size, large_packed]) = large {
            let is_in_extra = |size: u64| size == u64::from(u32::MAX);
            (packed, size) = (
                if is_in_extra(packed) { large_packed } else { packed },
                if is_in_extra(size) { large_size } else { size },
            );
        }
        if flags & ENCRYPTED != 0 {
            return Err(refusal(&name, "is encrypted", "unzip -p"));
        }
        let sizes_follow = flags & SIZES_FOLLOW != 0;
        let reader = match method {
            0 if sizes_follow && packed == 0 && !name.ends_with('/') => {
                return Err(refusal(&name, "does not say where it ends", "unzip -p"));
            }
            0 => Unpacked::Stored(raw.take(packed)),
            8 => Unpacked::Deflated(DeflateDecoder::new(raw)),
            method => {
                let what = format!(
                    "is compressed by {}, and only deflate is read",
                    method_name(method).map_or(format!("method {method}"), str::to_owned)
                );
                return Err(refusal(&name, &what, "7z x -so"));
            }
        };
        let treatment = Treatment::of(&name);
        let expected = (!sizes_follow).then_some((crc, size));
        let is_large = large.is_some();
        Ok(Packed { name, reader, expected, is_large, crc: Crc::new(), size: 0, treatment })
    }

    fn has_games(&self) -> bool {
        self.name.to_ascii_lowercase().ends_with(".pgn")
    }

    /// Checks the file that was read, and returns the archive after it.
    fn end(self) -> io::Result<R> {
        let (mut raw, packed) = self.reader.end();
        let expected = match self.expected {
            Some(expected) => expected,
            None => {
                let is_large =
                    self.is_large || self.size.max(packed.unwrap_or(0)) > u64::from(u32::MAX);
                sums_after(&mut raw, is_large)?
            }
        };
        if (self.crc.sum(), self.size) != expected {
            return Err(invalid(&format!(
                "{} in the zip archive is damaged: expected {} bytes with the checksum {:08x}, got \
                 {} with {:08x}",
                self.name,
                expected.1,
                expected.0,
                self.size,
                self.crc.sum()
            )));
        }
        Ok(raw)
    }
}

/// The checksum and the size that follow a file.
fn sums_after(raw: &mut impl Read, is_large: bool) -> io::Result<(u32, u64)> {
    let mut first: [u8; 4] = bytes(raw)?;
    // Some programs put a mark before them.
    if &first == b"PK\x07\x08" {
        first = bytes(raw)?;
    }
    let size = if is_large {
        let sizes: [u8; 16] = bytes(raw)?;
        u64::from_le_bytes(sizes[8..].try_into().expect("8 bytes"))
    } else {
        let sizes: [u8; 8] = bytes(raw)?;
        u32::from_le_bytes(sizes[4..].try_into().expect("4 bytes")).into()
    };
    Ok((u32::from_le_bytes(first), size))
}

/// The sizes of a file of 4 GiB or more, unpacked and packed, from the extra fields of its header.
fn large_sizes(mut extra: &[u8]) -> Option<[u64; 2]> {
    while let Some(([id, id_high, length, length_high], rest)) = extra.split_first_chunk::<4>() {
        let (id, length) = ([*id, *id_high], u16::from_le_bytes([*length, *length_high]));
        let field = rest.get(..usize::from(length))?;
        if id == [1, 0] {
            let (sizes, _) = field.as_chunks::<8>();
            let sizes: Vec<u64> = sizes.iter().map(|size| u64::from_le_bytes(*size)).collect();
            return Some([*sizes.first()?, *sizes.get(1)?]);
        }
        extra = &rest[usize::from(length)..];
    }
    None
}

/// Reads the directory of an archive to its end, after its first mark.
fn read_directory(raw: &mut impl BufRead, first: [u8; 4], files: u64) -> io::Result<()> {
    let mut listed = 0;
    let mut mark = first;
    loop {
        // The bytes before the lengths of what has no fixed length, and these lengths.
        let skipped: u64 = match &mark {
            b"PK\x01\x02" => {
                listed += 1;
                let entry: [u8; 42] = bytes(raw)?;
                let length = |at: usize| u64::from(u16::from_le_bytes([entry[at], entry[at + 1]]));
                length(24) + length(26) + length(28)
            }
            b"PK\x06\x06" => u64::from_le_bytes(bytes(raw)?),
            b"PK\x06\x07" => 16,
            b"PK\x05\x05" => u64::from(u16::from_le_bytes(bytes(raw)?)),
            b"PK\x05\x06" => break,
            _ => return Err(ErrorKind::UnexpectedEof.into()),
        };
        skip(raw, skipped)?;
        mark = bytes(raw)?;
    }
    let end: [u8; 18] = bytes(raw)?;
    skip(raw, u16::from_le_bytes([end[16], end[17]]).into())?;
    if listed != files {
        return Err(invalid(&format!(
            "the zip archive is damaged: expected the {files} files that it has in its directory, \
             got {listed}"
        )));
    }
    Ok(())
}

fn skip(raw: &mut impl BufRead, length: u64) -> io::Result<()> {
    let skipped = io::copy(&mut raw.take(length), &mut io::sink())?;
    if skipped < length { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
}

fn bytes<const N: usize>(raw: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    raw.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// True for a folder, for a hidden file, and for those that some systems put beside each file.
fn is_hidden(name: &str) -> bool {
    let mut parts = name.split(['/', '\\']);
    parts.clone().next_back() == Some("")
        || parts
            .any(|part| part == "__MACOSX" || part.starts_with('.') && part != "." && part != "..")
}

/// The treatment of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Treatment {
    Read,
    /// Skipped silently: nobody put it there to be read.
    Skip,
    SkipAndSay,
}

impl Treatment {
    fn of(path: &str) -> Treatment {
        match path {
            _ if is_hidden(path) => Treatment::Skip,
            _ if is_documentation(path) => Treatment::SkipAndSay,
            _ => Treatment::Read,
        }
    }
}

/// True for a name of documentation, which stands beside games in archives.
fn is_documentation(path: &str) -> bool {
    const BEGINS: [&str; 2] = ["readme", "license"];
    const ENDS: [&str; 6] = [".nfo", ".md", ".url", ".pdf", ".htm", ".html"];
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase();
    name == "file_id.diz"
        || ENDS.iter().any(|end| name.ends_with(end))
        || BEGINS.iter().any(|begin| name.starts_with(begin)) && !name.ends_with(".pgn")
}

/// The name of a method of compression.
fn method_name(method: u16) -> Option<&'static str> {
    Some(match method {
        1..=6 => "a method of 1989",
        9 => "deflate64",
        12 => "bzip2",
        14 => "lzma",
        20 | 93 => "zstd",
        95 => "xz",
        98 => "ppmd",
        _ => return None,
    })
}

fn refusal(name: &str, what: &str, unpack: &str) -> io::Error {
    let message = format!(
        "{name} in the zip archive {what}; make it plain, for example with `{unpack} FILE`"
    );
    io::Error::new(ErrorKind::InvalidData, message)
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, message)
}
