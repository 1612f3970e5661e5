//! The folder of an index while one program plans, commits or abandons a build there.
//!
//! On a disk it holds a lock. A store has none: there the plan and the manifest are written only if what
//! was read is still there.

use super::folder::Place;
use crate::error::IndexError;
use crate::format::manifest::Manifest;

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
