//! The first position of a game, from its tags.

use std::ops::Range;

use zobrist::Changes;
use zobrist_chess::Scheme;

use super::fault::Fault;
use super::tag::Tag;
use crate::game_error::GameError;
use crate::set_up::{Begun, GameOptions, SetUp, begin};

/// The tags that decide the first position, the last of each name, and where their values are.
#[derive(Default)]
pub(super) struct Start {
    tags: SetUp,
    variant: Option<Range<usize>>,
    fen: Option<Range<usize>>,
}

impl Start {
    pub fn add(&mut self, tag: &Tag<'_>, value: &[u8]) {
        let (text, place) = match tag.name {
            b"Variant" => (&mut self.tags.variant, &mut self.variant),
            b"FEN" => (&mut self.tags.fen, &mut self.fen),
            _ => return,
        };
        *text = Some(value.to_owned());
        *place = Some(tag.value_offset..tag.value_offset + tag.raw.len());
    }

    /// The game at its first position. Without a tag that is at fault, the fault is at `at`.
    pub fn game<S: Scheme, C: Changes>(
        &self,
        options: GameOptions,
        changes: C,
        at: usize,
    ) -> Result<Begun<S, C>, Fault> {
        begin(&self.tags, options, changes).map_err(|error| {
            let (value, column) = match &error {
                GameError::Fen(error) => (&self.fen, error.column()),
                _ => (&self.variant, None),
            };
            // The columns of a value with escapes are before their places in the text.
            let place = |value: &Range<usize>| value.end.min(value.start + column.unwrap_or(1) - 1);
            Fault::at(value.as_ref().map_or(at, place), 0, error)
        })
    }
}
