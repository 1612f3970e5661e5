//! Energies of clusters of sites: the cluster expansion.

use std::collections::BTreeSet;

use super::error::{ModelError, checked};
use super::substitution::SubstitutionEnergy;
use crate::bytes::fingerprint;
use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::neighbors::Neighbors;
use crate::structure::{Offset, Structure};

/// Most energies in the tables of a cluster: species to the power of its points.
const MAX_TABLE: usize = 1 << 20;

/// The terms of a cluster expansion, and the values of its functions of the species on a site.
///
/// ```
/// use zobrist_lattice::model::{ClusterParameters, ClusterTerm};
///
/// // One function, -1 for the host and +1 for the solute, and pairs of nearest neighbors in bcc.
/// let parameters = ClusterParameters::new(
///     vec![vec![-1.0], vec![], vec![1.0]],
///     vec![ClusterTerm::new(vec![([0, 0, 0], 0), ([1, 1, 1], 0)], 0.02)],
/// );
/// assert_eq!(parameters.functions.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClusterParameters {
    /// By [`Species`](crate::Species): the values of all functions. A species without values, such
    /// as a vacancy, has 0 in each: it adds nothing to any cluster.
    pub functions: Vec<Vec<f64>>,
    /// The clusters with an energy, one of each kind: those that symmetries of the lattice make of
    /// it have the same.
    pub terms: Vec<ClusterTerm>,
}

impl ClusterParameters {
    /// Creates parameters. [`ClusterModel::new`] checks them.
    #[must_use]
    pub const fn new(functions: Vec<Vec<f64>>, terms: Vec<ClusterTerm>) -> ClusterParameters {
        ClusterParameters { functions, terms }
    }
}

/// A cluster, with a function on each of its sites, and its energy.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ClusterTerm {
    /// The sites in fine coordinates, and on each the number of a function from 0. Without sites it
    /// is a constant for each site of the lattice.
    pub points: Vec<(Offset, usize)>,
    /// The energy in eV of one cluster where all functions are 1: the effective cluster
    /// interaction, not times the multiplicity.
    pub energy: f64,
}

impl ClusterTerm {
    /// Creates a term.
    #[must_use]
    pub const fn new(points: Vec<(Offset, usize)>, energy: f64) -> ClusterTerm {
        ClusterTerm { points, energy }
    }

    /// Returns the number of clusters that symmetries of a structure make of this one, for each of
    /// its primitive cells, of one site, or two in hcp. Without points it is 1.
    ///
    /// ```
    /// use zobrist_lattice::Structure;
    /// use zobrist_lattice::model::ClusterTerm;
    ///
    /// let pair = |functions: [usize; 2]| {
    ///     ClusterTerm::new(vec![([0, 0, 0], functions[0]), ([0, 1, 1], functions[1])], 0.1)
    /// };
    /// assert_eq!(pair([0, 0]).multiplicity(Structure::Fcc), 6);
    /// assert_eq!(pair([0, 1]).multiplicity(Structure::Fcc), 12); // two functions, in either order
    /// ```
    #[must_use]
    pub fn multiplicity(&self, structure: Structure) -> usize {
        let sites = if structure == Structure::Hcp { 2 } else { 1 };
        match self.points.len() {
            0 => 1,
            points => sites * seen_from_a_site(structure, self).len() / points,
        }
    }
}

/// A cluster expansion: E = Σ J Π φ, over all clusters of the lattice that symmetries make of the
/// terms, with the energy J of a term and a function φ of the species on each of its sites (J. M.
/// Sanchez, F. Ducastelle and D. Gratias, Physica A 128, 1984, pp. 334–350).
///
/// The energy of each cluster with each choice of species is rounded to 10⁻¹² eV, so that sums do
/// not depend on their order. A substitution costs a look-up for each cluster that its site is in.
///
/// ```
/// use zobrist_lattice::model::{ClusterModel, ClusterParameters, ClusterTerm, SubstitutionEnergy};
/// use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
/// let parameters = ClusterParameters::new(
///     vec![vec![-1.0], vec![], vec![1.0]],
///     vec![ClusterTerm::new(vec![([0, 0, 0], 0), ([1, 1, 1], 0)], 0.02)],
/// );
/// let model = ClusterModel::new(lattice, &parameters)?;
/// let mut alloy = Configuration::new(lattice);
/// assert_eq!(model.total(&alloy), 128 * 4 * 20_000_000_000); // 4 pairs for each site
/// alloy.set(Site(0), Species(2)); // turns 8 of them from +1 to -1
/// assert_eq!(model.total(&alloy), (128 * 4 - 16) * 20_000_000_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ClusterModel {
    near: Neighbors,
    species: usize,
    /// For each site, in units.
    constant: i64,
    /// The clusters that a site is in.
    seen: Vec<Seen>,
    /// The places of their other sites in `near`, one list after another.
    places: Vec<usize>,
    /// In units, by the species on the other sites, the last fastest, and then on the site.
    energies: Vec<i64>,
}

/// A cluster as a site sees it that is one of its points.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Where the places of its other sites begin, and their number.
    first: usize,
    others: usize,
    /// Where its energies begin.
    energies: usize,
}

impl ClusterModel {
    /// Creates the model on a lattice.
    ///
    /// # Errors
    /// When there are not from 2 to 256 species; when a species has values for fewer functions than
    /// the terms use, or one that is not finite; when an energy is not finite or one of a cluster
    /// is above 1,000 eV; when a cluster has a point that is no site or is there twice, or so many
    /// that its table has more than 2²⁰ energies; or when the box is so small that a site of a
    /// cluster is its own image.
    pub fn new(
        lattice: Lattice,
        parameters: &ClusterParameters,
    ) -> Result<ClusterModel, ModelError> {
        let ClusterParameters { functions, terms } = parameters;
        let species = functions.len();
        if !(2..=256).contains(&species) {
            let what = "species (the host, the vacancy and at most 254 solutes)";
            return Err(ModelError::Length { what, expected: 2, got: species });
        }
        if let Some(got) = functions.iter().flatten().find(|value| !value.is_finite()) {
            return Err(ModelError::Value { what: "a function of a cluster expansion", got: *got });
        }
        let structure = lattice.structure();
        let (mut constant, mut clusters) = (0, Vec::new());
        for term in terms {
            match check_points(structure, functions, term)? {
                0 => constant += checked("the constant of a cluster expansion", term.energy)?,
                _ => {
                    let seen = seen_from_a_site(structure, term);
                    clusters.extend(seen.into_iter().map(|cluster| (cluster, term.energy)));
                }
            }
        }
        let others = clusters.iter().flat_map(|(cluster, _)| &cluster.others);
        let mut offsets: Vec<Offset> = others.map(|(offset, _)| *offset).collect();
        offsets.sort_unstable_by_key(|offset| (structure.norm(*offset), *offset));
        offsets.dedup();
        let near = Neighbors::new(lattice, &offsets)?;
        let (seen, places, energies) = (Vec::new(), Vec::new(), Vec::new());
        let mut model = ClusterModel { near, species, constant, seen, places, energies };
        for (Cluster { function, others }, energy) in &clusters {
            let (first, energies) = (model.places.len(), model.energies.len());
            model.seen.push(Seen { first, others: others.len(), energies });
            let place = |(offset, _): &(Offset, usize)| {
                let place = offsets.iter().position(|other| other == offset);
                place.expect("the offsets are those of the clusters")
            };
            model.places.extend(others.iter().map(place));
            let of_points: Vec<usize> =
                others.iter().map(|(_, function)| *function).chain([*function]).collect();
            for number in 0..species.pow(of_points.len() as u32) {
                model.energies.push(cluster_energy(functions, &of_points, number, *energy)?);
            }
        }
        Ok(model)
    }

    /// The energies of a cluster that a site is in, by the species on that site, with these species
    /// around.
    #[inline]
    fn row(&self, seen: Seen, around: &[Species]) -> &[i64] {
        let places = &self.places[seen.first..][..seen.others];
        let number =
            places.iter().fold(0, |number, place| number * self.species + around[*place].index());
        &self.energies[seen.energies + number * self.species..][..self.species]
    }
}

impl SubstitutionEnergy for ClusterModel {
    fn lattice(&self) -> Lattice {
        self.near.lattice()
    }

    fn species_count(&self) -> usize {
        self.species
    }

    /// Returns the other sites of all clusters that a site is in.
    fn surroundings(&self) -> &[Offset] {
        self.near.offsets()
    }

    fn substitution(&self, configuration: &Configuration, site: Site, energies: &mut Vec<i64>) {
        let mut around = Vec::with_capacity(self.near.offsets().len());
        self.near.read(configuration, site, &mut around);
        energies.resize(self.species, 0);
        for seen in &self.seen {
            let row = self.row(*seen, &around);
            energies.iter_mut().zip(row).for_each(|(energy, of_cluster)| *energy += of_cluster);
        }
        let host = energies[0];
        energies.iter_mut().for_each(|energy| *energy -= host);
    }

    fn total(&self, configuration: &Configuration) -> i128 {
        let mut around = Vec::with_capacity(self.near.offsets().len());
        // By the number of points: a cluster of n points is seen from n sites.
        let mut sums: Vec<i128> = Vec::new();
        for site in self.near.lattice().sites() {
            self.near.read(configuration, site, &mut around);
            for seen in &self.seen {
                let energy = self.row(*seen, &around)[configuration.occupant(site).index()];
                if sums.len() <= seen.others {
                    sums.resize(seen.others + 1, 0);
                }
                sums[seen.others] += i128::from(energy);
            }
        }
        let constant = i128::from(self.constant) * self.near.lattice().len() as i128;
        let each = sums.iter().enumerate().map(|(others, sum)| sum / (others as i128 + 1));
        constant + each.sum::<i128>()
    }

    fn fingerprint(&self) -> u64 {
        let places = self.places.iter().map(|place| *place as u64);
        let offsets = self.near.offsets().iter().flatten().map(|along| *along as u64);
        let seen = self.seen.iter().map(|seen| seen.others as u64);
        let energies = self.energies.iter().map(|energy| *energy as u64);
        let shape = [self.species as u64, self.constant as u64];
        let numbers = shape.into_iter().chain(offsets).chain(seen).chain(places).chain(energies);
        fingerprint("clusters", numbers)
    }
}

/// A cluster from one of its points: the function there, and those on its other sites, sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Cluster {
    function: usize,
    others: Vec<(Offset, usize)>,
}

/// All clusters that symmetries make of a term and that have a site of the first kind as a point,
/// each once. A site of the second kind sees the same, inverted.
fn seen_from_a_site(structure: Structure, term: &ClusterTerm) -> BTreeSet<Cluster> {
    let mut seen = BTreeSet::new();
    let group = structure.point_group();
    for (number, (from, function)) in term.points.iter().enumerate() {
        let sign = match structure.point(*from) {
            Some(point) if structure.is_inverted(point) => -1,
            _ => 1,
        };
        let others = term.points.iter().enumerate().filter(|(other, _)| *other != number);
        let others: Vec<(Offset, usize)> = others
            .map(|(_, (to, function))| {
                (core::array::from_fn(|axis| sign * (to[axis] - from[axis])), *function)
            })
            .collect();
        for operation in group.operations() {
            let image =
                |(offset, function): &(Offset, usize)| (operation.image(*offset), *function);
            let mut others: Vec<(Offset, usize)> = others.iter().map(image).collect();
            others.sort_unstable();
            seen.insert(Cluster { function: *function, others });
        }
    }
    seen
}

/// Checks the points of a term, and returns their number.
fn check_points(
    structure: Structure,
    functions: &[Vec<f64>],
    term: &ClusterTerm,
) -> Result<usize, ModelError> {
    let points = &term.points;
    for (number, (point, function)) in points.iter().enumerate() {
        let is_far = point.iter().any(|along| along.unsigned_abs() > 1 << 20);
        let is_twice = points[..number].iter().any(|(other, _)| other == point);
        if is_far || is_twice || !structure.has(*point) {
            return Err(ModelError::Point { got: *point });
        }
        let missing = |values: &&Vec<f64>| !values.is_empty() && values.len() <= *function;
        if let Some(values) = functions.iter().find(missing) {
            let what = "the functions of a species in a cluster expansion";
            return Err(ModelError::Length { what, expected: function + 1, got: values.len() });
        }
    }
    let size = u32::try_from(points.len()).ok().and_then(|n| functions.len().checked_pow(n));
    match size {
        Some(size) if size <= MAX_TABLE => Ok(points.len()),
        _ => {
            let what = "the energies of a cluster by species (at most 2^20)";
            let expected = MAX_TABLE;
            Err(ModelError::Length { what, expected, got: size.unwrap_or(usize::MAX) })
        }
    }
}

/// The energy of a cluster in units, with the species that a number has as its digits, the last
/// point lowest. The product does not depend on the order of the points: its factors are sorted.
fn cluster_energy(
    functions: &[Vec<f64>],
    of_points: &[usize],
    number: usize,
    energy: f64,
) -> Result<i64, ModelError> {
    let mut rest = number;
    let mut factors: Vec<f64> = of_points
        .iter()
        .rev()
        .map(|function| {
            let species = rest % functions.len();
            rest /= functions.len();
            functions[species].get(*function).copied().unwrap_or(0.0)
        })
        .collect();
    factors.sort_unstable_by(f64::total_cmp);
    checked("the energy of a cluster", factors.iter().product::<f64>() * energy)
}
