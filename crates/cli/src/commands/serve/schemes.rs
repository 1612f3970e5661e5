//! The schemes of the anatomy.

use anyhow::{Result, bail};
use zobrist_chess::{AnyScheme, ComposedScheme, Scheme};

use super::reply::{Answered, Refusal};
use crate::schemes::{SchemeArgument, named_schemes};

/// All schemes that the page can show: the built-in ones, then those of files.
pub struct Schemes(Vec<ComposedScheme>);

impl Schemes {
    /// Reads the files.
    ///
    /// # Errors
    /// When one cannot be read, or two schemes have the same name.
    pub fn read(files: &[SchemeArgument]) -> Result<Schemes> {
        let mut all: Vec<ComposedScheme> =
            named_schemes().map(|scheme| scheme.to_composed()).collect();
        for file in files {
            let scheme = file.read()?.to_composed();
            match (file, all.iter().any(|other| other.name() == scheme.name())) {
                // It is there already.
                (SchemeArgument::BuiltIn(_), _) => {}
                (SchemeArgument::File(path), true) => bail!(
                    "{}: expected a name that no other scheme has, got {:?}: change `name` in the file",
                    path.display(),
                    scheme.name()
                ),
                (SchemeArgument::File(_), false) => all.push(scheme),
            }
        }
        Ok(Schemes(all))
    }

    pub fn all(&self) -> &[ComposedScheme] {
        &self.0
    }

    /// The scheme of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(&self, name: &str) -> Answered<&ComposedScheme> {
        self.0.iter().find(|scheme| scheme.name() == name).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(Scheme::name).collect();
            Refusal::bad(format_args!(
                "expected a scheme of {}, got {name:?}: `zobrist serve --scheme FILE.toml` adds one",
                names.join(", ")
            ))
        })
    }
}

/// The scheme without games.
pub fn default_scheme() -> AnyScheme {
    AnyScheme::named("polyglot").expect("polyglot is built in")
}
