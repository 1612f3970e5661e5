//! The error of forging.

use std::error::Error;
use std::fmt::{self, Display};

/// The error of a position that could not be forged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForgeError {
    /// The hash is too wide.
    Width {
        /// Width of the hash, in bits.
        bits: u32,
    },
    /// Keys combine by a sum, not by XOR.
    Sum {
        /// Width of the hash, in bits.
        bits: u32,
    },
    /// The castling rights are those of Chess960.
    Chess960,
    /// No position was found; another seed may find one.
    NotFound,
    /// A feature of the dependency is not in the layout.
    Outside {
        /// Slot of the feature.
        slot: usize,
        /// Number of features in the layout.
        features: usize,
    },
    /// The keys of these features do not combine to zero.
    Independent {
        /// Sum of the keys.
        sum: u128,
        /// Width of the sum, in bits.
        bits: u32,
    },
    /// No two legal positions, or this position and no other, differ by the dependency; or the
    /// dependency is empty or has a feature twice.
    NoPair,
}

impl Display for ForgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForgeError::Width { bits } => write!(
                f,
                "expected a hash of up to 64 bits, got one of {bits}: there must be more changes \
                 than bits, and of more than 128 changes too few can be made together on 64 \
                 squares; take fewer bits"
            ),
            ForgeError::Sum { bits } => write!(
                f,
                "expected a hash that combines keys by XOR, got one that adds keys of {bits} bits: \
                 sets of keys that XOR to zero do not sum to zero; take a scheme by XOR"
            ),
            ForgeError::Chess960 => f.write_str(
                "expected a position of standard chess, got castling rights of Chess960; give a \
                 position without them",
            ),
            ForgeError::NotFound => {
                f.write_str("found no other position with this hash; take another seed")
            }
            ForgeError::Outside { slot, features } => write!(
                f,
                "expected features below {features}, the number of keys, got {slot}; take the \
                 dependencies of the same scheme"
            ),
            ForgeError::Independent { sum, bits } => write!(
                f,
                "expected features whose keys combine to zero, got the sum {sum:0digits$x}; take \
                 the dependencies of the same scheme",
                digits = bits.div_ceil(4) as usize
            ),
            ForgeError::NoPair => f.write_str(
                "expected features by which positions can differ, got some by which they cannot",
            ),
        }
    }
}

impl Error for ForgeError {}
