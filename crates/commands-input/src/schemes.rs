//! The options that choose a scheme, its width, a seed and the variant.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};
use shakmaty::CastlingMode;
use shakmaty::variant::Variant;
use zobrist_chess::{AnyScheme, ChessLayout, Scheme};
use zobrist_key_lists::{SlotScheme, read_scheme_within, read_slots};

/// The schemes that `--scheme` names, and what its help says about them.
const SCHEMES: [(&str, &str); 13] = [
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
    ("stockfish-1.9", "The key of Stockfish 1.9; en passant by square"),
    ("stockfish-2.3", "The key of Stockfish 2.3, drawn by RKISS as in all versions to 5"),
    ("stockfish-11", "The key that Stockfish 11 prints"),
    ("stockfish-15.1", "The key that Stockfish 15.1 prints, halfmove clock included"),
    ("stockfish-18", "The same with en passant only where a capture is legal"),
    (
        "chess-768",
        "This project's keys, all of pieces; other facts take slots that no pawn can take",
    ),
    (
        "chess-793",
        "This project's keys in Polyglot's order, with one for each set of castling rights",
    ),
    ("chess-832", "This project's keys, empty squares keyed too"),
    ("chess-896", "This project's keys; a king that may castle is a piece of its own"),
];

/// The built-in schemes, in the order of the help.
pub fn named_schemes() -> impl Iterator<Item = AnyScheme> {
    SCHEMES.iter().map(|(name, _)| AnyScheme::named(name).expect("they are built in"))
}

/// A scheme that `--scheme` names: a built-in one, or a file that describes one.
#[derive(Clone, Debug)]
pub enum SchemeArgument {
    /// A scheme of this project, by its name.
    BuiltIn(AnyScheme),
    /// A TOML file that describes one.
    File(PathBuf),
}

impl SchemeArgument {
    /// The scheme of a name; `None` if it is neither that of a built-in scheme nor that of a TOML
    /// file.
    pub fn of(name: &OsStr) -> Option<SchemeArgument> {
        if Path::new(name).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml")) {
            return Some(SchemeArgument::File(name.into()));
        }
        AnyScheme::named(name.to_str()?).map(SchemeArgument::BuiltIn)
    }

    /// The scheme. A file is read.
    ///
    /// # Errors
    /// When the file, or the keys that it names, cannot be read.
    pub fn read(&self) -> Result<AnyScheme> {
        self.read_within(None)
    }

    /// Reads the scheme with another limit on the sizes of files.
    ///
    /// # Errors
    /// As [`read`](SchemeArgument::read).
    pub fn read_within(&self, max_size: Option<u64>) -> Result<AnyScheme> {
        match self {
            SchemeArgument::BuiltIn(scheme) => Ok(scheme.clone()),
            SchemeArgument::File(path) => Ok(read_scheme_within(path, max_size)?),
        }
    }

    /// Reads the scheme if it is one of slots, of another game than chess. `max_size` is another
    /// limit on the sizes of files.
    ///
    /// # Errors
    /// As [`read`](SchemeArgument::read).
    pub fn slots(&self, max_size: Option<u64>) -> Result<Option<SlotScheme>> {
        match self {
            SchemeArgument::BuiltIn(_) => Ok(None),
            SchemeArgument::File(path) => Ok(read_slots(path, max_size)?),
        }
    }
}

/// Parses the value of `--scheme`: the name of a scheme, as that of 64 bits, or a TOML file.
pub fn scheme_parser() -> impl TypedValueParser<Value = SchemeArgument> {
    SchemeParser
}

#[derive(Clone)]
struct SchemeParser;

impl TypedValueParser for SchemeParser {
    type Value = SchemeArgument;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<SchemeArgument, clap::Error> {
        if let Some(scheme) = SchemeArgument::of(value) {
            return Ok(scheme);
        }
        let names = PossibleValuesParser::new(scheme_values());
        let name = names.parse_ref(command, argument, value)?;
        Ok(SchemeArgument::of(name.as_ref()).expect("the name of a scheme"))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue>>> {
        Some(Box::new(scheme_values()))
    }
}

/// The schemes that can be named, for help.
pub fn scheme_values() -> impl Iterator<Item = PossibleValue> {
    let names = SCHEMES.map(|(name, help)| PossibleValue::new(name).help(help));
    let file = PossibleValue::new("NAME.toml")
        .help("A scheme of your own (docs/schemes.md, docs/any-game.md)");
    names.into_iter().chain([file])
}

/// The widths that `--bits` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[expect(missing_docs, reason = "the documentation of a value is its help")]
pub enum Bits {
    #[value(name = "32")]
    B32,
    #[value(name = "64")]
    B64,
    #[value(name = "128")]
    B128,
}

impl Bits {
    /// Returns the width in bits.
    pub fn number(self) -> u32 {
        match self {
            Bits::B32 => 32,
            Bits::B64 => 64,
            Bits::B128 => 128,
        }
    }
}

/// The variants that `--variant` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum VariantName {
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

/// The name of a variant, as `--variant` takes it.
pub fn variant_name(rules: Variant, is_chess960: bool) -> String {
    let is_same = |name: &&VariantName| {
        name.rules() == rules && is_chess960 == (**name == VariantName::Chess960)
    };
    let known = VariantName::value_variants();
    let name = known.iter().find(is_same).or(known.iter().find(|name| name.rules() == rules));
    let value = name.and_then(VariantName::to_possible_value).expect("each variant has a name");
    value.get_name().to_owned()
}

/// The requested variant, if any.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct VariantOption {
    /// Variant of chess [default: chess, or Chess960 if the castling field implies it]
    #[arg(long, value_enum, help_heading = "Position", hide_short_help = true)]
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

    /// True if Chess960 was asked for.
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
#[derive(Args, Clone, Debug)]
pub struct SchemeOptions {
    /// Keys and en passant convention
    #[arg(long, value_parser = scheme_parser(), default_value = "polyglot", help_heading = "Hash")]
    scheme: SchemeArgument,
    /// Width in bits [default: 64, or that of the file]
    #[arg(long, value_enum, help_heading = "Hash")]
    pub bits: Option<Bits>,
    /// Variant of the position.
    #[command(flatten)]
    pub variant: VariantOption,
}

impl SchemeOptions {
    /// The scheme, if it is one of slots.
    ///
    /// # Errors
    /// When the file cannot be read, or its hashes have another width than `--bits` says.
    pub fn slots(&self) -> Result<Option<SlotScheme>> {
        slots_in_width(&self.scheme, self.bits, None)
    }

    /// # Errors
    /// When the scheme cannot be read, or lacks the width or the variant.
    pub fn read(&self) -> Result<AnyScheme> {
        scheme_for(&self.scheme, self.bits, self.variant.rules())
    }
}

/// The secondary key of a scheme, of a name.
///
/// # Errors
/// When the scheme has none of that name.
pub fn secondary_key(scheme: &AnyScheme, name: &str) -> Result<AnyScheme> {
    let AnyScheme::Composed(composed) = scheme else {
        bail!("the scheme `{}` has no secondary keys; a file can describe some", scheme.name());
    };
    if let Some(secondary) = composed.secondary(name) {
        return Ok(secondary.into());
    }
    let names: Vec<&str> = composed.secondary_keys().iter().map(|key| key.name.as_str()).collect();
    match names.as_slice() {
        [] => bail!(
            "the scheme `{}` has no secondary keys; a section [secondary.{name}] of its file \
             describes one",
            scheme.name()
        ),
        names => bail!(
            "the scheme `{}` has no secondary key `{name}`: expected {}",
            scheme.name(),
            names.join(" or ")
        ),
    }
}

/// The scheme in a width, for positions of a variant.
///
/// # Errors
/// When the scheme cannot be read, or lacks the width or the variant.
pub fn scheme_for(
    argument: &SchemeArgument,
    bits: Option<Bits>,
    variant: Variant,
) -> Result<AnyScheme> {
    in_width(argument.read()?, bits, variant)
}

/// A scheme in a width, for positions of a variant.
///
/// # Errors
/// When the scheme lacks the width or the variant.
pub fn in_width(scheme: AnyScheme, bits: Option<Bits>, variant: Variant) -> Result<AnyScheme> {
    let scheme = match scheme {
        AnyScheme::BuiltIn(id) => {
            let bits = bits.unwrap_or(Bits::B64).number();
            let Some(id) = id.with_bits(bits) else {
                bail!(
                    "the scheme `{id}` has hashes of 64 bits, not of {bits}; `--scheme zobrist` \
                     has them"
                );
            };
            AnyScheme::BuiltIn(id)
        }
        AnyScheme::Composed(scheme) => {
            refuse_other_width(scheme.name(), scheme.bits(), bits)?;
            AnyScheme::Composed(scheme)
        }
    };
    check_variant(scheme.name(), &scheme.layout(), variant)?;
    Ok(scheme)
}

/// The scheme of an argument if it is one of slots, in a width if one is asked for. `max_size`
/// limits files.
///
/// # Errors
/// When the file cannot be read, or its hashes have another width.
pub fn slots_in_width(
    argument: &SchemeArgument,
    bits: Option<Bits>,
    max_size: Option<u64>,
) -> Result<Option<SlotScheme>> {
    let Some(scheme) = argument.slots(max_size)? else { return Ok(None) };
    refuse_other_width(scheme.name(), scheme.bits(), bits)?;
    Ok(Some(scheme))
}

/// Refuses a width for the scheme of a file, which has one of its own.
fn refuse_other_width(name: &str, own: u32, asked: Option<Bits>) -> Result<()> {
    if let Some(bits) = asked.filter(|bits| bits.number() != own) {
        let bits = bits.number();
        bail!("the scheme `{name}` has hashes of {own} bits, not of {bits}; leave --bits out");
    }
    Ok(())
}

/// Checks that the scheme of a name and a layout has features for positions of a variant.
///
/// # Errors
/// When it has none.
pub fn check_variant(name: &str, layout: &ChessLayout, variant: Variant) -> Result<()> {
    if variant != Variant::Chess && !layout.has_variants() {
        bail!(
            "the scheme `{name}` has standard chess and Chess960, not {variant}; `--scheme zobrist` \
             has it"
        );
    }
    Ok(())
}

/// Parses a seed: decimal, or hex after 0x.
pub fn seed(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        // `from_str_radix` accepts a sign.
        Some(digits) if !digits.starts_with('+') => u64::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None => text.parse().ok(),
    };
    number.ok_or_else(|| "expected a number below 2^64, decimal or 0x…".to_owned())
}
