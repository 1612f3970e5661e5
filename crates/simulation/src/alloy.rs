//! The species of an alloy, and their numbers of sites.

use std::collections::BTreeMap;

use toml::Spanned;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_input::{Place, Result};
use zobrist_lattice::{Configuration, Lattice, ScatterError, Species};

use crate::atoms::VACANCY_SYMBOL;

/// The name of the vacancy among those of the elements.
pub const VACANCY: &str = "vacancy";

/// The fraction of each element.
pub(crate) type Fractions = BTreeMap<String, Spanned<f64>>;

/// Largest difference of the sum of the fractions from 1.
const TOLERANCE: f64 = 1e-9;

/// Largest number of elements: a species has a byte.
pub(crate) const MAX_ELEMENTS: usize = 200;

/// The species of an alloy, by their numbers, and the number of sites of each.
#[derive(Clone, Debug)]
pub struct Alloy {
    names: Vec<String>,
    counts: Vec<usize>,
}

impl Alloy {
    /// The host, the vacancy, and the solutes, which are in alphabetical order, with their numbers
    /// of sites.
    pub(crate) fn new(
        host: &str,
        [hosts, vacancies]: [usize; 2],
        solutes: impl IntoIterator<Item = (String, usize)>,
    ) -> Alloy {
        let mut alloy = Alloy {
            names: vec![host.to_owned(), VACANCY.to_owned()],
            counts: vec![hosts, vacancies],
        };
        for (name, count) in solutes {
            alloy.names.push(name);
            alloy.counts.push(count);
        }
        alloy
    }

    /// The alloy with fractions of all sites, each rounded to the nearest number of sites; the host
    /// has the rest.
    pub(crate) fn of_fractions(
        host: &str,
        fractions: &Spanned<Fractions>,
        vacancies: usize,
        lattice: Lattice,
        place: Place<'_>,
    ) -> Result<Alloy> {
        let at = fractions.span().start;
        let fractions = fractions.get_ref();
        if !fractions.contains_key(host) {
            let reason = format!("expected the fraction of the host {host:?} among the others");
            return Err(place.error(at, reason));
        }
        if fractions.len() > MAX_ELEMENTS {
            return Err(place.error(at, format!("expected {MAX_ELEMENTS} elements at most")));
        }
        let mut solutes = Vec::new();
        let (mut sum, mut taken) = (0.0, vacancies);
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
                let count = (value * lattice.len() as f64).round() as usize;
                taken = taken.saturating_add(count);
                solutes.push((name.clone(), count));
            }
        }
        if (sum - 1.0).abs() > TOLERANCE {
            let reason = format!("expected fractions that add up to 1, got {sum}");
            return Err(place.error(at, reason));
        }
        let hosts = lattice.len().checked_sub(taken).ok_or_else(|| {
            let sites = lattice.len();
            let reason = format!(
                "expected no more vacancies and solutes than the {sites} sites, got {taken}"
            );
            place.error(at, reason)
        })?;
        Ok(Alloy::new(host, [hosts, vacancies], solutes))
    }

    /// Returns the names of the species, by number: the host, the vacancy, and the solutes.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the number of sites of a species; 0 for one that the alloy does not have.
    #[must_use]
    pub fn count(&self, species: Species) -> usize {
        self.counts.get(species.index()).copied().unwrap_or(0)
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

/// Checks a name of an element, which stands in files of atoms, in names of columns and in
/// pictures.
///
/// # Errors
/// When it is empty, has white space or a control character, or is that of a vacancy: the reason.
pub(crate) fn check_element(name: &str) -> Result<(), String> {
    if name.is_empty() || name == VACANCY || name == VACANCY_SYMBOL {
        return Err(format!("expected an element, got {name:?}"));
    }
    if name.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(format!(
            "expected an element without white space and control characters, got {name:?}"
        ));
    }
    Ok(())
}
