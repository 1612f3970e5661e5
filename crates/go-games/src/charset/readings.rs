//! A game as it reads by each way to tell the ends of its values.

use zobrist_go::sgf::{Charset, Unread};

use super::bytes::has_split_values;

/// A game as read in each charset, `None` where it is not SGF; empty if the charset does not
/// matter.
pub(crate) struct Readings<'a>(Vec<(Charset, Reading<'a>)>);

/// The text of a game, and the number of its values that seem to hide others.
type Reading<'a> = Option<(&'a [u8], usize)>;

impl<'a> Readings<'a> {
    pub(crate) fn of(game: &Unread<'a>) -> Readings<'a> {
        if !has_split_values(game.text) {
            return Readings(Vec::new());
        }
        let read = |charset| {
            let read = game.read_in(charset).map(|game| {
                let properties = game.record.nodes().flat_map(|node| node.properties.iter());
                let values = properties.flat_map(|property| property.values());
                let hidden = values.map(|value| hidden_ends(value.raw)).sum();
                (game.text, hidden)
            });
            (charset, read)
        };
        Readings([Charset::Plain, Charset::Double, Charset::ShiftJis].map(read).into())
    }

    fn by(&self, charset: Charset) -> Reading<'a> {
        self.0.iter().find(|(by, _)| *by == charset)?.1
    }

    /// The number of ends of values that are hidden if the game is read by a charset; more than any
    /// number if it cannot be read, and 0 if the charset does not matter.
    pub(crate) fn hidden(&self, charset: Charset) -> usize {
        let unread = if self.0.is_empty() { 0 } else { usize::MAX };
        self.by(charset).map_or(unread, |(_, hidden)| hidden)
    }

    /// The text of the game by a charset, if it was read so.
    pub(crate) fn text(&self, charset: Charset) -> Option<&'a [u8]> {
        self.by(charset).map(|(text, _)| text)
    }

    /// The text of the game where least is hidden.
    pub(crate) fn likely_text(&self) -> Option<&'a [u8]> {
        let read = self.0.iter().filter_map(|(_, read)| *read);
        read.min_by_key(|(_, hidden)| *hidden).map(|(text, _)| text)
    }

    /// True if the game can be read by some charset, and not by this one.
    pub(crate) fn contradict(&self, charset: Charset) -> bool {
        self.likely_text().is_some() && self.by(charset).is_none()
    }
}

/// Returns the number of brackets in a value that look like its end: the next property follows,
/// maybe in another node.
fn hidden_ends(value: &[u8]) -> usize {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b";()".contains(byte);
    let is_end = |at: &usize| {
        let after = &value[at + 1..];
        let name = after.iter().position(|byte| !is_between(byte)).map_or(after, |at| &after[at..]);
        let letters = name.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
        value[*at] == b']' && (1..3).contains(&letters) && name.get(letters) == Some(&b'[')
    };
    (0..value.len()).filter(is_end).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_before_properties_are_hidden_ends() {
        for (value, hidden) in [
            ("", 0),
            ("]", 0),
            ("a [note] here", 0),
            ("see B[aa]", 0),
            ("x];W[ec", 1),
            ("x]PW[b]KM[1", 2),
            ("x])\n(;GM[1", 1),
            ("x]ABC[1", 0),
            ("x];", 0),
        ] {
            assert_eq!(hidden_ends(value.as_bytes()), hidden, "{value}");
        }
    }
}
