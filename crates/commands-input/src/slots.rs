//! States of a scheme of slots as text: slots by number or by name.

use std::collections::HashMap;

use zobrist_console::message::quote;
use zobrist_game_text::{did_you_mean, most_similar};
use zobrist_key_lists::SlotScheme;

/// Reads slots by number or by name.
#[derive(Debug)]
pub struct SlotReader<'a> {
    scheme: &'a SlotScheme,
    by_name: HashMap<&'a str, usize>,
}

/// Separators of slots.
const SEPARATORS: [char; 3] = [' ', '\t', ','];

impl<'a> SlotReader<'a> {
    /// The reader of the slots of a scheme.
    #[must_use]
    pub fn new(scheme: &'a SlotScheme) -> SlotReader<'a> {
        let names = scheme.names().iter().map(String::as_str);
        SlotReader { scheme, by_name: names.zip(0..).collect() }
    }

    /// Reads slots, which spaces, tabs or commas separate, in any order; returns them ascending.
    /// `offset` is the number of bytes before them in the line, for errors.
    ///
    /// # Errors
    /// When a word is no slot, or a slot appears twice.
    pub fn read(&self, text: &str, offset: usize) -> Result<Vec<usize>, String> {
        let mut slots = Vec::new();
        let mut at = offset;
        for word in text.split(SEPARATORS) {
            if !word.is_empty() {
                let slot =
                    self.slot(word).map_err(|error| format!("column {}: {error}", at + 1))?;
                slots.push((slot, at, word));
            }
            at += word.len() + 1;
        }
        slots.sort_unstable();
        if let Some(two) = slots.windows(2).find(|two| two[0].0 == two[1].0) {
            let (_, at, word) = two[1];
            let word = quote(word);
            return Err(format!("column {}: expected each slot once, got {word} again", at + 1));
        }
        Ok(slots.into_iter().map(|(slot, _, _)| slot).collect())
    }

    /// The slot of a word.
    fn slot(&self, word: &str) -> Result<usize, String> {
        let count = self.scheme.keys().len();
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let slot = word.parse().ok().filter(|slot| *slot < count);
            let last = count - 1;
            return slot
                .ok_or_else(|| format!("expected a slot from 0 to {last}, got {}", quote(word)));
        }
        self.by_name.get(word).copied().ok_or_else(|| match self.by_name.is_empty() {
            true => format!("expected the number of a slot, got {}", quote(word)),
            false => {
                let names = self.scheme.names().iter().map(String::as_str);
                let like = most_similar(word, names).map(|name| format!("`{name}`"));
                format!(
                    "expected the number or the name of a slot, got {}{}",
                    quote(word),
                    did_you_mean(like.as_slice())
                )
            }
        })
    }
}

/// The text of a state: its slots by name, or by number if they have no names.
#[must_use]
pub fn text_of(scheme: &SlotScheme, slots: impl IntoIterator<Item = usize>) -> String {
    let word =
        |slot: usize| scheme.names().get(slot).map_or_else(|| slot.to_string(), String::clone);
    slots.into_iter().map(word).collect::<Vec<_>>().join(" ")
}
