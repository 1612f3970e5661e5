//! Finds the positions of a book, which its keys do not reveal, by playing its moves.

use std::collections::{HashMap, HashSet};

use shakmaty::{Chess, Move, Position};
use zobrist::Keys;
use zobrist_chess::{Book, PackedMove, Polyglot};

use crate::hashed::Hashed;
use crate::packed::{pack_move, unpack_book_move};

/// The legality of the move of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Unknown: the position was not reached.
    Unreached,
    Legal,
    Illegal,
    /// Castling in a wrong encoding, with the right one.
    Castling(PackedMove),
}

/// The results of a walk through a book.
pub(super) struct Walk {
    /// The verdict on each entry of the book.
    pub verdicts: Vec<Verdict>,
    /// Keys of the book by other en passant conventions, and Polyglot's keys of the same positions.
    pub misfiled: HashMap<u64, u64>,
}

/// Walks through a book, which must be sorted, by its legal moves from the positions `starts` on.
///
/// If that does not reach all entries, or finds misfiled ones, a second walk also plays legal moves
/// that are not in the book, where they lead to a position of the book or answer one of its moves:
/// a book may have the moves of one side only. Time and memory grow with the book, not with the
/// game tree.
pub(super) fn walk(book: &Book<&[u8]>, starts: &[Chess]) -> Walk {
    let narrow = Walker::new(book, false).run(starts);
    if narrow.verdicts.contains(&Verdict::Unreached) || !narrow.misfiled.is_empty() {
        Walker::new(book, true).run(starts)
    } else {
        narrow
    }
}

struct Walker<'a> {
    book: &'a Book<&'a [u8]>,
    /// Plays moves that are not in the book, too.
    wide: bool,
    found: Walk,
    visited: HashSet<u64>,
    /// Keys of reached positions by other conventions, if the book has them.
    others: HashSet<u64>,
    /// Positions to visit, and true if the book has them.
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
            self.reach(Hashed::new(Polyglot, start.clone()), true);
        }
        while let Some((position, in_book)) = self.open.pop() {
            if in_book {
                self.judge(&position);
            }
            if self.wide {
                // Legal answers count if they lead to a position of the book.
                for m in position.position().legal_moves() {
                    self.reach(after(&position, m), false);
                }
            }
        }
        // A key by another convention may also be the right key of a different position.
        self.found.misfiled.retain(|key, _| !self.visited.contains(key));
        self.found
    }

    /// Adds a position to those to visit, once. A position that the book does not have is visited
    /// only in a wide walk after a move of the book.
    fn reach(&mut self, position: Hashed<Polyglot, Chess>, by_the_book: bool) {
        let has = |key: &u64| self.book.probe(*key).next().is_some();
        let other = other_key(&position).filter(has);
        let in_book = other.is_some() || has(&position.hash());
        if in_book || (by_the_book && self.wide) {
            let is_new = self.visited.insert(position.hash());
            // Only after a double step does a position have another key by `fen`.
            if other.is_some_and(|key| self.others.insert(key)) || is_new {
                self.open.push((position, in_book));
            }
        }
    }

    /// Sets the verdicts on the entries of a position, and reaches the positions after its moves.
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

    /// An entry can belong to two positions that differ in an en passant file. No legal move uses
    /// that file, so that the verdict is the same for both.
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
    let Some(m) = unpack_book_move(position, packed) else { return (Verdict::Illegal, None) };
    let expected = pack_move(m);
    let verdict = if expected == packed { Verdict::Legal } else { Verdict::Castling(expected) };
    (verdict, Some(m))
}

/// Returns the key of the scheme `fide` or `fen` if it differs from Polyglot's. Never both differ:
/// `fide` differs only if an enemy pawn is beside the passed one but may not capture, `fen` only if
/// none is there.
fn other_key(position: &Hashed<Polyglot, Chess>) -> Option<u64> {
    let chess = position.position();
    let square = chess.maybe_ep_square()?;
    let toggled = chess.pseudo_legal_ep_square() != chess.legal_ep_square()
        || chess.pseudo_legal_ep_square().is_none();
    let file = Polyglot::LAYOUT.en_passant(square.file() as usize)?;
    toggled.then(|| position.hash() ^ Polyglot.key(file))
}
