//! Telling apart positions with the same key: those of other variants, with other rooks to castle, and
//! what keys do not count, such as pockets and the checks that remain.

use std::num::NonZeroUsize;

use parquet::data_type::ByteArray;
use zobrist_chess::{AnyScheme, PackedMove, Zobrist};
use zobrist_shakmaty::{
    GameVisitor, HashablePosition, Hashed, StartTags, parallel, replay_packed_moves,
};

use super::groups::Group;
use super::index::Index;
use super::visits::Visits;
use crate::error::IndexError;
use crate::format::table::GameColumns;
use crate::format::{NameHasher, NameKeys, PositionName};
use crate::games::{OPTIONS, moves};

impl Index {
    /// The visits that are to the position of this name, of those with its key: games are replayed.
    pub(super) fn only_in_position(
        &self,
        visits: Visits,
        name: PositionName,
        threads: NonZeroUsize,
    ) -> Result<Visits, IndexError> {
        let groups = self.groups_of(&visits)?;
        let keep = parallel::try_map(groups, threads, |group| self.are_in(&visits, group, name))?;
        Ok(visits.retain(&keep.concat()))
    }

    /// For each row of the games of a group, whether it is a visit to the position.
    fn are_in(
        &self,
        visits: &Visits,
        Group { file, group, games, rows }: Group,
        name: PositionName,
    ) -> Result<Vec<bool>, IndexError> {
        file.read_columns_ahead::<GameColumns>(group, &["variant", "fen", "moves"], &rows)?;
        let texts = |column: &str| file.texts_at::<GameColumns>(group, column, &rows);
        let (variants, fens, played) = (texts("variant")?, texts("fen")?, texts("moves")?);
        // By a scheme that is built in, all games of chess from its start position that have one key
        // are in one position.
        let mut of_chess = None;
        let is_built_in = matches!(self.scheme, AnyScheme::BuiltIn(_));
        let mut keep = Vec::new();
        for (number, game) in games.enumerate() {
            let visits = &visits.rows[visits.games[game].clone()];
            let (variant, fen) = (&variants[number], &fens[number]);
            let is_chess = is_built_in && variant.is_none() && fen.is_none();
            if let Some(known) = of_chess.filter(|_| is_chess) {
                keep.extend(visits.iter().map(|_| known));
                continue;
            }
            let text = |text: &Option<ByteArray>| text.as_ref().map(|text| text.data().to_vec());
            let start = StartTags { variant: text(variant), fen: text(fen) };
            let bytes = played[number].as_ref().map_or(&[][..], ByteArray::data);
            let last = visits.last().map_or(0, |visit| visit.ply);
            let plies = self.plies_in(&start, moves(bytes).take(last as usize), name);
            keep.extend(visits.iter().map(|visit| plies.contains(&visit.ply)));
            if is_chess {
                of_chess = Some(!plies.is_empty());
            }
        }
        Ok(keep)
    }

    /// The plies at which a game is in a position.
    fn plies_in(
        &self,
        start: &StartTags,
        moves: impl Iterator<Item = PackedMove>,
        name: PositionName,
    ) -> Vec<u32> {
        struct At {
            keys: NameKeys,
            name: PositionName,
            plies: Vec<u32>,
        }
        impl GameVisitor<Zobrist<u64>, NameHasher> for At {
            fn position<P: HashablePosition>(
                &mut self,
                ply: usize,
                _: Option<shakmaty::Move>,
                position: &Hashed<Zobrist<u64>, P, NameHasher>,
            ) {
                if self.keys.name(position) == self.name {
                    self.plies.push(ply as u32);
                }
            }
        }
        let keys = NameKeys::of(&self.scheme);
        let hasher = keys.hasher();
        let mut at = At { keys, name, plies: Vec::new() };
        // A game that cannot be replayed is in no position; a check of the index reports it.
        replay_packed_moves(&Zobrist::new(), start, moves, OPTIONS, hasher, &mut at).ok();
        at.plies
    }
}
