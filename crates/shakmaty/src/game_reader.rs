//! One reader for game after game, whose buffer need not be allocated and cleared for each.

use std::cell::{Cell, RefCell};
use std::io::{self, Read};
use std::rc::Rc;

use pgn_reader::Reader;

thread_local! {
    /// A reader that has read its games to the end.
    static SPARE: Cell<Option<GameReader>> = const { Cell::new(None) };
}

/// Reads a game from text that is in memory.
pub(crate) struct GameReader {
    pub reader: Reader<Source>,
    source: Source,
    /// Whether the reader can be kept for the next game.
    is_kept: bool,
}

/// The least that a reader buffers: it holds a game this short all at once, and so every tag of it.
const BUFFER: usize = 1 << 14;

/// The longest tag that a longer game can have: a tag is buffered whole.
const LONGEST_TAG: usize = 1 << 16;

impl GameReader {
    /// A reader of one game.
    pub fn open(text: &[u8]) -> GameReader {
        let is_kept = text.len() <= BUFFER;
        let spare = if is_kept { SPARE.take() } else { None };
        let game = spare.unwrap_or_else(|| {
            let source = Source::default();
            let reader = Reader::build(source.clone());
            let reader = if is_kept {
                reader.finish()
            } else {
                reader.set_supported_tag_line_length(text.len().min(LONGEST_TAG)).finish()
            };
            GameReader { reader, source, is_kept }
        });
        game.source.0.borrow_mut().set(text);
        game
    }

    /// Leaves the reader to the next game of this thread; this game must have been read to its end.
    pub fn close(self) {
        if self.is_kept {
            SPARE.set(Some(self));
        }
    }
}

/// Where the reader reads from.
#[derive(Clone, Default)]
pub(crate) struct Source(Rc<RefCell<Unread>>);

#[derive(Default)]
struct Unread {
    text: Vec<u8>,
    /// How much of the text has been read.
    read: usize,
    behind: &'static [u8],
}

impl Unread {
    fn set(&mut self, text: &[u8]) {
        self.text.clear();
        self.text.extend_from_slice(text);
        self.read = 0;
        self.behind = if text.ends_with(b"\n") { &BLANK_LINE } else { b"" };
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut unread = self.0.borrow_mut();
        let count = (&unread.text[unread.read..]).read(buffer)?;
        unread.read += count;
        if count > 0 { Ok(count) } else { unread.behind.read(buffer) }
    }
}

/// What follows a game that ends with its line: a line that says nothing. Without it, the reader
/// would ask before each of the last words of a text whether there is more.
static BLANK_LINE: [u8; 1 << 10] = {
    let mut line = [b' '; 1 << 10];
    (line[0], line[line.len() - 1]) = (b'%', b'\n');
    line
};
