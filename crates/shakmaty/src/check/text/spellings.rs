//! The spellings of a game that are not those of the standard.

/// The most spellings of a game that are named.
const NAMED: usize = 8;

/// Different spellings, in the order of the game.
#[derive(Debug, Default)]
pub(super) struct Spellings {
    /// The ply of the first.
    first: Option<usize>,
    named: Vec<String>,
    /// The number of the others, those that come again among them.
    more: usize,
}

impl Spellings {
    /// Adds what is written at a ply.
    pub(super) fn add(&mut self, ply: usize, what: String) {
        self.first.get_or_insert(ply);
        if self.named.contains(&what) {
            return;
        }
        if self.named.len() < NAMED {
            self.named.push(what);
        } else {
            self.more += 1;
        }
    }

    pub(super) fn ply(&self) -> usize {
        self.first.unwrap_or(0)
    }

    pub(super) fn detail(&self) -> Option<String> {
        self.first?;
        let more = if self.more > 0 { format!("; {} more", self.more) } else { String::new() };
        Some(self.named.join("; ") + &more)
    }
}
