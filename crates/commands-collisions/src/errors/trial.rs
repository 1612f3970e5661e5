//! The searches of one position: with exact matching, without a table, and with every kind of
//! error.

use std::hash::Hash;

use zobrist_search::{Game, Search, SearchTable};

use super::table::{Counts, Matching, Named, NamedTable};

/// A game whose keys carry their positions.
pub(crate) trait Subject: Game<Key = Named<Self::Packed>, Move: Eq + Hash> {
    /// Everything that the value of a position depends on.
    type Packed: Copy + Eq + Hash + Send;
    /// True if the table may return proofs (see [`NamedTable::new`]).
    const KEEPS_PROOFS: bool;
}

/// The keys of one search of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Keys {
    /// No table.
    None,
    /// Full positions are compared: the control.
    Exact,
    /// Keys cut to this many bits.
    Cut(u32),
    /// Keys of 64 bits, and another position's entry with this probability at each probe.
    Injected(f64),
}

/// The counts of a search, or of several added together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) positions: u64,
    pub(crate) nodes: u64,
    pub(crate) counts: Counts,
    /// Values at the root that are not those of the control.
    pub(crate) wrong_values: u64,
    /// Best moves that are not those of the control.
    pub(crate) other_moves: u64,
    /// Of these, the moves that are worse than the control's.
    pub(crate) wrong_moves: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.nodes += other.nodes;
        self.counts.probes += other.counts.probes;
        self.counts.matches += other.counts.matches;
        self.counts.false_matches += other.counts.false_matches;
        self.wrong_values += other.wrong_values;
        self.other_moves += other.other_moves;
        self.wrong_moves += other.wrong_moves;
    }
}

/// The result of one search.
struct Found<M> {
    value: i32,
    best: Option<M>,
    nodes: u64,
    counts: Counts,
}

/// One position, its control and the values of its moves.
struct Trial<'a, G: Subject> {
    game: &'a G,
    depth: u32,
    table: NamedTable<G::Packed>,
    /// The values of moves for the opponent, by a search with exact matching one ply less deep.
    values: Vec<(G::Move, i32)>,
}

/// Searches a position with all of `keys` in turn, each with an empty table, and compares with the
/// search with exact matching. `depth` is 1 or more. Errors are injected by the seed.
pub(crate) fn trials<G: Subject>(
    game: &G,
    depth: u32,
    keys: &[Keys],
    log_slots: u32,
    seed: u64,
) -> Vec<Tally> {
    let table = NamedTable::new(log_slots, G::KEEPS_PROOFS);
    let mut trial = Trial { game, depth, table, values: Vec::new() };
    let control = trial.with(Matching::Exact);
    keys.iter().map(|keys| trial.tally(*keys, &control, seed)).collect()
}

impl<G: Subject> Trial<'_, G> {
    fn with(&self, matching: Matching) -> Found<G::Move> {
        self.table.reset(matching);
        let found = search(&self.table, self.game, self.depth);
        Found { counts: self.table.counts(), ..found }
    }

    fn tally(&mut self, keys: Keys, control: &Found<G::Move>, seed: u64) -> Tally {
        let searched = match keys {
            Keys::None => Some(search(&(), self.game, self.depth)),
            Keys::Exact => None,
            Keys::Cut(bits) => Some(self.with(Matching::Cut(bits))),
            Keys::Injected(rate) => Some(self.with(Matching::Injected { rate, seed })),
        };
        let found = searched.as_ref().unwrap_or(control);
        let is_other = found.best != control.best;
        let is_wrong = is_other
            && match (found.best, control.best) {
                // Values are those of the opponent.
                (Some(found), Some(best)) => self.value_after(found) > self.value_after(best),
                _ => true,
            };
        Tally {
            positions: 1,
            nodes: found.nodes,
            counts: found.counts,
            wrong_values: u64::from(found.value != control.value),
            other_moves: u64::from(is_other),
            wrong_moves: u64::from(is_wrong),
        }
    }

    /// The value after a move, for the opponent.
    fn value_after(&mut self, m: G::Move) -> i32 {
        if let Some((_, value)) = self.values.iter().find(|(known, _)| *known == m) {
            return *value;
        }
        let mut after = self.game.clone();
        after.make(m);
        self.table.reset(Matching::Exact);
        let value = search(&self.table, &after, self.depth - 1).value;
        self.values.push((m, value));
        value
    }
}

fn search<G: Subject>(table: &impl SearchTable<G::Key>, game: &G, depth: u32) -> Found<G::Move> {
    let solution = Search::new(table).deepen(game, depth);
    let best = solution.line.first().copied();
    Found { value: solution.value, best, nodes: solution.nodes, counts: Counts::default() }
}

#[cfg(test)]
mod tests {
    use zobrist_commands_input::positions::read_chess;

    use super::super::chess::ChessGame;
    use super::super::connect_four::{FourGame, positions};
    use super::super::positions::BRATKO_KOPEC;
    use super::*;

    fn chess() -> Vec<ChessGame> {
        let read = |fen: &&str| ChessGame::new(read_chess(fen).unwrap()).unwrap();
        BRATKO_KOPEC.iter().take(6).map(read).collect()
    }

    /// The tallies of all games added together.
    fn all<G: Subject>(games: &[(G, u32)], keys: &[Keys]) -> Vec<Tally> {
        let mut sums = vec![Tally::default(); keys.len()];
        for (game, depth) in games {
            let tallies = trials(game, *depth, keys, 16, 7);
            sums.iter_mut().zip(&tallies).for_each(|(sum, tally)| sum.add(tally));
        }
        sums
    }

    fn chess_to(depth: u32) -> Vec<(ChessGame, u32)> {
        chess().into_iter().map(|game| (game, depth)).collect()
    }

    fn connect_four() -> Vec<(FourGame, u32)> {
        positions(8).into_iter().map(|game| (game.clone(), game.squares_left())).collect()
    }

    /// All bits are as good as the position itself, few are not, and neither are many errors.
    fn errors_show<G: Subject>(games: &[(G, u32)]) {
        let keys = [Keys::Exact, Keys::Cut(64), Keys::Cut(8), Keys::Injected(0.3)];
        let [exact, whole, cut, injected] = all(games, &keys)[..] else { panic!() };
        assert_eq!(exact.positions, games.len() as u64);
        assert!(exact.counts.matches > 100);
        assert_eq!((exact.counts.false_matches, exact.wrong_values, exact.other_moves), (0, 0, 0));
        assert_eq!(whole, exact);
        // The controls.
        for bad in [cut, injected] {
            assert!(bad.counts.false_matches * 10 > bad.counts.probes, "{bad:?}");
            assert!(bad.wrong_values > 1 && bad.wrong_moves <= bad.other_moves, "{bad:?}");
        }
        assert!(cut.wrong_moves + injected.wrong_moves > 0);
    }

    #[test]
    fn errors_show_in_chess() {
        errors_show(&chess_to(4));
    }

    #[test]
    fn errors_show_in_connect_four() {
        errors_show(&connect_four());
    }

    /// Entries of other positions claim moves that do not exist, wins that are not there, and
    /// proofs.
    #[test]
    fn a_search_comes_to_an_end_whatever_the_table_says() {
        let keys = [Keys::Cut(1), Keys::Cut(2), Keys::Cut(3), Keys::Injected(1.0)];
        for tally in all(&chess_to(4), &keys).into_iter().chain(all(&connect_four(), &keys)) {
            assert!(tally.counts.false_matches > 0 && tally.nodes > 0);
        }
        // Mates within reach of the search, and a king that has a single move.
        for fen in ["k7/8/2K5/8/8/8/8/7R w - - 0 1", "7k/8/5K2/6R1/8/8/8/8 b - - 0 1"] {
            let game = ChessGame::new(read_chess(fen).unwrap()).unwrap();
            for tally in all(&[(game, 6)], &keys) {
                assert!(tally.counts.probes > 0);
            }
        }
    }

    /// With a game to its end, a move is wrong if the value of the position after it is not the
    /// value before it: by the solver, not by the searches of the trial.
    #[test]
    fn a_wrong_move_loses_value() {
        for game in positions(4) {
            let depth = game.squares_left();
            let mut trial =
                Trial { game: &game, depth, table: NamedTable::new(16, true), values: Vec::new() };
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let best = trial.with(Matching::Exact).best.unwrap();
            for m in moves {
                let mut after = game.clone();
                after.make(m);
                let solved = Search::new(&()).solve(&after).value;
                assert_eq!(trial.value_after(m), solved);
                assert!(trial.value_after(best) <= solved);
            }
        }
    }
}
