//! The species of an alloy, and their numbers of sites.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::{Configuration, Lattice, ScatterError, Species};

use crate::error::Result;
use crate::place::Place;

/// The name of the vacancy among those of the elements.
pub const VACANCY: &str = "vacancy";

/// Largest difference of the sum of the fractions from 1.
const TOLERANCE: f64 = 1e-9;

/// The table `[composition]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Composition {
    host: Spanned<String>,
    fractions: Spanned<BTreeMap<String, Spanned<f64>>>,
    vacancies: usize,
}

/// The species of an alloy, by their numbers, and the number of sites of each.
#[derive(Clone, Debug)]
pub struct Alloy {
    names: Vec<String>,
    counts: Vec<usize>,
}

impl Alloy {
    /// The host, the vacancy, and the other elements in alphabetical order. A fraction is of all
    /// sites, and is rounded to the nearest number of sites; the host has the rest.
    pub(crate) fn new(
        composition: &Composition,
        lattice: Lattice,
        place: Place<'_>,
    ) -> Result<Alloy> {
        let host = composition.host.get_ref();
        let fractions = composition.fractions.get_ref();
        let at = composition.fractions.span().start;
        if !fractions.contains_key(host) {
            let reason = format!("expected the fraction of the host {host:?} among the others");
            return Err(place.error(at, reason));
        }
        if fractions.len() > 200 {
            return Err(place.error(at, "expected 200 elements at most"));
        }
        let mut alloy = Alloy {
            names: vec![host.clone(), VACANCY.to_owned()],
            counts: vec![0, composition.vacancies],
        };
        let mut sum = 0.0;
        for (name, fraction) in fractions {
            let (value, at) = (*fraction.get_ref(), fraction.span().start);
            if !(0.0..=1.0).contains(&value) {
                let reason = format!("{name}: expected a fraction from 0 to 1, got {value}");
                return Err(place.error(at, reason));
            }
            if name == VACANCY {
                let reason = "expected elements only; `vacancies` is the number of vacancies";
                return Err(place.error(at, reason));
            }
            sum += value;
            if name != host {
                alloy.names.push(name.clone());
                alloy.counts.push((value * lattice.len() as f64).round() as usize);
            }
        }
        if (sum - 1.0).abs() > TOLERANCE {
            let reason = format!("expected fractions that add up to 1, got {sum}");
            return Err(place.error(at, reason));
        }
        let taken = alloy.counts.iter().copied().fold(0, usize::saturating_add);
        alloy.counts[0] = lattice.len().checked_sub(taken).ok_or_else(|| {
            let sites = lattice.len();
            let reason = format!(
                "expected no more vacancies and solutes than the {sites} sites, got {taken}"
            );
            place.error(at, reason)
        })?;
        Ok(alloy)
    }

    /// Returns the names of the species, by number: the host, the vacancy, and the solutes.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Puts the atoms on random sites; all arrangements are equally likely.
    pub(crate) fn scattered(
        &self,
        lattice: Lattice,
        random: &mut Xoshiro256PlusPlus,
    ) -> Result<Configuration, ScatterError> {
        let mut configuration = Configuration::try_new(lattice)?;
        for number in 1..self.names.len() {
            configuration.scatter(Species(number as u8), self.counts[number], random)?;
        }
        Ok(configuration)
    }
}
