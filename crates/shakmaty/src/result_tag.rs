//! The result of a game that gives it twice, in a tag and after the moves.

use shakmaty::{Color, KnownOutcome, Outcome};

use crate::pgn::is_dash;

/// The result of a game: that of the `Result` tag or, if there is none or it means none, the first
/// known one after the moves.
///
/// A tag means a result as `1-0`, `0-1` and `1/2-1/2`, with any dash or a colon, with `½`, `0.5` or
/// `.5` for a half, as `1/2` or `½` alone, as `+-`, `-+` and `=`, as `draw`, and with words after
/// it, as in `1-0 FF`.
///
/// ```
/// use shakmaty::Outcome;
/// use zobrist_shakmaty::GameResultTag;
///
/// let mut result = GameResultTag::default();
/// result.tag(b"*");
/// result.end(Outcome::from_ascii(b"1-0").unwrap());
/// assert_eq!(result.result().to_string(), "1-0");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameResultTag {
    tag: Option<Outcome>,
    end: Option<Outcome>,
}

impl GameResultTag {
    /// Takes the value of the `Result` tag.
    pub fn tag(&mut self, value: &[u8]) {
        self.tag = result_of_tag(value).map(Outcome::Known);
    }

    /// Takes the result after the moves.
    pub fn end(&mut self, result: Outcome) {
        if !matches!(self.end, Some(Outcome::Known(_))) {
            self.end = Some(result);
        }
    }

    /// Returns the first known result after the moves, or else the first; `None` if there is none.
    #[must_use]
    pub fn after_moves(&self) -> Option<Outcome> {
        self.end
    }

    /// Returns the result of the tag and that after the moves, if both are known and differ.
    #[must_use]
    pub fn contradiction(&self) -> Option<(KnownOutcome, KnownOutcome)> {
        match (self.tag, self.end) {
            (Some(Outcome::Known(tag)), Some(Outcome::Known(end))) if tag != end => {
                Some((tag, end))
            }
            _ => None,
        }
    }

    /// Returns the result of the game.
    #[must_use]
    pub fn result(&self) -> Outcome {
        self.tag.or(self.end).unwrap_or(Outcome::Unknown)
    }
}

/// The result that the value of a tag means.
pub(crate) fn result_of_tag(value: &[u8]) -> Option<KnownOutcome> {
    // Most are of one of these.
    match value {
        b"1-0" => return Some(KnownOutcome::Decisive { winner: Color::White }),
        b"0-1" => return Some(KnownOutcome::Decisive { winner: Color::Black }),
        b"1/2-1/2" => return Some(KnownOutcome::Draw),
        b"*" => return None,
        _ => {}
    }
    spelled_result(value)
}

#[cold]
fn spelled_result(value: &[u8]) -> Option<KnownOutcome> {
    // `½` may be that of Latin-1.
    let text = match str::from_utf8(value) {
        Ok(text) => text.to_owned(),
        Err(_) => value.iter().map(|byte| char::from(*byte)).collect(),
    };
    let word = text.split_whitespace().next()?.to_lowercase().replace('\u{bd}', "1/2");
    let word = word.replace(|letter| letter == ':' || is_dash(letter), "-").replace("0.5", "1/2");
    Some(match word.replace(".5", "1/2").as_str() {
        "1-0" | "+-" => KnownOutcome::Decisive { winner: Color::White },
        "0-1" | "-+" => KnownOutcome::Decisive { winner: Color::Black },
        "1/2-1/2" | "1/2" | "=" | "draw" => KnownOutcome::Draw,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_counts_if_it_means_a_result() {
        let of = |tag: &[u8], end: &str| {
            let mut result = GameResultTag::default();
            result.tag(tag);
            result.end(Outcome::from_ascii(end.as_bytes()).unwrap());
            result.result().to_string()
        };
        for (tags, expected) in [
            (&["1-0", "1\u{2013}0", "1:0", "+-", "1-0 FF", " 1-0 ", "+\u{2212}"][..], "1-0"),
            (&["0-1", "0\u{2212}1", "0:1", "-+", "0-1 (time)"], "0-1"),
            (
                &[
                    "1/2-1/2",
                    "1/2-1/2 ",
                    "1/2",
                    "\u{bd}",
                    "\u{bd}-\u{bd}",
                    "\u{bd}:\u{bd}",
                    "0.5-0.5",
                    ".5-.5",
                    "=",
                    "draw",
                    "Draw",
                    "DRAW by agreement",
                ],
                "1/2-1/2",
            ),
        ] {
            for tag in tags {
                assert_eq!(of(tag.as_bytes(), "*"), expected, "{tag}");
            }
        }
        assert_eq!(of(b"\xbd-\xbd", "*"), "1/2-1/2");
        for tag in ["*", "", "?", "1", "0-0", "1-1", "White", "1/2-0", "0.25"] {
            assert_eq!(of(tag.as_bytes(), "0-1"), "0-1", "{tag}");
        }
        assert_eq!(of(b"1-0", "0-1"), "1-0");
    }

    #[test]
    fn known_results_that_differ_contradict() {
        for (tag, ends, expected) in [
            ("1-0", &["0-1"][..], true),
            ("1:0", &["*", "1/2-1/2"], true),
            ("1:0", &["1-0", "0-1"], false),
            ("1-0", &["*"], false),
            ("1-0", &[], false),
            ("*", &["0-1"], false),
        ] {
            let mut result = GameResultTag::default();
            result.tag(tag.as_bytes());
            ends.iter().for_each(|end| result.end(Outcome::from_ascii(end.as_bytes()).unwrap()));
            assert_eq!(result.contradiction().is_some(), expected, "{tag} {ends:?}");
        }
    }
}
