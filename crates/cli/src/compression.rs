//! Compressed files, recognised by their first bytes.

use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read};
use std::ops::Range;

use bzip2::bufread::BzDecoder;
use flate2::bufread::GzDecoder;

/// What a file is by its first bytes. No text begins like the kinds that are not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Zstd,
    Gzip,
    Bzip2,
    /// A kind that is not read: its name, and the command that makes it plain.
    Other(&'static str, &'static str),
}

const TAR_ARCHIVE: Kind = Kind::Other("tar", "tar -xOf");

/// How many bytes decide, if no line ends among them.
const TOLD_BY: usize = TAR.end;

/// Where the header of a tar archive has its mark.
const TAR: Range<usize> = 257..262;

impl Kind {
    pub fn of(begin: &[u8]) -> Kind {
        match begin {
            // A frame, or a skippable one: that is how pzstd begins.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Kind::Zstd,
            // Deflate, the only method, and none of the reserved flags.
            [0x1f, 0x8b, 8, 0..=0x1f, ..] => Kind::Gzip,
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Kind::Bzip2,
            [0xfd, b'7', b'z', b'X', ..] => Kind::Other("xz", "xz -dc"),
            [0x04, 0x22, 0x4d, 0x18, ..] => Kind::Other("lz4", "lz4 -dc"),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Kind::Other("zip", "unzip -p"),
            [b'7', b'z', 0xbc, 0xaf, ..] => Kind::Other("7z", "7z x -so"),
            [b'R', b'a', b'r', b'!', ..] => Kind::Other("rar", "unrar p -inul"),
            // With the usual dictionary size, 8 MiB.
            [0x5d, 0, 0, 0x80, ..] => Kind::Other("lzma", "xz -dc"),
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
                Kind::Other("UTF-16", "iconv -f UTF-16 -t UTF-8")
            }
            _ if is_tar(begin) => TAR_ARCHIVE,
            _ => Kind::Plain,
        }
    }

    /// What is wrong with a file that is not read, and what to do about it.
    pub fn refusal(self, file: &str) -> Option<String> {
        let Kind::Other(name, unpack) = self else { return None };
        Some(format!(
            "expected a file that is plain, .zst, .gz or .bz2, got {name}; make it plain, for \
             example with `{unpack} {} | zobrist ... -`",
            quoted(file)
        ))
    }
}

/// Whether a file begins with the header of a tar archive. The mark alone might occur in a text,
/// but not after the zeros that pad the name of the archive's first file.
fn is_tar(begin: &[u8]) -> bool {
    begin.get(TAR) == Some(b"ustar") && begin[..TAR.start].contains(&0)
}

/// A name quoted for a shell.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%".contains(c);
    match name.chars().all(is_plain) {
        true => name.to_owned(),
        false => format!("'{}'", name.replace('\'', r"'\''")),
    }
}

/// Tells the kind of a file and leaves all of it to be read; a failure comes after what was
/// read before it.
fn look<'a>(mut reader: impl Read + Send + 'a) -> (Kind, Box<dyn Read + Send + 'a>) {
    let mut begin = Vec::new();
    let read = read_begin(&mut reader, &mut begin);
    let (kind, begin) = (Kind::of(&begin), Cursor::new(begin));
    match read {
        Ok(()) => (kind, Box::new(begin.chain(reader))),
        Err(error) => (kind, Box::new(begin.chain(Failed(error)))),
    }
}

/// Reads enough to tell the kind. No mark contains a line end, and somebody may be typing: after
/// one, it waits for nothing more.
fn read_begin(reader: &mut impl Read, begin: &mut Vec<u8>) -> io::Result<()> {
    let mut bytes = [0; TOLD_BY];
    while begin.len() < TOLD_BY && !begin.contains(&b'\n') {
        match reader.read(&mut bytes[begin.len()..]) {
            Ok(0) => break,
            Ok(read) => begin.extend_from_slice(&bytes[begin.len()..][..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// What a file holds, decompressed if it is compressed.
///
/// # Errors
/// When no decoder can be made.
pub fn decompress<'a>(raw: impl Read + Send + 'a) -> io::Result<Box<dyn Read + Send + 'a>> {
    let (kind, raw) = look(raw);
    decode(kind, raw)
}

/// The same for a file that must hold text.
///
/// # Errors
/// When no decoder can be made, or the file is of a kind that is not read.
pub fn decompress_text<'a>(
    raw: impl Read + Send + 'a,
    file: &str,
) -> io::Result<Box<dyn Read + Send + 'a>> {
    let (outer, raw) = look(raw);
    let (inner, text) = look(decode(outer, raw)?);
    // What makes the inside plain cannot read the outside, except for `tar`.
    let file = if inner == outer || inner == TAR_ARCHIVE { file } else { "FILE" };
    if outer != Kind::Plain && !matches!(inner, Kind::Plain | Kind::Other(..)) {
        let twice = "expected a file that is compressed once, got one compressed twice; remove \
                     the outer compression";
        return Err(io::Error::new(ErrorKind::InvalidData, twice));
    }
    match inner.refusal(file) {
        Some(refusal) => Err(io::Error::new(ErrorKind::InvalidData, refusal)),
        None => Ok(text),
    }
}

fn decode<'a>(kind: Kind, raw: Box<dyn Read + Send + 'a>) -> io::Result<Box<dyn Read + Send + 'a>> {
    Ok(match kind {
        Kind::Zstd => Box::new(Decoder(Members::<ZstdDecoder<_>>::of(raw)?)),
        Kind::Gzip => Box::new(Decoder(Members::<GzDecoder<_>>::of(raw)?)),
        Kind::Bzip2 => Box::new(Decoder(Members::<BzDecoder<_>>::of(raw)?)),
        Kind::Plain | Kind::Other(..) => raw,
    })
}

/// How much of a compressed file is read at once.
const BUFFER: usize = 1 << 16;

/// The kind of an open file.
pub fn kind_of(raw: impl Read + Send) -> Kind {
    look(raw).0
}

/// A reader that always fails.
pub struct Failed(pub io::Error);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(self.0.kind(), self.0.to_string()))
    }
}

/// A file made of members, each compressed by itself. Zeros after one, with which tapes and disks
/// pad their blocks, are skipped, as `gzip` does.
struct Members<M>(Option<M>);

/// One of them.
trait Member: Read + Sized {
    type Raw: BufRead;

    fn begin(raw: Self::Raw) -> io::Result<Self>;
    /// What follows it.
    fn end(self) -> Self::Raw;
}

/// Log2 of the largest window of a zstd frame, which is held in memory: 128 MiB, what `zstd -d` takes
/// without --long.
const MAX_WINDOW_LOG: u32 = 27;

/// For one frame, which is all that is asked of it.
type ZstdDecoder<R> = zstd::Decoder<'static, R>;

impl<R: BufRead> Member for ZstdDecoder<R> {
    type Raw = R;

    fn begin(raw: R) -> io::Result<Self> {
        let mut decoder = zstd::Decoder::with_buffer(raw)?;
        decoder.window_log_max(MAX_WINDOW_LOG)?;
        Ok(decoder.single_frame())
    }
    fn end(self) -> R {
        self.finish()
    }
}

impl<R: BufRead> Member for GzDecoder<R> {
    type Raw = R;

    fn begin(raw: R) -> io::Result<Self> {
        Ok(GzDecoder::new(raw))
    }
    fn end(self) -> R {
        self.into_inner()
    }
}

impl<R: BufRead> Member for BzDecoder<R> {
    type Raw = R;

    fn begin(raw: R) -> io::Result<Self> {
        Ok(BzDecoder::new(raw))
    }
    fn end(self) -> R {
        self.into_inner()
    }
}

impl<R: Read, M: Member<Raw = BufReader<R>>> Members<M> {
    fn of(raw: R) -> io::Result<Members<M>> {
        Ok(Members(Some(M::begin(BufReader::with_capacity(BUFFER, raw))?)))
    }
}

impl<M: Member> Read for Members<M> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let mut raw = self.0.take().expect("a member was read").end();
            if pass_zeros(&mut raw)? {
                self.0 = Some(M::begin(raw)?);
            }
        }
        Ok(0)
    }
}

/// Reports a truncated file in the same words, whatever the decoder.
struct Decoder<R>(R);

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => io::Error::new(
                ErrorKind::UnexpectedEof,
                "the compressed file is truncated, or followed by something else",
            ),
            // The message of zstd, which has no kind of its own.
            _ if error.to_string().contains("too much memory") => io::Error::new(
                ErrorKind::InvalidData,
                "expected a zstd window of at most 128 MiB, got a larger one; make the file plain, \
                 for example with `zstd -dc --long=31`",
            ),
            _ => error,
        })
    }
}

/// Skips zeros; returns whether anything follows them.
fn pass_zeros(raw: &mut impl BufRead) -> io::Result<bool> {
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
