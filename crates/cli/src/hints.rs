//! Advice that names commands of this program, for errors of libraries that do not know them.

use std::io::ErrorKind;

use zobrist_index::IndexError;

/// Returns what the user can do about an error, beyond what its own text says.
pub fn hint(error: &anyhow::Error) -> Option<&'static str> {
    match error.chain().find_map(|cause| cause.downcast_ref::<IndexError>())? {
        IndexError::Io { error, .. } if error.kind() == ErrorKind::StorageFull => {
            Some("free some space and run the same command again")
        }
        IndexError::Parquet { .. } => Some("`zobrist index verify` reports more"),
        IndexError::NotAnIndex(_) => Some("`zobrist index build` makes one"),
        _ => None,
    }
}
