//! Suggestions for words that are misspelt. clap makes those for commands, options and their
//! values; these are for words that may also be something else, such as the name of a file.

/// Similarity, from 0 to 1, from which on a name is suggested. Below, words of other meanings are.
const SIMILAR: f64 = 0.9;

/// The end of an error that names what may have been meant; empty without a name.
#[must_use]
pub fn did_you_mean(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        [first @ .., last] => format!("; did you mean {} or {last}?", first.join(", ")),
    }
}

/// The name that is most similar to a word, if one is similar.
pub fn most_similar<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let rated = names.into_iter().map(|name| (strsim::jaro(&word, name), name));
    let similar = rated.filter(|(similarity, _)| *similarity > SIMILAR);
    similar.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_misspelt_have_a_similar_name() {
        let names = ["polyglot", "fide", "fen", "splitmix64", "stockfish", "stockfish-15.1"];
        let similar = |word| most_similar(word, names);
        assert_eq!(similar("polygot"), Some("polyglot"));
        assert_eq!(similar("Polyglot"), Some("polyglot"));
        assert_eq!(similar("fdie"), Some("fide"));
        assert_eq!(similar("splitmix"), Some("splitmix64"));
        assert_eq!(similar("stokfish"), Some("stockfish"));
        for word in ["", "keys.hex", "my-engine.h", "games.pgn", "zobrist.json"] {
            assert_eq!(similar(word), None, "{word}");
        }
    }

    #[test]
    fn names_are_joined() {
        let hint = |names: &[&str]| {
            did_you_mean(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(hint(&[]), "");
        assert_eq!(hint(&["a"]), "; did you mean a?");
        assert_eq!(hint(&["a", "b", "c"]), "; did you mean a, b or c?");
    }
}
