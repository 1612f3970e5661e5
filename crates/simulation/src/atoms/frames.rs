//! Reads the frames of a trajectory one after another.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use zobrist_input::{Content, Context, Listener, Nobody, Result, error, find_one};

use super::columns::frame_of;
use super::frame::Frame;
use super::lines::{Lines, START};
use super::read::{header_of, opened};
use super::scan::Scanner;

/// The frames of a file, one after another; one of them is in memory at a time.
#[expect(missing_debug_implementations, reason = "a reader of any kind cannot be shown")]
pub struct Frames {
    file: String,
    types: Vec<String>,
    scanner: Scanner<Box<dyn BufRead>>,
}

/// Opens a trajectory, plain or compressed: the frames of extended XYZ or of a text dump of LAMMPS,
/// read as [`read_frame`](super::read_frame) reads one of them, each of at most `limit` bytes after
/// decompression. `types` has the names of the types from 1.
///
/// # Errors
/// When the file cannot be opened, or is of a format of one frame.
pub fn frames(path: &Path, types: &[String], limit: u64) -> Result<Frames> {
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let input = find_one(path, Content::Text, &nobody)?.open();
    let file = input.name.to_string();
    let (kind, reader) = opened(input.reader).with_context(|| format!("cannot read {file}"))?;
    if kind.is_some() {
        return Err(error!(
            "{file}: expected the frames of a trajectory, in extended XYZ or in a text dump of LAMMPS, got a file of one \
             frame"
        ));
    }
    let reader: Box<dyn BufRead> = Box::new(reader);
    let scanner = Scanner::new(Lines::new(&file, reader, START, false), limit, true);
    Ok(Frames { file, types: types.to_vec(), scanner })
}

impl Frames {
    /// Counts the frames that are left. Of their atoms, only the number of lines is checked.
    ///
    /// # Errors
    /// When one of them is cut off or damaged, or the file cannot be read.
    pub fn count_frames(mut self) -> Result<u64> {
        let mut count = 0;
        while self.scanner.next().map_err(|trouble| trouble.into_error(&self.file))?.is_some() {
            count += 1;
        }
        Ok(count)
    }
}

impl Iterator for Frames {
    type Item = Result<Frame>;

    fn next(&mut self) -> Option<Result<Frame>> {
        let raw = match self.scanner.next() {
            Ok(raw) => raw?,
            Err(trouble) => return Some(Err(trouble.into_error(&self.file))),
        };
        let header = match header_of(&self.file, &raw, &self.types) {
            Ok(header) => header,
            Err(error) => return Some(Err(error)),
        };
        Some(frame_of(&self.file, &raw, &header, &self.types))
    }
}
