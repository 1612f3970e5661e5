//! What each condition of a filter leaves by itself, in words: why all of them leave nothing.

use zobrist_files::counted;

/// `carlsen leaves 12 games, since 2050 leaves 0 games`.
pub fn conditions_in_words(by_condition: &[(String, u64)]) -> String {
    let words = |(condition, games): &(String, u64)| {
        format!("{condition} leaves {}", counted(games, "game", "games"))
    };
    let words: Vec<String> = by_condition.iter().map(words).collect();
    words.join(", ")
}
