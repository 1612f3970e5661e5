//! Errors of requests, as errors of files: without URLs, which may hold secrets.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};

use object_store::client::{HttpError, HttpErrorKind};

use super::limits::timeout;

/// The reason why a request failed.
#[derive(Debug)]
pub(super) struct Failure(String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Failure {}

/// An error with a reason.
pub(super) fn failure(kind: ErrorKind, what: impl Into<String>) -> io::Error {
    io::Error::new(kind, Failure(what.into()))
}

/// Returns true if an error is one of a request, and so says nothing about the file.
#[must_use]
pub fn is_remote(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<Failure>())
}

/// The error of a request that took too long.
pub(super) fn too_slow() -> io::Error {
    let seconds = timeout().as_secs_f64();
    failure(
        ErrorKind::TimedOut,
        format!(
            "expected an answer, got none in time; ZOBRIST_REMOTE_TIMEOUT sets the seconds without \
             progress after which a request is given up, now {seconds}"
        ),
    )
}

/// The error of a file that has another size than expected.
pub(super) fn other_length(expected: u64, got: u64) -> io::Error {
    failure(ErrorKind::InvalidData, format!("expected a file of {expected} bytes, got {got}"))
}

/// The library's error as one of files.
pub(super) fn error_of(error: object_store::Error) -> io::Error {
    use object_store::Error as Of;
    let kind = match &error {
        Of::NotFound { .. } => ErrorKind::NotFound,
        Of::PermissionDenied { .. } | Of::Unauthenticated { .. } => ErrorKind::PermissionDenied,
        Of::AlreadyExists { .. } => ErrorKind::AlreadyExists,
        Of::NotImplemented { .. } | Of::NotSupported { .. } => ErrorKind::Unsupported,
        Of::InvalidPath { .. } => ErrorKind::InvalidInput,
        _ => ErrorKind::Other,
    };
    let mut last: &(dyn Error + 'static) = &error;
    let mut is_slow = false;
    loop {
        let http = last.downcast_ref::<HttpError>();
        is_slow |= http.is_some_and(|http| http.kind() == HttpErrorKind::Timeout);
        let Some(source) = last.source() else { break };
        last = source;
    }
    if is_slow {
        return too_slow();
    }
    failure(kind, in_words(&last.to_string()))
}

/// The innermost cause in words, without a URL.
fn in_words(cause: &str) -> String {
    const STATUS: &str = "Server returned non-2xx status code: ";
    let words = cause.split_whitespace().filter(|word| !word.contains("://"));
    let words = words.collect::<Vec<_>>().join(" ");
    match words.strip_prefix(STATUS) {
        Some(status) => format!("the server answered {}", status.trim_end_matches([':', ' '])),
        None => words,
    }
}
