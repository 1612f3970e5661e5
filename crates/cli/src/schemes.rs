//! Schemes by their names, and what each can do.

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use shakmaty::CastlingMode;
use shakmaty::variant::Variant;

/// The schemes that `--scheme` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemeName {
    /// Polyglot's keys; en passant when a pawn stands ready beside it (books, python-chess)
    Polyglot,
    /// Polyglot's keys; en passant when the capture is legal (repetition by the Laws of Chess)
    Fide,
    /// Polyglot's keys; en passant after every double step (FEN as many programs write it)
    Fen,
    /// This project's keys, in 32, 64 and 128 bits; castling rooks and variants told apart
    Zobrist,
}

/// The widths that `--bits` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Bits {
    #[value(name = "32")]
    B32,
    #[value(name = "64")]
    B64,
    #[value(name = "128")]
    B128,
}

/// The variants that `--variant` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum VariantName {
    Chess,
    Chess960,
    Atomic,
    Antichess,
    #[value(name = "kingofthehill", alias = "koth")]
    KingOfTheHill,
    #[value(name = "3check", alias = "threecheck")]
    ThreeCheck,
    Crazyhouse,
    #[value(name = "racingkings")]
    RacingKings,
    Horde,
}

impl VariantName {
    pub fn rules(self) -> Variant {
        match self {
            VariantName::Chess | VariantName::Chess960 => Variant::Chess,
            VariantName::Atomic => Variant::Atomic,
            VariantName::Antichess => Variant::Antichess,
            VariantName::KingOfTheHill => Variant::KingOfTheHill,
            VariantName::ThreeCheck => Variant::ThreeCheck,
            VariantName::Crazyhouse => Variant::Crazyhouse,
            VariantName::RacingKings => Variant::RacingKings,
            VariantName::Horde => Variant::Horde,
        }
    }

    pub fn castling_mode(self) -> CastlingMode {
        CastlingMode::from_chess960(self == VariantName::Chess960)
    }
}

/// The options that every command on chess positions takes. Each command sets a default
/// scheme of its own.
#[derive(Args, Clone, Copy, Debug)]
pub struct Position {
    /// The width of hashes
    #[arg(long, value_enum, default_value = "64")]
    pub bits: Bits,
    /// The variant; Chess960 is told from the castling field by itself
    #[arg(long, value_enum)]
    pub variant: Option<VariantName>,
}

impl Position {
    pub fn variant(&self) -> VariantName {
        self.variant.unwrap_or(VariantName::Chess)
    }
}

/// The scheme and its options, for the commands that look hashes up or explain them.
#[derive(Args, Clone, Copy, Debug)]
pub struct Convention {
    /// The convention and the keys
    #[arg(long, value_enum, default_value = "polyglot")]
    scheme: SchemeName,
    #[command(flatten)]
    pub position: Position,
}

impl Convention {
    /// # Errors
    /// When the scheme lacks the width or the variant.
    pub fn choice(&self) -> Result<Choice> {
        Choice::new(self.scheme, &self.position)
    }
}

/// A scheme in a width that it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Polyglot,
    Fide,
    Fen,
    Zobrist32,
    Zobrist64,
    Zobrist128,
}

impl Choice {
    /// All, in the order in which they are listed.
    pub const ALL: [Choice; 6] = [
        Choice::Polyglot,
        Choice::Fide,
        Choice::Fen,
        Choice::Zobrist32,
        Choice::Zobrist64,
        Choice::Zobrist128,
    ];

    /// # Errors
    /// When the scheme lacks the width or the variant.
    pub fn new(scheme: SchemeName, position: &Position) -> Result<Choice> {
        let choice = match (scheme, position.bits) {
            (SchemeName::Polyglot, Bits::B64) => Choice::Polyglot,
            (SchemeName::Fide, Bits::B64) => Choice::Fide,
            (SchemeName::Fen, Bits::B64) => Choice::Fen,
            (SchemeName::Zobrist, Bits::B32) => Choice::Zobrist32,
            (SchemeName::Zobrist, Bits::B64) => Choice::Zobrist64,
            (SchemeName::Zobrist, Bits::B128) => Choice::Zobrist128,
            (scheme, bits) => bail!(
                "the scheme `{}` has hashes of 64 bits, not of {}; `--scheme zobrist` has them",
                value_name(scheme),
                value_name(bits),
            ),
        };
        let variant = position.variant().rules();
        if variant != Variant::Chess && scheme != SchemeName::Zobrist {
            bail!(
                "the scheme `{}` has standard chess and Chess960, not {variant}; \
                 `--scheme zobrist` has it",
                value_name(scheme),
            );
        }
        Ok(choice)
    }
}

fn value_name(value: impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Runs an expression with the type of a [`Choice`].
macro_rules! with_scheme {
    ($choice:expr, $scheme:ident => $run:expr) => {
        match $choice {
            $crate::schemes::Choice::Polyglot => {
                type $scheme = zobrist_chess::Polyglot;
                $run
            }
            $crate::schemes::Choice::Fide => {
                type $scheme = zobrist_chess::Fide;
                $run
            }
            $crate::schemes::Choice::Fen => {
                type $scheme = zobrist_chess::Fen;
                $run
            }
            $crate::schemes::Choice::Zobrist32 => {
                type $scheme = zobrist_chess::Zobrist<u32>;
                $run
            }
            $crate::schemes::Choice::Zobrist64 => {
                type $scheme = zobrist_chess::Zobrist<u64>;
                $run
            }
            $crate::schemes::Choice::Zobrist128 => {
                type $scheme = zobrist_chess::Zobrist<u128>;
                $run
            }
        }
    };
}

pub(crate) use with_scheme;
