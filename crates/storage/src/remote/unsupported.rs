//! The refusal of URLs by a program that was built without the crates for them.

use std::error::Error;
use std::fmt;
use std::io;

/// Error of a URL in a program that was built without the cargo feature `object-storage`.
///
/// Errors of files have it as their [inner error](io::Error::get_ref).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UrlsUnsupported;

impl fmt::Display for UrlsUnsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected a path on this machine, got a URL: this program was built without the feature \
             object-storage, which reads https://, http:// and s3://",
        )
    }
}

impl Error for UrlsUnsupported {}

impl From<UrlsUnsupported> for io::Error {
    fn from(error: UrlsUnsupported) -> io::Error {
        io::Error::new(io::ErrorKind::Unsupported, error)
    }
}
