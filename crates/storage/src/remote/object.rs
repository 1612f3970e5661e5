//! The length and ETag of a remote file, with which each answer is compared.

use std::io::{self, ErrorKind};
use std::sync::OnceLock;

use object_store::ObjectMeta;

use super::failure::{failure, other_length};
use super::store::Place;

/// A remote file, as the answers so far have it.
#[derive(Debug)]
pub(super) struct Object {
    pub(super) place: Place,
    pub(super) length: u64,
    /// The ETag of the first answer, if that had one.
    pub(super) etag: OnceLock<Option<String>>,
}

impl Object {
    /// Checks that an answer is of the same file as those before.
    ///
    /// # Errors
    /// When it has another length or ETag.
    pub(super) fn check(&self, meta: &ObjectMeta) -> io::Result<()> {
        if meta.size != self.length {
            return Err(other_length(self.length, meta.size));
        }
        let known = self.etag.get_or_init(|| meta.e_tag.clone());
        match (known, &meta.e_tag) {
            (Some(expected), Some(got)) if expected != got => Err(failure(
                ErrorKind::InvalidData,
                format!(
                    "expected the file with the ETag {expected}, got one with {got}: it changed while \
                     it was read"
                ),
            )),
            _ => Ok(()),
        }
    }
}
