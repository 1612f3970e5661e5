//! The results that the text of a game gives: in a tag and after its moves.

use shakmaty::Outcome;

use super::tag_lines::{TagLine, last, quoted};
use crate::game_start::is_unknown;
use crate::result_tag::result_of_tag;

/// The results of a game.
#[derive(Debug)]
pub(super) struct Results {
    /// The result that the tag means, and its value.
    tag: Option<(Outcome, Vec<u8>)>,
    /// Those after the moves.
    after: Vec<Outcome>,
    /// The ply after which they stand.
    ply: usize,
}

impl Results {
    pub(super) fn new(tags: &[TagLine<'_>]) -> Results {
        let value = last(tags, "Result");
        let meant = |value| result_of_tag(value).map_or(Outcome::Unknown, Outcome::Known);
        let tag = value.map(|value| (meant(value), value.to_owned()));
        Results { tag, after: Vec::new(), ply: 0 }
    }

    /// Takes a result after a ply.
    pub(super) fn add(&mut self, result: Outcome, ply: usize) {
        self.after.push(result);
        self.ply = ply;
    }

    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// Returns in what they differ.
    pub(super) fn detail(&self) -> Option<String> {
        let known = self.after.iter().find(|result| matches!(result, Outcome::Known(_)));
        let first = known.or(self.after.first());
        let mut details = Vec::new();
        match (&self.tag, first) {
            (Some((Outcome::Unknown, value)), _) if value != b"*" && !is_unknown(value) => {
                details.push(format!("the tag {} means no result", quoted(value)));
            }
            (Some((tag, _)), Some(after)) if tag != after => {
                details.push(format!("the tag says {tag}, the moves end with {after}"));
            }
            _ => {}
        }
        if let [first, rest @ ..] = &self.after[..]
            && !rest.is_empty()
        {
            let rest: Vec<String> = rest.iter().take(8).map(Outcome::to_string).collect();
            details.push(format!("after {first} comes {}", rest.join(", ")));
        }
        (!details.is_empty()).then(|| details.join("; "))
    }
}
