//! The result of a game that gives it twice, in a tag and after the moves.

use shakmaty::Outcome;

/// The result of a game: that of the `Result` tag or, if there is none or it is `*`, the first
/// known one after the moves. A tag of any other text makes it unknown.
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
        self.tag = match value {
            b"*" => None,
            value => Some(Outcome::from_ascii(value).unwrap_or(Outcome::Unknown)),
        };
    }

    /// Takes the result after the moves.
    pub fn end(&mut self, result: Outcome) {
        if !matches!(self.end, Some(Outcome::Known(_))) {
            self.end = Some(result);
        }
    }

    /// Returns the result of the game.
    pub fn result(&self) -> Outcome {
        self.tag.or(self.end).unwrap_or(Outcome::Unknown)
    }
}
