//! Rules that vary: ko and suicide.

use core::fmt::{self, Display};
use core::str::FromStr;

use zobrist::Rule;

/// The rules that vary between rule sets: the positions that must not be repeated, and the suicide
/// that is allowed. [`Ruleset`](crate::Ruleset) names the rules of associations.
///
/// ```
/// use zobrist_go::{Rules, Suicide};
///
/// assert_eq!(Rules::TROMP_TAYLOR.suicide, Suicide::Allowed);
/// assert_eq!("multi".parse(), Ok(Suicide::MultiStone));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// The positions that must not be repeated.
    pub ko: Rule,
    /// The rule on moves that take off stones of the player's own.
    pub suicide: Suicide,
}

impl Rules {
    /// The rules of J. Tromp and B. Taylor: positional superko, suicide allowed.
    pub const TROMP_TAYLOR: Rules = Rules { ko: Rule::Positional, suicide: Suicide::Allowed };

    /// Creates rules.
    #[must_use]
    pub const fn new(ko: Rule, suicide: Suicide) -> Rules {
        Rules { ko, suicide }
    }
}

impl Default for Rules {
    /// Returns [`Rules::TROMP_TAYLOR`].
    fn default() -> Rules {
        Rules::TROMP_TAYLOR
    }
}

/// The rule on suicide: moves that take off stones of the player's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Suicide {
    /// Suicide is legal, also of a single stone.
    #[default]
    Allowed,
    /// Suicide is illegal.
    Forbidden,
    /// Suicide of two stones or more is legal, and of a single stone illegal.
    MultiStone,
}

impl Suicide {
    /// All rules on suicide.
    pub const ALL: [Suicide; 3] = [Suicide::Allowed, Suicide::Forbidden, Suicide::MultiStone];

    /// Returns the name: `allowed`, `forbidden` or `multi`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Suicide::Allowed => "allowed",
            Suicide::Forbidden => "forbidden",
            Suicide::MultiStone => "multi",
        }
    }

    /// Returns true if a move may take off `stones` stones of the player's own, the stone just
    /// played included.
    #[inline]
    #[must_use]
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

/// The error of a text that is not the name of a rule on suicide.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseSuicideError {
    /// The text.
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
