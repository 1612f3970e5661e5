//! The place of files that the page sends, and the token of the page.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Result;
use zobrist_explorer::cache::UploadFolder;
use zobrist_index::SourceHasher;

use super::library::SentFile;
use super::source_list::Holds;

/// Files that the page sends.
#[derive(Debug)]
pub(crate) struct Uploads {
    /// False with `--read-only`.
    is_open: bool,
    /// The most bytes of a file.
    limit: u64,
    count: AtomicU64,
    folder: Mutex<Option<UploadFolder>>,
}

impl Uploads {
    pub(crate) fn new(is_open: bool, limit: u64) -> Uploads {
        Uploads { is_open, limit, count: AtomicU64::new(0), folder: Mutex::default() }
    }

    /// The most bytes of a file; `None` if none may be sent.
    pub(crate) fn limit(&self) -> Option<u64> {
        self.is_open.then_some(self.limit)
    }

    /// The path for the next file, which has nothing of the name that it had where it came from.
    pub(crate) fn next_path(&self, holds: Holds) -> Result<PathBuf> {
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let folder = match &mut *folder {
            Some(folder) => folder,
            none => none.insert(UploadFolder::new()?),
        };
        let number = self.count.fetch_add(1, Ordering::Relaxed) + 1;
        let ending = if holds == Holds::Go { "sgf" } else { "pgn" };
        Ok(folder.path().join(format!("{number}.{ending}")))
    }

    /// Keeps a whole file by its content. One that was sent before stays where it is, and so does one
    /// that cannot be moved.
    pub(crate) fn keep(&self, file: &Path) -> SentFile {
        // It is read before the folder is locked, since others begin to send files meanwhile.
        let digest = SourceHasher::of_file(file, u64::MAX).map(|read| read.digest());
        let mut folder = self.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let keep = |folder: &mut UploadFolder| folder.keep(file, digest.ok()?).ok()?;
        let kept = folder.as_mut().and_then(keep);
        SentFile { is_kept: kept.is_some(), path: kept.unwrap_or_else(|| file.to_owned()) }
    }

    /// Removes all files, when the server ends while other threads still hold this.
    pub(crate) fn remove(&self) {
        drop(self.folder.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// A token that nobody can guess: 128 bits by the keys that the standard library draws from the
/// system for its tables.
pub(crate) fn token() -> String {
    let half = |number| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u8(number);
        hasher.finish()
    };
    format!("{:016x}{:016x}", half(0), half(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_long_and_differ() {
        let tokens: Vec<String> = (0..100).map(|_| token()).collect();
        for (at, token) in tokens.iter().enumerate() {
            assert!(token.len() == 32 && !tokens[..at].contains(token), "{token}");
            assert_ne!(token[..16], token[16..]);
        }
    }
}
