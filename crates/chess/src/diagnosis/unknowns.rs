//! The unknown bits of a convention, and the equations of a sample.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::sample::{RULES, Sample};
use super::system::{Row, WORDS, transpose};
use crate::layout::{
    Castling, ChessLayout, Corner, EnPassantKeys, Part, Pieces, Run, Squares, Turn,
};
use crate::vocabulary::{Color, EnPassant};

/// The unknown bits, by number, in the order: pieces, castling, turn, en passant, parts that may be
/// missing.
#[derive(Clone, Copy)]
pub(super) struct Unknowns {
    pub(super) castling: CastlingUnknowns,
    pub(super) turn: TurnUnknowns,
    pub(super) en_passant: EnPassantUnknowns,
}

/// The unknown bits of castling.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CastlingUnknowns {
    /// None: the rights are not keyed, or by other pieces.
    Fixed,
    /// For each right and each of four keys, whether the right has the key: 16.
    Rights,
    /// For each set of rights but the empty one and each of sixteen keys, whether the key is in the
    /// difference to the empty set: 240.
    Sets,
    /// For each right, whether the feature of the layout is present: 4.
    Rooks,
}

/// The unknown bits of the side to move: for each key, whether it is in the difference between
/// White and Black.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnUnknowns {
    Fixed,
    One,
    Two,
}

/// The unknown bits of captures en passant, for each class of [captures](capture).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EnPassantUnknowns {
    Fixed,
    /// The key of the file, and the key of the file in reverse order: 6 bits.
    Files,
    /// The key of the square: 3 bits.
    Squares,
}

/// The number of bits of pieces: whether piece `p` of the order has block `b` of the keys, at
/// `12 * p + b`.
const PIECES: usize = 12 * 12;

impl Unknowns {
    pub(super) fn of(layout: &ChessLayout) -> Unknowns {
        Unknowns {
            castling: match layout.castling_keys() {
                Some(Castling::Rights(_)) => CastlingUnknowns::Rights,
                Some(Castling::Sets(_)) => CastlingUnknowns::Sets,
                Some(Castling::RookFiles | Castling::RookSquares) => CastlingUnknowns::Rooks,
                _ => CastlingUnknowns::Fixed,
            },
            turn: match layout.turn_keys() {
                Some(Turn::Of(_)) => TurnUnknowns::One,
                Some(Turn::Both) => TurnUnknowns::Two,
                _ => TurnUnknowns::Fixed,
            },
            en_passant: match layout.en_passant_keys() {
                Some(EnPassantKeys::File) => EnPassantUnknowns::Files,
                Some(EnPassantKeys::Square) => EnPassantUnknowns::Squares,
                _ => EnPassantUnknowns::Fixed,
            },
        }
    }

    pub(super) fn castling(&self) -> Range<usize> {
        let count = match self.castling {
            CastlingUnknowns::Fixed => 0,
            CastlingUnknowns::Rights => 16,
            CastlingUnknowns::Sets => 240,
            CastlingUnknowns::Rooks => 4,
        };
        PIECES..PIECES + count
    }

    pub(super) fn turn(&self) -> Range<usize> {
        let start = self.castling().end;
        start..start + self.turn as usize
    }

    pub(super) fn en_passant(&self) -> Range<usize> {
        let start = self.turn().end;
        let count = match self.en_passant {
            EnPassantUnknowns::Fixed => 0,
            EnPassantUnknowns::Files => 6,
            EnPassantUnknowns::Squares => 3,
        };
        start..start + count
    }

    /// The bits of the clock, the empty squares and the variants: whether they are keyed.
    pub(super) fn kept(&self) -> Range<usize> {
        let start = self.en_passant().end;
        start..start + 3
    }

    pub(super) fn len(&self) -> usize {
        self.kept().end
    }
}

/// The class of the capture en passant of a sample, and its file. The class is 0 if the capture is
/// legal, 1 if pawns only stand side by side, 2 if a pawn has just moved two squares.
fn capture(sample: &Sample) -> Option<(usize, usize)> {
    let mut captures = [sample.legal, sample.beside, sample.always].into_iter().enumerate();
    captures.find_map(|(class, capture)| Some((class, capture?.file as usize)))
}

/// The set of rights of a sample: K is 1, Q 2, k 4, q 8.
pub(super) fn set_of_rights(sample: &Sample) -> usize {
    let files = sample.position.castling.files();
    (0..4).map(|right| usize::from(files[right].is_some()) << right).sum()
}

/// A sample as an equation between words: the sum of the coefficients whose unknowns are 1 is
/// `known`, up to a constant of all samples.
pub(super) struct Equation {
    known: u128,
    coefficients: Vec<u128>,
}

/// The equations of samples by one [`Choice`].
pub(super) struct Equations<'a> {
    unknowns: Unknowns,
    layout: ChessLayout,
    rule: Option<EnPassant>,
    keys: &'a [u128],
    /// The place of the key of each slot.
    places: Vec<Term>,
}

/// The place of a key in an equation.
#[derive(Clone, Copy)]
enum Term {
    /// The key of a piece, which may have any block; the index among all.
    Piece(usize),
    /// Part of the coefficient of an unknown.
    Coefficient(usize),
    /// On the right-hand side.
    Known,
    /// Nowhere: what is keyed of the fact is unknown, and added apart.
    Apart,
}

impl<'a> Equations<'a> {
    pub(super) fn new(
        layout: &ChessLayout,
        unknowns: Unknowns,
        choice: &Choice,
        keys: &'a [u128],
    ) -> Equations<'a> {
        let kept = unknowns.kept().start;
        let mut places = Vec::with_capacity(keys.len());
        for kind in layout.layout().kinds() {
            let place = match kind.name() {
                "castling" if unknowns.castling != CastlingUnknowns::Fixed => Term::Apart,
                "turn" if unknowns.turn != TurnUnknowns::Fixed => Term::Apart,
                "clock" => Term::Coefficient(kept),
                "empty" => Term::Coefficient(kept + 1),
                "promoted" | "pocket" | "checks" | "variant" => Term::Coefficient(kept + 2),
                _ => Term::Known,
            };
            let is_piece = kind.name() == "piece";
            let of = |index| if is_piece { Term::Piece(index) } else { place };
            places.extend((0..kind.size()).map(of));
        }
        Equations { unknowns, layout: choice.layout(layout), rule: choice.rule, keys, places }
    }

    pub(super) fn of(&self, sample: &Sample) -> Equation {
        let mut equation =
            Equation { known: sample.hash, coefficients: vec![0; self.unknowns.len()] };
        // By any rule that is a bit, the capture is added apart.
        let mut position = sample.by(self.rule.unwrap_or(EnPassant::Always));
        if self.rule.is_none() {
            position.en_passant = None;
        }
        self.layout.for_each_feature(&position, |feature| {
            let slot = feature.slot();
            match self.places[slot] {
                Term::Piece(index) => self.add_piece(&mut equation, slot - index, index),
                Term::Coefficient(unknown) => equation.coefficients[unknown] ^= self.keys[slot],
                Term::Known => equation.known ^= self.keys[slot],
                Term::Apart => {}
            }
        });
        self.add_castling(&mut equation, sample);
        self.add_turn(&mut equation, sample);
        self.add_en_passant(&mut equation, sample);
        equation
    }

    /// Adds a piece, which may have any block of the keys.
    fn add_piece(&self, equation: &mut Equation, start: usize, index: usize) {
        let by_square = self.layout.pieces().is_by_square();
        let (place, square) =
            if by_square { (index % 12, index / 12) } else { (index / 64, index % 64) };
        let bits = &mut equation.coefficients[12 * place..12 * (place + 1)];
        for (block, coefficient) in bits.iter_mut().enumerate() {
            let slot = if by_square { 12 * square + block } else { 64 * block + square };
            *coefficient ^= self.keys[start + slot];
        }
    }

    fn keys_of(&self, kind: &str) -> &[u128] {
        let kind = self.layout.layout().kind_named(kind);
        kind.map_or(&[], |kind| &self.keys[kind.start()..kind.end()])
    }

    fn add_castling(&self, equation: &mut Equation, sample: &Sample) {
        let bits = &mut equation.coefficients[self.unknowns.castling()];
        let keys = self.keys_of("castling");
        let set = set_of_rights(sample);
        let rights = (0..4).filter(|right| set >> right & 1 == 1);
        match self.unknowns.castling {
            CastlingUnknowns::Fixed => {}
            CastlingUnknowns::Rights => {
                rights.for_each(|right| bits[4 * right..4 * right + 4].copy_from_slice(keys));
            }
            CastlingUnknowns::Sets if set == 0 => {}
            CastlingUnknowns::Sets => bits[16 * (set - 1)..16 * set].copy_from_slice(keys),
            CastlingUnknowns::Rooks => {
                let features = self.layout.castling(sample.position.castling);
                rights.zip(features).for_each(|(right, feature)| {
                    bits[right] = self.keys[feature.slot()];
                });
            }
        }
    }

    fn add_turn(&self, equation: &mut Equation, sample: &Sample) {
        if sample.position.turn == Color::White && self.unknowns.turn != TurnUnknowns::Fixed {
            let bits = &mut equation.coefficients[self.unknowns.turn()];
            bits.copy_from_slice(self.keys_of("turn"));
        }
    }

    fn add_en_passant(&self, equation: &mut Equation, sample: &Sample) {
        let Some((class, file)) = capture(sample) else { return };
        let bits = &mut equation.coefficients[self.unknowns.en_passant()];
        let keys = self.keys_of("en-passant");
        // The key of no capture goes when one counts.
        let none = self.keys_of("no-en-passant").first().copied().unwrap_or(0);
        match self.unknowns.en_passant {
            EnPassantUnknowns::Fixed => {}
            EnPassantUnknowns::Files => {
                bits[2 * class] = keys[file] ^ none;
                bits[2 * class + 1] = keys[7 - file] ^ none;
            }
            EnPassantUnknowns::Squares => {
                let behind = if sample.position.turn == Color::White { 40 } else { 16 };
                let squares = self.layout.pieces().squares();
                bits[class] = keys[squares.index(behind + file)] ^ none;
            }
        }
    }
}

impl Equation {
    /// The difference of two equations, which is free of the constant, bit by bit.
    pub(super) fn minus(&self, other: &Equation, bits: u32) -> Vec<Row> {
        let unknowns = self.coefficients.len();
        let mut rows = vec![[0; WORDS]; bits as usize];
        let word = |column: usize| match column.checked_sub(unknowns) {
            None => self.coefficients[column] ^ other.coefficients[column],
            Some(0) => self.known ^ other.known,
            Some(_) => 0,
        };
        for (half, rows) in rows.chunks_mut(64).enumerate() {
            for column in 0..=unknowns / 64 {
                let mut matrix =
                    core::array::from_fn(|bit| (word(64 * column + bit) >> (64 * half)) as u64);
                transpose(&mut matrix);
                for (row, bits) in rows.iter_mut().zip(matrix) {
                    row[column] = bits;
                }
            }
        }
        rows
    }
}

/// The conventions that one system of equations takes for granted.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) squares: Squares,
    pub(super) by_square: bool,
    /// The rule of captures en passant where they change which keys pieces have, or have keys for
    /// each side; `None` where the rule is one of the unknowns.
    pub(super) rule: Option<EnPassant>,
}

impl Choice {
    /// All choices for a layout, those of the scheme first.
    pub(super) fn all(layout: &ChessLayout, rule: EnPassant) -> Vec<Choice> {
        let pieces = layout.pieces();
        let on_pieces = matches!(
            layout.en_passant_keys(),
            Some(
                EnPassantKeys::Slots
                    | EnPassantKeys::SideFiles(_)
                    | EnPassantKeys::CapturedPawn
                    | EnPassantKeys::CapturingPawn
            )
        );
        let mut choices = Vec::new();
        for by_square in [pieces.is_by_square(), !pieces.is_by_square()] {
            for run in [Run::Rank, Run::File] {
                for first in [Corner::A1, Corner::A8, Corner::H1, Corner::H8] {
                    let squares = Squares { first, run };
                    if on_pieces {
                        let with = |rule| Choice { squares, by_square, rule: Some(rule) };
                        choices.extend(RULES.map(with));
                    } else {
                        choices.push(Choice { squares, by_square, rule: None });
                    }
                }
            }
        }
        let is_own = |choice: &Choice| {
            choice.squares == pieces.squares()
                && choice.by_square == pieces.is_by_square()
                && choice.rule.is_none_or(|chosen| chosen == rule)
        };
        choices.sort_by_key(|choice| !is_own(choice));
        choices
    }

    /// The layout with these squares and this index, and its order of pieces.
    pub(super) fn layout(&self, layout: &ChessLayout) -> ChessLayout {
        let pieces = Pieces { squares: self.squares, by_square: self.by_square, ..layout.pieces() };
        let parts: Vec<Part> = layout
            .parts()
            .map(|part| match part {
                Part::Pieces(_) => Part::Pieces(pieces),
                part => part,
            })
            .collect();
        ChessLayout::of(&parts)
    }
}
