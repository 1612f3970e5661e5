//! A source that an index holds already.

use std::fmt;

/// A source that was to be added but is in the index already, or is a copy of another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownSource {
    /// Its number among the sources that were to be added, from 0.
    pub source: usize,
    /// Its name.
    pub name: String,
    /// The name of the source that it was found to be.
    pub known_as: String,
    /// The way in which it was recognized.
    pub by: KnownBy,
}

/// The way in which a source was recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KnownBy {
    /// Name, size and time of change are those of a source of the index.
    NameAndTime,
    /// The bytes are those of a source of the index.
    Bytes,
    /// The index holds a part of it: it could not be read to its end.
    Part,
    /// The bytes are those of another source that is to be added.
    OtherAdded,
}

impl fmt::Display for KnownSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KnownSource { name, known_as, .. } = self;
        match self.by {
            KnownBy::NameAndTime => {
                write!(f, "{name} is in the index already (same name, size and time)")
            }
            KnownBy::Bytes => {
                write!(f, "{name} is in the index already (the bytes are those of {known_as})")
            }
            KnownBy::Part => write!(f, "a part of {name} is in the index already"),
            KnownBy::OtherAdded => write!(f, "{name} has the same bytes as {known_as}"),
        }
    }
}
