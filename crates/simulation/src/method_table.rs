//! The table `[method]`: what a step is.

use std::fmt::{self, Display};

use serde::Deserialize;
use toml::Spanned;
use zobrist_input::{Place, Result};

/// The table `[method]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MethodTable {
    kind: Spanned<String>,
}

/// The kind of step of a simulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// The jump of a vacancy, which takes time.
    #[default]
    Kinetic,
    /// An exchange of two atoms that is tried; there is no time.
    Metropolis,
}

impl Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Method::Kinetic => "kinetic",
            Method::Metropolis => "metropolis",
        })
    }
}

impl MethodTable {
    /// # Errors
    /// When there is no such method.
    pub(crate) fn checked(&self, place: Place<'_>) -> Result<Method> {
        match self.kind.get_ref().as_str() {
            "kinetic" => Ok(Method::Kinetic),
            "metropolis" => Ok(Method::Metropolis),
            got => {
                let reason = format!("`kind`: expected \"kinetic\" or \"metropolis\", got {got:?}");
                Err(place.error(self.kind.span().start, reason))
            }
        }
    }
}
