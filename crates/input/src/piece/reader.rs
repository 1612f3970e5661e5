//! Reads the games of a piece.

use std::io::{self, ErrorKind, Read};
use std::mem;

use memchr::memchr_iter;

use super::game_start::GameStart;
use super::text::PieceText;

/// Number of bytes that are read at once.
const BLOCK: usize = 64 << 10;

type Reader = Box<dyn Read + Send>;

/// Opens what follows a piece.
pub(super) type OpenNext = Box<dyn FnOnce() -> io::Result<Reader> + Send>;

/// Reads the games of a piece: from the first game that begins in its text up to the one that is
/// the first of the next piece. No more than two blocks of text are in memory.
pub(super) struct PieceReader {
    source: Source,
    /// Text that was read and not given out yet.
    text: Vec<u8>,
    /// The place after that text.
    read: u64,
    /// Line ends before the first game.
    lines: u64,
    begin: Begin,
    /// Searches where the next piece begins, once its text has come.
    next: Option<GameStart>,
    failure: Option<io::Error>,
    known: PieceText,
}

/// The source that is read now.
enum Source {
    /// The text of the piece, and what follows it.
    Own(Reader, Option<OpenNext>),
    /// The text of later pieces.
    Next(Reader),
    Ended,
}

/// The first game of the piece.
enum Begin {
    Searched(GameStart),
    Found,
}

impl PieceReader {
    /// Reads the text of a piece `own`, and as much as is needed of what follows, if it does not
    /// end the file. The first piece of a file begins with the file.
    pub(super) fn new(
        own: Reader,
        next: Option<OpenNext>,
        is_first: bool,
        known: PieceText,
    ) -> PieceReader {
        if is_first {
            known.lock().skipped = Some(0);
        }
        PieceReader {
            source: Source::Own(own, next),
            text: Vec::new(),
            read: 0,
            lines: 0,
            begin: if is_first { Begin::Found } else { Begin::Searched(GameStart::from(0)) },
            next: None,
            failure: None,
            known,
        }
    }

    /// Reads up to the first game. Returns its offset in the text of the piece, or that of a
    /// failure, and the number of line ends before it.
    pub(super) fn find_begin(&mut self) -> (u64, u64) {
        while matches!(self.begin, Begin::Searched(_)) && !self.has_ended() {
            self.advance();
        }
        (self.read - self.text.len() as u64, self.lines)
    }

    fn has_ended(&self) -> bool {
        matches!(self.source, Source::Ended)
    }

    /// Reads one block, or goes on to the next source.
    fn advance(&mut self) {
        if let Err(error) = self.try_advance() {
            self.source = Source::Ended;
            self.failure = Some(error);
            if matches!(self.begin, Begin::Searched(_)) {
                self.drop_text(self.read);
            }
        }
    }

    fn try_advance(&mut self) -> io::Result<()> {
        let start = self.text.len();
        let read = match &mut self.source {
            Source::Own(reader, _) | Source::Next(reader) => read_block(reader, &mut self.text)?,
            Source::Ended => return Ok(()),
        };
        self.read += read as u64;
        let block = &self.text[start..];
        let begin = match &mut self.begin {
            Begin::Searched(begin) => begin.read(block),
            Begin::Found => None,
        };
        let end = self.next.as_mut().and_then(|next| next.read(block));
        if read == 0 {
            return self.end_source();
        }
        if begin.is_some() && begin == end || self.begins_where_the_next_does() {
            // No game begins in the piece.
            self.end_without_games();
            return Ok(());
        }
        if let Some(begin) = begin {
            self.known.lock().skipped = Some(begin);
            self.drop_text(begin);
            self.begin = Begin::Found;
        } else if let Begin::Searched(begin) = &self.begin {
            self.drop_text(begin.pending());
        }
        if let Some(end) = end {
            self.text.truncate(self.index_of(end));
            self.read = end;
            self.source = Source::Ended;
        }
        Ok(())
    }

    /// True if the search for the first game is in the state of that for the first game of the next
    /// piece, so that both will find the same.
    fn begins_where_the_next_does(&self) -> bool {
        matches!((&self.begin, &self.next), (Begin::Searched(begin), Some(next)) if begin == next)
    }

    fn end_source(&mut self) -> io::Result<()> {
        if let Source::Own(_, open) = &mut self.source {
            self.known.lock().bytes = Some(self.read);
            if let Some(open) = open.take() {
                self.next = Some(GameStart::from(self.read));
                self.source = Source::Next(open()?);
                return Ok(());
            }
        }
        match self.begin {
            Begin::Searched(_) => self.end_without_games(),
            Begin::Found => self.source = Source::Ended,
        }
        Ok(())
    }

    fn end_without_games(&mut self) {
        self.drop_text(self.read);
        self.source = Source::Ended;
    }

    /// Drops the text before a place.
    fn drop_text(&mut self, place: u64) {
        let dropped = self.index_of(place);
        self.lines += memchr_iter(b'\n', &self.text[..dropped]).count() as u64;
        self.text.drain(..dropped);
    }

    fn index_of(&self, place: u64) -> usize {
        self.text.len() - (self.read - place) as usize
    }

    /// Length of the text that belongs to the piece whatever comes.
    fn ready(&self) -> usize {
        match (&self.begin, &self.next) {
            (Begin::Searched(_), _) => 0,
            (Begin::Found, Some(next)) if !self.has_ended() => self.index_of(next.pending()),
            (Begin::Found, _) => self.text.len(),
        }
    }
}

impl Read for PieceReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ready() == 0 && !self.has_ended() {
            self.advance();
        }
        let length = self.ready().min(buffer.len());
        if length == 0
            && !buffer.is_empty()
            && let Some(failure) = mem::take(&mut self.failure)
        {
            return Err(failure);
        }
        buffer[..length].copy_from_slice(&self.text[..length]);
        self.text.drain(..length);
        Ok(length)
    }
}

/// Reads a block to the end of a text.
fn read_block(reader: &mut Reader, text: &mut Vec<u8>) -> io::Result<usize> {
    let start = text.len();
    text.resize(start + BLOCK, 0);
    let read = loop {
        match reader.read(&mut text[start..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => break read,
        }
    };
    text.truncate(start + *read.as_ref().unwrap_or(&0));
    read
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, repeat};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    const BEGIN: &[u8] = b"\n*\n\n[Event \"a\"]\n";

    /// Counts the bytes that are read.
    struct Counted<R>(R, Arc<AtomicU64>);

    impl<R: Read> Read for Counted<R> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let read = self.0.read(buffer)?;
            self.1.fetch_add(read as u64, Ordering::Relaxed);
            Ok(read)
        }
    }

    fn piece(own: impl Read + Send + 'static, next: impl Read + Send + 'static) -> PieceReader {
        let open: OpenNext = Box::new(|| Ok(Box::new(next)));
        PieceReader::new(Box::new(own), Some(open), false, PieceText::default())
    }

    #[test]
    fn memory_is_bounded_and_no_more_is_read_than_needed() {
        const LONG: u64 = 100 << 20;
        // Lines of moves, and one line without an end.
        for filler in [&b"1. e4 e5 1-0\n"[..], b"x"] {
            let filler = filler.repeat(5000);
            let long = || Repeated { text: filler.clone(), at: 0 }.take(LONG);
            // No game begins in the text of the piece.
            let later = Arc::new(AtomicU64::new(0));
            let next = Counted(Cursor::new(BEGIN.repeat(100_000)), later.clone());
            let mut reader = piece(long(), next);
            reader.find_begin();
            assert!(reader.text.capacity() <= 3 * BLOCK);
            assert_eq!(reader.read(&mut [0; 10]).unwrap(), 0);
            assert!(later.load(Ordering::Relaxed) <= BLOCK as u64);
            assert_eq!(reader.known.bytes(), Some(LONG));
            assert_eq!(reader.known.skipped(), None);

            // Its only game is longer than the next pieces.
            let mut reader = piece(Cursor::new(BEGIN), long().chain(BEGIN).chain(repeat(b'x')));
            assert_eq!(reader.find_begin(), (4, 3));
            let mut total = 0;
            loop {
                let read = reader.read(&mut [0; BLOCK]).unwrap();
                assert!(reader.text.capacity() <= 3 * BLOCK);
                total += read as u64;
                if read == 0 {
                    break;
                }
            }
            assert_eq!(total, (BEGIN.len() - 4) as u64 + LONG + 4);
        }
    }

    /// A text again and again.
    struct Repeated {
        text: Vec<u8>,
        at: usize,
    }

    impl Read for Repeated {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.text.len() - self.at);
            buffer[..length].copy_from_slice(&self.text[self.at..][..length]);
            self.at = (self.at + length) % self.text.len();
            Ok(length)
        }
    }

    #[test]
    fn a_place_may_be_split_between_reads_and_buffers_small() {
        /// One byte at a time.
        struct Bytes(Cursor<Vec<u8>>);

        impl Read for Bytes {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let length = buffer.len().min(1);
                self.0.read(&mut buffer[..length])
            }
        }

        let bytes = |text: &[u8]| Bytes(Cursor::new(text.to_vec()));
        let text = [BEGIN, b"\n1. e4 *\n"].concat();
        // The last looks like the place up to its last byte.
        for (next, more) in [(BEGIN, 4), (b"", 0), (b"\n*\n\n[Event", 10)] {
            let mut reader = piece(bytes(&text), bytes(next));
            assert_eq!(reader.find_begin(), (4, 3));
            let mut games: Vec<u8> = Vec::new();
            let mut buffer = [0; 3];
            loop {
                match reader.read(&mut buffer).unwrap() {
                    0 => break,
                    read => games.extend(&buffer[..read]),
                }
            }
            assert_eq!(games, [&text[4..], &next[..more]].concat());
            assert_eq!(reader.known.bytes(), Some(text.len() as u64));
        }
    }
}
