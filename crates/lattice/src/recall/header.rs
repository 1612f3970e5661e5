//! The header of a saved recall, and the origin of its values; `docs/recall-format.md` is the
//! specification.

use std::io::{self, Read, Write};

use zobrist::{Fnv1a, Key};

use super::error::{LoadError, MAGIC};
use crate::bytes::Fnv1aExt;
use crate::environment::Environments;
use crate::state::State;

/// The version of the format.
const VERSION: u32 = 1;
const BYTES: usize = 64;
const CONTENTS: u32 = 1;
const PREFACTORS: u32 = 2;
/// Stands for a length that varies from value to value.
const ANY: u32 = u32::MAX;

/// What the entries look like, what they belong to, and how many there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) form: Form,
    pub(super) entries: u64,
    pub(super) origin: Origin,
}

/// The form of names and values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form {
    /// Of a hash.
    pub(super) bits: u32,
    pub(super) contents: bool,
    /// True if the second half of the numbers of a value are prefactors.
    pub(super) prefactors: bool,
    /// The number of numbers that every value has; `None` if it varies.
    pub(super) numbers: Option<u32>,
}

impl Form {
    pub(super) fn key_bytes(self) -> usize {
        self.bits.div_ceil(8) as usize
    }

    /// The properties, as texts for messages.
    fn properties(self) -> [(&'static str, String); 4] {
        let flag = |set: bool| u32::from(set).to_string();
        [
            ("bits of a hash", self.bits.to_string()),
            ("contents", flag(self.contents)),
            ("prefactors", flag(self.prefactors)),
            ("numbers of a value", self.numbers.map_or("any".to_owned(), |it| it.to_string())),
        ]
    }
}

impl Header {
    /// Reads a header.
    ///
    /// # Errors
    /// When it is none, is damaged, or of another version.
    pub(super) fn read(reader: impl Read) -> Result<Header, LoadError> {
        let mut bytes = Vec::new();
        reader.take(BYTES as u64).read_to_end(&mut bytes)?;
        let get32 = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let get64 = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        if !bytes.starts_with(MAGIC) {
            return Err(LoadError::NotARecall { got: bytes[..bytes.len().min(8)].to_vec() });
        }
        if bytes.len() >= 12 && get32(8) != VERSION {
            return Err(LoadError::Version { expected: VERSION, got: get32(8) });
        }
        if bytes.len() < BYTES {
            let (what, got) = ("bytes of the header", bytes.len() as u64);
            return Err(LoadError::Truncated { what, expected: BYTES as u64, got });
        }
        let (expected, got) = (checksum(&bytes[..BYTES - 8]), get64(BYTES - 8));
        if expected != got {
            return Err(LoadError::Checksum { what: "header", expected, got });
        }
        let flags = get32(16);
        let known = CONTENTS | PREFACTORS;
        if flags & !known != 0 {
            let (expected, got) = (format!("{known} at most"), flags.to_string());
            return Err(LoadError::Form { what: "flags", expected, got });
        }
        let form = Form {
            bits: get32(12),
            contents: flags & CONTENTS != 0,
            prefactors: flags & PREFACTORS != 0,
            numbers: Some(get32(20)).filter(|numbers| *numbers != ANY),
        };
        let origin = Origin { potential: get64(32), lattice: get64(40), seed: get64(48) };
        Ok(Header { form, entries: get64(24), origin })
    }

    /// Writes the header.
    pub(super) fn write(&self, mut writer: impl Write) -> io::Result<()> {
        let Header { form, entries, origin } = self;
        let contents = if form.contents { CONTENTS } else { 0 };
        let prefactors = if form.prefactors { PREFACTORS } else { 0 };
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, form.bits, contents | prefactors, form.numbers.unwrap_or(ANY)] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        for number in [*entries, origin.potential, origin.lattice, origin.seed] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        writer.write_all(&bytes)
    }

    /// Checks that the form and the origin are those expected.
    pub(super) fn check(&self, form: Form, origin: Origin) -> Result<(), LoadError> {
        for ((what, expected), (_, got)) in
            form.properties().into_iter().zip(self.form.properties())
        {
            if got != expected {
                return Err(LoadError::Form { what, expected, got });
            }
        }
        let (expected, got) = (origin.seed, self.origin.seed);
        if expected != got {
            return Err(LoadError::Seed { expected, got });
        }
        let (expected, got) = (origin.potential, self.origin.potential);
        if expected != got {
            return Err(LoadError::Potential { expected, got });
        }
        let (expected, got) = (origin.lattice, self.origin.lattice);
        if expected != got {
            return Err(LoadError::Lattice { expected, got });
        }
        Ok(())
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    Fnv1a::new().bytes(bytes).finish()
}

/// The potential, lattice and keys that the values of a recall belong to: with others they mean
/// nothing. Every file carries its origin.
///
/// Closed: these are the three numbers that the header of a file has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// A fingerprint of everything that the values follow from: the energies, and how a barrier is
    /// made from them.
    pub potential: u64,
    /// A fingerprint of the sites that are named, and of the construction of their names.
    pub lattice: u64,
    /// The seed of the keys.
    pub seed: u64,
}

impl<K: Key> Environments<K> {
    /// Returns the origin of values under the names of these environments. The size of the
    /// box does not matter, so that values computed in one box serve in any other, unless the
    /// box is so small that there are images of one site around a vacancy.
    #[must_use]
    pub fn origin(&self, potential: u64) -> Origin {
        let mut fnv = Fnv1a::new();
        fnv.text("environments");
        fnv.text(self.lattice().structure().name());
        fnv.number(self.view_count() as u64);
        for class in self.classes() {
            fnv.number(class.len() as u64);
            class.iter().for_each(|offset| fnv.vector(*offset));
        }
        let center = self.lattice().sites().next().expect("a lattice has a site");
        let sites: Vec<_> = self.around().sites(center).collect();
        for (i, site) in sites.iter().enumerate() {
            fnv.vector(self.around().offsets()[i]);
            let first = sites.iter().position(|other| other == site);
            fnv.number(first.expect("the site itself is among them") as u64);
        }
        for operation in self.group().operations() {
            operation.rows().into_iter().for_each(|row| fnv.vector(row));
        }
        fnv.number(self.species_count() as u64);
        fnv.number(self.fingerprint().to_u64());
        Origin { potential, lattice: fnv.finish(), seed: self.seed() }
    }
}

impl<K: Key> State<K> {
    /// Returns the origin of values under the hashes of states.
    pub fn origin(&self, potential: u64) -> Origin {
        let mut fnv = Fnv1a::new();
        fnv.text("states");
        fnv.text(self.lattice().structure().name());
        self.lattice().cells().into_iter().for_each(|count| fnv.number(count as u64));
        fnv.number(self.species_count() as u64);
        fnv.number(self.fingerprint().to_u64());
        Origin { potential, lattice: fnv.finish(), seed: self.seed().unwrap_or(0) }
    }
}
