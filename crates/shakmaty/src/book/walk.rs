//! The positions of a book: a key does not reveal its position, but moves lead to it.

use std::collections::{HashMap, HashSet};

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position, Square};
use zobrist_chess::{Book, PackedMove, Polyglot, Scheme};

use crate::{Hashed, pack_move, unpack_move};

/// What is known of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Its position was not reached.
    Unreached,
    Legal,
    Illegal,
    /// Castling, written in another way.
    Castling(PackedMove),
}

/// What a walk through a book has found.
pub struct Walk {
    /// For each entry of the book.
    pub verdicts: Vec<Verdict>,
    /// Keys by other en passant conventions than Polyglot's, and where their entries belong.
    pub misfiled: HashMap<u64, u64>,
}

/// Walks from the positions through the legal moves of the book, which must be sorted.
///
/// If that does not reach all entries, or finds some misfiled, it also walks through other legal
/// moves that lead to a position of the book or answer a move of it: a book may have the moves of
/// one side only. Time and memory grow with the book, not with the game tree.
pub fn walk(book: &Book<&[u8]>, starts: &[Chess]) -> Walk {
    let narrow = Walker::new(book, false).run(starts);
    if narrow.verdicts.contains(&Verdict::Unreached) || !narrow.misfiled.is_empty() {
        Walker::new(book, true).run(starts)
    } else {
        narrow
    }
}

struct Walker<'a> {
    book: &'a Book<&'a [u8]>,
    /// Whether to play moves that the book does not have.
    wide: bool,
    found: Walk,
    visited: HashSet<u64>,
    /// The keys by another convention under which the book has positions that were reached.
    others: HashSet<u64>,
    /// Positions that were reached, and whether the book has them.
    open: Vec<(Hashed<Polyglot, Chess>, bool)>,
}

impl<'a> Walker<'a> {
    fn new(book: &'a Book<&'a [u8]>, wide: bool) -> Walker<'a> {
        let verdicts = vec![Verdict::Unreached; book.len()];
        let found = Walk { verdicts, misfiled: HashMap::new() };
        let (visited, others) = (HashSet::new(), HashSet::new());
        Walker { book, wide, found, visited, others, open: Vec::new() }
    }

    fn run(mut self, starts: &[Chess]) -> Walk {
        for start in starts {
            self.reach(Hashed::new(start.clone()), true);
        }
        while let Some((position, in_book)) = self.open.pop() {
            if in_book {
                self.judge(&position);
            }
            if self.wide {
                // An answer counts if the book goes on from it.
                for m in position.position().legal_moves() {
                    self.reach(after(&position, m), false);
                }
            }
        }
        // The key by another convention may also be that of a different position.
        self.found.misfiled.retain(|key, _| !self.visited.contains(key));
        self.found
    }

    /// Notes a position for later, once. One that the book does not have is of interest only if a
    /// move of the book leads to it.
    fn reach(&mut self, position: Hashed<Polyglot, Chess>, by_the_book: bool) {
        let has = |key: &u64| self.book.probe(*key).next().is_some();
        let other = other_key(&position).filter(has);
        let in_book = other.is_some() || has(&position.hash());
        if in_book || (by_the_book && self.wide) {
            let is_new = self.visited.insert(position.hash());
            // Reached by a double step, a position has a key that it does not have otherwise.
            if other.is_some_and(|key| self.others.insert(key)) || is_new {
                self.open.push((position, in_book));
            }
        }
    }

    /// Judges the entries of a position, and follows its moves.
    fn judge(&mut self, position: &Hashed<Polyglot, Chess>) {
        for index in self.book.find(position.hash()) {
            self.judge_entry(position, index);
        }
        for (key, index) in other_key(position)
            .into_iter()
            .flat_map(|key| self.book.find(key).map(move |index| (key, index)))
        {
            let belongs = self.found.misfiled.entry(key).or_insert(position.hash());
            *belongs = position.hash().min(*belongs);
            self.judge_entry(position, index);
        }
    }

    /// If an entry belongs to two positions, the same moves are legal in both: they differ in an en
    /// passant file that no legal move uses.
    fn judge_entry(&mut self, position: &Hashed<Polyglot, Chess>, index: usize) {
        let packed = self.book.entry(index).expect("the index was found").played;
        let (verdict, legal) = judge(position.position(), packed);
        self.found.verdicts[index] = verdict;
        if let Some(m) = legal {
            self.reach(after(position, m), true);
        }
    }
}

fn after(position: &Hashed<Polyglot, Chess>, m: Move) -> Hashed<Polyglot, Chess> {
    let mut after = position.clone();
    after.play_unchecked(m);
    after
}

fn judge(position: &Chess, packed: PackedMove) -> (Verdict, Option<Move>) {
    if let Some(m) = unpack_move(position, packed) {
        return (Verdict::Legal, Some(m));
    }
    match castling(position, packed) {
        Some(m) => (Verdict::Castling(pack_move(m)), Some(m)),
        None => (Verdict::Illegal, None),
    }
}

/// Castling as the king's move of two squares.
fn castling(position: &Chess, packed: PackedMove) -> Option<Move> {
    let from = Square::new(packed.from()?.into());
    if packed.bits() >> 12 != 0 || position.board().king_of(position.turn()) != Some(from) {
        return None;
    }
    let uci = UciMove::Normal { from, to: Square::new(packed.to().into()), promotion: None };
    uci.to_move(position).ok().filter(|m| m.is_castle())
}

/// The key of the scheme `fide` or `fen`, if it is not Polyglot's. At least one of the two always
/// is: `fide` differs only if a pawn stands ready but may not capture, and `fen` only if no pawn
/// stands ready.
fn other_key(position: &Hashed<Polyglot, Chess>) -> Option<u64> {
    let chess = position.position();
    let square = chess.maybe_ep_square()?;
    let toggled = chess.pseudo_legal_ep_square() != chess.legal_ep_square()
        || chess.pseudo_legal_ep_square().is_none();
    let file = Polyglot::LAYOUT.en_passant(square.file() as usize);
    toggled.then(|| position.hash() ^ Polyglot::key(file))
}
