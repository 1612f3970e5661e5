//! The header of a file; `docs/transposition-format.md` is its specification.

use zobrist::Key;

use super::bytes::{get32, get64, put32, put64};
use super::error::OpenError;
use super::start::Start;
use crate::counters::Counters;
use crate::pack::Pack;
use crate::policy::Policy;
use crate::slot_layout::{SlotLayout, SlotSize};
use crate::table::Table;

/// Offset of the generation, which changes while the file is in use.
pub(crate) const GENERATION: usize = 128;

/// The fields of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) fingerprint: u64,
    pub(crate) lines: u64,
    pub(crate) slots: u32,
    pub(crate) layout: SlotLayout,
    pub(crate) policy: [u8; 16],
    pub(crate) generation: u64,
}

impl Header {
    /// The bytes before the lines. A text has at most [`MAX_TEXT`](super::start::MAX_TEXT) bytes.
    pub(crate) fn to_bytes(self, text: Option<&str>) -> Vec<u8> {
        let mut bytes = Start::bytes(self.lines, text, |bytes| {
            put64(bytes, 16, self.fingerprint);
            for (i, number) in self.numbers().into_iter().enumerate() {
                put32(bytes, 32 + 4 * i, number.1);
            }
            bytes[64..80].copy_from_slice(&self.policy);
        });
        put64(&mut bytes, GENERATION, self.generation);
        bytes
    }

    /// The numbers of the layout in the order of the file, by name.
    fn numbers(self) -> [(&'static str, u32); 7] {
        [
            ("bits per slot", self.layout.size.bits()),
            ("slots per line", self.slots),
            ("bits of a key", self.layout.key),
            ("bits of a tag", self.layout.tag),
            ("bits of a payload", self.layout.payload),
            ("bits of a grade", self.layout.grade),
            ("bits of a generation", self.layout.age),
        ]
    }

    /// Reads the first bytes of a file, which must have the layout and fingerprint of `self`, and returns
    /// what else they say: its start and its generation.
    pub(crate) fn check(self, bytes: &[u8], length: u64) -> Result<(Start, u64), OpenError> {
        let start = Start::read(bytes, length)?;
        // First the types that the caller has chosen: the tag and size of a slot mostly follow from them.
        self.same_numbers(bytes, |what| matches!(what, "bits of a key" | "bits of a payload"))?;
        if bytes[64..80] != self.policy {
            let name = |bytes: &[u8]| bytes.trim_ascii_end().escape_ascii().to_string();
            let (expected, got) = (name(&self.policy), name(&bytes[64..80]));
            return Err(OpenError::Layout { what: "policy", expected, got });
        }
        self.same_numbers(bytes, |_| true)?;
        let fingerprint = get64(bytes, 16);
        if fingerprint != self.fingerprint {
            return Err(OpenError::Fingerprint { expected: self.fingerprint, got: fingerprint });
        }
        start.check_length(length)?;
        Ok((start, get64(bytes, GENERATION)))
    }

    /// Compares the numbers of the layout that `is_compared` selects.
    fn same_numbers(self, bytes: &[u8], is_compared: fn(&str) -> bool) -> Result<(), OpenError> {
        for (i, (what, number)) in self.numbers().into_iter().enumerate() {
            let got = get32(bytes, 32 + 4 * i);
            if is_compared(what) && got != number {
                let (expected, got) = (number.to_string(), got.to_string());
                return Err(OpenError::Layout { what, expected, got });
            }
        }
        Ok(())
    }
}

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// The header of a table of this type.
    pub(crate) fn header(slots: usize, lines: u64, fingerprint: u64, generation: u64) -> Header {
        let mut policy = [b' '; 16];
        policy[..P::NAME.len()].copy_from_slice(P::NAME.as_bytes());
        Header {
            fingerprint,
            lines,
            slots: slots as u32,
            layout: Self::SLOT_LAYOUT,
            policy,
            generation,
        }
    }
}
