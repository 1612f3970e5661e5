//! Ranges of Elos.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::error::FilterError;
use crate::tags::elo;

/// The Elos from one to another, both included; at least one of them is given.
///
/// ```
/// use zobrist_index::EloRange;
///
/// let strong: EloRange = "2400..".parse()?;
/// assert!(strong.contains(2400) && !strong.contains(2399));
/// # Ok::<(), zobrist_index::FilterError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EloRange {
    min: Option<u16>,
    max: Option<u16>,
}

impl EloRange {
    /// Returns the Elos from `min` up, with `min` from 1 to 9999.
    ///
    /// # Errors
    /// [`FilterError::Elo`] if it is not.
    pub fn at_least(min: u16) -> Result<EloRange, FilterError> {
        format!("{min}..").parse()
    }

    /// Returns the lowest Elo, if one is given.
    #[must_use]
    pub fn min(self) -> Option<u16> {
        self.min
    }

    /// Returns the highest Elo, if one is given.
    #[must_use]
    pub fn max(self) -> Option<u16> {
        self.max
    }

    /// Returns true for an Elo in the range.
    #[must_use]
    pub fn contains(self, elo: i32) -> bool {
        self.min.is_none_or(|min| i32::from(min) <= elo)
            && self.max.is_none_or(|max| elo <= i32::from(max))
    }
}

impl FromStr for EloRange {
    type Err = FilterError;

    /// Reads `MIN..MAX`, `MIN..` or `..MAX`.
    ///
    /// # Errors
    /// [`FilterError::Elo`] for another text or an Elo that is not from 1 to 9999,
    /// [`FilterError::NoElos`] if the lowest is above the highest.
    fn from_str(text: &str) -> Result<EloRange, FilterError> {
        let fault = || FilterError::Elo { got: text.to_owned() };
        let end = |end: &str| match end.trim() {
            "" => Ok(None),
            end => elo(end.as_bytes()).map(Some).ok_or_else(fault),
        };
        let (min, max) = text.split_once("..").ok_or_else(fault)?;
        match (end(min)?, end(max)?) {
            (None, None) => Err(fault()),
            (Some(min), Some(max)) if min > max => Err(FilterError::NoElos { min, max }),
            (min, max) => Ok(EloRange { min, max }),
        }
    }
}

impl Display for EloRange {
    /// Writes the range as it is read.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let end = |elo: Option<u16>| elo.map_or(String::new(), |elo| elo.to_string());
        write!(f, "{}..{}", end(self.min), end(self.max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_both_ends() {
        for (text, within, outside) in [
            ("2400..", [2400, 9999], [2399, 0]),
            ("..2000", [2000, 1], [2001, 9999]),
            ("2000..2400", [2000, 2400], [1999, 2401]),
            ("2000..2000", [2000, 2000], [1999, 2001]),
        ] {
            let range: EloRange = text.parse().unwrap();
            assert_eq!(range.to_string(), text);
            assert!(within.iter().all(|elo| range.contains(*elo)), "{text}");
            assert!(!outside.iter().any(|elo| range.contains(*elo)), "{text}");
        }
        assert_eq!(EloRange::at_least(2400), "2400..".parse());
    }

    #[test]
    fn other_texts_are_errors() {
        for text in ["", "..", "2400", "2000-2400", "2000..=2400", "0..", "..10000", "a..b", "-5.."]
        {
            let error = text.parse::<EloRange>().unwrap_err();
            assert_eq!(error, FilterError::Elo { got: text.to_owned() });
        }
        let error = "2400..2000".parse::<EloRange>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "no Elo is in the range: expected the lower one first, got 2400..2000"
        );
        assert!(EloRange::at_least(0).is_err());
    }
}
