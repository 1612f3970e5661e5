//! The folder of an index as tasks on many machines use it, on a disk or in a bucket: whole files
//! come into it under names of their own, and no task locks it.

mod folder;
mod local;
#[cfg(feature = "object-storage")]
mod remote;

use std::path::Path;

pub(super) use folder::{BuildFolder, Exclusive, Work};

use crate::error::IndexError;
use local::{LocalBuildFolder, LocalExclusive};
#[cfg(feature = "object-storage")]
use remote::{RemoteBuildFolder, RemoteExclusive};
use zobrist_storage::remote::is_url;

/// Opens a folder with a plan.
///
/// # Errors
/// When it is missing or cannot be opened.
pub(in crate::runs) fn open(path: &Path) -> Result<Box<dyn BuildFolder>, IndexError> {
    if !is_url(path) {
        return Ok(Box::new(LocalBuildFolder::open(path)?));
    }
    #[cfg(feature = "object-storage")]
    return Ok(Box::new(RemoteBuildFolder::open(path)?));
    #[cfg(not(feature = "object-storage"))]
    Err(IndexError::NoObjectStorage(zobrist_storage::remote::without_secrets(path)))
}

/// Opens a folder to change it; one on a disk is made if it is missing.
///
/// # Errors
/// When another program changes it, it holds something else, or an index that this version cannot
/// read.
pub(in crate::runs) fn open_exclusive(path: &Path) -> Result<Box<dyn Exclusive>, IndexError> {
    if !is_url(path) {
        return Ok(Box::new(LocalExclusive::open(path)?));
    }
    #[cfg(feature = "object-storage")]
    return Ok(Box::new(RemoteExclusive::open(path)?));
    #[cfg(not(feature = "object-storage"))]
    Err(IndexError::NoObjectStorage(zobrist_storage::remote::without_secrets(path)))
}
