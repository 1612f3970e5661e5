//! The error of reading a file.

use std::error::Error as StdError;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

/// Why a file cannot be read: what was expected, what came, and where.
///
/// It prints its own text; what led to it, such as the error of the system, is its
/// [source](StdError::source), and what the command's options do about it is its
/// [advice](FileError::advice).
#[derive(Debug)]
pub struct FileError {
    text: String,
    file: Option<PathBuf>,
    advice: Option<String>,
    cause: Option<Box<dyn StdError + Send + Sync>>,
}

/// The result of reading a file.
pub type Result<T, E = FileError> = std::result::Result<T, E>;

impl FileError {
    /// Makes an error of a text.
    pub fn new(text: impl Display) -> FileError {
        FileError { text: text.to_string(), file: None, advice: None, cause: None }
    }

    /// Adds [advice](FileError::advice).
    #[must_use]
    pub fn with_advice(self, advice: impl Into<String>) -> FileError {
        FileError { advice: Some(advice.into()), ..self }
    }

    /// Adds the [file](FileError::file).
    #[must_use]
    pub fn in_file(self, file: &Path) -> FileError {
        FileError { file: Some(file.to_owned()), ..self }
    }

    /// The file, if it cannot be opened or is of another kind. The text names it too.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Returns advice in options of the command `zobrist`. It is no part of the text, since another
    /// front end has other words. It belongs to this error alone: a source may have one, too.
    #[must_use]
    pub fn advice(&self) -> Option<&str> {
        self.advice.as_deref()
    }
}

impl Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl StdError for FileError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.cause.as_deref().map(|cause| cause as &(dyn StdError + 'static))
    }
}

/// Says what was being done when something failed.
pub trait Context<T> {
    /// Returns an error of this text, whose source is the failure.
    ///
    /// # Errors
    /// When there is no value.
    fn context(self, text: impl Display) -> Result<T>;

    /// Returns an error of a text that is made only if it is needed, whose source is the failure.
    ///
    /// # Errors
    /// When there is no value.
    fn with_context<D: Display>(self, text: impl FnOnce() -> D) -> Result<T>;
}

impl<T, E: Into<Box<dyn StdError + Send + Sync>>> Context<T> for Result<T, E> {
    fn context(self, text: impl Display) -> Result<T> {
        self.with_context(|| text)
    }

    fn with_context<D: Display>(self, text: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|cause| FileError { cause: Some(cause.into()), ..FileError::new(text()) })
    }
}

impl<T> Context<T> for Option<T> {
    fn context(self, text: impl Display) -> Result<T> {
        self.with_context(|| text)
    }

    fn with_context<D: Display>(self, text: impl FnOnce() -> D) -> Result<T> {
        self.ok_or_else(|| FileError::new(text()))
    }
}

/// Makes a [`FileError`] of a formatted text.
#[macro_export]
macro_rules! error {
    ($($text:tt)*) => { $crate::FileError::new(format_args!($($text)*)) };
}

/// Returns a [`FileError`] of a formatted text from the function.
#[macro_export]
macro_rules! bail {
    ($($text:tt)*) => { return Err($crate::error!($($text)*).into()) };
}

pub(crate) use {bail, error};
