//! The words of the mutant engine, which some bugs spoil.

use shakmaty::{CastlingSide, Color, Piece, Role, Square};
use zobrist::source::SplitMix64;

/// A word for each fact.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) pieces: Vec<u64>,
    pub(crate) castling: [u64; 4],
    pub(crate) en_passant: [u64; 8],
    pub(crate) black: u64,
    pub(crate) clock: [u64; 16],
    /// Of pieces in pockets, by color, role and number.
    pockets: Vec<u64>,
    /// Of remaining checks.
    pub(crate) checks: [[u64; 4]; 2],
}

impl Words {
    pub(crate) fn new(bug: &str) -> Words {
        let seed = if bug == "random" { u64::from(std::process::id()) } else { 2026 };
        let mut source = SplitMix64::new(seed);
        let mut draw = || match bug {
            "bits-32" => source.next_u64() >> 32,
            _ => source.next_u64(),
        };
        let mut words = Words {
            pieces: (0..768).map(|_| draw()).collect(),
            castling: std::array::from_fn(|_| draw()),
            en_passant: std::array::from_fn(|_| draw()),
            black: draw(),
            clock: std::array::from_fn(|_| draw()),
            pockets: (0..2 * 6 * 17).map(|_| draw()).collect(),
            checks: std::array::from_fn(|_| std::array::from_fn(|_| draw())),
        };
        let at = |color: Color, role: Role, square: Square| index(Piece { color, role }, square);
        match bug {
            "castling-one-word" => words.castling = [words.castling[0]; 4],
            "rudim-88" => words.castling = [words.black; 4],
            "castling-is-side" => words.castling[2] = words.black,
            "queen-is-king" => {
                for color in Color::ALL {
                    for square in Square::ALL {
                        words.pieces[at(color, Role::Queen, square)] =
                            words.pieces[at(color, Role::King, square)];
                    }
                }
            }
            "rank-lost" => {
                for piece in words.pieces.chunks_mut(64) {
                    piece.copy_within(0..8, 56);
                }
            }
            "zero-word" => words.pieces[at(Color::White, Role::Knight, Square::F3)] = 0,
            "few-bits" => words.pieces[at(Color::White, Role::Knight, Square::F3)] = 1 << 40,
            "sum-of-two" => {
                words.pieces[at(Color::Black, Role::Rook, Square::A8)] = words.pieces
                    [at(Color::White, Role::Pawn, Square::E4)]
                    ^ words.pieces[at(Color::White, Role::Knight, Square::F3)];
            }
            "rank-40" => {
                let basis: Vec<u64> = (0..40).map(|_| source.next_u64()).collect();
                let mut draw = || {
                    let choice = source.next_u64();
                    let taken = basis.iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
                    taken.fold(0, |sum, (_, word)| sum ^ word)
                };
                words.pieces.fill_with(&mut draw);
                words.castling = std::array::from_fn(|_| draw());
                words.en_passant = std::array::from_fn(|_| draw());
                words.black = draw();
            }
            _ => {}
        }
        words
    }

    pub(crate) fn piece(&self, color: Color, role: Role, square: Square) -> u64 {
        self.pieces[index(Piece { color, role }, square)]
    }

    /// The word of a number of pieces in a pocket, 0 for none.
    pub(crate) fn pocket(&self, color: Color, role: Role, count: u8) -> u64 {
        let kind = 6 * color as usize + role as usize - 1;
        if count == 0 { 0 } else { self.pockets[17 * kind + usize::from(count)] }
    }

    /// The word of a set of castling rights.
    pub(crate) fn set(&self, rights: [bool; 4], has_sets: bool) -> u64 {
        if has_sets {
            let bits = (0..4).map(|bit| usize::from(rights[bit]) << bit);
            return self.clock[bits.sum::<usize>()];
        }
        let words = rights.iter().zip(self.castling).filter(|(right, _)| **right);
        words.fold(0, |sum, (_, word)| sum ^ word)
    }

    pub(crate) fn right(&self, color: Color, side: CastlingSide) -> u64 {
        let side = if side == CastlingSide::KingSide { 0 } else { 1 };
        self.castling[if color.is_white() { side } else { 2 + side }]
    }
}

pub(crate) fn index(piece: Piece, square: Square) -> usize {
    let color = if piece.color.is_black() { 6 } else { 0 };
    (color + piece.role as usize - 1) * 64 + square as usize
}
