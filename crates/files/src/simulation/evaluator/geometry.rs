//! The sites of a request, and their coordinates.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display};

use zobrist_lattice::model::Jump;
use zobrist_lattice::{
    Configuration, Lattice, Neighbors, Offset, OffsetError, Site, Species, Structure,
};

use super::request::{Request, write_id};

/// The name of a vacancy in requests, as in ASE.
const VACANCY: &str = "X";

/// The largest reach, in lattice constants.
const MAX_REACH: f64 = 10.0;

/// The sites on which the jumps of a lattice depend, with their coordinates, for the requests of an
/// [`Evaluator`](super::Evaluator).
#[derive(Clone, Debug)]
pub struct Geometry {
    lattice: Lattice,
    reach: Vec<Offset>,
    /// The sites around a vacancy that any of its jumps depends on.
    around: Neighbors,
    /// By direction; if the structure has sites that see inverted surroundings, then those of these sites, by
    /// direction.
    views: Vec<View>,
    directions: usize,
    /// The names in JSON, by species.
    names: Vec<String>,
}

/// A direction of jumps, from a site of one kind, with the coordinates of what they depend on.
#[derive(Clone, Debug)]
pub struct View {
    start: [f64; 3],
    sites: Vec<[f64; 3]>,
    /// The places of the start and of the sites among the sites around the vacancy.
    start_place: usize,
    places: Vec<usize>,
    /// The text of a request between the species and the sites, and that of each site after its species.
    ends_text: String,
    site_texts: Vec<String>,
}

impl View {
    /// Returns the position of the atom that jumps, in Å relative to the vacancy.
    pub fn start(&self) -> [f64; 3] {
        self.start
    }

    /// Returns the positions of the sites of a request in Å relative to the vacancy: by their distance from it, then
    /// by x, y and z.
    pub fn sites(&self) -> &[[f64; 3]] {
        &self.sites
    }
}

impl Geometry {
    /// Prepares the requests of a lattice: `lattice_constant` is in Å, and so is `reach`, the distance from either end
    /// of a jump within which sites change its barrier. A site that is farther by less than one part in 10¹² is within.
    /// `species` are the names by their number; that of the vacancy, number 1, is not used: requests name it `X`.
    ///
    /// # Errors
    /// When the lattice constant is not above zero, the reach has no neighbor or exceeds ten lattice constants, the box
    /// is so small that an image of an end of a jump is within reach, or the names are fewer than two or more than 256,
    /// equal, empty, `X`, or have white space or control characters.
    pub fn new(
        lattice: Lattice,
        lattice_constant: f64,
        reach: f64,
        species: &[impl AsRef<str>],
    ) -> Result<Geometry, GeometryError> {
        let got = lattice_constant;
        if !(got > 0.0 && got.is_finite()) {
            return Err(GeometryError::LatticeConstant { got });
        }
        let names = names_in_json(species)?;
        let structure = lattice.structure();
        let directions = structure.directions();
        let nearest = lattice_constant * structure.distance(directions[0]);
        let wide = reach / lattice_constant;
        let reach_error = GeometryError::Reach { got: reach, nearest, lattice_constant };
        if !(0.0..=MAX_REACH).contains(&wide) {
            return Err(reach_error);
        }
        let reach = structure.within(wide);
        if reach.is_empty() {
            return Err(reach_error);
        }
        let around = Neighbors::new(lattice, &structure.around_defect(&reach))?;
        let place_of: BTreeMap<Offset, usize> =
            around.offsets().iter().enumerate().map(|(place, offset)| (*offset, place)).collect();
        let kinds =
            structure.points().iter().enumerate().map(|(point, _)| structure.is_inverted(point));
        let signs =
            if kinds.into_iter().any(|inverted| inverted) { &[1.0, -1.0][..] } else { &[1.0] };
        let mut views = Vec::new();
        for sign in signs {
            let at =
                |offset| position(structure, offset).map(|x| sign * lattice_constant * x + 0.0);
            for direction in &directions {
                let mut offsets = structure.around_jump(&reach, *direction);
                offsets.retain(|offset| offset != direction);
                let center = Site(0);
                let start = lattice.neighbor(center, *direction);
                if let Some(offset) =
                    offsets.iter().find(|offset| lattice.neighbor(center, **offset) == start)
                {
                    return Err(GeometryError::Box { cells: lattice.cells(), offset: *offset });
                }
                // Distances in whole numbers: equal ones are equal.
                offsets.sort_by(|a, b| {
                    let order = structure.norm(*a).cmp(&structure.norm(*b));
                    let by_axis = at(*a).into_iter().zip(at(*b)).map(|(a, b)| a.total_cmp(&b));
                    by_axis.fold(order, |order, next| order.then(next))
                });
                let places = offsets.iter().map(|offset| place_of[offset]).collect();
                let sites = offsets.iter().map(|offset| at(*offset)).collect();
                views.push(View::new(at(*direction), sites, place_of[direction], places));
            }
        }
        Ok(Geometry { lattice, reach, around, views, directions: directions.len(), names })
    }

    /// Returns the lattice.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Returns the offsets within reach of a site: those of [`Model::reach`](zobrist_lattice::model::Model::reach).
    pub fn reach(&self) -> &[Offset] {
        &self.reach
    }

    /// Returns the number of species, including the host and the vacancy.
    pub fn species_count(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of views: one for each direction, in hcp for each kind of site.
    pub fn view_count(&self) -> usize {
        self.views.len()
    }

    /// Returns the coordinates of the requests of a view.
    ///
    /// # Panics
    /// When there is no such view.
    pub fn view(&self, view: usize) -> &View {
        &self.views[view]
    }

    /// Returns the requests of several jumps, in their order. The jumps of one vacancy are faster if they are adjacent.
    ///
    /// # Panics
    /// When the configuration is not of the lattice, or a site or a direction does not exist.
    pub fn requests(&self, configuration: &Configuration, jumps: &[Jump]) -> Vec<Request> {
        let structure = self.lattice.structure();
        let mut around = Vec::with_capacity(self.around.offsets().len());
        let mut requests = Vec::with_capacity(jumps.len());
        for jumps in jumps.chunk_by(|a, b| a.vacancy == b.vacancy) {
            let vacancy = jumps[0].vacancy;
            self.around.read(configuration, vacancy, &mut around);
            let inverted = structure.is_inverted(vacancy.index() % structure.points().len());
            let first = if inverted { self.directions } else { 0 };
            for jump in jumps {
                assert!(
                    jump.direction < self.directions,
                    "the jump is in a direction of the structure"
                );
                let view = first + jump.direction;
                let View { start_place, places, .. } = &self.views[view];
                let sites = places.iter().map(|place| around[*place]).collect();
                requests.push(Request { view, atom: around[*start_place], sites });
            }
        }
        requests
    }

    /// Appends the line of a request, with its line feed.
    ///
    /// # Panics
    /// When the request was made by another geometry.
    pub fn write_request(&self, request: &Request, id: u64, line: &mut Vec<u8>) {
        write_id(id, line);
        self.write_jump(request, line);
    }

    /// Appends what follows the id in the line of a request.
    pub(super) fn write_jump(&self, request: &Request, line: &mut Vec<u8>) {
        let view = &self.views[request.view];
        assert_eq!(
            view.site_texts.len(),
            request.sites.len(),
            "the request was made by this geometry"
        );
        line.extend_from_slice(b",\"species\":");
        line.extend_from_slice(self.names[request.atom.index()].as_bytes());
        line.extend_from_slice(view.ends_text.as_bytes());
        for (i, (species, text)) in request.sites.iter().zip(&view.site_texts).enumerate() {
            line.extend_from_slice(if i == 0 { b"[" } else { b",[" });
            line.extend_from_slice(self.names[species.index()].as_bytes());
            line.extend_from_slice(text.as_bytes());
        }
        line.extend_from_slice(b"]}\n");
    }
}

impl View {
    fn new(start: [f64; 3], sites: Vec<[f64; 3]>, start_place: usize, places: Vec<usize>) -> View {
        // The shortest decimal that reads back as the same number.
        let triple = |[x, y, z]: [f64; 3]| format!("{x},{y},{z}");
        let ends_text = format!(",\"start\":[{}],\"end\":[0,0,0],\"sites\":[", triple(start));
        let site_texts = sites.iter().map(|site| format!(",{}]", triple(*site))).collect();
        View { start, sites, start_place, places, ends_text, site_texts }
    }
}

/// A fine vector in units of the lattice constant. In hcp, x is made of one whole number, (2x − y)/6: as a difference
/// of two fractions, as [`Structure::cartesian`] has it, mirrored sites would differ in the last digit.
fn position(structure: Structure, offset: Offset) -> [f64; 3] {
    let [x, y, z] = structure.cartesian(offset);
    match structure {
        Structure::Hcp => [f64::from(2 * offset[0] - offset[1]) / 6.0, y, z],
        _ => [x, y, z],
    }
}

/// The names of species in quotes.
fn names_in_json(species: &[impl AsRef<str>]) -> Result<Vec<String>, GeometryError> {
    if !(2..=256).contains(&species.len()) {
        return Err(GeometryError::SpeciesCount { got: species.len() });
    }
    let mut names: Vec<String> = Vec::new();
    for (number, name) in species.iter().enumerate() {
        let name = if number == Species::VACANCY.index() { VACANCY } else { name.as_ref() };
        let unusable = |c: char| c.is_whitespace() || c.is_control();
        let taken = number != Species::VACANCY.index() && name == VACANCY;
        let quoted = serde_json::Value::from(name).to_string();
        if name.is_empty() || name.contains(unusable) || taken || names.contains(&quoted) {
            return Err(GeometryError::Species { number, got: name.to_owned() });
        }
        names.push(quoted);
    }
    Ok(names)
}

/// The error of a geometry that cannot be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum GeometryError {
    /// The lattice constant is not above zero, or not finite.
    LatticeConstant {
        /// The lattice constant, in Å.
        got: f64,
    },
    /// The reach has no neighbor, or exceeds ten lattice constants.
    Reach {
        /// The reach, in Å.
        got: f64,
        /// The distance of the nearest neighbors, in Å.
        nearest: f64,
        /// The lattice constant, in Å.
        lattice_constant: f64,
    },
    /// There are fewer than two species, or more than 256.
    SpeciesCount {
        /// Their number.
        got: usize,
    },
    /// The name of a species is empty, `X` or given twice, or has white space or a control character.
    Species {
        /// The number of the species.
        number: usize,
        /// Its name.
        got: String,
    },
    /// The box is so small that an image of the jumping atom is within reach.
    Box {
        /// The cells of the box.
        cells: [usize; 3],
        /// The offset of the image.
        offset: Offset,
    },
    /// The box is so small that an image of the vacancy is within reach.
    Offset(OffsetError),
}

impl Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GeometryError::LatticeConstant { got } => {
                write!(f, "the lattice constant: expected a number of Å above 0, got {got}")
            }
            GeometryError::Reach { got, nearest, lattice_constant } => write!(
                f,
                "the reach: expected from {nearest:.3} Å, the distance of the nearest neighbors, to {} Å, ten lattice \
                 constants, got {got} Å; check its unit",
                MAX_REACH * lattice_constant
            ),
            GeometryError::SpeciesCount { got } => write!(
                f,
                "species: expected 2 to 256 names (the host, the vacancy and the solutes), got {got}"
            ),
            GeometryError::Species { number, got } => write!(
                f,
                "the name of species {number}: expected one of its own, other than X, which is the vacancy, and without \
                 spaces, got {got:?}; choose another name"
            ),
            GeometryError::Box { cells: [x, y, z], offset } => write!(
                f,
                "a box of {x} x {y} x {z} cells is too small: expected no image of the jumping atom within reach of the \
                 jump, got one at offset {offset:?}; take more cells or a shorter reach"
            ),
            GeometryError::Offset(error) => error.fmt(f),
        }
    }
}

impl Error for GeometryError {}

impl From<OffsetError> for GeometryError {
    fn from(error: OffsetError) -> GeometryError {
        GeometryError::Offset(error)
    }
}
