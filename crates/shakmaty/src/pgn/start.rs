//! The first position of a game, from its tags.

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
    variant_offset: Option<usize>,
    fen_offset: Option<usize>,
}

impl Start {
    pub fn add(&mut self, tag: &Tag<'_>, value: &[u8]) {
        match tag.name {
            b"Variant" => {
                self.tags.variant = Some(value.to_owned());
                self.variant_offset = Some(tag.value_offset);
            }
            b"FEN" => {
                self.tags.fen = Some(value.to_owned());
                self.fen_offset = Some(tag.value_offset);
            }
            _ => {}
        }
    }

    /// The game at its first position. Without a tag that is at fault, the fault is at `at`.
    pub fn game<S: Scheme, C: Changes>(
        &self,
        options: GameOptions,
        changes: C,
        at: usize,
    ) -> Result<Begun<S, C>, Fault> {
        begin(&self.tags, options, changes).map_err(|error| {
            let offset = match error {
                GameError::Fen(_) => self.fen_offset,
                _ => self.variant_offset,
            };
            Fault::at(offset.unwrap_or(at), 0, error)
        })
    }
}
