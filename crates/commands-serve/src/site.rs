//! The content of the site.

use super::guard::Guard;
use super::library::Library;
use super::other_sources::OtherSources;
use super::reply::{Answered, Refusal};
use super::schemes::{NamedScheme, Schemes, default_scheme};

/// All that is served.
pub(crate) struct Site {
    pub(crate) guard: Guard,
    /// `None` without games: the tour and the anatomy need none.
    pub(crate) library: Option<Library>,
    pub(crate) others: OtherSources,
    pub(crate) schemes: Schemes,
}

impl Site {
    /// The games.
    ///
    /// # Errors
    /// When none are served.
    pub(crate) fn library(&self) -> Answered<&Library> {
        let none = || {
            Refusal::missing(
                "no games are served: start `zobrist serve` with a file of games or an index",
            )
        };
        self.library.as_ref().ok_or_else(none)
    }

    /// The scheme of the games, or the usual one without games.
    pub(crate) fn scheme(&self) -> NamedScheme {
        self.schemes.name_of(&self.library.as_ref().map_or_else(default_scheme, Library::scheme))
    }
}
