//! Players, result and rules of a game, as its first node has them.

use serde::Serialize;
use zobrist_go_games::charset::decode;
use zobrist_go_games::read::Game;

/// Longest text of the first node that is served, in characters.
const MAX_CHARS: usize = 200;

/// Texts of the first node. A text that is missing or empty is `None`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Header {
    pub(super) black: Option<String>,
    black_rank: Option<String>,
    pub(super) white: Option<String>,
    white_rank: Option<String>,
    pub(super) result: Option<String>,
    pub(super) date: Option<String>,
    event: Option<String>,
    rules: Option<String>,
    komi: Option<String>,
}

impl Header {
    pub(super) fn of(game: &Game<'_>) -> Header {
        let property = |name| game.entry.property(name);
        let text = |name| property(name).and_then(|value| one_line(&decode(game.encoding, &value)));
        Header {
            black: text("PB"),
            black_rank: text("BR"),
            white: text("PW"),
            white_rank: text("WR"),
            result: text("RE"),
            date: text("DT"),
            event: text("EV"),
            rules: text("RU"),
            komi: text("KM"),
        }
    }
}

/// A text on one line, and cut off if it is long. `None` if it is empty.
fn one_line(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|w| !w.is_empty())
        .collect();
    let text = words.join(" ");
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => Some(format!("{}…", &text[..end])),
        None => (!text.is_empty()).then_some(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_short_and_on_one_line() {
        assert_eq!(one_line(" Lee\r\n Sedol\x1b[31m ").unwrap(), "Lee Sedol [31m");
        assert_eq!(one_line(" \n"), None);
        let long = one_line(&"é".repeat(MAX_CHARS + 1)).unwrap();
        assert_eq!(long, "é".repeat(MAX_CHARS) + "…");
    }
}
