//! The values of the options that say how a list of keys is written.

use clap::ValueEnum;
use zobrist_key_lists::{Halves, KeyListFormat};

/// The formats that `--input` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// One key per line, with or without 0x; `#` and `//` begin comments
    Hex,
    /// An array of hex strings or numbers, nested or not, or what `keys export --lang json` writes
    Json,
    /// A NumPy array of integers
    Npy,
    /// Program text: its number literals of one width, in their order
    Code,
    /// Bytes alone: keys of 64 bits unless a width is given, little-endian; chosen by this option only
    Raw,
    /// Bytes alone, big-endian; chosen by this option only
    RawBe,
}

impl From<FormatName> for KeyListFormat {
    fn from(name: FormatName) -> KeyListFormat {
        match name {
            FormatName::Hex => KeyListFormat::Hex,
            FormatName::Json => KeyListFormat::Json,
            FormatName::Npy => KeyListFormat::Npy,
            FormatName::Code => KeyListFormat::Code,
            FormatName::Raw => KeyListFormat::Raw,
            FormatName::RawBe => KeyListFormat::RawBe,
        }
    }
}

/// The orders of two lists of halves that `--halves` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HalvesName {
    /// All low words, then all high words
    #[value(name = "low,high")]
    LowHigh,
    /// All high words, then all low words
    #[value(name = "high,low")]
    HighLow,
}

impl From<HalvesName> for Halves {
    fn from(name: HalvesName) -> Halves {
        match name {
            HalvesName::LowHigh => Halves::LowHigh,
            HalvesName::HighLow => Halves::HighLow,
        }
    }
}
