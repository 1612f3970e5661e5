//! The facts of a position that a key can have words for, and their names.

use shakmaty::{CastlingSide, Color, EnPassantMode, Piece, Position, Rank, Role, Square, fen::Fen};
use zobrist::{Feature, Kind};
use zobrist_chess::EnPassant;
use zobrist_shakmaty::en_passant_file;

use crate::rules::Game;

/// The layout of the general model, in which every convention in use can be written.
const PIECE: Kind = Kind::first("piece", 768);
const CASTLING_SET: Kind = PIECE.then("castling-set", 16);
const EN_PASSANT_SQUARE: Kind = CASTLING_SET.then("en-passant-square", 16);
const TURN: Kind = EN_PASSANT_SQUARE.then("turn", 1);

/// The number of facts.
pub(crate) const FACTS: usize = TURN.layout().len();

/// A feature of the general model by its meaning. A [`Feature`] is a slot of a layout alone; here
/// faults are named by what a slot stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Fact {
    /// A piece on a square.
    Piece(Piece, Square),
    /// A set of castling rights, as bits: 1 White's king's side, 2 queen's side, 4 and 8 Black's.
    Castling(u8),
    /// The square that a pawn has passed by a double step, if that counts.
    EnPassant(Square),
    /// Black is to move.
    Black,
}

/// The colors in the order of the numbers of facts.
pub(crate) const COLORS: [Color; 2] = [Color::White, Color::Black];

impl Fact {
    /// The slot of the fact.
    pub(crate) fn feature(self) -> Feature {
        match self {
            Fact::Piece(piece, square) => {
                let role = piece.role as usize - 1;
                let color = usize::from(piece.color.is_black());
                PIECE.at((color * 6 + role) * 64 + square as usize)
            }
            Fact::Castling(set) => CASTLING_SET.at(usize::from(set)),
            Fact::EnPassant(square) => {
                let rank = if square.rank() == Rank::Sixth { 8 } else { 0 };
                EN_PASSANT_SQUARE.at(square.file() as usize + rank)
            }
            Fact::Black => TURN.at(0),
        }
    }

    /// The number of the slot, below [`FACTS`].
    pub(crate) fn index(self) -> usize {
        self.feature().slot()
    }

    /// All facts, in the order of their numbers.
    pub(crate) fn all() -> impl Iterator<Item = Fact> {
        let pieces = COLORS.into_iter().flat_map(|color| {
            Role::ALL.into_iter().flat_map(move |role| {
                Square::ALL.into_iter().map(move |at| Fact::Piece(Piece { color, role }, at))
            })
        });
        let passed = [Rank::Third, Rank::Sixth].into_iter().flat_map(|rank| {
            let on = move |square: &Square| square.rank() == rank;
            Square::ALL.into_iter().filter(on).map(Fact::EnPassant)
        });
        pieces.chain((0..16).map(Fact::Castling)).chain(passed).chain([Fact::Black])
    }

    /// The name in a report.
    pub(crate) fn name(self) -> String {
        match self {
            Fact::Piece(piece, square) => format!("{} {square}", piece_name(piece)),
            Fact::Castling(set) => format!("castling {}", set_name(set)),
            Fact::EnPassant(square) => format!("en passant {square}"),
            Fact::Black => "side to move".to_owned(),
        }
    }
}

pub(crate) fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

pub(crate) fn role_name(role: Role) -> &'static str {
    ["pawn", "knight", "bishop", "rook", "queen", "king"][role as usize - 1]
}

pub(crate) fn piece_name(piece: Piece) -> String {
    format!("{} {}", color_name(piece.color), role_name(piece.role))
}

/// The castling rights of a set, as in FEN, or `none`.
pub(crate) fn set_name(set: u8) -> String {
    let letters = "KQkq".char_indices().filter(|(bit, _)| set >> bit & 1 == 1);
    let letters: String = letters.map(|(_, letter)| letter).collect();
    if letters.is_empty() { "none".to_owned() } else { letters }
}

/// The rights, by bit of a set.
pub(crate) const RIGHTS: [(Color, CastlingSide, &str); 4] = [
    (Color::White, CastlingSide::KingSide, "white O-O"),
    (Color::White, CastlingSide::QueenSide, "white O-O-O"),
    (Color::Black, CastlingSide::KingSide, "black O-O"),
    (Color::Black, CastlingSide::QueenSide, "black O-O-O"),
];

/// The set of castling rights of a position.
pub(crate) fn castling_set(position: &Game) -> u8 {
    let has = |(color, side, _): &(Color, CastlingSide, _)| {
        u8::from(position.castles().rook(*color, *side).is_some())
    };
    RIGHTS.iter().rev().fold(0, |set, right| set << 1 | has(right))
}

/// When an en passant square counts in an engine's key: by a rule of schemes, or never, as where a
/// FEN or moves insert no word by mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EnPassantRule(pub(crate) Option<EnPassant>);

impl EnPassantRule {
    pub(crate) const NEVER: EnPassantRule = EnPassantRule(None);
    pub(crate) const LEGAL: EnPassantRule = EnPassantRule(Some(EnPassant::Legal));
    pub(crate) const BESIDE: EnPassantRule = EnPassantRule(Some(EnPassant::PseudoLegal));
    pub(crate) const ALWAYS: EnPassantRule = EnPassantRule(Some(EnPassant::Always));

    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            None => "never",
            Some(EnPassant::Legal) => "if the capture is legal",
            Some(EnPassant::PseudoLegal) => "if a pawn stands beside",
            Some(EnPassant::Always) => "after every double step",
        }
    }

    /// The word for it in files of schemes, and in JSON.
    pub(crate) fn word(self) -> &'static str {
        self.0.map_or("never", EnPassant::name)
    }

    /// The square that counts.
    pub(crate) fn square(self, position: &Game) -> Option<Square> {
        let file = en_passant_file(position, self.0?)?;
        let rank = position.turn().fold_wb(Rank::Sixth, Rank::Third);
        Some(Square::from_coords(file, rank))
    }

    /// The rule by which fewer squares count.
    pub(crate) fn strictest(self, other: EnPassantRule) -> EnPassantRule {
        let order = [
            EnPassantRule::NEVER,
            EnPassantRule::LEGAL,
            EnPassantRule::BESIDE,
            EnPassantRule::ALWAYS,
        ];
        let is_one = |rule: &EnPassantRule| *rule == self || *rule == other;
        order.into_iter().find(is_one).unwrap_or(self)
    }
}

/// The facts of a position.
pub(crate) fn facts(position: &Game, counts: EnPassantRule) -> Vec<Fact> {
    let board = position.board().clone().into_iter();
    let mut facts: Vec<Fact> = board.map(|(square, piece)| Fact::Piece(piece, square)).collect();
    facts.push(Fact::Castling(castling_set(position)));
    facts.extend(counts.square(position).map(Fact::EnPassant));
    if position.turn().is_black() {
        facts.push(Fact::Black);
    }
    facts
}

/// The FEN of a position, with the en passant square by a rule.
pub(crate) fn fen(position: &Game, counts: EnPassantRule) -> String {
    let mut setup = position.to_setup(EnPassantMode::Always);
    setup.ep_square = counts.square(position);
    match Fen::try_from_setup(setup) {
        Ok(fen) => fen.to_string(),
        Err(error) => error.ignore().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_have_different_numbers() {
        let numbers: Vec<usize> = Fact::all().map(Fact::index).collect();
        assert_eq!(numbers, (0..FACTS).collect::<Vec<_>>());
    }
}
