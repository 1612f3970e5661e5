//! Files and standard input, plain or compressed, as readers of bytes.

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zobrist_storage::remote::{is_url, without_secrets};
use zobrist_storage::{ByteDigest, WatchedFile, open_from, open_source};

use crate::compression::{
    Failed, FileFormat, SIGNATURE_BYTES, decompress, decompress_and_tell, decompress_text,
    format_of,
};
use crate::error::{Context, Result, bail, error};
use crate::listener::{Listener, Nobody};
use crate::piece::{Exactly, Piece, PieceStart, PieceText, open_piece};
use crate::whole;

/// An open input.
#[non_exhaustive]
pub struct Input {
    /// The name for messages.
    pub name: Arc<str>,
    /// The contents, decompressed.
    pub reader: Box<dyn Read + Send>,
    /// True if the input is processed as it arrives, since a user may be typing.
    pub eager: bool,
    /// True if its first bytes show a format that is not read.
    pub refused: bool,
    /// Where it begins, if it is a piece of a file.
    pub piece: Option<PieceStart>,
    /// The listener that is told what was left out of the contents.
    pub listener: Arc<dyn Listener>,
}

impl Input {
    /// An input of bytes in memory, which may be compressed. If they cannot be decompressed,
    /// reading reports the error. Nobody hears of it.
    #[must_use]
    pub fn in_memory(name: &str, bytes: Vec<u8>) -> Input {
        let reader = decompress_text(Cursor::new(bytes), name);
        Input {
            name: name.into(),
            reader: reader.unwrap_or_else(|error| Box::new(Failed(error))),
            eager: false,
            refused: false,
            piece: None,
            listener: Arc::new(Nobody),
        }
    }
}

/// An input that exists but is not open yet: there may be more files than a process can hold open.
pub struct FoundInput {
    path: PathBuf,
    holds: Content,
    listener: Arc<dyn Listener>,
    /// Reason to reject it as a whole, from its first bytes.
    refusal: Option<String>,
    /// The open input, if its beginning has been read and cannot be read again.
    opened: Option<Box<dyn Read + Send>>,
    digest: Option<ByteDigest>,
    /// The piece to which the reading is limited, and who learns how long its text is.
    piece: Option<(Piece, PieceText)>,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("name", &self.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for FoundInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoundInput").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Number of bytes that are read at once of the beginning of an input.
const PEEK: usize = 4 << 10;

/// Contents that are expected of a file after decompression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Text in which ASCII is single bytes.
    Text,
    /// Text, or text in UTF-16, whose bytes come as they are.
    TextOrUtf16,
    /// Any bytes.
    Anything,
}

impl Content {
    /// The format of a file, which is plain if its text is in UTF-16 and may be.
    fn format(self, format: FileFormat) -> FileFormat {
        if self == Content::TextOrUtf16 { format.or_utf16() } else { format }
    }
}

/// Finds all files, so that a missing one is reported before any work is done. `-`, or no file at
/// all, is standard input. A file of a format that is not read is rejected when its turn comes,
/// since the others can still be read.
///
/// # Errors
/// When a file is missing or cannot be opened, or all are of formats that are not read.
pub fn find_all(
    files: &[PathBuf],
    holds: Content,
    listener: &Arc<dyn Listener>,
) -> Result<Vec<FoundInput>> {
    let found = find_each(files, holds, listener)?;
    if found.iter().all(|found| found.refusal.is_some()) {
        found.iter().try_for_each(FoundInput::refuse)?;
    }
    Ok(found)
}

/// Finds all files, even if none has a format that is read, for callers with other inputs.
///
/// # Errors
/// When a file is missing or cannot be opened.
pub fn find_each(
    files: &[PathBuf],
    holds: Content,
    listener: &Arc<dyn Listener>,
) -> Result<Vec<FoundInput>> {
    let standard_input = [PathBuf::from("-")];
    let files = if files.is_empty() { &standard_input } else { files };
    refuse_standard_input_twice(files)?;
    files.iter().map(|file| find(file, holds, listener)).collect()
}

/// # Errors
/// When standard input is named twice: nothing would be left of it the second time.
pub fn refuse_standard_input_twice(files: &[PathBuf]) -> Result<()> {
    if files.iter().filter(|file| is_standard(file)).count() > 1 {
        bail!("standard input can be read only once; name `-` once");
    }
    Ok(())
}

/// Finds one file; `-` is standard input.
///
/// # Errors
/// When it is missing, cannot be opened, or is of a format that is not read.
pub fn find_one(file: &Path, holds: Content, listener: &Arc<dyn Listener>) -> Result<FoundInput> {
    let found = find(file, holds, listener)?;
    found.refuse()?;
    Ok(found)
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

fn find(path: &Path, holds: Content, listener: &Arc<dyn Listener>) -> Result<FoundInput> {
    look_at(path, holds, listener).map_err(|error| error.in_file(&without_secrets(path)))
}

fn look_at(path: &Path, holds: Content, listener: &Arc<dyn Listener>) -> Result<FoundInput> {
    let mut refusal = None;
    let what = || format!("cannot open {}", without_secrets(path).display());
    if is_url(path) {
        let file = open_source(path).with_context(what)?;
        let begin = file.len().min(SIGNATURE_BYTES as u64) as usize;
        if holds != Content::Anything {
            let begin = file.read_at(0, begin).with_context(what)?;
            let format = holds.format(FileFormat::of(&begin));
            refusal = format.refusal(&without_secrets(path).to_string_lossy());
        }
    } else if !is_standard(path) {
        let meta = path.metadata().with_context(what)?;
        if meta.is_dir() {
            bail!("cannot read {}: it is a directory; name its files", path.display());
        }
        // A pipe is opened only once: its writer would take the end of the first reader for the
        // end of all.
        if meta.is_file() {
            let file = File::open(path).with_context(what)?;
            if holds != Content::Anything {
                refusal = holds.format(format_of(file)).refusal(&path.to_string_lossy());
            }
        }
    }
    Ok(FoundInput {
        path: path.to_owned(),
        holds,
        listener: listener.clone(),
        refusal,
        opened: None,
        digest: None,
        piece: None,
    })
}

impl FoundInput {
    fn refuse(&self) -> Result<()> {
        match &self.refusal {
            Some(refusal) => {
                let error = error!("cannot read {}: {refusal}", self.name());
                Err(error.in_file(&without_secrets(&self.path)))
            }
            None => Ok(()),
        }
    }

    /// Opens the input. If that fails now, reading it reports the error. So it does if a file is,
    /// at its end, not as it was when it was opened.
    pub fn open(mut self) -> Input {
        let eager = is_standard(&self.path);
        let name = self.name().into();
        let refused = self.is_refused();
        let listener = self.listener();
        if let Some((piece, text)) = self.piece.take() {
            let (start, reader) = self.open_piece(piece, text);
            return Input { name, reader, eager, refused, piece: Some(start), listener };
        }
        let opened = self.opened.take().map_or_else(|| self.reader(), Ok);
        let reader = opened.unwrap_or_else(|error| Box::new(Failed(error)));
        Input { name, reader, eager, refused, piece: None, listener }
    }

    /// From now on, only the games of a piece are read of the file; lines and offsets are those in
    /// the text of the piece. [Hashed](FoundInput::hash_bytes) are the bytes of the piece.
    pub fn only_piece(&mut self, piece: Piece) -> PieceText {
        let text = PieceText::default();
        self.piece = Some((piece, text.clone()));
        text
    }

    fn open_piece(&self, piece: Piece, text: PieceText) -> (PieceStart, Box<dyn Read + Send>) {
        let mut length = 0;
        let own = open_from(&self.path, piece.begin).and_then(|(file, bytes)| {
            length = bytes;
            let own = self.heard(Exactly::new(file, piece.end.saturating_sub(piece.begin)));
            if piece.begin == 0 { self.text_of(own) } else { Ok(own) }
        });
        let path = self.path.clone();
        let next = (piece.end < length).then_some(move || Ok(open_from(&path, piece.end)?.0));
        open_piece(piece, own, next, text)
    }

    /// True if the input is rejected as a whole.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.refusal.is_some()
    }

    /// Rejects the input as a whole when its turn comes.
    pub fn refuse_for(&mut self, reason: String) {
        let error = io::Error::new(ErrorKind::InvalidData, reason.clone());
        self.refusal = Some(reason);
        self.opened = Some(Box::new(Failed(error)));
    }

    /// Reads the beginning of the contents until `is_enough` is true of it, which is asked whenever
    /// more has been read, or until its end or an error. The bytes are read again by the reader of
    /// [`open`](FoundInput::open). Of an input that is not read, it is empty.
    pub fn peek(&mut self, mut is_enough: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
        if self.is_refused() {
            return Vec::new();
        }
        // A pipe can be read only once.
        let is_file = !is_standard(&self.path) && (is_url(&self.path) || self.path.is_file());
        let opened = if is_file {
            self.opened_file().and_then(|file| decompress_text(file, &self.shell_name()))
        } else {
            self.reader()
        };
        let mut reader = opened.unwrap_or_else(|error| Box::new(Failed(error)));
        let mut begin = Vec::new();
        let mut failure = None;
        let mut piece = vec![0; PEEK];
        while !is_enough(&begin) {
            match reader.read(&mut piece) {
                Ok(0) => break,
                Ok(read) => begin.extend_from_slice(&piece[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            }
        }
        if !is_file {
            let again = Cursor::new(begin.clone());
            self.opened = Some(match failure {
                Some(error) => Box::new(again.chain(Failed(error))),
                None => Box::new(again.chain(reader)),
            });
        }
        begin
    }

    /// From now on, the bytes that are read of the file are hashed.
    pub fn hash_bytes(&mut self) -> ByteDigest {
        self.digest.get_or_insert_default().clone()
    }

    /// The name for messages.
    #[must_use]
    pub fn name(&self) -> String {
        if is_standard(&self.path) {
            return "standard input".to_owned();
        }
        without_secrets(&self.path).to_string_lossy().into()
    }

    /// The name for an example of a command line.
    pub(crate) fn shell_name(&self) -> String {
        if is_standard(&self.path) { "FILE".to_owned() } else { self.name() }
    }

    /// True if text in UTF-16 is read, too.
    pub(crate) fn takes_utf16(&self) -> bool {
        self.holds == Content::TextOrUtf16
    }

    /// Returns the listener that follows the reading.
    pub(crate) fn listener(&self) -> Arc<dyn Listener> {
        self.listener.clone()
    }

    /// The contents, if their beginning has been read and cannot be read again.
    pub(crate) fn take_opened(&mut self) -> Option<Box<dyn Read + Send>> {
        self.opened.take()
    }

    fn reader(&self) -> io::Result<Box<dyn Read + Send>> {
        match self.holds {
            Content::Anything => decompress(self.raw()?),
            Content::Text | Content::TextOrUtf16 => self.text_of(self.raw()?),
        }
    }

    fn text_of(&self, raw: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
        let notices = (self.name().into(), self.listener.clone());
        decompress_and_tell(raw, &self.shell_name(), Some(notices), self.takes_utf16())
    }

    /// The bytes as they are, which may be compressed.
    pub(crate) fn raw(&self) -> io::Result<Box<dyn Read + Send>> {
        if is_standard(&self.path) {
            return Ok(Box::new(Heard { reader: io::stdin(), listener: self.listener.clone() }));
        }
        Ok(self.heard(self.opened_file()?))
    }

    /// The bytes of the file; it may also be a pipe.
    fn opened_file(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(match is_url(&self.path) {
            true => open_from(&self.path, 0)?.0,
            false => Box::new(WatchedFile::open(&self.path)?),
        })
    }

    /// The bytes of the file, which are reported to the listener and hashed.
    fn heard(&self, file: impl Read + Send + 'static) -> Box<dyn Read + Send> {
        let file = Heard { reader: file, listener: self.listener.clone() };
        match &self.digest {
            Some(digest) => Box::new(digest.clone().hashing(file)),
            None => Box::new(file),
        }
    }

    /// The contents of the input, at most `limit` bytes, or `compressed_limit` after decompression.
    /// Binary contents may begin like a compressed file: `is_plain` recognizes them.
    ///
    /// # Errors
    /// When it cannot be read, is of a format that is not read, is larger, or the memory is
    /// refused.
    pub fn read_whole(
        &self,
        limit: u64,
        compressed_limit: u64,
        is_plain: impl Fn(&[u8]) -> bool,
    ) -> io::Result<Vec<u8>> {
        let mut raw = Vec::new();
        whole::fill(self.raw()?, limit, &mut raw)?;
        if FileFormat::of(&raw) == FileFormat::Plain || is_plain(&raw) {
            return Ok(raw);
        }
        let mut bytes = Vec::new();
        whole::fill(decompress(&raw[..])?, compressed_limit, &mut bytes)?;
        if !is_plain(&bytes) {
            // Only for its errors.
            decompress_text(&raw[..], &self.shell_name())?;
        }
        Ok(bytes)
    }
}

/// Reports each read to the listener.
struct Heard<R> {
    reader: R,
    listener: Arc<dyn Listener>,
}

impl<R: Read> Read for Heard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.listener.read(read as u64);
        Ok(read)
    }
}
