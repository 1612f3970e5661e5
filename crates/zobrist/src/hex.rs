//! Keys and hashes in hexadecimal.

use core::fmt::{self, Debug, Display};

use crate::key::Group;

/// A key or a hash that is written in hexadecimal, in all digits of its width.
///
/// ```
/// use zobrist::{Hex, Sum48};
///
/// assert_eq!(Hex(0xc0ffee_u32).to_string(), "0x00c0ffee");
/// assert_eq!(Hex(Sum48::new(10)).to_string(), "0x00000000000a");
/// assert_eq!(Hex([1_u32, 2]).to_string(), "[0x00000001, 0x00000002]");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hex<G>(pub G);

impl<G: Group> Display for Hex<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_hex(f)
    }
}

impl<G: Group> Debug for Hex<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_hex(f)
    }
}
