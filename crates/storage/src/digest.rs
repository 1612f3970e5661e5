//! Digests of files of sources, which recognize one under any name.
//!
//! A file is not counted twice because it was renamed or copied. Name, size and time are compared
//! first, and bytes only if the size is equal.

use std::fmt;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::open_source::open_from;

/// The BLAKE3 digest of the bytes of a file, as they are on the disk: 256 bits, written as 64 hex
/// digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SourceDigest([u8; 32]);

impl fmt::Display for SourceDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for SourceDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SourceDigest({self})")
    }
}

/// Error of a text that is not 64 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSourceDigestError;

impl fmt::Display for ParseSourceDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a digest of 64 hex digits")
    }
}

impl std::error::Error for ParseSourceDigestError {}

impl FromStr for SourceDigest {
    type Err = ParseSourceDigestError;

    fn from_str(text: &str) -> Result<SourceDigest, ParseSourceDigestError> {
        let digest = blake3::Hash::from_hex(text).map_err(|_| ParseSourceDigestError)?;
        Ok(SourceDigest(digest.into()))
    }
}

impl Serialize for SourceDigest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SourceDigest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SourceDigest, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Computes a [`SourceDigest`] of bytes as they are read.
///
/// ```
/// use zobrist_storage::SourceHasher;
///
/// let mut hasher = SourceHasher::default();
/// hasher.update(b"1. e4 ");
/// hasher.update(b"e5 *\n");
/// assert_eq!(hasher.bytes(), 11);
/// assert_ne!(hasher.digest(), SourceHasher::default().digest());
/// // BLAKE3 of nothing.
/// let none = SourceHasher::default().digest().to_string();
/// assert!(none.starts_with("af1349b9f5f9a1a6"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct SourceHasher {
    hasher: blake3::Hasher,
    bytes: u64,
}

impl SourceHasher {
    /// Adds the bytes that come next.
    pub fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// Returns the number of bytes so far.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the digest of the bytes so far.
    #[must_use]
    pub fn digest(&self) -> SourceDigest {
        SourceDigest(self.hasher.finalize().into())
    }

    /// Reads the first `most` bytes of a file, which may be a URL, or all if it has fewer.
    ///
    /// # Errors
    /// When it is no regular file, or cannot be opened or read.
    pub fn of_file(path: &Path, most: u64) -> io::Result<SourceHasher> {
        let mut file = open_from(path, 0)?.0.take(most);
        let mut hasher = SourceHasher::default();
        let mut buffer = vec![0; 128 << 10];
        loop {
            match file.read(&mut buffer) {
                Ok(0) => return Ok(hasher),
                Ok(read) => hasher.update(&buffer[..read]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
