//! The schemes of the anatomy.

use anyhow::{Result, bail};
use zobrist_chess::{AnyScheme, ComposedScheme, Scheme};

use super::file_name::file_name;
use super::reply::{Answered, Refusal};
use crate::schemes::{SchemeArgument, named_schemes};

/// All schemes that the page can show: the built-in ones, then those of files.
pub struct Schemes(Vec<NamedScheme>);

/// A scheme and the name by which the page knows it.
#[derive(Clone)]
pub struct NamedScheme {
    pub name: String,
    pub scheme: ComposedScheme,
}

impl NamedScheme {
    /// A scheme by its own name.
    pub fn of(scheme: ComposedScheme) -> NamedScheme {
        NamedScheme { name: scheme.name().to_owned(), scheme }
    }
}

impl Schemes {
    /// Reads the files. One that describes a scheme that is there already adds nothing, and one whose name
    /// is taken has the name of its file.
    ///
    /// # Errors
    /// When one cannot be read, or both names of one are taken.
    pub fn read(files: &[SchemeArgument]) -> Result<Schemes> {
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
    pub fn add(&mut self, scheme: &AnyScheme) {
        let scheme = scheme.to_composed();
        if self.by_fingerprint(&scheme).is_none() {
            let suffix = if self.has(scheme.name()) { " (of the games)" } else { "" };
            self.0.push(NamedScheme { name: format!("{}{suffix}", scheme.name()), scheme });
        }
    }

    /// The scheme of the games, as it is named here.
    pub fn name_of(&self, scheme: &AnyScheme) -> NamedScheme {
        let scheme = scheme.to_composed();
        self.by_fingerprint(&scheme).cloned().unwrap_or(NamedScheme::of(scheme))
    }

    fn by_fingerprint(&self, scheme: &ComposedScheme) -> Option<&NamedScheme> {
        self.0.iter().find(|other| other.scheme.fingerprint() == scheme.fingerprint())
    }

    pub fn all(&self) -> &[NamedScheme] {
        &self.0
    }

    /// The scheme of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(&self, name: &str) -> Answered<&NamedScheme> {
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
pub fn default_scheme() -> AnyScheme {
    AnyScheme::named("polyglot").expect("polyglot is built in")
}
