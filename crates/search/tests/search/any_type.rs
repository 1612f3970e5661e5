//! Tables and games of any type. A search is compiled anew for each pair of a game and a table, and
//! knows no more of either than their traits tell: through these it is compiled once for many.

use zobrist_search::{Game, SearchTable, TtEntry, Work};

/// A table of any type for keys of one type.
pub(crate) struct AnyTable<'a, K>(pub(crate) &'a dyn SearchTable<K>);

impl<K> SearchTable<K> for AnyTable<'_, K> {
    fn prefetch(&self, key: K) {
        self.0.prefetch(key);
    }
    fn probe(&self, key: K) -> Option<TtEntry> {
        self.0.probe(key)
    }
    fn store(&self, key: K, entry: TtEntry, work: Work) {
        self.0.store(key, entry, work);
    }
}

/// A game of any type with the keys and moves of Connect Four.
pub(crate) struct AnyGame(Box<dyn Line>);

impl AnyGame {
    pub(crate) fn new<G>(game: G) -> AnyGame
    where
        G: Game<Key = u64, Move = u8, Undo: Clone + Send> + 'static,
    {
        AnyGame(Box::new(Played { game, undo: Vec::new() }))
    }
}

/// A game that keeps what takes its moves back.
struct Played<G: Game> {
    game: G,
    undo: Vec<G::Undo>,
}

trait Line: Send {
    fn copied(&self) -> Box<dyn Line>;
    fn hash(&self) -> u64;
    fn moves(&self, moves: &mut Vec<u8>);
    fn make(&mut self, m: u8);
    fn unmake(&mut self, m: u8);
    fn score(&self) -> i32;
    fn bounds(&self) -> (i32, i32);
    fn priority(&self, m: u8) -> i32;
}

impl<G: Game<Key = u64, Move = u8, Undo: Clone + Send> + 'static> Line for Played<G> {
    fn copied(&self) -> Box<dyn Line> {
        Box::new(Played { game: self.game.clone(), undo: self.undo.clone() })
    }
    fn hash(&self) -> u64 {
        self.game.hash()
    }
    fn moves(&self, moves: &mut Vec<u8>) {
        self.game.moves(moves);
    }
    fn make(&mut self, m: u8) {
        self.undo.push(self.game.make(m));
    }
    fn unmake(&mut self, m: u8) {
        let undo = self.undo.pop().expect("a move that was made");
        self.game.unmake(m, undo);
    }
    fn score(&self) -> i32 {
        self.game.score()
    }
    fn bounds(&self) -> (i32, i32) {
        self.game.bounds()
    }
    fn priority(&self, m: u8) -> i32 {
        self.game.priority(m)
    }
}

impl Clone for AnyGame {
    fn clone(&self) -> AnyGame {
        AnyGame(self.0.copied())
    }
}

impl Game for AnyGame {
    type Key = u64;
    type Move = u8;
    type Undo = ();
    fn hash(&self) -> u64 {
        self.0.hash()
    }
    fn moves(&self, moves: &mut Vec<u8>) {
        self.0.moves(moves);
    }
    fn make(&mut self, m: u8) {
        self.0.make(m);
    }
    fn unmake(&mut self, m: u8, (): ()) {
        self.0.unmake(m);
    }
    fn score(&self) -> i32 {
        self.0.score()
    }
    fn bounds(&self) -> (i32, i32) {
        self.0.bounds()
    }
    fn priority(&self, m: u8) -> i32 {
        self.0.priority(m)
    }
}
