//! Counts the rows that an index of games must have, with all rows sorted in memory.

use anyhow::{Context, Result};
use shakmaty::Move;
use zobrist_chess::{Scheme, Zobrist};
use zobrist_shakmaty::pgn::replay_game;
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed, hash, pack_move};

use crate::games;

/// The counts of replayed games, by the hashes of a scheme.
pub(crate) struct Recount {
    pub games: u64,
    pub plies: u64,
    /// Sum of the numbers of different positions of each game.
    pub visits: u64,
    /// Sum of the hashes after every move.
    pub sum: u64,
    /// One row for each (position, move) of each game, sorted.
    rows: Vec<Row>,
}

/// A position's key and check, and the move that was played there: 0 at a game's end.
type Row = (u64, u32, u16);

impl Recount {
    /// Replays all games of a text.
    pub(crate) fn of<S: Scheme<Key = u64>>(scheme: &S, text: &[u8]) -> Result<Recount> {
        let mut recount = Recount { games: 0, plies: 0, visits: 0, sum: 0, rows: Vec::new() };
        for game in games::split(text) {
            let mut rows = Rows(Vec::new());
            let plies = replay_game(scheme, game, GameOptions::default(), (), &mut rows)?;
            let mut rows = rows.0;
            recount.games += 1;
            recount.plies += plies.context("the text has no game")? as u64;
            for row in &rows[1..] {
                recount.sum = recount.sum.wrapping_add(row.0);
            }
            rows.sort_unstable();
            rows.dedup();
            recount.visits += rows.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).count() as u64;
            recount.rows.append(&mut rows);
        }
        recount.rows.sort_unstable();
        Ok(recount)
    }

    /// Returns the number of different (position, move), including ends of games if `ends`.
    pub(crate) fn different(&self, ends: bool) -> u64 {
        let same = |a: &Row, b: &Row| a == b;
        self.rows.chunk_by(same).filter(|rows| ends || rows[0].2 != 0).count() as u64
    }

    /// Returns the number of games that continued from a position, summed over its moves.
    pub(crate) fn played_from(&self, key: u64) -> u64 {
        self.rows.iter().filter(|row| row.0 == key && row.2 != 0).count() as u64
    }
}

struct Rows(Vec<Row>);

impl<S: Scheme<Key = u64>> GameVisitor<S, ()> for Rows {
    fn position<P: HashablePosition>(
        &mut self,
        _: usize,
        played: Option<Move>,
        position: &Hashed<S, P, ()>,
    ) {
        if let (Some(last), Some(m)) = (self.0.last_mut(), played) {
            last.2 = pack_move(m).bits();
        }
        let (scheme, position) = (position.scheme(), position.position());
        let check = (hash(&Zobrist::<u64>::new(), position) >> 32) as u32;
        self.0.push((hash(scheme, position), check, 0));
    }
}
