//! Tags that a game has more than once.

use std::collections::HashMap;

use super::tag_lines::{TagLine, excerpt, joined};

/// Returns the names that more than one tag has, whatever their case, in the order of the game.
pub(super) fn check(tags: &[TagLine<'_>]) -> Option<String> {
    // The number of tags of each name, and the first of them.
    let mut numbers: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut names: Vec<(&[u8], u64)> = Vec::new();
    for line in tags {
        let number = *numbers.entry(line.name.to_ascii_lowercase()).or_insert_with(|| {
            names.push((line.name, 0));
            names.len() - 1
        });
        names[number].1 += 1;
    }
    let names = names.into_iter().filter(|(_, count)| *count > 1);
    joined(names.map(|(name, count)| format!("{} {count} times", excerpt(name))), ", ")
}
