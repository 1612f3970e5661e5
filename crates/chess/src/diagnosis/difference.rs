//! The conventions in which another program differs from a scheme.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Display};

use crate::layout::{Part, Pieces, RightOrder, Squares};
use crate::vocabulary::{Color, EnPassant};

/// A convention in which another program differs from a scheme. It is displayed as one sentence
/// that ends with the words of a scheme file, if a file has words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Difference {
    /// The parts have their keys in another order, which is this.
    Parts(Vec<Part>),
    /// The pieces are keyed in another order.
    Order(Pieces),
    /// The squares are counted otherwise.
    Squares(Squares),
    /// The keys are those of one square after another, or of one piece after another.
    Index {
        /// True if the keys of a square follow one another.
        by_square: bool,
    },
    /// The turn is keyed for the other side.
    Turn(Color),
    /// The turn is keyed for one side, with one of the two keys of the scheme.
    OneTurn {
        /// The side that is keyed.
        color: Color,
        /// The number of the key, from 0.
        key: usize,
    },
    /// The turn is keyed for both sides, with the keys the other way round.
    SwappedTurn,
    /// The turn is not keyed.
    NoTurn,
    /// The castling rights are keyed in another order.
    RightOrder(RightOrder),
    /// Castling is keyed by rights, where the scheme has keys of sets.
    Rights {
        /// The order of the rights.
        order: RightOrder,
        /// The number of the key of each right in this order, from 0.
        keys: [u8; 4],
    },
    /// The sets of castling rights are counted in another order.
    SetOrder(RightOrder),
    /// The castling rights are not keyed.
    NoCastling,
    /// En passant counts by another rule.
    EnPassant(EnPassant),
    /// The keys of the en passant files are those from h to a.
    ReversedFiles,
    /// En passant is not keyed.
    NoEnPassant,
    /// The halfmove clock is not keyed.
    NoClock,
    /// The empty squares are not keyed.
    NoEmptySquares,
    /// Facts of variants are not keyed.
    NoVariants,
    /// The hashes do not begin with the key that the scheme has for it.
    NoStart,
    /// The hashes begin with another key.
    Start {
        /// The key.
        key: u128,
        /// The number of bits of a hash.
        bits: u32,
    },
    /// Every hash has a constant added.
    Constant {
        /// The constant.
        constant: u128,
        /// The number of bits of a hash.
        bits: u32,
    },
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Parts(parts) => {
                f.write_str("the parts have their keys in another order: layout = [")?;
                let names =
                    parts.iter().copied().filter(|part| part.kind().is_some()).map(Part::name);
                names.enumerate().try_for_each(|(number, name)| {
                    write!(f, "{}\"{name}\"", if number > 0 { ", " } else { "" })
                })?;
                f.write_str("]")
            }
            Difference::Order(pieces) => {
                let order = String::from_iter(pieces.letters());
                write!(f, "the pieces are keyed in another order: order = \"{order}\"")
            }
            Difference::Squares(squares) => {
                let (first, run) = (squares.first.name(), squares.run.name());
                write!(
                    f,
                    "the squares are counted from {first} along the {run}: \
                     squares = {{ first = \"{first}\", run = \"{run}\" }}"
                )
            }
            Difference::Index { by_square: true } => f.write_str(
                "the keys of the pieces on one square follow one another: index = \"square-piece\"",
            ),
            Difference::Index { by_square: false } => f.write_str(
                "the keys of one piece on all squares follow one another: index = \"piece-square\"",
            ),
            Difference::Turn(color) => {
                write!(f, "the turn is keyed for {color}: key-for = \"{color}\"")
            }
            Difference::OneTurn { color, key } => {
                let key = if *key == 0 { "first" } else { "second" };
                write!(
                    f,
                    "the turn is keyed for {color} alone, with the {key} of the two keys: \
                     key-for = \"{color}\""
                )
            }
            Difference::SwappedTurn => f.write_str(
                "the two keys of the turn are the other way round: Black's is the first",
            ),
            Difference::NoTurn => {
                f.write_str("the turn is not keyed: no \"turn\" in layout, and no section [turn]")
            }
            Difference::RightOrder(order) => write!(
                f,
                "the castling rights are keyed in another order: order = \"{}\"",
                String::from_iter(order.letters())
            ),
            Difference::Rights { order, keys: [a, b, c, d] } => write!(
                f,
                "castling is keyed by rights, with the keys {a}, {b}, {c} and {d} of the sets \
                 (from 0): keys = \"rights\", order = \"{}\"",
                String::from_iter(order.letters())
            ),
            Difference::SetOrder(order) => write!(
                f,
                "castling is keyed by sets in another order: keys = \"sets\", order = \"{}\"",
                String::from_iter(order.letters())
            ),
            Difference::NoCastling => {
                f.write_str("castling is not keyed: [castling] keys = \"none\"")
            }
            Difference::EnPassant(EnPassant::Always) => {
                f.write_str("en passant counts after every double step: counts = \"always\"")
            }
            Difference::EnPassant(EnPassant::PseudoLegal) => {
                f.write_str("en passant counts where a pawn stands beside: counts = \"beside\"")
            }
            Difference::EnPassant(EnPassant::Legal) => {
                f.write_str("en passant counts where the capture is legal: counts = \"legal\"")
            }
            Difference::ReversedFiles => f.write_str(
                "the keys of the en passant files run from the h-file to the a-file: reverse them",
            ),
            Difference::NoEnPassant => {
                f.write_str("en passant is not keyed: [en-passant] keys = \"none\"")
            }
            Difference::NoClock => {
                f.write_str("the halfmove clock is not keyed: no section [clock]")
            }
            Difference::NoEmptySquares => {
                f.write_str("the empty squares are not keyed: no \"empty\" in layout")
            }
            Difference::NoVariants => f.write_str(
                "what variants add is not keyed: \
                 no \"promoted\", \"pocket\", \"checks\" and \"variant\" in layout",
            ),
            Difference::NoStart => {
                f.write_str("the hashes do not begin with the key of the start: no \"start\"")
            }
            Difference::Start { key, bits } => {
                let digits = *bits as usize / 4;
                write!(f, "the hashes begin with another key: [start] key = \"0x{key:0digits$x}\"")
            }
            Difference::Constant { constant, bits } => {
                let digits = *bits as usize / 4;
                write!(
                    f,
                    "every hash has the constant 0x{constant:0digits$x} besides: \
                     [start] key = \"0x{constant:0digits$x}\""
                )
            }
        }
    }
}
