//! The rules on which players differ.

use core::fmt::{self, Display};
use core::str::FromStr;

use zobrist::Rule;

/// What a move may do.
///
/// ```
/// use zobrist_go::{Rules, Suicide};
///
/// assert_eq!(Rules::TROMP_TAYLOR.suicide, Suicide::Allowed);
/// assert_eq!("multi".parse(), Ok(Suicide::MultiStone));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which positions may not stand again.
    pub ko: Rule,
    /// Whether a player may take stones of their own off.
    pub suicide: Suicide,
}

impl Rules {
    /// Those of J. Tromp and B. Taylor: positional superko, suicide.
    pub const TROMP_TAYLOR: Rules = Rules { ko: Rule::Positional, suicide: Suicide::Allowed };
}

impl Default for Rules {
    /// Positional superko, without suicide.
    fn default() -> Rules {
        Rules { ko: Rule::Positional, suicide: Suicide::Forbidden }
    }
}

/// Whether a move may take stones of the player's own off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Suicide {
    /// It may, be it only the stone just played.
    Allowed,
    /// It may not.
    #[default]
    Forbidden,
    /// It may if there are two stones or more.
    MultiStone,
}

impl Suicide {
    /// All of them.
    pub const ALL: [Suicide; 3] = [Suicide::Allowed, Suicide::Forbidden, Suicide::MultiStone];

    /// The name: `allowed`, `forbidden` or `multi`.
    pub const fn name(self) -> &'static str {
        match self {
            Suicide::Allowed => "allowed",
            Suicide::Forbidden => "forbidden",
            Suicide::MultiStone => "multi",
        }
    }

    /// Whether a move may take so many stones of the player's own off, the stone just
    /// played included.
    #[inline]
    pub const fn allows(self, stones: u16) -> bool {
        match self {
            Suicide::Allowed => true,
            Suicide::Forbidden => stones == 0,
            Suicide::MultiStone => stones != 1,
        }
    }
}

impl Display for Suicide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that no rule on suicide has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseSuicideError {
    /// What stood there.
    pub got: String,
}

impl Display for ParseSuicideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: expected allowed, forbidden or multi", self.got)
    }
}

impl core::error::Error for ParseSuicideError {}

impl FromStr for Suicide {
    type Err = ParseSuicideError;

    fn from_str(name: &str) -> Result<Suicide, ParseSuicideError> {
        let found = Suicide::ALL.into_iter().find(|suicide| suicide.name() == name);
        found.ok_or_else(|| ParseSuicideError { got: name.to_owned() })
    }
}
