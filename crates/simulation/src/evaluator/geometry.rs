//! The sites of a request, and their coordinates.

use std::collections::BTreeMap;

use zobrist::Fnv1a;
use zobrist_lattice::model::Jump;
use zobrist_lattice::{Configuration, Lattice, Neighbors, Offset, Site, Species, Structure};

use super::geometry_error::{GeometryError, MAX_REACH};
use super::request::{Request, write_id};
use super::xyz::extended_xyz;

/// The name of a vacancy in requests, as in ASE.
const VACANCY: &str = "X";

/// The sites on which the jumps of a lattice depend, with their coordinates, for the requests of an
/// [`Evaluator`](super::Evaluator).
#[derive(Clone, Debug)]
pub struct Geometry {
    lattice: Lattice,
    reach: Vec<Offset>,
    /// The sites around a vacancy that any of its jumps depends on.
    around: Neighbors,
    /// By direction; if the structure has sites that see inverted surroundings, then those of these
    /// sites, by direction.
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
    /// The text of a request between the species and the sites, and that of each site after its
    /// species.
    ends_text: String,
    site_texts: Vec<String>,
}

impl View {
    /// Returns the position of the atom that jumps, in Å relative to the vacancy.
    #[must_use]
    pub fn start(&self) -> [f64; 3] {
        self.start
    }

    /// Returns the positions of the sites of a request in Å relative to the vacancy: by their
    /// distance from it, then by x, y and z.
    #[must_use]
    pub fn sites(&self) -> &[[f64; 3]] {
        &self.sites
    }
}

impl Geometry {
    /// Prepares the requests of a lattice: `lattice_constant` is in Å, and so is `reach`, the
    /// distance from either end of a jump within which sites change its barrier. A site that is
    /// farther by less than one part in 10¹² is within. `species` are the names by their number;
    /// that of the vacancy, number 1, is not used: requests name it `X`.
    ///
    /// # Errors
    /// When the lattice constant is not above zero, the reach has no neighbor or exceeds ten
    /// lattice constants, the box is so small that an image of an end of a jump is within reach, or
    /// the names are fewer than two or more than 256, equal, empty, `X`, or have white space or
    /// control characters.
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
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// Returns the offsets within reach of a site: those of
    /// [`Model::reach`](zobrist_lattice::model::Model::reach).
    #[must_use]
    pub fn reach(&self) -> &[Offset] {
        &self.reach
    }

    /// Returns the number of species, including the host and the vacancy.
    #[must_use]
    pub fn species_count(&self) -> usize {
        self.names.len()
    }

    /// Returns a number that changes with the coordinates or the names of requests: with the
    /// structure, the lattice constant, the reach and the species, but not with the size of the
    /// box.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut fnv = Fnv1a::new();
        for text in &self.names {
            fnv = fnv.bytes(text.as_bytes()).bytes(b"\0");
        }
        for view in &self.views {
            fnv = fnv.bytes(view.ends_text.as_bytes());
            for text in &view.site_texts {
                fnv = fnv.bytes(text.as_bytes());
            }
        }
        fnv.finish()
    }

    /// Returns the number of views: one for each direction, in hcp for each kind of site.
    #[must_use]
    pub fn view_count(&self) -> usize {
        self.views.len()
    }

    /// Returns the coordinates of the requests of a view.
    ///
    /// # Panics
    /// When there is no such view.
    #[must_use]
    pub fn view(&self, view: usize) -> &View {
        &self.views[view]
    }

    /// Returns the requests of several jumps, in their order. The jumps of one vacancy are faster
    /// if they are adjacent.
    ///
    /// # Panics
    /// When the configuration is not of the lattice, or a site or a direction does not exist.
    #[must_use]
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

    /// Returns the request of a jump as extended XYZ, with the id 1: for a file that shows a jump
    /// whose barrier was refused ([`FailedRequest::xyz`](super::FailedRequest)). `None` if there
    /// is no vacancy on the first site, or the second is not its nearest neighbor.
    ///
    /// # Panics
    /// When the configuration is not of the lattice, or a site does not exist.
    #[must_use]
    pub fn request_xyz(
        &self,
        configuration: &Configuration,
        vacancy: Site,
        to: Site,
    ) -> Option<String> {
        let is_there = configuration.occupant(vacancy) == Species::VACANCY;
        let directions = self.lattice.structure().directions();
        let is_end = |vector: &Offset| self.lattice.neighbor(vacancy, *vector) == to;
        let direction = directions.iter().position(is_end).filter(|_| is_there)?;
        let requests = self.requests(configuration, &[Jump::new(vacancy, to, direction)]);
        let mut line = Vec::new();
        self.write_request(&requests[0], 1, &mut line);
        Some(extended_xyz(&line))
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

/// A fine vector in units of the lattice constant. In hcp, x is made of one whole number, (2x −
/// y)/6: as a difference of two fractions, as [`Structure::cartesian`] has it, mirrored sites would
/// differ in the last digit.
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

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist::source::Xoshiro256PlusPlus;

    const NAMES: [&str; 3] = ["Fe", "", "Cu"];

    fn geometry(structure: Structure, cells: usize, reach: f64) -> Result<Geometry, GeometryError> {
        let depth = if structure == Structure::Square { 1 } else { cells };
        Geometry::new(Lattice::new(structure, [cells, cells, depth]).unwrap(), 2.87, reach, &NAMES)
    }

    #[test]
    fn the_line_of_a_request() {
        let lattice = Lattice::new(Structure::Square, [6, 6, 1]).unwrap();
        let geometry = Geometry::new(lattice, 2.5, 2.5, &["A\"", "vacancy", "Cu"]).unwrap();
        let mut configuration = Configuration::new(lattice);
        let vacancy = lattice.site_at([5, 5, 0]).unwrap();
        let to = lattice.site_at([4, 5, 0]).unwrap();
        configuration.set(vacancy, Species::VACANCY);
        configuration.set(to, Species(2));
        configuration.set(lattice.site_at([6, 5, 0]).unwrap(), Species(2));
        configuration.set(lattice.site_at([4, 6, 0]).unwrap(), Species::VACANCY);
        let requests = geometry.requests(&configuration, &[Jump::new(vacancy, to, 0)]);
        let mut line = Vec::new();
        geometry.write_request(&requests[0], 17, &mut line);
        let expected = concat!(
            r#"{"id":17,"species":"Cu","start":[-2.5,0,0],"end":[0,0,0],"sites":[["A\"",0,-2.5,0],"#,
            r#"["A\"",0,2.5,0],["Cu",2.5,0,0],["A\"",-2.5,-2.5,0],["X",-2.5,2.5,0],["A\"",-5,0,0]]}"#,
            "\n"
        );
        assert_eq!(String::from_utf8(line).unwrap(), expected);
    }

    /// By definition the sites are all those within reach of an end, wherever the box has them.
    #[test]
    fn requests_have_the_sites_within_reach() {
        let mut random = Xoshiro256PlusPlus::new(3);
        for structure in Structure::ALL {
            let geometry = geometry(structure, 5, 3.0).unwrap();
            let lattice = geometry.lattice();
            let period = structure.period();
            let mut alloy = Configuration::new(lattice);
            alloy.scatter(Species::VACANCY, lattice.len() / 10, &mut random).unwrap();
            alloy.scatter(Species(2), lattice.len() / 3, &mut random).unwrap();
            for vacancy in alloy.sites_of(Species::VACANCY) {
                let mut around = Vec::new();
                let from = lattice.position(vacancy);
                for site in lattice.sites() {
                    let images = (0..27).map(|i| [i / 9 - 1, i / 3 % 3 - 1, i % 3 - 1]);
                    for image in
                        images.filter(|image| structure != Structure::Square || image[2] == 0)
                    {
                        let fine = lattice.position(site);
                        let turn =
                            |axis: usize| image[axis] * period[axis] * lattice.cells()[axis] as i32;
                        let apart =
                            std::array::from_fn(|axis| fine[axis] + turn(axis) - from[axis]);
                        around.push((structure.cartesian(apart).map(|x| 2.87 * x), site));
                    }
                }
                let directions = structure.directions().into_iter().enumerate();
                let jumps: Vec<Jump> = directions
                    .map(|(direction, offset)| (direction, lattice.neighbor(vacancy, offset)))
                    .map(|(direction, to)| Jump::new(vacancy, to, direction))
                    .collect();
                for (jump, request) in jumps.iter().zip(geometry.requests(&alloy, &jumps)) {
                    let view = geometry.view(request.view());
                    let apart = |a: [f64; 3], b: [f64; 3]| {
                        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
                    };
                    assert_eq!(request.atom(), alloy.occupant(jump.to));
                    let (_, start) =
                        around.iter().find(|(at, _)| apart(*at, view.start()) < 1e-9).unwrap();
                    assert_eq!(*start, jump.to);
                    let ends = [[0.0; 3], view.start()];
                    let expected = around.iter().filter(|(at, _)| {
                        let near = ends.map(|end| apart(*at, end));
                        near.iter().all(|near| *near > 1e-9) && near.iter().any(|near| *near < 3.0)
                    });
                    assert_eq!(expected.count(), request.sites().len());
                    for (at, species) in view.sites().iter().zip(request.sites()) {
                        let (_, site) =
                            around.iter().find(|(other, _)| apart(*at, *other) < 1e-9).unwrap();
                        assert_eq!(*species, alloy.occupant(*site));
                    }
                }
            }
        }
    }

    #[test]
    fn sites_are_in_order_and_mirrored_to_the_bit() {
        for structure in Structure::ALL {
            let geometry = geometry(structure, 8, 6.0).unwrap();
            let directions = structure.directions().len();
            let kinds = if structure == Structure::Hcp { 2 } else { 1 };
            assert_eq!(geometry.view_count(), kinds * directions);
            let mut columns: Vec<f64> = Vec::new();
            for view in 0..geometry.view_count() {
                let all = geometry.view(view);
                let squared = |at: [f64; 3]| at.iter().map(|x| x * x).sum::<f64>();
                assert!(all.sites().is_sorted_by(|a, b| {
                    let (near, far) = (squared(*a), squared(*b));
                    near < far - 1e-9 || near < far + 1e-9 && a < b
                }));
                columns.extend(all.sites().iter().map(|site| site[0].abs()));
                let mirrored = match structure {
                    Structure::Hcp => (view + directions) % (2 * directions),
                    // Directions are in order, so that the last is the first, mirrored.
                    _ => directions - 1 - view,
                };
                let other = geometry.view(mirrored);
                assert_eq!(other.start(), all.start().map(|x| -x));
                for site in all.sites() {
                    assert!(other.sites().contains(&site.map(|x| -x)), "{structure} {site:?}");
                }
            }
            // Coordinates that are equal are equal to the last bit.
            columns.sort_by(f64::total_cmp);
            columns.dedup();
            assert!(
                columns.windows(2).all(|pair| pair[1] - pair[0] > 0.1),
                "{structure} {columns:?}"
            );
        }
    }

    #[test]
    fn the_fingerprint_is_of_what_requests_have() {
        let of = |structure, cells, reach| geometry(structure, cells, reach).unwrap().fingerprint();
        let bcc = of(Structure::Bcc, 5, 2.87);
        assert_eq!(bcc, of(Structure::Bcc, 6, 3.0));
        assert_ne!(bcc, of(Structure::Bcc, 5, 4.1));
        assert_ne!(bcc, of(Structure::Fcc, 5, 2.87));
        let lattice = Lattice::new(Structure::Bcc, [5; 3]).unwrap();
        for (constant, names) in [(2.86, NAMES), (2.87, ["Fe", "", "Ni"]), (2.87, ["Cu", "", "Fe"])]
        {
            assert_ne!(bcc, Geometry::new(lattice, constant, 2.87, &names).unwrap().fingerprint());
        }
    }

    #[test]
    fn unusable_geometries() {
        let error = |result: Result<Geometry, GeometryError>| result.unwrap_err().to_string();
        let lattice = Lattice::new(Structure::Bcc, [5; 3]).unwrap();
        for (constant, reach) in [(0.0, 3.0), (-1.0, 3.0), (f64::NAN, 3.0), (f64::INFINITY, 3.0)] {
            assert!(
                error(Geometry::new(lattice, constant, reach, &NAMES))
                    .contains("expected a number of Å above 0")
            );
        }
        for reach in [0.0, -1.0, 2.4, 30.0, f64::NAN, f64::INFINITY] {
            let message = error(geometry(Structure::Bcc, 5, reach));
            assert!(message.starts_with("the reach: expected from 2.485 Å"), "{message}");
            assert!(message.contains("to 28.700 Å"), "{message}");
        }
        for names in [
            ["Fe", "", "Fe"],
            ["Fe", "", "X"],
            ["", "", "Cu"],
            ["Fe", "", "C u"],
            ["Fe\n", "", "Cu"],
        ] {
            let message = error(Geometry::new(lattice, 2.87, 3.0, &names));
            assert!(message.starts_with("the name of species "), "{message}");
        }
        assert!(
            error(Geometry::new(lattice, 2.87, 3.0, &["Fe"])).contains("expected 2 to 256 names")
        );
        // An image of the vacancy, or of the atom, within reach of the jump.
        assert!(error(geometry(Structure::Bcc, 1, 2.87)).contains("too small"));
        assert!(error(geometry(Structure::Bcc, 2, 5.0)).contains("too small"));
        assert!(error(geometry(Structure::Square, 2, 2.87)).contains("too small"));
    }
}
