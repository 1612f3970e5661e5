//! The folder of an index while one program plans, commits or abandons a build there.
//!
//! On a disk it holds a lock. A store has none: there the plan and the manifest are written only if what
//! was read is still there.

use std::path::Path;

use super::Place;
use super::local::LocalExclusive;
#[cfg(feature = "object-storage")]
use super::remote::RemoteExclusive;
use crate::error::IndexError;
use crate::manifest::Manifest;
use crate::remote::is_url;

/// The folder of an index that one program changes.
pub(in crate::runs) trait Exclusive {
    fn place(&self) -> &dyn Place;

    /// The manifest of the index that is in place, if there is one.
    fn manifest(&self) -> Option<&Manifest>;

    /// The sum of its text.
    fn sum(&self) -> Option<&str>;

    /// Writes a plan where there is none.
    ///
    /// # Errors
    /// When there is one, or it cannot be written.
    fn write_plan(&self, text: &[u8]) -> Result<(), IndexError>;

    /// Makes a manifest whose files are all in place the index, and removes the others.
    ///
    /// # Errors
    /// When a file is missing or was truncated, the index has changed, or the manifest cannot be written.
    fn commit(&self, manifest: &Manifest) -> Result<(), IndexError>;

    /// Removes the files that are not part of the index.
    ///
    /// # Errors
    /// When one cannot be removed.
    fn clean(&self) -> Result<(), IndexError>;
}

/// Opens a folder to change it; one on a disk is made if it is missing.
///
/// # Errors
/// When another program changes it, it holds something else, or an index that this version cannot read.
pub(in crate::runs) fn open_exclusive(path: &Path) -> Result<Box<dyn Exclusive>, IndexError> {
    if !is_url(path) {
        return Ok(Box::new(LocalExclusive::open(path)?));
    }
    #[cfg(feature = "object-storage")]
    return Ok(Box::new(RemoteExclusive::open(path)?));
    #[cfg(not(feature = "object-storage"))]
    Err(IndexError::NoObjectStorage(crate::remote::without_secrets(path)))
}
