//! Schemes by their names, and what each can do.

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use shakmaty::CastlingMode;
use shakmaty::variant::{Variant, VariantPosition};
use zobrist_shakmaty::read_variant_position;

use crate::positions;

/// The schemes that `--scheme` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemeName {
    /// Polyglot's keys; en passant when a pawn stands ready beside it (books, python-chess)
    Polyglot,
    /// Polyglot's keys; en passant when the capture is legal (repetition by the Laws of Chess)
    Fide,
    /// Polyglot's keys; en passant after every double step (FEN as many programs write it)
    Fen,
    /// This project's keys, of 32, 64 or 128 bits; distinguishes castling rooks and variants
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
    fn rules(self) -> Variant {
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
}

/// The variant that was asked for, if any.
#[derive(Args, Clone, Copy, Debug)]
pub struct VariantOption {
    /// Variant of chess [default: chess, or Chess960 if the castling field implies it]
    #[arg(long, value_enum)]
    variant: Option<VariantName>,
}

impl VariantOption {
    /// The rules that were asked for.
    pub fn asked(self) -> Option<Variant> {
        self.variant.map(VariantName::rules)
    }

    /// The rules that apply.
    pub fn rules(self) -> Variant {
        self.asked().unwrap_or_default()
    }

    pub fn is_chess960(self) -> bool {
        self.variant == Some(VariantName::Chess960)
    }

    /// How castling rights are to be read; `None` when the position decides.
    pub fn castling_mode(self) -> Option<CastlingMode> {
        match self.variant? {
            VariantName::Chess => Some(CastlingMode::Standard),
            VariantName::Chess960 => Some(CastlingMode::Chess960),
            _ => None,
        }
    }

    /// Reads a position that was given as an argument.
    ///
    /// # Errors
    /// When it is not a legal position of the variant.
    pub fn read(self, text: &str) -> Result<VariantPosition> {
        positions::read_argument(text, |line| {
            read_variant_position(line, self.rules(), self.castling_mode())
        })
    }
}

/// The scheme and its options, for the commands that look hashes up or explain them.
#[derive(Args, Clone, Copy, Debug)]
pub struct SchemeOptions {
    /// Keys and en passant convention
    #[arg(long, value_enum, default_value = "polyglot")]
    scheme: SchemeName,
    /// Width of the hash in bits
    #[arg(long, value_enum, default_value = "64")]
    pub bits: Bits,
    #[command(flatten)]
    pub variant: VariantOption,
}

impl SchemeOptions {
    /// # Errors
    /// When the scheme lacks the width or the variant.
    pub fn choice(&self) -> Result<Choice> {
        Choice::new(self.scheme, self.bits, self.variant.rules())
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
    pub fn new(scheme: SchemeName, bits: Bits, variant: Variant) -> Result<Choice> {
        let choice = match (scheme, bits) {
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
