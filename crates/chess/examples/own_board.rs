//! A board of your own and its hash: from scratch once, then a few keys per move.
//!
//! There are no rules here, only what a move does to the hash: a quiet move, a capture, castling
//! and en passant, each asserted to leave the hash of the position that it leads to.
//!
//! ```text
//! cargo run -p zobrist-chess --example own_board
//! ```

use zobrist::{Feature, Hasher};
use zobrist_chess::{CastlingRights, ChessLayout, Color, EnPassant, Polyglot, Role};

type S = Polyglot; // or another scheme whose `EN_PASSANT` is `PseudoLegal`
const SCHEME: S = Polyglot;
static LAYOUT: ChessLayout = S::LAYOUT;
type Piece = (Color, Role);

struct Board {
    squares: [Option<Piece>; 64], // a1, b1, …, h8
    turn: Color,
    rights: CastlingRights,
    double_step: Option<u8>, // the file of the pawn that has just moved two squares
    hasher: Hasher<S>,
}

impl Board {
    fn start() -> Board {
        use Role::*;
        let mut squares = [None; 64];
        for (color, officers, pawns) in [(Color::White, 0, 8), (Color::Black, 56, 48)] {
            let roles = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
            squares[officers..][..8].copy_from_slice(&roles.map(|role| Some((color, role))));
            squares[pawns..][..8].fill(Some((color, Pawn)));
        }
        let (turn, rights) = (Color::White, CastlingRights::STANDARD);
        let hasher = Hasher::new(SCHEME);
        let mut board = Board { squares, turn, rights, double_step: None, hasher };
        board.hasher = board.hash_from_scratch();
        board
    }

    /// The definition: the sum over all features of the position.
    fn hash_from_scratch(&self) -> Hasher<S> {
        let pieces = self.squares.iter().enumerate();
        let pieces = pieces.filter_map(|(square, piece)| feature_of(square, *piece));
        Hasher::of(SCHEME, pieces.chain(self.features_of_state()))
    }

    /// The features that are not pieces: castling rights, en passant, side to move.
    fn features_of_state(&self) -> impl Iterator<Item = Feature> + use<> {
        let pawn = Some((self.turn, Role::Pawn));
        let pawns = (0..64).filter(|square| self.squares[*square] == pawn);
        let pawns = pawns.fold(0, |bits, square| bits | 1 << square); // an engine has this bitboard
        let counts = |file: &u8| EnPassant::is_pseudo_legal(*file, self.turn, pawns);
        let en_passant =
            self.double_step.filter(counts).and_then(|file| LAYOUT.en_passant(file.into()));
        LAYOUT.castling(self.rights).chain(en_passant).chain(LAYOUT.turn(self.turn))
    }

    /// The one place where a square changes: board and hash together.
    fn put(&mut self, square: usize, piece: Option<Piece>) {
        let old = std::mem::replace(&mut self.squares[square], piece);
        self.hasher.update(feature_of(square, old), feature_of(square, piece));
    }

    /// Makes a legal move; castling is the king moving two squares.
    fn make(&mut self, from: usize, to: usize) {
        let piece = self.squares[from];
        let (color, role) = piece.expect("a piece stands where the move begins");
        // The state leaves the hash as it was before the move, and returns as it is afterwards.
        self.features_of_state().for_each(|feature| self.hasher.remove(feature));

        if role == Role::Pawn && from % 8 != to % 8 && self.squares[to].is_none() {
            self.put(from / 8 * 8 + to % 8, None); // en passant
        }
        self.put(from, None);
        self.put(to, piece); // in place of what is captured, if anything is
        if role == Role::King && from.abs_diff(to) == 2 {
            let (corner, beside) =
                if to > from { (from + 3, from + 1) } else { (from - 4, from - 1) };
            self.put(beside, self.squares[corner]);
            self.put(corner, None);
        }

        // A right is lost with a move from, or a capture on, the square of its king or its rook.
        let keeps = |home: usize, rook: u8| {
            [from, to].iter().all(|square| ![home + 4, home + usize::from(rook)].contains(square))
        };
        self.rights.white = self.rights.white.map(|rook| rook.filter(|rook| keeps(0, *rook)));
        self.rights.black = self.rights.black.map(|rook| rook.filter(|rook| keeps(56, *rook)));
        let is_double_step = role == Role::Pawn && from.abs_diff(to) == 16;
        self.double_step = is_double_step.then_some((to % 8) as u8);
        self.turn = !color;
        self.features_of_state().for_each(|feature| self.hasher.insert(feature));
    }
}

fn feature_of(square: usize, piece: Option<Piece>) -> Option<Feature> {
    piece.map(|(color, role)| LAYOUT.piece(color, role, square))
}

/// A game with a capture en passant, an ordinary one, and castling by both sides.
const GAME: &str = "e2e4 d7d5 e4e5 f7f5 e5f6 g8f6 g1f3 e7e6 f1e2 f8e7 e1g1 e8g8";
/// The hashes of its first positions that are published with Polyglot's book format.
const PUBLISHED: [u64; 4] =
    [0x823c_9b50_fd11_4196, 0x0756_b944_61c5_0fb0, 0x662f_afb9_65db_29d4, 0x22a4_8b5a_8e47_ff78];

fn main() {
    let mut board = Board::start();
    assert_eq!(board.hasher.hash(), 0x463b_9618_1691_fc9c);
    for (ply, text) in GAME.split(' ').enumerate() {
        let letters = text.as_bytes();
        let square = |at: usize| usize::from(letters[at] - b'a' + 8 * (letters[at + 1] - b'1'));
        board.make(square(0), square(2));
        let hash = board.hasher.hash();
        assert_eq!(hash, board.hash_from_scratch().hash(), "after {text}");
        assert!(PUBLISHED.get(ply).is_none_or(|published| *published == hash));
        println!("{text} {hash:016x}");
    }
}

#[test]
fn the_hash_follows_the_board() {
    main();
}
