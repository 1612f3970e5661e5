//! The tags that decide the first position of a game, and their places in its text.

use std::ops::Range;

use zobrist::Changes;
use zobrist_chess::Scheme;

use super::error::PgnError;
use super::tag::Tag;
use crate::game_error::GameError;
use crate::game_start::{GameOptions, StartTags, Started, start_game};

/// The last start tag of each name, and the place of its value.
#[derive(Default)]
pub(super) struct LocatedStartTags {
    tags: StartTags,
    variant: Option<Range<usize>>,
    fen: Option<Range<usize>>,
}

impl LocatedStartTags {
    /// Adds a tag, with its canonical name and its value without escapes, if it is a start tag.
    pub(super) fn add(&mut self, name: &[u8], tag: &Tag<'_>, value: &[u8]) {
        let (text, place) = match name {
            b"Variant" => (&mut self.tags.variant, &mut self.variant),
            b"FEN" => (&mut self.tags.fen, &mut self.fen),
            _ => return,
        };
        *text = Some(value.to_owned());
        *place = Some(tag.value_offset..tag.value_offset + tag.raw.len());
    }

    /// Sets up the first position. An error has the place of the tag at fault, or `default` if no
    /// tag is.
    pub(super) fn start_game<S: Scheme, C: Changes>(
        &self,
        scheme: &S,
        options: GameOptions,
        changes: C,
        default: usize,
    ) -> Result<Started<S, C>, PgnError> {
        start_game(scheme, &self.tags, options, changes).map_err(|error| {
            let (value, column) = match &error {
                GameError::Fen(error) => (&self.fen, error.column()),
                _ => (&self.variant, None),
            };
            // Escapes make the text longer than the value: the place of a column may be too early.
            let place = |value: &Range<usize>| value.end.min(value.start + column.unwrap_or(1) - 1);
            PgnError::new(value.as_ref().map_or(default, place), 0, error)
        })
    }
}
