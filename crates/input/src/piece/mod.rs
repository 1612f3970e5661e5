//! A piece of a file: frames of zstd, and the games that begin in their text.

mod game_start;
mod reader;
mod text;

use std::io::{self, ErrorKind, Read};

use self::reader::PieceReader;
pub use self::text::PieceText;
use crate::compression::{Failed, zstd_frames};

/// A piece of a file: the bytes on the disk from `begin` to before `end`, which are places of
/// [frames](crate::frames()), or `end` is the end of the file.
///
/// The pieces of a file have all of its games, each in one piece. `docs/index-format.md` of
/// `zobrist-index` specifies which piece a game belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its first byte.
    pub begin: u64,
    /// The byte after it.
    pub end: u64,
}

/// Where the games of an open piece begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceStart {
    /// The place of the first byte of the piece in the file on the disk.
    pub byte: u64,
    /// Bytes of the text of the piece before its first game.
    pub offset: u64,
    /// Line ends of that text.
    pub lines: u64,
}

type Reader = Box<dyn Read + Send>;

/// Opens a piece, and reads up to its first game. `own` are its bytes on the disk as they are, or
/// as text if it is the first piece; `next`, if it is not the last piece, opens the bytes that
/// follow. Any error is reported by the reader.
pub(crate) fn open_piece(
    piece: Piece,
    own: io::Result<Reader>,
    next: Option<impl FnOnce() -> io::Result<Reader> + Send + 'static>,
    text: PieceText,
) -> (PieceStart, Reader) {
    let is_first = piece.begin == 0;
    let own = match own {
        Ok(own) if is_first => Ok(own),
        Ok(raw) => zstd_frames(raw),
        Err(error) => Err(error),
    };
    let own = own.unwrap_or_else(|error| Box::new(Failed(error)));
    let next = next.map(|open| -> reader::OpenNext { Box::new(move || zstd_frames(open()?)) });
    let mut reader = PieceReader::new(own, next, is_first, text);
    let (offset, lines) = reader.find_begin();
    (PieceStart { byte: piece.begin, offset, lines }, Box::new(reader))
}

/// Reads exactly the given number of bytes; the end of the file before that is an error.
pub(crate) struct Exactly<R> {
    reader: R,
    rest: u64,
}

impl<R> Exactly<R> {
    pub(crate) fn new(reader: R, bytes: u64) -> Exactly<R> {
        Exactly { reader, rest: bytes }
    }
}

impl<R: Read> Read for Exactly<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(usize::try_from(self.rest).unwrap_or(usize::MAX));
        if length == 0 {
            return Ok(0);
        }
        let read = self.reader.read(&mut buffer[..length])?;
        if read == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        self.rest -= read as u64;
        Ok(read)
    }
}
