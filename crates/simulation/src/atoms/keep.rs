//! Finds the part of a dump that a run goes on with.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use zobrist_input::{Context, FileError, FileFormat, Result, bail, error};
use zobrist_storage::open_regular;

use super::compression::Compression;
use super::lines::{Lines, Place, START, Trouble};
use super::read::header_of;
use super::scan::{Kind, RawFrame, Scanner};

/// Bytes that a header, or a line of an atom, may take.
const LINE: u64 = 1 << 20;

/// The part of a dump that is kept: its first bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Kept {
    /// The number of frames.
    pub frames: u64,
    /// The number of bytes of the file, compressed if it is, to the end of the last frame that is
    /// kept.
    pub bytes: u64,
    /// The step of that frame.
    pub last_step: Option<u64>,
    /// The time of that frame in s, if it tells one.
    pub last_time: Option<f64>,
    /// The compression of the file.
    pub compression: Compression,
}

/// Finds the frames of a dump up to a step and, if it is given, up to a time in s: those before the
/// first one with a later step or time, and before one that is cut off, as a run that was killed
/// leaves it. Between two steps there can be frames at several times. The file may be plain, or
/// compressed with a member of gzip or a frame of zstd for each frame, as
/// [`write_compressed`](super::write_compressed) writes them. Reads it once, a line at a time.
///
/// # Errors
/// When the file cannot be read, is no dump or is damaged, a frame does not tell its step, or
/// frames that are kept and later ones are compressed together.
pub fn frames_up_to(path: &Path, step: u64, time: Option<f64>) -> Result<Kept> {
    let file = path.to_string_lossy();
    let read = || format!("cannot read {file}");
    if path.is_dir() {
        bail!("cannot read {file}: it is a directory; name a dump");
    }
    let raw = open_regular(path).with_context(|| format!("cannot open {file}"))?;
    let mut raw = Counted { reader: BufReader::with_capacity(1 << 16, raw), count: 0 };
    let format = FileFormat::of(raw.fill_buf().with_context(read)?);
    let compression = match format {
        FileFormat::Gzip => Compression::Gzip,
        FileFormat::Zstd => Compression::Zstd,
        _ => Compression::Plain,
    };
    let mut kept = Kept { frames: 0, bytes: 0, last_step: None, last_time: None, compression };
    let bounds = Bounds { step, time };
    let mut place = START;
    match format {
        FileFormat::Plain => {
            let mut scanner = scanner(&file, raw, place);
            while let Some(raw) = whole(scanner.next(), &file)? {
                let (step, time) = moment_of(&file, &raw)?;
                if bounds.are_passed(step, time) {
                    break;
                }
                kept.frames += 1;
                (kept.last_step, kept.last_time) = (Some(step), time);
                kept.bytes = scanner.place().offset;
            }
        }
        FileFormat::Gzip | FileFormat::Zstd => loop {
            let begin = raw.fill_buf().with_context(read)?;
            // A power cut can leave zeros at the end of a file.
            if begin.first().is_none_or(|byte| *byte == 0) {
                break;
            }
            let start = raw.count;
            let member = member_up_to(&file, &mut raw, format, place, bounds);
            let member = member.map_err(|trouble| match trouble {
                Trouble::Io(cause) => Trouble::Io(at_byte(&cause, start)),
                trouble => trouble,
            });
            // A whole member with a part of a frame is cut off only at the end of the file.
            let is_part = matches!(member, Err(Trouble::Cut(_)))
                && !raw.fill_buf().with_context(read)?.is_empty();
            let is_mixed = member.as_ref().is_ok_and(|member| member.later && member.frames > 0);
            if is_part || is_mixed {
                bail!(
                    "{file}: expected each frame compressed on its own, got another division from byte {start} on; \
                     decompress the file"
                );
            }
            let Some(member) = whole(member.map(Some), &file)? else { break };
            if member.later {
                break;
            }
            place = member.end;
            kept.frames += member.frames;
            if let Some((step, time)) = member.last {
                (kept.last_step, kept.last_time) = (Some(step), time);
            }
            kept.bytes = raw.count;
        },
        _ => bail!("{file}: expected a dump that is plain, .gz or .zst, got another compression"),
    }
    Ok(kept)
}

/// The bounds of a frame that is kept.
#[derive(Clone, Copy)]
struct Bounds {
    step: u64,
    time: Option<f64>,
}

impl Bounds {
    fn are_passed(self, step: u64, time: Option<f64>) -> bool {
        step > self.step || self.time.zip(time).is_some_and(|(bound, time)| time > bound)
    }
}

/// A compressed part of a dump.
struct Member {
    /// The number of frames within the bounds.
    frames: u64,
    /// The step and the time of the last of them.
    last: Option<(u64, Option<f64>)>,
    /// True if a later frame follows.
    later: bool,
    /// The place behind it in the decompressed text.
    end: Place,
}

fn member_up_to(
    file: &str,
    raw: &mut Counted,
    format: FileFormat,
    place: Place,
    bounds: Bounds,
) -> Result<Member, Trouble> {
    let text: Box<dyn Read + '_> = match format {
        FileFormat::Gzip => Box::new(GzDecoder::new(raw)),
        _ => Box::new(zstd::Decoder::with_buffer(raw).map_err(Trouble::Io)?.single_frame()),
    };
    let mut scanner = scanner(file, BufReader::new(text), place);
    let mut member = Member { frames: 0, last: None, later: false, end: place };
    // To the end, where the checksum is compared.
    while let Some(raw) = scanner.next()? {
        let (step, time) = moment_of(file, &raw).map_err(Trouble::Wrong)?;
        member.later |= bounds.are_passed(step, time);
        if member.later {
            break;
        }
        member.frames += 1;
        member.last = Some((step, time));
    }
    member.end = scanner.place();
    Ok(member)
}

fn scanner<R: BufRead>(file: &str, reader: R, place: Place) -> Scanner<R> {
    Scanner::new(Lines::new(file, reader, place, true), LINE, false)
}

/// `None` for what is cut off.
fn whole<T>(result: Result<Option<T>, Trouble>, file: &str) -> Result<Option<T>> {
    match result {
        Ok(found) => Ok(found),
        Err(Trouble::Cut(_)) => Ok(None),
        Err(Trouble::Io(error)) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(trouble) => Err(trouble.into_error(file)),
    }
}

/// The step of a frame, and its time if it tells one.
fn moment_of(file: &str, raw: &RawFrame) -> Result<(u64, Option<f64>)> {
    // Numbers of types are never read here; that they have names is enough.
    let header = header_of(file, raw, &[String::new()])?;
    Ok((header.step.ok_or_else(|| no_step(file, raw))?, header.time))
}

fn no_step(file: &str, raw: &RawFrame) -> FileError {
    let place = raw.items[0].head.place;
    let step = match raw.kind {
        Kind::Xyz => "Step=… in its comment line",
        Kind::Lammps => "ITEM: TIMESTEP",
    };
    place.error(file, format_args!("expected a frame with its step ({step}), got none"))
}

/// An error of a decoder, with the place of its member in the file.
fn at_byte(cause: &io::Error, start: u64) -> io::Error {
    io::Error::new(cause.kind(), error!("the compressed frame at byte {start}: {cause}"))
}

/// Counts the bytes that are consumed.
struct Counted {
    reader: BufReader<File>,
    count: u64,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.reader.consume(amount);
        self.count += amount as u64;
    }
}
