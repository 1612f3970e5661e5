//! Layouts of kinds of features that a file names.

use serde::Deserialize;
use zobrist::{Layout, MAX_KINDS};

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
        .all(|kind| is_name(&kind.name) && kind.size > 0 && names.insert(kind.name.as_str()));
    let total = kinds.iter().try_fold(0_usize, |total, kind| total.checked_add(kind.size));
    if !sound || total.is_none_or(|total| total > MAX_FEATURES) {
        return None;
    }
    of_kinds(kinds.iter().map(|kind| (kind.name.as_str(), kind.size)))
}

/// The layout of kinds that are known at run time; `None` if there are none or too many. The names live
/// as long as the program.
pub(crate) fn of_kinds<'a>(kinds: impl IntoIterator<Item = (&'a str, usize)>) -> Option<Layout> {
    let kinds = kinds.into_iter().map(|(name, size)| (&*Box::leak(name.into()), size));
    let kinds: Vec<(&'static str, usize)> = kinds.collect();
    (1..=MAX_KINDS).contains(&kinds.len()).then(|| Layout::of(&kinds))
}

/// True for names that become different identifiers in all languages of `keys export`.
pub(crate) fn is_name(name: &str) -> bool {
    name.split('-').all(|word| {
        word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    })
}
