//! Stored forms for serde, with the feature `serde`, as far as they are not those of a type's own
//! fields: names in every format, and what is checked when it is read.

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::configuration::{Configuration, Species};
use crate::kmc::RecallMode;
use crate::lattice::{Lattice, LatticeError};
use crate::structure::Structure;

/// A lattice as it is written, which need not be one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredLattice {
    structure: Structure,
    cells: [u32; 3],
}

impl TryFrom<StoredLattice> for Lattice {
    type Error = LatticeError;

    fn try_from(stored: StoredLattice) -> Result<Lattice, LatticeError> {
        Lattice::new(stored.structure, stored.cells.map(|count| count as usize))
    }
}

/// A configuration as it is written, which need not be one.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredConfiguration {
    lattice: Lattice,
    occupants: Vec<Species>,
}

impl TryFrom<StoredConfiguration> for Configuration {
    type Error = String;

    fn try_from(stored: StoredConfiguration) -> Result<Configuration, String> {
        let (lattice, got) = (stored.lattice, stored.occupants.len());
        let sites = lattice.len();
        Configuration::of_occupants(lattice, stored.occupants).ok_or_else(|| {
            format!("expected a species on each of {sites} sites, got {got} species")
        })
    }
}

macro_rules! named {
    ($($type:ty: $expected:literal),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextVisitor($expected, PhantomData))
            }
        }
    )*};
}

named!(Structure: "the name of a structure", RecallMode: "the name of a recall mode");

struct TextVisitor<T>(&'static str, PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
