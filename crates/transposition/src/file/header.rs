//! The header of a file; `docs/transposition-format.md` is its specification.

use zobrist::Key;

use super::error::OpenError;
use super::magic::MAGIC;
use crate::counters::Counters;
use crate::line::Line;
use crate::pack::Pack;
use crate::policy::Policy;
use crate::slot_layout::{SlotLayout, SlotSize};
use crate::table::Table;

pub(crate) const VERSION: u32 = 1;
/// Number of bytes before the lines.
pub(crate) const HEADER: usize = 4096;
/// Number of bytes that the checksum covers.
const COVERED: usize = 80;
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
    pub(crate) fn to_bytes(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(MAGIC);
        put32(&mut bytes, 8, VERSION);
        put32(&mut bytes, 12, HEADER as u32);
        put64(&mut bytes, 16, self.fingerprint);
        put64(&mut bytes, 24, self.lines);
        for (i, number) in self.numbers().into_iter().enumerate() {
            put32(&mut bytes, 32 + 4 * i, number.1);
        }
        bytes[64..80].copy_from_slice(&self.policy);
        let checksum = fnv1a(&bytes[..COVERED]);
        put64(&mut bytes, COVERED, checksum);
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

    /// Reads a header that must have the layout and fingerprint of `self`, and returns it with the number of
    /// lines and the generation of the file.
    pub(crate) fn check(self, bytes: &[u8], length: u64) -> Result<Header, OpenError> {
        if !bytes.starts_with(MAGIC) {
            return Err(OpenError::NotATable { got: bytes[..bytes.len().min(8)].to_vec() });
        }
        if bytes.len() < HEADER {
            return Err(OpenError::Length { expected: HEADER as u64, got: length });
        }
        let version = get32(bytes, 8);
        if version != VERSION {
            return Err(OpenError::Version { expected: VERSION, got: version });
        }
        let (checksum, stands) = (fnv1a(&bytes[..COVERED]), get64(bytes, COVERED));
        if checksum != stands {
            return Err(OpenError::Checksum { expected: checksum, got: stands });
        }
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
        let lines = get64(bytes, 24);
        if lines == 0 {
            let (expected, got) = ("1 or more".to_owned(), "0".to_owned());
            return Err(OpenError::Layout { what: "lines", expected, got });
        }
        let expected = lines.checked_mul(Line::BYTES).and_then(|n| n.checked_add(HEADER as u64));
        if expected != Some(length) {
            let expected = expected.unwrap_or(u64::MAX);
            return Err(OpenError::Length { expected, got: length });
        }
        Ok(Header { lines, generation: get64(bytes, GENERATION), ..self })
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

fn put32(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

fn put64(bytes: &mut [u8], at: usize, value: u64) {
    bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
}

fn get32(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

pub(crate) fn get64(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}

/// FNV-1a with 64 bits.
fn fnv1a(bytes: &[u8]) -> u64 {
    zobrist::Fnv1a::new().bytes(bytes).finish()
}
