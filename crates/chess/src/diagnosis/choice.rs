//! Conventions that are tried one after another, since a hash is not linear in them.

use alloc::vec::Vec;

use super::sample::RULES;
use crate::layout::{ChessLayout, Corner, EnPassantKeys, Part, Pieces, Run, Squares};
use crate::vocabulary::EnPassant;

/// The conventions that one system of equations takes for granted.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) squares: Squares,
    pub(super) by_square: bool,
    /// The rule of captures en passant where they change which keys pieces have; `None` where the
    /// rule is one of the unknowns.
    pub(super) rule: Option<EnPassant>,
}

impl Choice {
    /// All choices for a layout, those of the scheme first.
    pub(super) fn all(layout: &ChessLayout, rule: EnPassant) -> Vec<Choice> {
        let pieces = layout.pieces();
        let on_pieces = matches!(
            layout.en_passant_keys(),
            Some(EnPassantKeys::Slots | EnPassantKeys::CapturedPawn | EnPassantKeys::CapturingPawn)
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
