//! Parameters that several routes have: numbers in the path, and the scheme.

use shakmaty::variant::{Variant, VariantPosition};
use zobrist_chess::Scheme;
use zobrist_commands_input::schemes::check_variant;

use super::super::reply::{Answered, Refusal};
use super::super::schemes::NamedScheme;
use super::super::site::Site;

#[derive(clap::Args)]
pub(crate) struct SchemeName {
    #[arg(long)]
    scheme: Option<String>,
}

impl SchemeName {
    /// The scheme of the name; without a name that of the games, or for a variant that it lacks,
    /// `zobrist`.
    ///
    /// # Errors
    /// When there is no such scheme, or it lacks the variant.
    pub(crate) fn of(&self, site: &Site, position: &VariantPosition) -> Answered<NamedScheme> {
        let variant = position.variant();
        let Some(name) = &self.scheme else {
            let usual = site.scheme();
            return match variant == Variant::Chess || usual.scheme.chess_layout().has_variants() {
                true => Ok(usual),
                false => site.schemes.named("zobrist").cloned(),
            };
        };
        let named = site.schemes.named(name)?;
        check_variant(name, named.scheme.chess_layout(), variant).map_err(Refusal::bad)?;
        Ok(named.clone())
    }
}

/// The number of something, `of`, in a route.
///
/// # Errors
/// When there is no number.
pub(crate) fn route_number(text: &str, of: &str) -> Answered<usize> {
    let wrong = || Refusal::missing(format_args!("expected the number of {of}, got {text:?}"));
    text.parse().map_err(|_| wrong())
}
