//! Layouts of kinds that files name: those of a TOML file, for the keys of any game, and those of
//! exports.

use std::fmt::Display;
use std::fs::File;
use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use zobrist::{Layout, MAX_KINDS, MAX_NAME};
use zobrist_input::{Context, Place, Result, error, whole};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    kind: Vec<KindDescription>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KindDescription {
    name: Spanned<String>,
    size: Spanned<usize>,
}

/// Reads a layout from a TOML file of at most `limit` bytes, which has a table `[[kind]]` for each
/// kind of features.
///
/// # Errors
/// When it cannot be read, or describes no layout.
pub fn read_layout(path: &Path, limit: u64) -> Result<Layout> {
    let file = path.to_string_lossy();
    let text = File::open(path).and_then(|file| whole::text(file, limit));
    described(&file, &text.with_context(|| format!("cannot read {file}"))?)
}

/// True if a text describes a layout.
pub(crate) fn is_layout(text: &str) -> bool {
    let fields = toml::from_str::<toml::Table>(text);
    fields.is_ok_and(|fields| fields.get("kind").is_some_and(toml::Value::is_array))
}

/// True if a text describes a scheme, or is meant to.
fn is_scheme(text: &str) -> bool {
    let fields = toml::from_str::<toml::Table>(text);
    fields.is_ok_and(|fields| fields.contains_key("layout") && !fields.contains_key("kind"))
}

/// Parses a layout in TOML.
fn described(file: &str, text: &str) -> Result<Layout> {
    let place = Place::new(file, text.as_bytes());
    let wrong = |span: Range<usize>, reason: &dyn Display| place.error(span.start, reason);
    let description: Description = toml::from_str(text).map_err(|error| {
        if is_scheme(text) {
            return error!(
                "{file}: expected a layout, with a table `[[kind]]` for each kind of features, got a \
                 scheme"
            )
            .with_advice("name it by --source, which takes its layout, too");
        }
        let reason = format!(
            "expected a table `[[kind]]` with `name` and `size` for each kind of features: {}",
            error.message()
        );
        wrong(error.span().unwrap_or_default(), &reason)
    })?;
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    let mut total = 0_usize;
    for KindDescription { name, size } in &description.kind {
        let (name, at) = (name.get_ref().as_str(), name.span());
        if !is_name(name) {
            let reason = format!(
                "expected a name such as `piece` or `en-passant` (words of a-z and 0-9, each \
                 beginning with a letter, joined by `-`), got {name:?}"
            );
            return Err(wrong(at, &reason));
        }
        if name.len() > MAX_NAME {
            let reason = format!("expected a name of at most {MAX_NAME} characters, got {name:?}");
            return Err(wrong(at, &reason));
        }
        if kinds.iter().any(|(earlier, _)| *earlier == name) {
            return Err(wrong(at, &format!("the kind `{name}` appears twice")));
        }
        let features = *size.get_ref();
        total = total.saturating_add(features);
        if features == 0 || total > MAX_FEATURES {
            let reason = format!(
                "expected a size from 1, and at most {MAX_FEATURES} features in all, got {features}"
            );
            return Err(wrong(size.span(), &reason));
        }
        if kinds.len() == MAX_KINDS {
            return Err(wrong(at, &format!("expected at most {MAX_KINDS} kinds, got more")));
        }
        kinds.push((name, features));
    }
    of_kinds(&kinds).with_context(|| format!("{file}: expected a table `[[kind]]`, got none"))
}

/// Maximum number of features: the capacity of a code. It bounds memory.
pub(crate) const MAX_FEATURES: usize = 1 << 24;

/// A kind of a layout in an exported file.
#[derive(Deserialize)]
pub(crate) struct KindSize {
    pub(crate) name: String,
    pub(crate) size: usize,
}

/// The layout of kinds that were read from a file, if it is well-formed.
pub(crate) fn of_sizes(kinds: Vec<KindSize>) -> Option<Layout> {
    let mut names = std::collections::HashSet::new();
    let sound = kinds
        .iter()
        .all(|kind| is_short_name(&kind.name) && kind.size > 0 && names.insert(kind.name.as_str()));
    let total = kinds.iter().try_fold(0_usize, |total, kind| total.checked_add(kind.size));
    if !sound || total.is_none_or(|total| total > MAX_FEATURES) {
        return None;
    }
    of_kinds(&kinds.iter().map(|kind| (kind.name.as_str(), kind.size)).collect::<Vec<_>>())
}

/// The layout of kinds that are known at run time; `None` if there are none or too many.
fn of_kinds(kinds: &[(&str, usize)]) -> Option<Layout> {
    (1..=MAX_KINDS).contains(&kinds.len()).then(|| Layout::of(kinds))
}

fn is_short_name(name: &str) -> bool {
    name.len() <= MAX_NAME && is_name(name)
}

/// True for names that become different identifiers in all languages of `keys export`.
pub(crate) fn is_name(name: &str) -> bool {
    name.split('-').all(|word| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    })
}
