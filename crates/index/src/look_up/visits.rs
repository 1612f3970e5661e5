//! Visits to a position, and the row groups in which their games are stored.
//!
//! Positions with the same key are told apart: those of other variants, with other rooks to castle,
//! and facts that keys do not count, such as pockets and the checks that remain.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use parquet::data_type::ByteArray;
use zobrist_chess::{AnyScheme, PackedMove, Zobrist};
use zobrist_shakmaty::{
    GameVisitor, HashablePosition, Hashed, StartTags, parallel, replay_packed_moves,
};

use super::index::Index;
use crate::error::IndexError;
use crate::format::table::{GameColumns, Occurrence, TableFile};
use crate::format::{NameHasher, NameKeys, PositionName};
use crate::games::{OPTIONS, moves};

/// Some visits to a position, game by game.
pub(super) struct Visits {
    pub(super) rows: Vec<Occurrence>,
    /// The rows of each game.
    pub(super) games: Vec<Range<usize>>,
}

impl Visits {
    /// These visits, which are in the order of their games.
    pub(super) fn of(rows: Vec<Occurrence>) -> Visits {
        let mut end = 0;
        let rows_of = |rows: &[Occurrence]| {
            let start = end;
            end += rows.len();
            start..end
        };
        let same = rows.chunk_by(|one, other| one.game_id == other.game_id);
        let games = same.map(rows_of).collect();
        Visits { rows, games }
    }

    /// Those for which `keep` is true.
    pub(super) fn retain(self, keep: &[bool]) -> Visits {
        let mut keep = keep.iter();
        let mut rows = self.rows;
        rows.retain(|_| keep.next().is_some_and(|keep| *keep));
        Visits::of(rows)
    }

    pub(super) fn game_id(&self, game: usize) -> u64 {
        self.rows[self.games[game].start].game_id
    }

    /// The visits of the games that never came here by a move from another position. `departures`
    /// are all visits of that position, in their order. A game played the move if it says so, or if
    /// it was here a ply later.
    pub(super) fn of_games_without(self, departures: &[Occurrence], played: u16) -> Visits {
        let mut departures = departures;
        let mut keep = Vec::with_capacity(self.rows.len());
        for game in &self.games {
            let rows = &self.rows[game.clone()];
            let game_id = rows[0].game_id;
            departures = &departures[departures.partition_point(|row| row.game_id < game_id)..];
            let same = &departures[..departures.partition_point(|row| row.game_id == game_id)];
            let came = same.iter().any(|from| {
                from.played == played || rows.iter().any(|row| row.ply == from.ply + 1)
            });
            keep.extend(rows.iter().map(|_| !came));
        }
        self.retain(&keep)
    }
}

/// Some games of the visits that are in one row group: their numbers among these games.
pub(super) struct Group {
    pub(super) file: Arc<TableFile>,
    pub(super) group: usize,
    pub(super) games: Range<usize>,
    pub(super) rows: Vec<usize>,
}

impl Index {
    /// Finds the rows of the games of some visits, in the order of the visits.
    pub(super) fn groups_of(&self, visits: &Visits) -> Result<Vec<Group>, IndexError> {
        let mut groups = Vec::new();
        let mut game = 0;
        while game < visits.games.len() {
            let game_id = visits.game_id(game);
            let file = self.games_file_of(game_id);
            let file = file.map_err(|error| error.or_damage_of(self.folder.path()))?;
            let open = self.open_file::<GameColumns>(&file.file, &file.summary)?;
            let mut start = file.first;
            for rows in open.all() {
                let end = start + rows.len as u64;
                let first = game;
                while game < visits.games.len() && visits.game_id(game) < end {
                    game += 1;
                }
                if first < game {
                    let row = |game: usize| visits.game_id(game).saturating_sub(start) as usize;
                    let rows_of_games = (first..game).map(row).collect();
                    let (file, group) = (Arc::clone(&open), rows.group);
                    groups.push(Group { file, group, games: first..game, rows: rows_of_games });
                }
                start = end;
            }
        }
        Ok(groups)
    }
}

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
        // By a scheme that is built in, all games of chess from its start position that have one
        // key are in one position.
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
