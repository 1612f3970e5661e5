//! The content of the site.

use hyper::StatusCode;

use super::engine::Engine;
use super::guard::Guard;
use super::library::Library;
use super::other_sources::OtherSources;
use super::reply::{Answered, Refusal};
use super::schemes::{NamedScheme, Schemes, default_scheme};
use super::source_list::{Indexing, SourceList};
use super::upload_place::Uploads;

/// All that is served.
pub(crate) struct Site {
    pub(crate) guard: Guard,
    /// The token of the page.
    pub(crate) token: String,
    /// It may be empty: the tour and the anatomy need no games.
    pub(crate) library: Library,
    pub(crate) list: SourceList,
    pub(crate) indexing: Indexing,
    pub(crate) uploads: Uploads,
    pub(crate) engine: Option<Engine>,
    pub(crate) others: OtherSources,
    pub(crate) schemes: Schemes,
}

impl Site {
    /// The games.
    ///
    /// # Errors
    /// When none are served, or none are ready.
    pub(crate) fn library(&self) -> Answered<&Library> {
        if !self.library.is_empty() {
            return Ok(&self.library);
        }
        if self.list.has_pending() {
            return Err(Refusal::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "the games are being indexed: ask again later; /api/source has the progress",
            ));
        }
        Err(Refusal::missing(
            "no games are served: start `zobrist serve` with a file of games or an index",
        ))
    }

    /// The scheme of the games, or the usual one without games.
    pub(crate) fn scheme(&self) -> NamedScheme {
        let of_files = || self.list.has_pending().then(|| self.library.scheme_of_files());
        let scheme = self.library.scheme_of_games().or_else(of_files);
        self.schemes.name_of(&scheme.unwrap_or_else(default_scheme))
    }
}

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").finish_non_exhaustive()
    }
}
