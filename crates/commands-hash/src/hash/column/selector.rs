//! The column that `--column` names.

use anyhow::{Result, bail};

/// Column of the positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Selector {
    /// Its name in the header, or the name of a member of JSON objects.
    Name(String),
    /// Its index from 0, in a file without a header.
    Index(usize),
}

impl Selector {
    /// Reads a name, or a number from 1.
    ///
    /// # Errors
    /// When it is empty, or the number 0 or too large.
    pub(crate) fn parse(text: &str) -> Result<Selector> {
        if text.is_empty() {
            bail!("expected the name of a column, or its number from 1");
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(Selector::Name(text.to_owned()));
        }
        match text.parse::<usize>() {
            Ok(number) if number > 0 => Ok(Selector::Index(number - 1)),
            _ => bail!("expected the number of a column, from 1"),
        }
    }
}
