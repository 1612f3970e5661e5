//! The halves of keys of 64 bits.

use clap::ValueEnum;

/// The part of 64 bits that a program with hashes of 32 keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Half {
    /// The high 32 bits
    High,
    /// The low 32 bits
    Low,
    /// The XOR of the high and the low 32 bits
    Xor,
}

impl Half {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Half::High => "high",
            Half::Low => "low",
            Half::Xor => "xor",
        }
    }

    /// The half in words, for the plot.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Half::High => "high half of 64 bits",
            Half::Low => "low half of 64 bits",
            Half::Xor => "XOR of the halves of 64 bits",
        }
    }

    /// The half of a key, in the high bits of a word. Each half is linear: the half of a hash is
    /// the XOR of the halves of its keys.
    pub(crate) fn of(self, key: u64) -> u64 {
        let half = match self {
            Half::High => key >> 32,
            Half::Low => key,
            Half::Xor => key >> 32 ^ key,
        };
        half << 32
    }
}
