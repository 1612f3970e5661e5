//! The options that choose a scheme, its width and the variant.

use anyhow::{Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use shakmaty::CastlingMode;
use shakmaty::variant::Variant;
use zobrist_chess::SchemeId;

/// The schemes that `--scheme` names, and what its help says about them.
const SCHEMES: [(&str, &str); 4] = [
    (
        "polyglot",
        "Polyglot's keys; en passant when a pawn stands ready beside it (books, python-chess)",
    ),
    (
        "fide",
        "Polyglot's keys; en passant when the capture is legal (repetition by the Laws of Chess)",
    ),
    ("fen", "Polyglot's keys; en passant after every double step (FEN as many programs write it)"),
    (
        "zobrist",
        "This project's keys, of 32, 64 or 128 bits; distinguishes castling rooks and variants",
    ),
];

/// Parses the value of `--scheme`, as the scheme of 64 bits.
pub fn scheme_parser() -> impl TypedValueParser<Value = SchemeId> {
    let names = SCHEMES.map(|(name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(names).map(|name| name.parse().expect("the name of a scheme"))
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

impl Bits {
    fn number(self) -> u32 {
        match self {
            Bits::B32 => 32,
            Bits::B64 => 64,
            Bits::B128 => 128,
        }
    }
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

/// The requested variant, if any.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct VariantOption {
    /// Variant of chess [default: chess, or Chess960 if the castling field implies it]
    #[arg(long, value_enum)]
    variant: Option<VariantName>,
}

impl VariantOption {
    /// The requested rules.
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

    /// Returns the reading of castling rights; `None` when the position decides.
    pub fn castling_mode(self) -> Option<CastlingMode> {
        match self.variant? {
            VariantName::Chess => Some(CastlingMode::Standard),
            VariantName::Chess960 => Some(CastlingMode::Chess960),
            _ => None,
        }
    }
}

/// The scheme and its options, for the commands that look hashes up or explain them.
#[derive(Args, Clone, Copy, Debug)]
pub struct SchemeOptions {
    /// Keys and en passant convention
    #[arg(long, value_parser = scheme_parser(), default_value = "polyglot")]
    scheme: SchemeId,
    /// Width of the hash in bits
    #[arg(long, value_enum, default_value = "64")]
    pub bits: Bits,
    #[command(flatten)]
    pub variant: VariantOption,
}

impl SchemeOptions {
    /// # Errors
    /// When the scheme lacks the width or the variant.
    pub fn id(&self) -> Result<SchemeId> {
        scheme_for(self.scheme, self.bits, self.variant.rules())
    }
}

/// The scheme in a width, for positions of a variant.
///
/// # Errors
/// When the scheme lacks the width or the variant.
pub fn scheme_for(scheme: SchemeId, bits: Bits, variant: Variant) -> Result<SchemeId> {
    let Some(id) = scheme.with_bits(bits.number()) else {
        bail!(
            "the scheme `{scheme}` has hashes of 64 bits, not of {}; `--scheme zobrist` has them",
            bits.number(),
        );
    };
    if variant != Variant::Chess && !id.layout().has_variants() {
        bail!(
            "the scheme `{scheme}` has standard chess and Chess960, not {variant}; \
             `--scheme zobrist` has it",
        );
    }
    Ok(id)
}
