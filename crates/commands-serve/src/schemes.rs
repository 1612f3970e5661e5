//! The schemes of the anatomy.

use anyhow::{Result, bail};
use zobrist_chess::{AnyScheme, ComposedScheme, Scheme};
use zobrist_commands_input::schemes::{SchemeArgument, named_schemes};

use super::json_object::file_name;
use super::reply::{Answered, Refusal};

/// All schemes that the page can show: the built-in ones, then those of files.
pub(crate) struct Schemes(Vec<NamedScheme>);

/// A scheme and the name by which the page knows it.
#[derive(Clone)]
pub(crate) struct NamedScheme {
    pub(crate) name: String,
    pub(crate) scheme: ComposedScheme,
}

impl NamedScheme {
    /// A scheme by its own name.
    pub(crate) fn of(scheme: ComposedScheme) -> NamedScheme {
        NamedScheme { name: scheme.name().to_owned(), scheme }
    }
}

impl Schemes {
    /// Reads the files. One that describes a scheme that is there already adds nothing, and one
    /// whose name is taken has the name of its file.
    ///
    /// # Errors
    /// When one cannot be read, or both names of one are taken.
    pub(crate) fn read(files: &[SchemeArgument]) -> Result<Schemes> {
        let built_in = named_schemes().map(|scheme| NamedScheme::of(scheme.to_composed()));
        let mut schemes = Schemes(built_in.collect());
        for argument in files {
            // Built-in ones are there already.
            let SchemeArgument::File(path) = argument else { continue };
            let scheme = argument.read()?.to_composed();
            if schemes.by_fingerprint(&scheme).is_some() {
                continue;
            }
            let mut names = [scheme.name().to_owned(), file_name(path)].into_iter();
            let Some(name) = names.find(|name| !schemes.has(name)) else {
                bail!(
                    "{}: expected a name that no other scheme has, got {:?}: change `name` in the file",
                    path.display(),
                    scheme.name()
                );
            };
            schemes.0.push(NamedScheme { name, scheme });
        }
        Ok(schemes)
    }

    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|scheme| scheme.name == name)
    }

    /// Adds the scheme of the games, unless it is there.
    pub(crate) fn add(&mut self, scheme: &AnyScheme) {
        let scheme = scheme.to_composed();
        if self.by_fingerprint(&scheme).is_none() {
            let suffix = if self.has(scheme.name()) { " (of the games)" } else { "" };
            self.0.push(NamedScheme { name: format!("{}{suffix}", scheme.name()), scheme });
        }
    }

    /// The scheme of the games, as it is named here.
    pub(crate) fn name_of(&self, scheme: &AnyScheme) -> NamedScheme {
        let scheme = scheme.to_composed();
        self.by_fingerprint(&scheme).cloned().unwrap_or(NamedScheme::of(scheme))
    }

    fn by_fingerprint(&self, scheme: &ComposedScheme) -> Option<&NamedScheme> {
        self.0.iter().find(|other| other.scheme.fingerprint() == scheme.fingerprint())
    }

    pub(crate) fn all(&self) -> &[NamedScheme] {
        &self.0
    }

    /// The scheme of a name.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn named(&self, name: &str) -> Answered<&NamedScheme> {
        self.0.iter().find(|scheme| scheme.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.0.iter().map(|scheme| &*scheme.name).collect();
            Refusal::bad(format_args!(
                "expected a scheme of {}, got {name:?}: `zobrist serve --scheme FILE.toml` adds one",
                names.join(", ")
            ))
        })
    }
}

/// The scheme without games.
pub(crate) fn default_scheme() -> AnyScheme {
    AnyScheme::named("polyglot").expect("polyglot is built in")
}
