//! Why no position is forged.

use std::error::Error;
use std::fmt::{self, Display};

/// Why there is no other position with the same hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForgeError {
    /// The hash is too wide, or its keys do not combine by XOR.
    Width {
        /// The width of the hash, in bits.
        bits: u32,
    },
    /// The castling rights are those of Chess960.
    Chess960,
    /// No sum of changes that was tried is possible on the board.
    NotFound,
    /// A feature was named that the layout does not have.
    Outside {
        /// The slot of the feature.
        slot: usize,
        /// The number of features that the layout has.
        features: usize,
    },
    /// The keys of these features do not combine to zero.
    Independent {
        /// The sum of the keys.
        sum: u128,
        /// The width of the sum, in bits.
        bits: u32,
    },
    /// No two positions of standard chess can differ by the dependency, or this one cannot differ
    /// by it from another; or it has no features, or one twice.
    NoPair,
}

impl Display for ForgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForgeError::Width { bits } => write!(
                f,
                "expected a hash of up to 64 bits that combines keys by XOR, got one of {bits}: \
                 there must be more changes than bits, and of more than 128 changes too few can be \
                 made together on 64 squares; take fewer bits"
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
