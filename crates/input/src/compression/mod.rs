//! Decompresses zstd, gzip, bzip2, xz and zip files, recognized by their first bytes.
//!
//! Members and streams are joined here, since tapes and disks pad a file with zeros, which `gzip`
//! and `zstd` skip but their crates report as damage. `lzma-rust2` decodes xz because it reads
//! piece by piece within a limit on memory and gives the input back after a stream.

mod zip;

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::ops::Range;

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;
use lzma_rust2::XzReader;

use self::zip::{ArchiveNotices, Zip};

/// Extensions of compressed files.
const EXTENSIONS: [&str; 5] = [".zst", ".gz", ".bz2", ".xz", ".zip"];

/// Format of a file by its first bytes. No text begins like one that is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// Not compressed.
    Plain,
    /// Frames of zstd.
    Zstd,
    /// Members of gzip.
    Gzip,
    /// Streams of bzip2.
    Bzip2,
    /// Streams of xz.
    Xz,
    /// An archive of zip.
    Zip,
    /// A format that is not read: its name, and a command that converts it to plain text.
    Unsupported(&'static str, &'static str),
}

/// Text in UTF-16, which only a few readers take.
const UTF_16: FileFormat = FileFormat::Unsupported("UTF-16", "iconv -f UTF-16 -t UTF-8");

const TAR_ARCHIVE: FileFormat = FileFormat::Unsupported("tar", "tar -xOf");

/// Number of bytes that determine the format, if no line ends among them.
pub(crate) const SIGNATURE_BYTES: usize = TAR_MARK.end;

/// Position of the mark in the header of a tar archive.
const TAR_MARK: Range<usize> = 257..262;

impl FileFormat {
    /// Returns the format of a file that begins with these bytes.
    #[must_use]
    pub fn of(begin: &[u8]) -> FileFormat {
        match begin {
            // A frame, or a skippable frame, with which pzstd begins.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => FileFormat::Zstd,
            // Deflate, the only method, and none of the reserved flags.
            [0x1f, 0x8b, 8, 0..=0x1f, ..] => FileFormat::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => FileFormat::Bzip2,
            [0xfd, b'7', b'z', b'X', ..] => FileFormat::Xz,
            [0x04, 0x22, 0x4d, 0x18, ..] => FileFormat::Unsupported("lz4", "lz4 -dc"),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => FileFormat::Zip,
            [b'7', b'z', 0xbc, 0xaf, ..] => FileFormat::Unsupported("7z", "7z x -so"),
            [b'R', b'a', b'r', b'!', ..] => FileFormat::Unsupported("rar", "unrar p -inul"),
            // With the usual dictionary size, 8 MiB.
            [0x5d, 0, 0, 0x80, ..] => FileFormat::Unsupported("lzma", "xz -dc"),
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => UTF_16,
            // Without a mark: the tag with which games begin.
            [b'[', 0, b'A'..=b'z', 0, ..] => {
                FileFormat::Unsupported("UTF-16", "iconv -f UTF-16LE -t UTF-8")
            }
            [0, b'[', 0, b'A'..=b'z', ..] => {
                FileFormat::Unsupported("UTF-16", "iconv -f UTF-16BE -t UTF-8")
            }
            _ if is_tar(begin) => TAR_ARCHIVE,
            _ => FileFormat::Plain,
        }
    }

    /// This format, but plain for text in UTF-16.
    pub(crate) fn or_utf16(self) -> FileFormat {
        if self == UTF_16 { FileFormat::Plain } else { self }
    }

    /// The error for a format that is not read, with a hint.
    #[must_use]
    pub fn refusal(self, file: &str) -> Option<String> {
        let FileFormat::Unsupported(name, unpack) = self else { return None };
        Some(format!(
            "expected a file that is plain, .zst, .gz, .bz2, .xz or .zip, got {name}; make it plain, \
             for example with `{unpack} {}`",
            quoted(file)
        ))
    }
}

/// A file name without the extension of its compression, in whatever case that is.
#[must_use]
pub fn plain_name(name: &str) -> &str {
    let without = |extension: &&str| {
        let (plain, end) = name.split_at_checked(name.len().checked_sub(extension.len())?)?;
        end.eq_ignore_ascii_case(extension).then_some(plain)
    };
    EXTENSIONS.iter().find_map(without).unwrap_or(name)
}

/// True if a file begins with the header of a tar archive. The mark alone might occur in a text,
/// but not after the zeros that pad the name of the archive's first file.
fn is_tar(begin: &[u8]) -> bool {
    begin.get(TAR_MARK) == Some(b"ustar") && begin[..TAR_MARK.start].contains(&0)
}

/// A name quoted for a shell.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
    match name.chars().all(is_plain) {
        true => name.to_owned(),
        false => format!("'{}'", name.replace('\'', r"'\''")),
    }
}

type Reader<'a> = Box<dyn Read + Send + 'a>;

/// Determines the format of a file, and returns a reader of all of it. An error is reported by that
/// reader, after the bytes that were read before it.
fn detect<'a>(mut reader: impl Read + Send + 'a) -> (FileFormat, Reader<'a>) {
    let mut begin = Vec::new();
    let read = read_begin(&mut reader, &mut begin);
    let (format, begin) = (FileFormat::of(&begin), Cursor::new(begin));
    match read {
        Ok(()) => (format, Box::new(begin.chain(reader))),
        Err(error) => (format, Box::new(begin.chain(Failed(error)))),
    }
}

/// Reads enough bytes to determine the format. No signature contains a line end, so reading stops
/// after the first one: a user may be typing.
fn read_begin(reader: &mut impl Read, begin: &mut Vec<u8>) -> io::Result<()> {
    let mut bytes = [0; SIGNATURE_BYTES];
    while begin.len() < SIGNATURE_BYTES && !begin.contains(&b'\n') {
        match reader.read(&mut bytes[begin.len()..]) {
            Ok(0) => break,
            Ok(read) => begin.extend_from_slice(&bytes[begin.len()..][..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// The contents of a file, decompressed if they are compressed.
pub(crate) fn decompress<'a>(raw: impl Read + Send + 'a) -> io::Result<Reader<'a>> {
    let (format, raw) = detect(raw);
    decode(format, raw, None)
}

/// The contents of a file that must hold text.
pub fn decompress_text<'a>(raw: impl Read + Send + 'a, file: &str) -> io::Result<Reader<'a>> {
    decompress_and_tell(raw, file, None, false)
}

/// As [`decompress_text`]. Notices say what is skipped of the archive of this name. With `utf16`,
/// text in UTF-16 is let through.
pub(crate) fn decompress_and_tell<'a>(
    raw: impl Read + Send + 'a,
    file: &str,
    notices: Option<ArchiveNotices>,
    utf16: bool,
) -> io::Result<Reader<'a>> {
    let (outer, raw) = detect(raw);
    let (inner, text) = detect(decode(outer, raw, notices)?);
    let inner = if utf16 { inner.or_utf16() } else { inner };
    // The command in the hint reads the file itself only if it also undoes the outer compression,
    // as `tar` does.
    let file = if inner == outer || inner == TAR_ARCHIVE { file } else { "FILE" };
    if outer != FileFormat::Plain
        && !matches!(inner, FileFormat::Plain | FileFormat::Unsupported(..))
    {
        let twice = "expected a file that is compressed once, got one compressed twice; remove \
                     the outer compression";
        return Err(io::Error::new(ErrorKind::InvalidData, twice));
    }
    match inner.refusal(file) {
        Some(refusal) => Err(io::Error::new(ErrorKind::InvalidData, refusal)),
        None => Ok(text),
    }
}

fn decode<'a>(
    format: FileFormat,
    raw: Reader<'a>,
    notices: Option<ArchiveNotices>,
) -> io::Result<Reader<'a>> {
    let raw = BufReader::with_capacity(BUFFER, raw);
    Ok(match format {
        FileFormat::Zstd => Box::new(Members::new(raw, zstd_frame, zstd::Decoder::finish)?),
        FileFormat::Gzip => {
            Box::new(Members::new(raw, |raw| Ok(GzDecoder::new(raw)), GzDecoder::into_inner)?)
        }
        FileFormat::Bzip2 => {
            Box::new(Members::new(raw, |raw| Ok(BzDecoder::new(raw)), BzDecoder::into_inner)?)
        }
        FileFormat::Xz => Box::new(Members::new(raw, xz_stream, XzReader::into_inner)?),
        FileFormat::Zip => {
            let begin = move |raw| Ok(Zip::new(raw, notices.clone()));
            Box::new(Members::new(raw, begin, Zip::into_inner)?)
        }
        FileFormat::Plain | FileFormat::Unsupported(..) => raw.into_inner(),
    })
}

/// The contents of frames of zstd.
pub(crate) fn zstd_frames<'a>(raw: impl Read + Send + 'a) -> io::Result<Reader<'a>> {
    decode(FileFormat::Zstd, Box::new(raw), None)
}

/// Bytes of a compressed file that are read at once.
const BUFFER: usize = 1 << 16;

/// The format of an open file.
pub(crate) fn format_of(raw: impl Read + Send) -> FileFormat {
    detect(raw).0
}

/// A reader that always fails.
pub(crate) struct Failed(pub(crate) io::Error);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(self.0.kind(), self.0.to_string()))
    }
}

/// Log2 of the largest window of a zstd frame, which is held in memory: 128 MiB, the limit of
/// `zstd -d` without --long.
const MAX_WINDOW_LOG: u32 = 27;

fn zstd_frame<R: BufRead>(raw: R) -> io::Result<zstd::Decoder<'static, R>> {
    let mut decoder = zstd::Decoder::with_buffer(raw)?;
    decoder.window_log_max(MAX_WINDOW_LOG)?;
    Ok(decoder.single_frame())
}

/// Memory of an xz decoder in KiB: that for the largest dictionary that is read, of 128 MiB as with
/// zstd, and less than that for the next size.
const MAX_XZ_KIB: u32 = (128 + 1) << 10;

fn xz_stream<R: BufRead>(raw: R) -> io::Result<XzReader<R>> {
    Ok(XzReader::new_mem_limit(raw, false, MAX_XZ_KIB))
}

/// Decoder of a file of members that are compressed one by one. Zeros after a member, with which
/// tapes and disks pad their blocks, are skipped as `gzip` does; the decoders of the libraries for
/// several members take them for a damaged header.
struct Members<D, R, B> {
    member: Option<D>,
    begin: B,
    /// Returns the input after a member.
    end: fn(D) -> R,
}

impl<D: Read, R: BufRead, B: Fn(R) -> io::Result<D>> Members<D, R, B> {
    fn new(raw: R, begin: B, end: fn(D) -> R) -> io::Result<Self> {
        Ok(Members { member: Some(begin(raw)?), begin, end })
    }

    fn read_member(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let mut raw = (self.end)(self.member.take().expect("a member was read"));
            if skip_zeros(&mut raw)? {
                self.member = Some((self.begin)(raw)?);
            }
        }
        Ok(0)
    }
}

impl<D: Read, R: BufRead, B: Fn(R) -> io::Result<D>> Read for Members<D, R, B> {
    /// Reports truncated files and large windows in the same words for all decoders.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read_member(buffer).map_err(explained)
    }
}

/// An error of a decoder, in words that do not depend on the format.
fn explained(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::UnexpectedEof => io::Error::new(
            ErrorKind::UnexpectedEof,
            "the compressed file is truncated, or followed by something else",
        ),
        // zstd has no error kind for this, only a message.
        _ if error.to_string().contains("too much memory") => io::Error::new(
            ErrorKind::InvalidData,
            "expected a zstd window of at most 128 MiB, got a larger one; make the file plain, \
             for example with `zstd -dc --long=31`",
        ),
        // Of xz.
        ErrorKind::OutOfMemory => io::Error::new(
            ErrorKind::InvalidData,
            "expected an xz dictionary of at most 128 MiB, got a larger one; make the file plain, \
             for example with `xz -dc`",
        ),
        _ => error,
    }
}

/// The contents of a file: text, or the files of an archive.
pub(crate) enum Contents {
    Text(Reader<'static>),
    Archive(Box<Archive>),
}

/// As [`decompress_and_tell`], but the files of an archive stay apart.
pub(crate) fn contents_of(
    raw: impl Read + Send + 'static,
    file: &str,
    notices: ArchiveNotices,
    utf16: bool,
) -> io::Result<Contents> {
    let (format, raw) = detect(raw);
    if format != FileFormat::Zip {
        return decompress_and_tell(raw, file, Some(notices), utf16).map(Contents::Text);
    }
    let raw = BufReader::with_capacity(BUFFER, raw);
    let zip = Some(Zip::new(raw, Some(notices.clone())));
    Ok(Contents::Archive(Box::new(Archive { zip, notices })))
}

/// The files of a zip archive, one by one. Reads the file that [`next_file`](Archive::next_file)
/// has named.
pub(crate) struct Archive {
    /// `None` after the end, or an error.
    zip: Option<Zip<BufReader<Reader<'static>>>>,
    notices: ArchiveNotices,
}

impl Archive {
    /// Goes on to the next file that is not skipped, and returns its name; `None` at the end.
    /// Archives may follow one another in a file.
    ///
    /// # Errors
    /// When the archive is damaged or truncated. No file can be found after that.
    pub(crate) fn next_file(&mut self) -> io::Result<Option<String>> {
        while let Some(mut zip) = self.zip.take() {
            if let Some(name) = zip.next_file().map_err(explained)? {
                self.zip = Some(zip);
                return Ok(Some(name));
            }
            let mut raw = zip.into_inner();
            if skip_zeros(&mut raw).map_err(explained)? {
                self.zip = Some(Zip::new(raw, Some(self.notices.clone())));
            }
        }
        Ok(None)
    }
}

impl Read for Archive {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(zip) = &mut self.zip else { return Ok(0) };
        let read = zip.read_file(buffer).map_err(explained);
        if read.is_err() {
            self.zip = None;
        }
        read
    }
}

/// Skips zeros; returns true if other bytes follow.
fn skip_zeros(raw: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let seen = raw.fill_buf()?;
        let zeros = seen.iter().take_while(|byte| **byte == 0).count();
        let (is_end, more) = (seen.is_empty(), zeros < seen.len());
        raw.consume(zeros);
        if is_end || more {
            return Ok(more);
        }
    }
}
