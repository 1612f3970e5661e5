//! Explains in words why all conditions of a filter together leave nothing: the number of games
//! that each leaves alone.

use anyhow::Result;
use zobrist_index::{Condition, Filter, Index, NearestNames};
use zobrist_input::counted;

/// `carlsen leaves 12 games, since 2050 leaves 0 games`.
pub(crate) fn conditions_in_words(by_condition: &[(String, u64)]) -> String {
    let words = |(condition, games): &(String, u64)| {
        format!("{condition} leaves {}", counted(games, "game", "games"))
    };
    let words: Vec<String> = by_condition.iter().map(words).collect();
    words.join(", ")
}

/// The most names that are offered for one that was asked for.
const MAX_NAMES: usize = 5;

/// For each name that was asked for and that no game of some indexes has, the nearest names of
/// these, in a sentence:
/// `no player fits "kasparow"; the nearest names are "Kasparov, Garry" and "Kasparov,G"`. Only
/// conditions that leave no game by themselves are looked at.
///
/// Cost: reads the columns of the names of all games.
///
/// # Errors
/// When an index cannot be read.
pub(crate) fn nearest_names(
    filter: &Filter,
    by_condition: &[(String, u64)],
    indexes: &[&Index],
) -> Result<Vec<String>> {
    let leaves_none = |condition: &Condition| {
        let words = filter.words(*condition);
        by_condition.iter().any(|(same, games)| *games == 0 && *same == words)
    };
    let conditions: Vec<Condition> = filter.conditions().filter(leaves_none).collect();
    if conditions.is_empty() {
        return Ok(Vec::new());
    }
    let mut nearest = NearestNames::of(filter, &conditions, MAX_NAMES);
    for index in indexes {
        index.nearest_names(&mut nearest)?;
    }
    let near = nearest.unmet().filter(|(.., names)| !names.is_empty());
    Ok(near.map(|(condition, asked, names)| sentence(condition, asked.as_str(), &names)).collect())
}

fn sentence(condition: Condition, asked: &str, names: &[&str]) -> String {
    let of = if condition == Condition::Event { "event" } else { "player" };
    let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    let nearest = match names.as_slice() {
        [name] => format!("name is {name}"),
        [first @ .., last] => format!("names are {} and {last}", first.join(", ")),
        [] => "names are none".to_owned(),
    };
    format!("no {of} fits \"{asked}\"; the nearest {nearest}")
}
