//! Telling the URL of an index from that of a file of games.

use std::path::Path;

use zobrist_storage::remote::{is_url, without_secrets};

/// The ends of the names of files of games.
const SUFFIXES: [&str; 7] = [".pgn", ".zst", ".gz", ".bz2", ".xz", ".zip", ".txt"];

/// Returns true if a path is a URL, and not one that ends as the names of files of games do:
/// `.pgn`, or that of a compressed file.
///
/// ```
/// use std::path::Path;
/// use zobrist_ingest::is_index_url;
///
/// assert!(is_index_url(Path::new("s3://chess/index")));
/// assert!(!is_index_url(Path::new("https://example.org/games.pgn.zst?token=1")));
/// assert!(!is_index_url(Path::new("index")));
/// ```
#[must_use]
pub fn is_index_url(path: &Path) -> bool {
    let shown = without_secrets(path);
    let name = shown.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    is_url(path) && !SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
}
