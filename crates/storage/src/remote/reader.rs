//! Reading a range of a remote file from its beginning to its end.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use bytes::{Buf, Bytes};
use object_store::ObjectMeta;

use super::limits::limit;
use super::object::Object;
use super::runtime::{Running, start};
use super::store::read_range;

/// Size of a request, in bytes.
const PIECE: u64 = 4 << 20;

/// Number of requests that run while the last piece is used.
const AHEAD: usize = 2;

/// A reader of a range of a [`RemoteFile`](super::RemoteFile).
#[derive(Debug)]
pub struct RemoteReader {
    object: Arc<Object>,
    /// The range that was not asked for yet.
    rest: Range<u64>,
    running: VecDeque<Running<(Bytes, ObjectMeta)>>,
    piece: Bytes,
}

impl RemoteReader {
    pub(super) fn new(object: Arc<Object>, range: Range<u64>) -> RemoteReader {
        RemoteReader { object, rest: range, running: VecDeque::new(), piece: Bytes::new() }
    }

    fn ask(&mut self) -> io::Result<()> {
        while self.running.len() < AHEAD && !self.rest.is_empty() {
            let end = self.rest.end.min(self.rest.start.saturating_add(PIECE));
            let request = read_range(self.object.place.clone(), self.rest.start..end);
            self.running.push_back(start(limit(end - self.rest.start), request)?);
            self.rest.start = end;
        }
        Ok(())
    }
}

impl Read for RemoteReader {
    /// After an error, the rest cannot be read.
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.piece.is_empty() && !into.is_empty() {
            self.ask()?;
            let Some(next) = self.running.pop_front() else { return Ok(0) };
            let (bytes, meta) = next.wait()?;
            self.object.check(&meta)?;
            self.piece = bytes;
            self.ask()?;
        }
        let read = into.len().min(self.piece.len());
        self.piece.copy_to_slice(&mut into[..read]);
        Ok(read)
    }
}
