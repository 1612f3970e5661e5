//! `zobrist hash --text` and `--bytes`: the options of hashes of any contents, and their function.

use anyhow::{Result, bail};
use zobrist::tabulation::Mixed;
use zobrist_commands_input::schemes::{Bits, seed};

/// Options to hash lines or files instead of positions.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct PlainOptions {
    /// Hash every line as it stands
    ///
    /// Rows are hash and line. Lines have up to 1 MiB, without their line ends; blank lines count,
    /// too.
    #[arg(
        long,
        group = "plain",
        conflicts_with_all = [
            "scheme", "variant", "input", "unique", "check", "key", "lenient", "keep_valid", "encoding",
            "language",
        ],
        help_heading = "Input"
    )]
    text: bool,
    /// Hash every file as a whole
    ///
    /// Rows are hash and file. Compressed files are hashed by their contents. If the name of a file
    /// contains a tab or a line end, its row of text begins with a backslash, and the name is
    /// written with \t, \n, \r and \\.
    #[arg(
        long,
        group = "plain",
        conflicts_with_all = [
            "scheme", "variant", "input", "unique", "check", "key", "lenient", "keep_valid",
            "language", "jobs"
        ],
        help_heading = "Input"
    )]
    bytes: bool,
    /// The seed of the tables, decimal or 0x…, with --text or --bytes [default: 0]
    #[arg(
        long,
        requires = "plain",
        value_parser = seed,
        help_heading = "Input",
        hide_short_help = true
    )]
    seed: Option<u64>,
}

/// What is hashed as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contents {
    /// Every line.
    Texts,
    /// Every file as a whole.
    Bytes,
}

impl PlainOptions {
    /// What is hashed as it stands; `None` if positions are hashed.
    pub(crate) fn contents(self) -> Option<Contents> {
        match self {
            PlainOptions { text: true, .. } => Some(Contents::Texts),
            PlainOptions { bytes: true, .. } => Some(Contents::Bytes),
            _ => None,
        }
    }

    /// The function of hashes of a width.
    ///
    /// # Errors
    /// When there are no hashes of that width.
    pub(crate) fn function(self, bits: Option<Bits>) -> Result<AnyFunction> {
        let seed = self.seed.unwrap_or(0);
        match bits.unwrap_or(Bits::B64) {
            Bits::B32 => bail!("hashes of texts and bytes have 64 bits or 128, not 32"),
            Bits::B64 => Ok(AnyFunction::B64(Box::new(Function::<u64>::seeded(seed)))),
            Bits::B128 => Ok(AnyFunction::B128(Box::new(Function::<u128>::seeded(seed)))),
        }
    }
}

/// Has eight derived characters. With four, texts that differ in two exchanged bytes share a hash
/// too often ([`Text`](zobrist::tabulation::Text)).
pub(crate) type Function<K> = Mixed<K, 8, 8>;

/// A function of either width.
pub(crate) enum AnyFunction {
    B64(Box<Function<u64>>),
    B128(Box<Function<u128>>),
}
