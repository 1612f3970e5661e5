//! The layouts of the chess literature, as chains of kinds: 768, 781, 794, 832 and 896
//! features.
//!
//! Shows that a layout is a choice: how each represents castling rights, en
//! passant and the side to move, and its cost: the number of features of a position,
//! and the number that change in a move. The layouts to use are those of the crate
//! `zobrist-chess`; these are here to be read.
//!
//! ```text
//! cargo run --release -p zobrist --example layouts
//! ```

#![allow(unreachable_pub)] // the modules are written as those of a library

use zobrist::gf2::rank;
use zobrist::{Feature, Guarantee, Hasher, KeyTable, Keys, Kind, Layout, Source};

/// One recipe for all: keys belong to slots, so the layouts agree on their pieces.
const SOURCE: Source = Source::bch(2026, 1024);

/// A piece on a square: twelve blocks (white pawn, knight, bishop, rook, queen, king,
/// then Black's) of 64 squares, a1 = 0, b1 = 1, …, h8 = 63. Every layout begins with it.
const PIECE: Kind = Kind::first("piece", 12 * 64);

const WHITE_PAWN: usize = 0;
const WHITE_KING: usize = 5;
const BLACK_PAWN: usize = 6;
const BLACK_KING: usize = 11;

const A1: usize = 0;
const H1: usize = 7;
const A8: usize = 56;
const E8: usize = 60;
const H8: usize = 63;

const fn piece(block: usize, square: usize) -> Feature {
    PIECE.at(64 * block + square)
}

/// The facts of a position that a layout has to represent.
#[derive(Clone)]
struct Facts {
    /// The block of the piece on each square.
    board: [Option<usize>; 64],
    /// The rights K Q k q.
    castling: [bool; 4],
    /// The file of a pawn that may be taken en passant.
    en_passant: Option<usize>,
    black_to_move: bool,
}

impl Facts {
    /// The facts of a well-formed FEN.
    fn of_fen(fen: &str) -> Facts {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = [None; 64];
        for (rank, row) in fields[0].rsplit('/').enumerate() {
            let mut square = 8 * rank;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    square += empty as usize;
                } else {
                    board[square] = "PNBRQKpnbrqk".find(letter);
                    square += 1;
                }
            }
        }
        Facts {
            board,
            castling: ['K', 'Q', 'k', 'q'].map(|right| fields[2].contains(right)),
            en_passant: "abcdefgh".find(&fields[3][..1]),
            black_to_move: fields[1] == "b",
        }
    }

    /// The squares and the blocks of the pieces on them.
    fn pieces(&self) -> impl Iterator<Item = (usize, usize)> {
        let squares = self.board.into_iter().enumerate();
        squares.filter_map(|(square, block)| Some((square, block?)))
    }

    fn rights(&self) -> impl Iterator<Item = usize> {
        (0..4).filter(|right| self.castling[*right])
    }
}

/// 768: a piece on a square and nothing else.
///
/// No pawn ever stands on the first or the last rank, so 32 of the slots are free: more
/// than enough for the thirteen facts that are not pieces.
mod pieces_only {
    use super::*;

    pub const LAYOUT: Layout = PIECE.layout();
    pub static KEYS: KeyTable<u64, { LAYOUT.len() }> = SOURCE.table_u64(LAYOUT);

    /// The right K, Q, k or q: a pawn of that color in the corner where the rook is.
    pub const fn castling(right: usize) -> Feature {
        match right {
            0 => piece(WHITE_PAWN, H1),
            1 => piece(WHITE_PAWN, A1),
            2 => piece(BLACK_PAWN, H8),
            3 => piece(BLACK_PAWN, A8),
            _ => panic!("there are four castling rights"),
        }
    }

    /// A pawn of this file may be taken en passant: a black pawn on its first rank.
    pub const fn en_passant(file: usize) -> Feature {
        assert!(file < 8, "a board has 8 files");
        piece(BLACK_PAWN, A1 + file)
    }

    /// Black is to move: a white pawn on e8.
    pub const BLACK_TO_MOVE: Feature = piece(WHITE_PAWN, E8);

    /// The facts that are not pieces, for every layout that has no slots of its own for them.
    pub fn the_rest(facts: &Facts) -> Vec<Feature> {
        let mut features: Vec<Feature> = facts.rights().map(castling).collect();
        features.extend(facts.en_passant.map(en_passant));
        features.extend(facts.black_to_move.then_some(BLACK_TO_MOVE));
        features
    }

    pub fn features(facts: &Facts) -> Vec<Feature> {
        let mut features = the_rest(facts);
        features.extend(facts.pieces().map(|(square, block)| piece(block, square)));
        features
    }
}

/// 781: also four castling rights, eight en passant files and the turn. Each fact has its
/// slot, and its absence has none: the plainest layout. Polyglot has these kinds,
/// with the blocks in another order, and keys White's turn in place of Black's.
mod by_right {
    use super::*;

    /// K, Q, k, q.
    pub const CASTLING: Kind = PIECE.then("castling", 4);
    /// A pawn of this file may be taken; most often none may.
    pub const EN_PASSANT: Kind = CASTLING.then("en-passant", 8);
    /// Black is to move. One key is enough: that White is to move is the background.
    pub const TURN: Kind = EN_PASSANT.then("turn", 1);

    pub const LAYOUT: Layout = TURN.layout();
    pub static KEYS: KeyTable<u64, { LAYOUT.len() }> = SOURCE.table_u64(LAYOUT);

    pub fn features(facts: &Facts) -> Vec<Feature> {
        let pieces = facts.pieces().map(|(square, block)| piece(block, square));
        pieces
            .chain(facts.rights().map(|right| CASTLING.at(right)))
            .chain(facts.en_passant.map(|file| EN_PASSANT.at(file)))
            .chain(facts.black_to_move.then(|| TURN.at(0)))
            .collect()
    }
}

/// 794: castling as one of sixteen sets of rights, so that any loss of rights is one
/// replacement, without a loop over rights; and a key for the hash of the pawns alone.
/// Stockfish's layout.
mod by_set {
    use super::*;

    pub const EN_PASSANT: Kind = PIECE.then("en-passant", 8);
    /// The set of rights, K being 1, Q 2, k 4 and q 8. Exactly one of them is present,
    /// the empty set included.
    pub const CASTLING: Kind = EN_PASSANT.then("castling", 16);
    /// Black is to move.
    pub const TURN: Kind = CASTLING.then("turn", 1);
    /// Not part of this hash but of a second one, of the pawns alone, which begins with
    /// it: a position without pawns has it as its pawn hash, rather than zero, the
    /// value of an unused entry of a table.
    pub const NO_PAWNS: Kind = TURN.then("no-pawns", 1);

    pub const LAYOUT: Layout = NO_PAWNS.layout();
    pub static KEYS: KeyTable<u64, { LAYOUT.len() }> = SOURCE.table_u64(LAYOUT);

    pub fn features(facts: &Facts) -> Vec<Feature> {
        let pieces = facts.pieces().map(|(square, block)| piece(block, square));
        let set = facts.rights().map(|right| 1 << right).sum();
        pieces
            .chain(facts.en_passant.map(|file| EN_PASSANT.at(file)))
            .chain([CASTLING.at(set)])
            .chain(facts.black_to_move.then(|| TURN.at(0)))
            .collect()
    }

    /// The features of the other hash, of the pawns alone.
    #[cfg(test)]
    pub fn pawn_features(facts: &Facts) -> Vec<Feature> {
        let is_pawn = |block: usize| block == WHITE_PAWN || block == BLACK_PAWN;
        let pawns = facts.pieces().filter(|(_, block)| is_pawn(*block));
        let pawns = pawns.map(|(square, block)| piece(block, square));
        [NO_PAWNS.at(0)].into_iter().chain(pawns).collect()
    }
}

/// 832 = 13 × 64: the empty square is keyed as if it were a piece, so that each square
/// has exactly one.
///
/// That buys nothing, since which squares are empty follows from the pieces: the keys
/// work as if each piece had the sum of its key and its square's empty key. It costs twice
/// the work of a quiet move, and some of the reach of the guarantee: any 13 features are
/// any six squares here, since a square that differs always differs in two. Nor do the 832
/// represent castling rights, en passant and the turn: those go where they go in the 768.
mod empty_too {
    use super::*;

    /// Nothing stands on this square.
    pub const EMPTY: Kind = PIECE.then("empty", 64);

    pub const LAYOUT: Layout = EMPTY.layout();
    pub static KEYS: KeyTable<u64, { LAYOUT.len() }> = SOURCE.table_u64(LAYOUT);

    pub fn features(facts: &Facts) -> Vec<Feature> {
        let of_square = |(square, block): (usize, &Option<usize>)| match block {
            Some(block) => piece(*block, square),
            None => EMPTY.at(square),
        };
        let mut features = pieces_only::the_rest(facts);
        features.extend(facts.board.iter().enumerate().map(of_square));
        features
    }
}

/// 896 = 14 × 64: a king that may castle and a pawn that may be taken en passant are
/// pieces of their own, in place of the king and the pawn that they are.
///
/// Their color follows from the square: such kings stand on the first or the last rank,
/// such pawns on the fourth or the fifth.
///
/// The 896 leave two things open. First, *with which rook* the king may castle: one slot
/// for a king on e1 would give K, Q and KQ the same hash. A king that may still castle has
/// not left e1 or e8, so the slots of other squares are free, and here a king that may
/// castle to only one side has the slot of the square to which it would go. Second, *the
/// turn*: it has no slot, and positions that differ in nothing else share a hash. Users of
/// the bare 896 keep the turn beside the hash or have a table for each side; here it takes
/// the slot that it has in the 768.
mod pieces_of_their_own {
    use super::*;

    /// A king that may castle: to both sides when on e1 or e8, to the king's side only
    /// when on g1 or g8, to the queen's side only when on c1 or c8.
    pub const CASTLING_KING: Kind = PIECE.then("castling-king", 64);
    /// A pawn that may be taken en passant, on the square where it stands.
    pub const PASSING_PAWN: Kind = CASTLING_KING.then("passing-pawn", 64);

    pub const LAYOUT: Layout = PASSING_PAWN.layout();
    pub static KEYS: KeyTable<u64, { LAYOUT.len() }> = SOURCE.table_u64(LAYOUT);

    /// The bare layout, without the turn.
    pub fn placement(facts: &Facts) -> Vec<Feature> {
        let [white_king_side, white_queen_side, black_king_side, black_queen_side] = facts.castling;
        let king = |square: usize, block, king_side, queen_side| match (king_side, queen_side) {
            (true, true) => CASTLING_KING.at(square),
            (true, false) => CASTLING_KING.at(square + 2),
            (false, true) => CASTLING_KING.at(square - 2),
            (false, false) => piece(block, square),
        };
        // The pawn that has just moved belongs to the side that is not to move.
        let (pawn, rank) = if facts.black_to_move { (WHITE_PAWN, 3) } else { (BLACK_PAWN, 4) };
        let passing = facts.en_passant.map(|file| (8 * rank + file, pawn));
        let of_square = |(square, block)| match block {
            WHITE_KING => king(square, block, white_king_side, white_queen_side),
            BLACK_KING => king(square, block, black_king_side, black_queen_side),
            _ if passing == Some((square, block)) => PASSING_PAWN.at(square),
            _ => piece(block, square),
        };
        facts.pieces().map(of_square).collect()
    }

    pub fn features(facts: &Facts) -> Vec<Feature> {
        let mut features = placement(facts);
        features.extend(facts.black_to_move.then_some(pieces_only::BLACK_TO_MOVE));
        features
    }
}

/// One of the five layouts.
struct Choice {
    layout: Layout,
    keys: &'static dyn Keys<Key = u64>,
    values: &'static [u64],
    guarantee: Guarantee,
    features: fn(&Facts) -> Vec<Feature>,
}

impl Choice {
    fn new<const N: usize>(
        table: &'static KeyTable<u64, N>,
        features: fn(&Facts) -> Vec<Feature>,
    ) -> Choice {
        let (layout, guarantee) = (table.layout(), table.guarantee());
        Choice { layout, keys: table, values: table.as_slice(), guarantee, features }
    }

    fn all() -> [Choice; 5] {
        [
            Choice::new(&pieces_only::KEYS, pieces_only::features),
            Choice::new(&by_right::KEYS, by_right::features),
            Choice::new(&by_set::KEYS, by_set::features),
            Choice::new(&empty_too::KEYS, empty_too::features),
            Choice::new(&pieces_of_their_own::KEYS, pieces_of_their_own::features),
        ]
    }

    fn hash(&self, facts: &Facts) -> u64 {
        Hasher::of(self.keys, (self.features)(facts)).hash()
    }

    /// The number of features that only one of the two positions has.
    fn distance(&self, a: &Facts, b: &Facts) -> usize {
        let (a, b) = ((self.features)(a), (self.features)(b));
        let only = |of: &[Feature], not: &[Feature]| {
            of.iter().filter(|feature| !not.contains(feature)).count()
        };
        only(&a, &b) + only(&b, &a)
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const AFTER_NF3: &str = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";

fn main() {
    let (start, after) = (Facts::of_fen(START), Facts::of_fen(AFTER_NF3));
    for choice in Choice::all() {
        println!("{}", choice.layout);
        println!("    {}, rank {}", choice.guarantee, rank(choice.values));
        println!(
            "    the start has {} features and the hash {:016x}; 1. Nf3 changes {} features",
            (choice.features)(&start).len(),
            choice.hash(&start),
            choice.distance(&start, &after),
        );
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Positions with the same pieces and every set of rights, every en passant file or none, and
    /// either turn: 16 × 9 × 2 of them.
    fn all_but_the_pieces() -> Vec<Facts> {
        let board = Facts::of_fen("r3k2r/8/8/pppppppp/PPPPPPPP/8/8/R3K2R w - - 0 1");
        let mut all = Vec::new();
        for rights in 0..16 {
            for file in 0..9 {
                for black_to_move in [false, true] {
                    all.push(Facts {
                        castling: [0, 1, 2, 3].map(|right| rights >> right & 1 == 1),
                        en_passant: Some(file).filter(|file| *file < 8),
                        black_to_move,
                        ..board.clone()
                    });
                }
            }
        }
        all
    }

    #[test]
    fn the_sizes_are_those_of_the_literature() {
        let sizes = Choice::all().map(|choice| choice.layout.len());
        assert_eq!(sizes, [768, 781, 794, 832, 896]);
        let names = Choice::all().map(|choice| choice.layout.to_string());
        assert_eq!(names[0], "768 = piece 768");
        assert_eq!(names[1], "781 = piece 768 + castling 4 + en-passant 8 + turn 1");
        assert_eq!(names[2], "794 = piece 768 + en-passant 8 + castling 16 + turn 1 + no-pawns 1");
        assert_eq!(names[3], "832 = piece 768 + empty 64");
        assert_eq!(names[4], "896 = piece 768 + castling-king 64 + passing-pawn 64");
    }

    #[test]
    fn every_table_has_full_rank_and_the_guarantee() {
        for choice in Choice::all() {
            assert_eq!(choice.guarantee, Guarantee::Independent(13), "{}", choice.layout);
            assert_eq!(rank(choice.values), 64, "{}", choice.layout);
        }
    }

    #[test]
    fn the_layouts_agree_on_their_pieces() {
        for choice in Choice::all() {
            assert_eq!(choice.values[..768], pieces_only::KEYS.as_slice()[..]);
        }
    }

    #[test]
    fn the_768_put_each_fact_on_a_slot_that_no_pawn_takes() {
        let mut slots: Vec<Feature> = (0..4).map(pieces_only::castling).collect();
        slots.extend((0..8).map(pieces_only::en_passant));
        slots.push(pieces_only::BLACK_TO_MOVE);
        for feature in &slots {
            let index = PIECE.index_of(*feature).unwrap();
            let (block, rank) = (index / 64, index % 64 / 8);
            assert!(block == WHITE_PAWN || block == BLACK_PAWN, "{feature:?} is of a pawn");
            assert!(rank == 0 || rank == 7, "{feature:?} is on the first or the last rank");
        }
        assert_eq!(slots.iter().collect::<HashSet<_>>().len(), 13);
    }

    #[test]
    fn every_layout_represents_all_facts() {
        let positions = all_but_the_pieces();
        for choice in Choice::all() {
            let mut hashes = HashSet::new();
            for facts in &positions {
                let features = (choice.features)(facts);
                let distinct: HashSet<_> = features.iter().collect();
                assert_eq!(distinct.len(), features.len(), "no feature is there twice");
                assert!(features.iter().all(|feature| choice.layout.find(*feature).is_some()));
                hashes.insert(choice.hash(facts));
            }
            assert_eq!(hashes.len(), 288, "{}", choice.layout);
        }
    }

    #[test]
    fn costs_of_a_position_and_of_a_quiet_move() {
        let (start, after) = (Facts::of_fen(START), Facts::of_fen(AFTER_NF3));
        let present = Choice::all().map(|choice| (choice.features)(&start).len());
        assert_eq!(present, [36, 36, 33, 68, 32]);
        let changed = Choice::all().map(|choice| choice.distance(&start, &after));
        assert_eq!(changed, [3, 3, 3, 5, 3]);
    }

    #[test]
    fn the_keys_of_empty_squares_add_no_information() {
        use empty_too::{EMPTY, KEYS, features};
        let all_empty = (0..64).fold(0, |sum, square| sum ^ KEYS[EMPTY.at(square)]);
        for fen in [START, AFTER_NF3, "8/8/4k3/8/2p5/8/1P2K3/8 w - - 0 1"] {
            let facts = Facts::of_fen(fen);
            let rest = Hasher::of(&KEYS, pieces_only::the_rest(&facts)).hash();
            let as_if_768 = facts.pieces().fold(rest, |sum, (square, block)| {
                sum ^ KEYS[piece(block, square)] ^ KEYS[EMPTY.at(square)]
            });
            assert_eq!(Hasher::of(&KEYS, features(&facts)).hash(), as_if_768 ^ all_empty);
        }
    }

    #[test]
    fn the_bare_896_do_not_represent_the_turn() {
        let white = Facts::of_fen(START);
        let black = Facts { black_to_move: true, ..white.clone() };
        let hash = |features| Hasher::of(&pieces_of_their_own::KEYS, features).hash();
        let (placement, features) = (pieces_of_their_own::placement, pieces_of_their_own::features);
        assert_eq!(hash(placement(&white)), hash(placement(&black)));
        assert_ne!(hash(features(&white)), hash(features(&black)));
    }

    #[test]
    fn a_board_without_pawns_has_a_pawn_hash() {
        let kings = Facts::of_fen("8/8/4k3/8/8/8/4K3/8 w - - 0 1");
        assert_eq!(by_set::pawn_features(&kings), [by_set::NO_PAWNS.at(0)]);
        let start = by_set::pawn_features(&Facts::of_fen(START));
        assert_eq!(start.len(), 1 + 16);
        let whole = by_set::features(&kings);
        assert!(!whole.contains(&by_set::NO_PAWNS.at(0)), "the other hash goes without");
    }

    #[test]
    fn the_example_runs() {
        main();
    }
}
