//! A guess: all conventions of another program, in terms of the scheme whose keys it has.

use alloc::vec::Vec;

use super::difference::Difference;
use super::sample::Sample;
use crate::layout::{
    Castling, ChessLayout, EnPassantKeys, Part, Pieces, RightOrder, Squares, Turn,
};
use crate::vocabulary::{Color, EnPassant};

/// The conventions and the keys that a scheme has, for guesses to change.
pub(super) struct Given<'a> {
    pub(super) layout: ChessLayout,
    pub(super) rule: EnPassant,
    pub(super) keys: &'a [u128],
    pub(super) bits: u32,
}

/// All conventions of another program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guess {
    /// The block of keys of each piece, by its place in the given order.
    pub(super) blocks: [u8; 12],
    pub(super) squares: Squares,
    pub(super) by_square: bool,
    pub(super) castling: CastlingGuess,
    pub(super) turn: TurnGuess,
    pub(super) en_passant: EnPassantGuess,
    /// True for each of the clock, the empty squares and the variants that is keyed.
    pub(super) kept: [bool; 3],
    /// The constant that is part of every hash.
    pub(super) constant: u128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CastlingGuess {
    Given,
    Unkeyed,
    /// By the key of each right.
    Rights([u8; 4]),
    Sets(RightOrder),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnGuess {
    Given,
    Unkeyed,
    /// One side has the key of this number.
    Of(Color, usize),
    /// Both sides have the keys of each other.
    Swapped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EnPassantGuess {
    /// The rule; `None` if captures are not keyed.
    pub(super) rule: Option<EnPassant>,
    /// True if the keys of the files are those from h to a.
    pub(super) reversed: bool,
}

/// A layout with a key for each slot, and a rule of captures en passant.
pub(super) struct Composition {
    pub(super) layout: ChessLayout,
    pub(super) keys: Vec<u128>,
    pub(super) rule: EnPassant,
}

impl Composition {
    pub(super) fn hash(&self, sample: &Sample) -> u128 {
        let mut sum = 0;
        let position = sample.by(self.rule);
        self.layout.for_each_feature(&position, |feature| sum ^= self.keys[feature.slot()]);
        sum
    }
}

impl Given<'_> {
    /// The keys of a part, which has a kind.
    fn keys_of(&self, part: Part) -> &[u128] {
        let kind = part.kind().and_then(|(name, _)| self.layout.layout().kind_named(name));
        kind.map_or(&[], |kind| &self.keys[kind.start()..kind.end()])
    }

    /// Returns the guesses with the parts in all orders but the given one and the same keys.
    /// Pieces, turn, castling and en passant change places; other parts stay.
    pub(super) fn with_parts_in_other_orders(&self) -> Vec<Self> {
        let parts: Vec<Part> = self.layout.parts().collect();
        let is_moved = |part: &Part| {
            let moves = matches!(
                part,
                Part::Pieces(_) | Part::Turn(_) | Part::Castling(_) | Part::EnPassant(_)
            );
            moves && part.kind().is_some()
        };
        let moved: Vec<Part> = parts.iter().copied().filter(is_moved).collect();
        let in_order = |order: Vec<Part>| {
            let mut order = order.into_iter();
            let mut parts = parts.clone();
            let moved = parts.iter_mut().filter(|part| is_moved(part));
            moved.zip(&mut order).for_each(|(part, other)| *part = other);
            Given { layout: ChessLayout::of(&parts), ..*self }
        };
        orders(&moved).into_iter().skip(1).map(in_order).collect()
    }

    /// The number of the first key of a piece.
    pub(super) fn first_of_pieces(&self) -> Option<usize> {
        self.layout.layout().kind_named("piece").map(|kind| kind.start())
    }

    /// The key with which hashes begin.
    fn start(&self) -> u128 {
        self.keys_of(Part::Start).first().copied().unwrap_or(0)
    }
}

impl Guess {
    /// The order of pieces, by their keys.
    fn order(&self, given: &Pieces) -> Pieces {
        let mut order = given.order;
        for (place, block) in self.blocks.into_iter().enumerate() {
            order[block as usize] = given.order[place];
        }
        Pieces { order, squares: self.squares, by_square: self.by_square }
    }

    /// The castling rights in the order of the keys that they have, and the numbers of these.
    fn rights(keys: [u8; 4]) -> ([u8; 4], [u8; 4]) {
        let mut order = [0, 1, 2, 3];
        order.sort_by_key(|right| keys[usize::from(*right)]);
        (order, order.map(|right| keys[usize::from(right)]))
    }

    /// Composes the layout of the guess with the given keys.
    pub(super) fn compose(&self, given: &Given<'_>) -> Composition {
        let mut parts = Vec::new();
        let mut keys = Vec::with_capacity(given.keys.len() + 1);
        let mut add = |part: Part, of: &[u128]| {
            parts.push(part);
            keys.extend_from_slice(of);
        };
        let mut constant = self.constant;
        for part in given.layout.parts() {
            let of = given.keys_of(part);
            match part {
                Part::Pieces(pieces) => add(Part::Pieces(self.order(&pieces)), of),
                Part::Castling(_) => match self.castling {
                    CastlingGuess::Given => add(part, of),
                    CastlingGuess::Unkeyed => {}
                    CastlingGuess::Rights(keys) => {
                        let (order, numbers) = Guess::rights(keys);
                        let castling = Castling::Rights(RightOrder(order));
                        add(Part::Castling(castling), &numbers.map(|key| of[usize::from(key)]));
                    }
                    CastlingGuess::Sets(order) => {
                        add(Part::Castling(Castling::Sets(order)), of);
                    }
                },
                Part::Turn(_) => match self.turn {
                    TurnGuess::Given => add(part, of),
                    TurnGuess::Unkeyed => {}
                    TurnGuess::Of(color, key) => add(Part::Turn(Turn::Of(color)), &of[key..=key]),
                    TurnGuess::Swapped => add(part, &[of[1], of[0]]),
                },
                Part::EnPassant(_) | Part::NoEnPassant if self.en_passant.rule.is_none() => {}
                Part::EnPassant(EnPassantKeys::File) if self.en_passant.reversed => {
                    add(part, &of.iter().rev().copied().collect::<Vec<_>>());
                }
                Part::Clock(_) if !self.kept[0] => {}
                Part::EmptySquares if !self.kept[1] => {}
                Part::Promoted | Part::Pocket | Part::Checks | Part::Variant if !self.kept[2] => {}
                Part::Start => {
                    let start = constant ^ given.start();
                    constant = 0;
                    if start != 0 {
                        add(part, &[start]);
                    }
                }
                part => add(part, of),
            }
        }
        if constant != 0 {
            add(Part::Start, &[constant]);
        }
        let rule = self.en_passant.rule.unwrap_or(given.rule);
        Composition { layout: ChessLayout::of(&parts), keys, rule }
    }

    /// The differences to the given conventions.
    pub(super) fn differences(&self, given: &Given<'_>) -> Vec<Difference> {
        let mut differences = Vec::new();
        let (old, new) = (given.layout.pieces(), self.order(&given.layout.pieces()));
        if new.order != old.order {
            differences.push(Difference::Order(new));
        }
        if new.squares != old.squares {
            differences.push(Difference::Squares(new.squares));
        }
        if new.by_square != old.by_square {
            differences.push(Difference::Index { by_square: new.by_square });
        }
        match self.turn {
            TurnGuess::Given => {}
            TurnGuess::Unkeyed => differences.push(Difference::NoTurn),
            TurnGuess::Of(color, key) => match given.layout.turn_keys() {
                Some(Turn::Both) => differences.push(Difference::OneTurn { color, key }),
                _ => differences.push(Difference::Turn(color)),
            },
            TurnGuess::Swapped => differences.push(Difference::SwappedTurn),
        }
        match self.castling {
            CastlingGuess::Given => {}
            CastlingGuess::Unkeyed => differences.push(Difference::NoCastling),
            CastlingGuess::Rights(keys) => {
                let (order, keys) = Guess::rights(keys);
                let order = RightOrder(order);
                differences.push(match given.layout.castling_keys() {
                    Some(Castling::Rights(_)) => Difference::RightOrder(order),
                    _ => Difference::Rights { order, keys },
                });
            }
            CastlingGuess::Sets(order) => differences.push(Difference::SetOrder(order)),
        }
        match self.en_passant.rule {
            None => differences.push(Difference::NoEnPassant),
            Some(rule) if rule != given.rule => differences.push(Difference::EnPassant(rule)),
            Some(_) => {}
        }
        if self.en_passant.reversed {
            differences.push(Difference::ReversedFiles);
        }
        let omitted = [Difference::NoClock, Difference::NoEmptySquares, Difference::NoVariants];
        let omitted = omitted.into_iter().zip(self.kept).filter(|(_, kept)| !kept);
        differences.extend(omitted.map(|(difference, _)| difference));
        match self.constant {
            0 => {}
            constant if constant == given.start() => differences.push(Difference::NoStart),
            constant if given.start() == 0 => {
                differences.push(Difference::Constant { constant, bits: given.bits });
            }
            constant => differences
                .push(Difference::Start { key: constant ^ given.start(), bits: given.bits }),
        }
        differences
    }
}

/// Returns all orders of some items, the given one first.
pub(super) fn orders<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    let mut all = Vec::new();
    extend(&mut items.to_vec(), 0, &mut all);
    all
}

/// Adds every order of the items from a place on.
fn extend<T: Copy>(items: &mut [T], from: usize, all: &mut Vec<Vec<T>>) {
    if from == items.len() {
        return all.push(items.to_vec());
    }
    for other in from..items.len() {
        items.swap(from, other);
        extend(items, from + 1, all);
        items.swap(from, other);
    }
}
