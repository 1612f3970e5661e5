//! The scheme that a request names.

use shakmaty::variant::{Variant, VariantPosition};
use zobrist_chess::Scheme;

use super::super::reply::{Answered, Refusal};
use super::super::schemes::NamedScheme;
use super::super::site::Site;
use crate::schemes::check_variant;

#[derive(clap::Args)]
pub struct SchemeName {
    #[arg(long)]
    scheme: Option<String>,
}

impl SchemeName {
    /// The scheme of the name; without a name that of the games, or for a variant that it lacks, `zobrist`.
    ///
    /// # Errors
    /// When there is no such scheme, or it lacks the variant.
    pub fn of(&self, site: &Site, position: &VariantPosition) -> Answered<NamedScheme> {
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
